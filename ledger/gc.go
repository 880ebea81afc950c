package ledger

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"noclobber/internal/fsx"
	"noclobber/internal/fsx/fault"
)

// Keeping says what Sweep leaves. Whatever it says, these stay: the head and the version before it, both sides of every
// alarm that nobody has accepted (the last good version), all that an open intent or a waiting repair refers to, every
// record, and what living contexts have seen.
type Keeping struct {
	Since time.Time // versions that a record of this time or later names stay
	Bytes int64     // of those, the newest that take up about this many bytes in the log; 0: all
	Dry   bool      // only tell
}

// Swept is what Sweep has dropped, or would.
type Swept struct {
	Versions int   `json:"versions"` // whose bytes are gone; records still name them
	Views    int   `json:"views"`    // what contexts that have ended had seen
	Files    int   `json:"files"`    // torn ends and files that were never put in place
	Before   int64 `json:"before"`   // bytes of the log
	After    int64 `json:"after"`
}

// Sweep drops old versions of a document that is locked: the log is written anew without them, with all records, and
// takes the old one's place in one step once it is on disk and verified. Processes that look at the old log keep it
// open. A damaged log is left alone (ErrDamaged). The Doc must be unlocked afterwards.
func (d *Doc) Sweep(k Keeping) (Swept, error) {
	s := Swept{Before: d.log.size, After: d.log.size}
	if damage, err := d.Verify(); err != nil || len(damage) > 0 {
		return s, d.fail("sweep the log of", errors.Join(err, damaged(damage)))
	}
	kept, dropped, err := d.choose(k)
	if err != nil {
		return s, d.fail("sweep the log of", err)
	}
	s.Versions = dropped
	if dropped > 0 && !k.Dry {
		if s.After, err = d.rewrite(kept); err != nil {
			return s, d.fail("sweep the log of", err)
		}
	}
	s.Views, s.Files = d.sweepViews(k), d.sweepFiles(k)
	return s, nil
}

func damaged(list []Damage) error {
	if len(list) == 0 {
		return nil
	}
	return fmt.Errorf("%w at offset %d: %s", ErrDamaged, list[0].Offset, list[0].Message)
}

// use is one stored version and how records use it.
type use struct {
	at   int64
	size int64 // bytes in the log
	last time.Time
	must bool
}

// choose returns the offsets of the versions that stay, and how many go.
func (d *Doc) choose(k Keeping) (kept map[int64]bool, dropped int, err error) {
	uses, err := d.uses()
	if err != nil {
		return nil, 0, err
	}
	kept = map[int64]bool{}
	left := k.Bytes
	for _, u := range uses {
		fits := !u.last.Before(k.Since) && (k.Bytes == 0 || left >= u.size)
		if u.must || fits {
			kept[u.at] = true
			left -= u.size
		} else {
			dropped++
		}
	}
	return kept, dropped, nil
}

// uses lists the stored versions, the last used first.
func (d *Doc) uses() ([]use, error) {
	byAt := map[int64]*use{}
	note := func(s Stamp, when time.Time, must bool) {
		if s.At == 0 {
			return
		}
		u := byAt[s.At]
		if u == nil {
			u = &use{at: s.At}
			byAt[s.At] = u
		}
		u.must = u.must || must
		if when.After(u.last) {
			u.last = when
		}
	}
	t := d.tail
	err := d.Records(func(r Record) bool {
		must := slices.Contains(t.Alarms, r.Seq) || slices.ContainsFunc(t.Opens, func(o OpenRef) bool { return o.Seq == r.Seq })
		for _, s := range r.stamps() {
			note(*s, r.Time, must)
		}
		return true
	})
	for _, s := range t.stamps() {
		note(*s, time.Time{}, true)
	}
	var all []use
	for _, u := range byAt {
		if f, ok := frameAt(d.log, u.at); ok {
			u.size = f.size
		}
		all = append(all, *u)
	}
	slices.SortFunc(all, func(a, b use) int { return cmp.Or(b.last.Compare(a.last), cmp.Compare(b.at, a.at)) })
	return all, errors.Join(err, d.log.err)
}

// stamps are the versions that a record names.
func (r *Record) stamps() []*Stamp { return []*Stamp{&r.Before, &r.After, &r.On, &r.Proposal} }

// stamps are the versions that a tail names.
func (t *Tail) stamps() []*Stamp {
	list := []*Stamp{&t.Head, &t.Prev}
	if t.Repair != nil {
		list = append(list, &t.Repair.Want, &t.Repair.Over)
	}
	return list
}

// rewriting is a log on its way into a new file.
type rewriting struct {
	from, to *Doc
	kept     map[int64]bool
	stamps   map[int64]int64 // where the versions of the old log stand in the new one
	records  map[int64]int64
	last     Stamp // the version that was kept last, and its bytes
	bytes    []byte
}

// rewrite puts a log with the kept versions in the place of the old one, and returns its size.
func (d *Doc) rewrite(kept map[int64]bool) (int64, error) {
	temp := filepath.Join(d.dir, ".new-log")
	if err := d.store.files.Remove(temp); err != nil && !errors.Is(err, os.ErrNotExist) {
		return 0, err // left by a process that was killed; the document is locked
	}
	file, err := d.store.files.OpenFile(temp, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return 0, err
	}
	r := &rewriting{
		from: d, to: &Doc{store: d.store, real: d.real, dir: d.dir, log: &stored{file: file}},
		kept: kept, stamps: map[int64]int64{}, records: map[int64]int64{},
	}
	size, err := r.run()
	if err = errors.Join(err, file.Close()); err == nil {
		fault.At("sweep.before-rename")
		err = d.store.files.Rename(temp, d.logPath())
		fault.At("sweep.after-rename")
	}
	if err != nil {
		return 0, errors.Join(err, d.store.files.Remove(temp))
	}
	return size, d.store.files.SyncDir(d.dir)
}

func (r *rewriting) run() (int64, error) {
	r.to.begin()
	src := &window{log: r.from.log}
	for f, ok := onward(src, fileHeaderSize); ok; f, ok = onward(src, f.end()) {
		if err := r.frame(src, f); err != nil {
			return 0, err
		}
		if len(r.to.log.staged) > 1<<20 {
			if err := r.flush(); err != nil {
				return 0, err
			}
		}
	}
	if err := errors.Join(r.from.log.err, r.flush()); err != nil {
		return 0, err
	}
	fault.At("sweep.before-sync")
	if err := r.to.log.file.Sync(); err != nil {
		return 0, err
	}
	return r.to.log.size, r.check()
}

func (r *rewriting) flush() error {
	if _, err := r.to.log.file.WriteAt(r.to.log.staged, r.to.log.size); err != nil {
		return err
	}
	r.to.log.size = r.to.log.end()
	r.to.log.staged, r.to.kept = nil, nil
	return r.to.bad
}

// frame copies one frame of the old log; versions come with the first record that names them.
func (r *rewriting) frame(src source, f frame) error {
	if f.kind != kindRecord && f.kind != kindTail {
		return nil
	}
	tail, err := tailOf(src, f)
	if err != nil {
		return err
	}
	var record Record
	if f.kind == kindRecord {
		if record, err = recordOf(src, f); err != nil {
			return err
		}
	}
	for _, s := range append(record.stamps(), tail.stamps()...) {
		if err := r.version(s); err != nil {
			return err
		}
	}
	log := r.to.log
	at := log.end()
	r.records[f.at] = at
	tail.LastAt = r.records[tail.LastAt]
	for i := range tail.Opens {
		tail.Opens[i].At = r.records[tail.Opens[i].At]
	}
	if f.kind == kindTail {
		b, err := json.Marshal(tail)
		if err == nil {
			log.staged, err = seal(log.staged, kindTail, at, b)
		}
		return err
	}
	parts, err := encodeRecord(record, tail)
	if err == nil {
		log.staged, err = seal(log.staged, kindRecord, at, parts...)
	}
	return err
}

// version keeps a version in the new log, where it is to stay, and says where it stands now.
func (r *rewriting) version(s *Stamp) error {
	if s.At == 0 {
		return nil
	}
	if at, known := r.stamps[s.At]; known {
		s.At = at
		return nil
	}
	old := s.At
	if !r.kept[old] {
		s.At, r.stamps[old] = 0, 0
		return nil
	}
	b, err := r.from.Bytes(*s)
	if err != nil {
		return err
	}
	r.last, r.bytes = r.to.Keep(b, r.last, r.bytes), b
	s.At, r.stamps[old] = r.last.At, r.last.At
	return nil
}

// check reads what was written as a stranger would.
func (r *rewriting) check() error {
	d := &Doc{store: r.to.store, real: r.to.real, dir: r.to.dir, readOnly: true, log: &stored{file: r.to.log.file, size: r.to.log.size}}
	if err := d.findEnd(); err != nil {
		return err
	}
	var err error
	if d.saved, err = d.lastTail(); err != nil {
		return err
	}
	d.tail = d.saved
	damage, err := d.Verify()
	if err == nil && (d.tail.Seq != r.from.tail.Seq || d.tail.Head.Version != r.from.tail.Head.Version) {
		err = fmt.Errorf("%w: the new log does not end as the old one does", ErrDamaged)
	}
	return errors.Join(err, damaged(damage))
}

// sweepViews removes what contexts that have forgotten, or have not been seen since, had seen.
func (d *Doc) sweepViews(k Keeping) int {
	root, err := d.store.root()
	if err != nil {
		return 0
	}
	dir := filepath.Join(d.dir, "bases")
	return d.sweepDir(dir, k, func(name string, info os.FileInfo) bool {
		b, err := fsx.ReadFile(d.store.files, filepath.Join(dir, name))
		if err != nil {
			return false
		}
		v, ok := decodeView(b)
		return !ok || v.Epoch != readEpoch(d.store.files, filepath.Join(root, "contexts", name)) || info.ModTime().Before(k.Since)
	})
}

// sweepFiles removes torn ends, which nobody was told had happened, and what processes left that were killed.
func (d *Doc) sweepFiles(k Keeping) int {
	const abandoned = time.Hour
	old := func(name string, info os.FileInfo) bool {
		switch {
		case strings.HasPrefix(name, tornFile):
			return info.ModTime().Before(k.Since)
		case strings.HasPrefix(name, ".new-"):
			return time.Since(info.ModTime()) > abandoned
		}
		return false
	}
	return d.sweepDir(d.dir, k, old) + d.sweepDir(filepath.Join(d.dir, "bases"), k, old)
}

func (d *Doc) sweepDir(dir string, k Keeping, old func(name string, info os.FileInfo) bool) int {
	entries, err := d.store.files.ReadDir(dir)
	if err != nil {
		return 0 // nothing is there
	}
	n := 0
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || e.IsDir() || !old(e.Name(), info) {
			continue
		}
		if k.Dry || d.store.files.Remove(filepath.Join(dir, e.Name())) == nil {
			n++
		}
	}
	return n
}
