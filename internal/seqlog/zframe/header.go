package zframe

import (
	"encoding/binary"
	"errors"
	"fmt"
)

const (
	magic         = 0xFD2FB528
	skippable     = 0x184D2A50 // to …5F
	skippableMask = 0xFFFFFFF0
	magicSize     = 4

	maxHeader  = 18 // magic, descriptor, window, dictionary, content size
	blockSize  = 3
	checkBytes = 4
)

// Is reports whether a file that begins with these bytes is a zstd stream.
func Is(head []byte) bool {
	if len(head) < magicSize {
		return false
	}
	m := binary.LittleEndian.Uint32(head)
	return m == magic || m&skippableMask == skippable
}

var (
	errShort   = errors.New("it ends before its end")
	errNoFrame = errors.New("no frame begins here")

	errSwallows = errors.New("it was cut off, and another frame begins inside it")
)

// header is what the first bytes of a frame tell.
type header struct {
	size     int64 // of the header
	skip     int64 // a skippable frame's content; else -1
	checksum bool
}

// parseHeader reads a frame's header. errShort: b ends in it.
func parseHeader(b []byte) (header, error) {
	if len(b) < magicSize {
		return header{}, errShort
	}
	switch m := binary.LittleEndian.Uint32(b); {
	case m&skippableMask == skippable:
		if len(b) < 2*magicSize {
			return header{}, errShort
		}
		return header{size: 2 * magicSize, skip: int64(binary.LittleEndian.Uint32(b[magicSize:]))}, nil
	case m != magic:
		return header{}, errNoFrame
	}
	if len(b) <= magicSize {
		return header{}, errShort
	}
	return parseDescriptor(b[magicSize])
}

// parseDescriptor reads the frame header descriptor (RFC 8878, 3.1.1.1.1), which tells how long the header is.
func parseDescriptor(d byte) (header, error) {
	if d&0x08 != 0 {
		return header{}, fmt.Errorf("%w: a reserved bit is set", errNoFrame)
	}
	single := d&0x20 != 0
	h := header{size: magicSize + 1, skip: -1, checksum: d&0x04 != 0}
	if !single {
		h.size++ // window descriptor
	}
	h.size += [...]int64{0, 1, 2, 4}[d&0x03] // dictionary id
	switch d >> 6 {                          // frame content size
	case 0:
		if single {
			h.size++
		}
	case 1:
		h.size += 2
	case 2:
		h.size += 4
	case 3:
		h.size += 8
	}
	return h, nil
}

// parseBlock reads a block's header: the bytes that follow it, and whether it is the last one.
func parseBlock(b [blockSize]byte) (size int64, last bool, err error) {
	v := uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16
	size, last = int64(v>>3), v&1 != 0
	switch v >> 1 & 3 {
	case 1: // run length: one byte
		return 1, last, nil
	case 3:
		return 0, last, errors.New("a block of a reserved type")
	}
	const most = 128 << 10
	if size > most {
		return 0, last, errors.New("a block beyond 128 KiB")
	}
	return size, last, nil
}
