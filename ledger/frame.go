package ledger

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
)

// The bytes of a log are specified in format.md.
const (
	fileHeaderSize = 16
	headerSize     = 28
	trailerSize    = 8
	formatVersion  = 1

	fileMagic    = "NOCLOLOG"
	frameMagic   = "\xf5ncl"
	trailerMagic = "lcn\xf5"
)

// Kinds of frames.
const (
	kindRecord = 'R' // a Record and the Tail after it
	kindTail   = 'T' // a Tail alone: an intent lapsed, a repair was planned
	kindWhole  = 'W' // a version's bytes
	kindDelta  = 'D' // a version as its difference from another one
)

// frame is a frame's header: where it lies and what it holds.
type frame struct {
	kind byte
	at   int64 // offset of the header in the log; it is part of the header, so a frame is valid in its place only
	size int64 // of the body
	sum  uint32
}

func (f frame) body() int64    { return f.at + headerSize }
func (f frame) bodyEnd() int64 { return f.body() + f.size }
func (f frame) end() int64     { return f.bodyEnd() + trailerSize }

func checksum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

func fileHeader() []byte {
	b := append(make([]byte, 0, fileHeaderSize), fileMagic...)
	b = binary.BigEndian.AppendUint32(b, formatVersion)
	return binary.BigEndian.AppendUint32(b, checksum(b))
}

// checkFileHeader tells a damaged header (ErrDamaged) from one of a later format (ErrFormat).
func checkFileHeader(b []byte) error {
	if len(b) < fileHeaderSize || string(b[:8]) != fileMagic || checksum(b[:12]) != binary.BigEndian.Uint32(b[12:]) {
		return fmt.Errorf("%w: the log's own header", ErrDamaged)
	}
	if v := binary.BigEndian.Uint32(b[8:]); v != formatVersion {
		return fmt.Errorf("%w: version %d", ErrFormat, v)
	}
	return nil
}

// seal appends a frame for offset at, with body made of the given parts, to dst.
func seal(dst []byte, kind byte, at int64, parts ...[]byte) ([]byte, error) {
	size, sum := 0, uint32(0)
	for _, p := range parts {
		size += len(p)
		sum = crc32.Update(sum, crc32.MakeTable(crc32.Castagnoli), p)
	}
	if size > math.MaxInt32 {
		return dst, fmt.Errorf("a frame of %d bytes is too large for a log", size)
	}
	start := len(dst)
	dst = append(dst, frameMagic...)
	dst = append(dst, kind, 0, 0, 0)
	dst = binary.BigEndian.AppendUint32(dst, uint32(size))
	dst = binary.BigEndian.AppendUint32(dst, sum)
	dst = binary.BigEndian.AppendUint64(dst, uint64(at))
	dst = binary.BigEndian.AppendUint32(dst, checksum(dst[start:]))
	for _, p := range parts {
		dst = append(dst, p...)
	}
	return append(dst, trailer(int64(size))...), nil
}

func trailer(size int64) []byte {
	return append(binary.BigEndian.AppendUint32(nil, uint32(size)), trailerMagic...)
}

// parseHeader returns the frame that b, read at offset at, begins with.
func parseHeader(b []byte, at int64) (frame, bool) {
	if len(b) < headerSize || string(b[:4]) != frameMagic || checksum(b[:24]) != binary.BigEndian.Uint32(b[24:]) {
		return frame{}, false
	}
	if binary.BigEndian.Uint64(b[16:]) != uint64(at) {
		return frame{}, false // bytes of a log, but not of this place: a document may hold such
	}
	size := binary.BigEndian.Uint32(b[8:])
	return frame{kind: b[4], at: at, size: int64(size), sum: binary.BigEndian.Uint32(b[12:])}, size <= math.MaxInt32
}

// parseTrailer returns the size of the body before it.
func parseTrailer(b []byte) (int64, bool) {
	if len(b) != trailerSize || !bytes.HasSuffix(b, []byte(trailerMagic)) {
		return 0, false
	}
	return int64(binary.BigEndian.Uint32(b)), true
}
