package ledger

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
)

const (
	stampSize = 32 + 8 + 8 + 4  // version, bytes, lines, n
	deltaSize = stampSize + 7*8 // parent and its bytes, prefix, suffix, two ancestors, spent
	fixedMax  = deltaSize + 4   // and the fixed part's own checksum
)

// snapshot is what a snapshot frame says before its bytes.
type snapshot struct {
	frame
	version     Version
	bytes       int64
	lines       int64
	n           uint32 // versions since the last whole one
	parent      int64  // offset of the parent's frame; 0: stored whole
	parentBytes int64
	prefix      int64 // bytes at the parent's beginning
	suffix      int64 // and at its end
	up, upper   int64 // offsets of the nearest ancestors, itself included, whose n divides by fan and by fan2
	spent       int64 // bytes stored for versions since the last whole one
	contentAt   int64 // offset of the bytes, or of the middle
	contentSize int64
}

func (s snapshot) stamp() Stamp {
	return Stamp{Version: s.version, Bytes: s.bytes, Lines: s.lines, At: s.at}
}

// encode returns the fixed part of a snapshot frame's body.
func (s snapshot) encode() ([]byte, error) {
	sum, ok := s.version.raw()
	if !ok {
		return nil, fmt.Errorf("%q is no version", s.version)
	}
	b := append(make([]byte, 0, fixedMax), sum[:]...)
	b = binary.BigEndian.AppendUint64(b, uint64(s.bytes))
	b = binary.BigEndian.AppendUint64(b, uint64(s.lines))
	b = binary.BigEndian.AppendUint32(b, s.n)
	if s.parent != 0 {
		for _, v := range []int64{s.parent, s.parentBytes, s.prefix, s.suffix, s.up, s.upper, s.spent} {
			b = binary.BigEndian.AppendUint64(b, uint64(v))
		}
	}
	return binary.BigEndian.AppendUint32(b, checksum(b)), nil
}

// snapshotAt reads the fixed part of the snapshot frame at offset at. It has its own checksum, so that a chain can be
// followed without reading bytes that are not wanted.
func snapshotAt(src source, at int64) (snapshot, error) {
	f, ok := frameAt(src, at)
	if !ok {
		return snapshot{}, fmt.Errorf("%w at offset %d: no frame begins there", ErrDamaged, at)
	}
	return parseSnapshot(src, f)
}

func parseSnapshot(src source, f frame) (snapshot, error) {
	fixed := int64(stampSize + 4)
	if f.kind == kindDelta {
		fixed = fixedMax
	}
	if f.kind != kindDelta && f.kind != kindWhole || f.size < fixed {
		return snapshot{}, fmt.Errorf("%w at offset %d: no snapshot", ErrDamaged, f.at)
	}
	b, err := src.read(f.body(), int(fixed))
	if err != nil {
		return snapshot{}, err
	}
	if checksum(b[:fixed-4]) != binary.BigEndian.Uint32(b[fixed-4:]) {
		return snapshot{}, fmt.Errorf("%w at offset %d: a snapshot's description", ErrDamaged, f.at)
	}
	s := decodeSnapshot(f, b)
	s.contentAt, s.contentSize = f.body()+fixed, f.size-fixed
	return s, s.check()
}

func decodeSnapshot(f frame, b []byte) snapshot {
	number := func(at int) int64 { return int64(binary.BigEndian.Uint64(b[at:])) }
	s := snapshot{
		frame:   f,
		version: Version(hex.EncodeToString(b[:32])),
		bytes:   number(32),
		lines:   number(40),
		n:       binary.BigEndian.Uint32(b[48:]),
		up:      f.at,
		upper:   f.at,
	}
	if f.kind == kindDelta {
		s.parent, s.parentBytes, s.prefix, s.suffix = number(52), number(60), number(68), number(76)
		s.up, s.upper, s.spent = number(84), number(92), number(100)
	}
	return s
}

// check refuses sizes that do not add up, and a parent that does not come before its child.
func (s snapshot) check() error {
	sound := s.prefix >= 0 && s.suffix >= 0 && s.bytes == s.prefix+s.contentSize+s.suffix
	if s.kind == kindDelta {
		sound = sound && s.parent >= fileHeaderSize && s.parent < s.at && s.parentBytes >= s.prefix+s.suffix
	}
	if !sound {
		return fmt.Errorf("%w at offset %d: a snapshot's sizes", ErrDamaged, s.at)
	}
	return nil
}
