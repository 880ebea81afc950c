package seqlog

import (
	"encoding/binary"
	"unicode/utf8"
)

// characters is what JSON does not care for in a line, and readers do.
type characters struct {
	bad        int // offset of the first bytes that are no UTF-8; -1: none
	separator  int // offset of the first U+2028 or U+2029; -1: none
	separators int64
}

// look goes through a line's characters. One that the line's end cuts off counts as bad only where the line was ended
// on purpose. ASCII, which is most of any log, is skipped by words.
func look(line []byte, terminated bool) characters {
	c := characters{bad: -1, separator: -1}
	for i := skipASCII(line, 0); i < len(line); i = skipASCII(line, i) {
		r, size := utf8.DecodeRune(line[i:])
		if !terminated && r == utf8.RuneError && !utf8.FullRune(line[i:]) {
			break
		}
		switch {
		case r == '\u2028' || r == '\u2029':
			if c.separators++; c.separator < 0 {
				c.separator = i
			}
		case r == utf8.RuneError && size <= 1 && c.bad < 0:
			c.bad = i
		}
		i += size
	}
	return c
}

// skipASCII returns the offset of the first byte at or behind i that is not ASCII.
func skipASCII(line []byte, i int) int {
	const high = 0x8080808080808080
	for ; i+8 <= len(line); i += 8 {
		if binary.LittleEndian.Uint64(line[i:])&high != 0 {
			break
		}
	}
	for i < len(line) && line[i] < utf8.RuneSelf {
		i++
	}
	return i
}
