package ledger

import (
	"errors"
	"fmt"
)

// Damage is one thing that is wrong with a log.
type Damage struct {
	Offset  int64
	Message string
}

// Verify reads the whole log and returns what is wrong with it: every byte is covered by some checksum, every
// reference is followed, and records must be numbered without a gap. What is not named is whole. Damage at the log's end
// is named too after its bytes were moved to a file damaged-N, until that is removed. What a crash leaves at the end is
// no damage. The error is about reading, not about what was found.
func (d *Doc) Verify() ([]Damage, error) {
	v := verification{src: &window{log: d.log}, snapshots: map[int64]snapshot{}, records: map[int64]uint64{}}
	if d.log.end() > 0 {
		v.header()
		if err := v.frames(); err != nil {
			return nil, d.fail("verify the log of", err)
		}
		v.tail(d.tail)
		v.head(d)
	}
	if !d.torn.crashed() {
		v.add(d.torn.keep, "the last %d bytes are damaged", len(d.torn.rest))
	}
	n, err := highest(d.store.files, d.dir, damagedFile)
	if err != nil {
		return nil, d.fail("verify the log of", err)
	}
	if n > 0 {
		v.add(d.log.end(), "damaged bytes were cut off the end earlier: see %s1 to %d in %s", damagedFile, n, d.dir)
	}
	return v.found, nil
}

type verification struct {
	src       *window
	found     []Damage
	snapshots map[int64]snapshot
	records   map[int64]uint64 // seq by offset
	seq       uint64           // of the last record; 0: none yet, or unknown after damage
	broken    bool             // damage since the last record
}

func (v *verification) add(at int64, format string, args ...any) {
	v.found = append(v.found, Damage{Offset: at, Message: fmt.Sprintf(format, args...)})
}

func (v *verification) damage(at int64, format string, args ...any) {
	v.broken = true
	v.add(at, format, args...)
}

func (v *verification) header() {
	b, err := v.src.read(0, int(min(fileHeaderSize, v.src.end())))
	if err == nil {
		err = checkFileHeader(b)
	}
	if err != nil {
		v.add(0, "%v", err)
	}
}

func (v *verification) frames() error {
	at, end := int64(fileHeaderSize), v.src.end()
	for at < end {
		f, ok := frameAt(v.src, at)
		if !ok {
			next, found := searchOn(v.src, at+1)
			if !found {
				next.at = end
			}
			v.damage(at, "%d bytes are no frame", next.at-at)
			at = next.at
			continue
		}
		if err := v.frame(f); err != nil {
			return err
		}
		at = f.end()
	}
	return v.src.log.err
}

func (v *verification) frame(f frame) error {
	_, err := bodyOf(v.src, f)
	switch {
	case errors.Is(err, ErrDamaged):
		v.damage(f.at, "the body of a %s of %d bytes is damaged", kindName(f.kind), f.size)
	case err != nil:
		return err
	case f.kind == kindRecord || f.kind == kindTail:
		v.record(f)
	case f.kind == kindWhole || f.kind == kindDelta:
		v.snapshot(f)
	default:
		v.damage(f.at, "a frame of unknown kind %q", f.kind)
	}
	if !closed(v.src, f) {
		v.add(f.bodyEnd(), "the trailer of a %s is damaged", kindName(f.kind))
	}
	return nil
}

func kindName(kind byte) string {
	switch kind {
	case kindRecord:
		return "record"
	case kindTail:
		return "tail"
	case kindWhole, kindDelta:
		return "snapshot"
	}
	return "frame"
}

// record checks a record's number and what it and its tail refer to.
func (v *verification) record(f frame) {
	t, err := tailOf(v.src, f)
	if err != nil {
		v.damage(f.at, "%v", err)
		return
	}
	if f.kind == kindRecord {
		v.numbered(f)
	}
	v.tail(t)
}

func (v *verification) numbered(f frame) {
	r, err := recordOf(v.src, f)
	if err != nil {
		v.damage(f.at, "%v", err)
		return
	}
	if r.Seq != v.seq+1 && (!v.broken || r.Seq <= v.seq) {
		v.add(f.at, "record %d follows record %d", r.Seq, v.seq)
	}
	v.seq, v.broken = r.Seq, false
	v.records[f.at] = r.Seq
	for _, s := range []Stamp{r.Before, r.After, r.Proposal} {
		v.stamp(f.at, s)
	}
}

// tail follows the references of a tail.
func (v *verification) tail(t Tail) {
	v.stamp(t.LastAt, t.Head)
	v.stamp(t.LastAt, t.Prev)
	for _, o := range t.Opens {
		if seq, ok := v.records[o.At]; ok && seq != o.Seq {
			v.add(o.At, "intent %d is said to stand here, but record %d does", o.Seq, seq)
		}
	}
}

// stamp checks that a stamp of a whole frame points at that version. A frame that is damaged was named already.
func (v *verification) stamp(at int64, s Stamp) {
	if s.At == 0 {
		return
	}
	if there, ok := v.snapshots[s.At]; ok && there.version != s.Version {
		v.add(at, "version %s is said to stand at offset %d, but %s does", s.Version.Short(), s.At, there.version.Short())
	}
}

func (v *verification) snapshot(f frame) {
	s, err := parseSnapshot(v.src, f)
	if err != nil {
		v.damage(f.at, "%v", err)
		return
	}
	v.snapshots[f.at] = s
	if s.kind == kindWhole {
		v.whole(s)
		return
	}
	if parent, ok := v.snapshots[s.parent]; ok && parent.bytes != s.parentBytes {
		v.add(f.at, "version %s is a delta to %d bytes, but its parent has %d", s.version.Short(), s.parentBytes, parent.bytes)
	}
}

func (v *verification) whole(s snapshot) {
	b, err := v.src.read(s.contentAt, int(s.contentSize))
	if err == nil && VersionOf(b) != s.version {
		v.damage(s.at, "the bytes of version %s have another hash", s.version.Short())
	}
}

// head checks that the head's bytes come out of its chain.
func (v *verification) head(d *Doc) {
	if d.tail.Head.At == 0 {
		return
	}
	if _, err := d.Bytes(d.tail.Head); err != nil {
		v.add(d.tail.Head.At, "the head cannot be read: %v", err)
	}
}
