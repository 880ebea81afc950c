package ledger

import (
	"errors"
	"fmt"
)

// piece is a part of a wanted version: from bytes [from, from+size) of the version that is looked at, to offset to of
// the wanted one.
type piece struct{ from, size, to int64 }

// Bytes returns the bytes of a version, staged ones included; nil for Absent. It fails with ErrNotStored when they are
// not kept and with ErrDamaged when they are not what they were: a version comes back with its own hash or not at all.
//
// A chain of deltas is followed by offsets alone: each byte of the result is read once, from the frame that holds it.
func (d *Doc) Bytes(s Stamp) ([]byte, error) {
	if s.Version == Absent {
		return nil, nil
	}
	if s.At == 0 {
		return nil, fmt.Errorf("version %s of %s: %w", s.Version.Short(), d.real, ErrNotStored)
	}
	b, err := d.assemble(s)
	if err != nil {
		return nil, d.fail("read version "+s.Version.Short()+" of", err)
	}
	return b, nil
}

func (d *Doc) assemble(s Stamp) ([]byte, error) {
	snap, err := snapshotAt(d.log, s.At)
	if err != nil {
		return nil, err
	}
	if snap.version != s.Version {
		return nil, fmt.Errorf("%w: version %s stands at offset %d", ErrDamaged, snap.version.Short(), s.At)
	}
	chain := []frame{snap.frame}
	out := make([]byte, snap.bytes)
	wanted := []piece{{size: snap.bytes}}
	for snap.kind == kindDelta {
		if wanted, err = d.take(snap, wanted, out); err != nil {
			return nil, err
		}
		size := snap.parentBytes
		if snap, err = snapshotAt(d.log, snap.parent); err != nil {
			return nil, err
		}
		if snap.bytes != size {
			return nil, fmt.Errorf("%w at offset %d: another size than its successor knew", ErrDamaged, snap.at)
		}
		chain = append(chain, snap.frame)
	}
	if _, err = d.take(snap, wanted, out); err != nil {
		return nil, err
	}
	if VersionOf(out) != s.Version {
		return nil, d.blame(chain)
	}
	return out, nil
}

// take fills what snap holds itself into out, and returns the pieces that its parent has to give.
func (d *Doc) take(snap snapshot, wanted []piece, out []byte) ([]piece, error) {
	middle, end := snap.prefix, snap.bytes-snap.suffix
	var rest []piece
	for _, p := range wanted {
		if q, ok := p.within(0, middle); ok {
			rest = append(rest, q)
		}
		if q, ok := p.within(end, snap.bytes); ok {
			q.from += snap.parentBytes - snap.bytes
			rest = append(rest, q)
		}
		if q, ok := p.within(middle, end); ok {
			b, err := d.log.read(snap.contentAt+q.from-middle, int(q.size))
			if err != nil {
				return nil, err
			}
			copy(out[q.to:], b)
		}
	}
	return rest, nil
}

// within cuts p down to the bytes [low, high).
func (p piece) within(low, high int64) (piece, bool) {
	from, end := max(p.from, low), min(p.from+p.size, high)
	return piece{from: from, size: end - from, to: p.to + from - p.from}, from < end
}

// blame names the damaged frame of a chain whose bytes came out wrong.
func (d *Doc) blame(chain []frame) error {
	for _, f := range chain {
		if _, err := bodyOf(d.log, f); err != nil {
			return err
		}
	}
	return errors.Join(ErrDamaged, fmt.Errorf("the version stored at offset %d has another hash", chain[0].at))
}
