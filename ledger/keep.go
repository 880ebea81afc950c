package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
)

// A version is stored whole, or as a delta: a prefix and a suffix of another version, its parent, and the middle
// between them. One more version of a growing document then costs what grew.
//
// Chains stay short as Subversion's skip-deltas do, with base 64: of the versions since the last whole one, the n-th
// has the one before it as its parent, but each 64th the one 64 before, and each 4096th the one 4096 before. So no
// chain has more than 3 × 64 links, and an added byte is stored three times at most. Once the deltas since a whole
// version add up to a document, the next one is whole again: that costs as much again, and bounds what one damaged
// frame can take with it.
const (
	fan      = 64
	fan2     = fan * fan
	mostDeep = fan2 * fan
)

// Keep stages the bytes of a version and returns its stamp, whose At says where they will stand. Nothing is staged for
// a version that is stored already: near, the head, the one before it, or one staged for this commit. near, where its
// At is set, is the version that content was made from, and only the difference to it is stored. nearBytes are its
// bytes; nil has them read from the log.
func (d *Doc) Keep(content []byte, near Stamp, nearBytes []byte) Stamp {
	s := StampOf(content)
	for _, known := range slices.Concat(d.kept, []Stamp{near, d.tail.Head, d.tail.Prev}) {
		if known.Version == s.Version && d.holds(known) {
			return known
		}
	}
	d.begin()
	s.At = d.log.end()
	snap, stored := d.shorten(s, content, near, nearBytes)
	fixed, err := snap.encode()
	if err == nil {
		d.log.staged, err = seal(d.log.staged, snap.kind, s.At, fixed, stored)
	}
	if err != nil {
		d.bad = errors.Join(d.bad, fmt.Errorf("encode a version: %w", err))
	}
	d.kept = append(d.kept, s)
	d.dirty = true // a commit ends in a tail
	return s
}

// holds tells whether a version stands where its stamp says.
func (d *Doc) holds(s Stamp) bool {
	if s.At == 0 {
		return false
	}
	snap, err := snapshotAt(d.log, s.At)
	return err == nil && snap.version == s.Version
}

// shorten returns how content, stamped s, is to be stored, and the bytes to store for it.
func (d *Doc) shorten(s Stamp, content []byte, near Stamp, nearBytes []byte) (snapshot, []byte) {
	whole := snapshot{frame: frame{kind: kindWhole, at: s.At}, version: s.Version, bytes: s.Bytes, lines: s.Lines}
	if near.At == 0 {
		return whole, content
	}
	from, err := snapshotAt(d.log, near.At)
	if err != nil || from.version != near.Version || from.n+1 >= mostDeep {
		return whole, content
	}
	parent, parentBytes, err := d.parentOf(from, nearBytes)
	if err != nil {
		return whole, content
	}
	delta := from.successor(whole, parent)
	delta.parentBytes = int64(len(parentBytes))
	delta.prefix, delta.suffix = common(parentBytes, content)
	middle := content[delta.prefix : s.Bytes-delta.suffix]
	delta.spent += int64(fixedMax + len(middle))
	if !delta.worthwhile(from, int64(len(middle))) {
		return whole, content
	}
	return delta, middle
}

// parentOf returns the version that the successor of from is stored against, and its bytes.
func (d *Doc) parentOf(from snapshot, fromBytes []byte) (int64, []byte, error) {
	at := from.successorParent()
	if at == from.at && fromBytes != nil {
		if VersionOf(fromBytes) != from.version {
			return 0, nil, fmt.Errorf("these are not the bytes of %s", from.version.Short())
		}
		return at, fromBytes, nil
	}
	parent, err := snapshotAt(d.log, at)
	if err != nil {
		return 0, nil, err
	}
	b, err := d.Bytes(parent.stamp())
	return at, b, err
}

// successorParent returns the offset of the version that f's successor is stored against.
func (f snapshot) successorParent() int64 {
	switch n := f.n + 1; {
	case n%fan2 == 0:
		return f.upper
	case n%fan == 0:
		return f.up
	}
	return f.at
}

// successor returns s, made from version f, as a delta to the version at offset parent.
func (f snapshot) successor(s snapshot, parent int64) snapshot {
	s.kind, s.parent, s.n, s.spent = kindDelta, parent, f.n+1, f.spent
	s.up, s.upper = f.up, f.upper
	if s.n%fan == 0 {
		s.up = s.at
	}
	if s.n%fan2 == 0 {
		s.upper = s.at
	}
	return s
}

// worthwhile tells whether a delta with a middle of that size is to be preferred to the whole version. A delta across
// 64 versions that holds half of the document says that it does not merely grow.
func (s snapshot) worthwhile(from snapshot, middle int64) bool {
	whole, delta := stampSize+4+s.bytes, fixedMax+middle
	if s.parent != from.at {
		delta *= 2
	}
	return delta < whole && s.spent <= whole
}

// common returns the sizes of the longest prefix, and then suffix, that a and b share without overlap.
func common(a, b []byte) (prefix, suffix int64) {
	n := min(len(a), len(b))
	const stride = 1 << 10
	i := 0
	for i+stride <= n && bytes.Equal(a[i:i+stride], b[i:i+stride]) {
		i += stride
	}
	for i < n && a[i] == b[i] {
		i++
	}
	j := 0
	atEnd := func(s []byte, j, k int) []byte { return s[len(s)-k : len(s)-j] }
	for i+j+stride <= n && bytes.Equal(atEnd(a, j, j+stride), atEnd(b, j, j+stride)) {
		j += stride
	}
	for i+j < n && a[len(a)-1-j] == b[len(b)-1-j] {
		j++
	}
	return int64(i), int64(j)
}
