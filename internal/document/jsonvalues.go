package document

import (
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// jsonValues gives equal values equal numbers, so that comparing two of any size is comparing two integers
// (hash consing). Objects are equal whatever the order of their keys.
type jsonValues struct {
	ids  map[string]int32
	list []string // by id
	buf  []byte
}

func newJSONValues() *jsonValues { return &jsonValues{ids: map[string]int32{}} }

func (v *jsonValues) id() int32 {
	id, ok := v.ids[string(v.buf)]
	if !ok {
		key := string(v.buf)
		id = int32(len(v.list))
		v.ids[key], v.list = id, append(v.list, key)
	}
	return id
}

// text is a scalar: a string's characters, a number as it is written.
func (v *jsonValues) text(id int32) string { return v.list[id][1:] }

// quoted is a scalar in JSON's form, near enough for messages.
func (v *jsonValues) quoted(id int32) string {
	if jsonKind(v.list[id][0]) == jsonString {
		return strconv.Quote(v.text(id))
	}
	return v.text(id)
}

// scalar numbers a value: a string's characters, a number or a literal as it is written.
func (v *jsonValues) scalar(kind jsonKind, text []byte) int32 {
	v.buf = append(append(v.buf[:0], byte(kind)), text...)
	return v.id()
}

// container numbers an array by its elements in order, an object by its members in the order of their keys' numbers.
func (v *jsonValues) container(n *jsonNode) int32 {
	v.buf = append(v.buf[:0], byte(n.kind))
	if n.kind == jsonArray {
		for i := range n.kids {
			v.buf = binary.AppendUvarint(v.buf, uint64(n.kids[i].value.id))
		}
		return v.id()
	}
	pairs := make([][2]int32, len(n.kids))
	for i := range n.kids {
		pairs[i] = [2]int32{n.kids[i].key, n.kids[i].value.id}
	}
	slices.SortFunc(pairs, func(a, b [2]int32) int { return int(a[0]) - int(b[0]) })
	for _, p := range pairs {
		v.buf = binary.AppendUvarint(v.buf, uint64(p[0]))
		v.buf = binary.AppendUvarint(v.buf, uint64(p[1]))
	}
	return v.id()
}

func same(a, b *jsonNode) bool { return a != nil && b != nil && a.id == b.id }

// unescape gives a string's characters. Surrogates that stand alone are kept apart, as three bytes each.
func unescape(raw []byte) ([]byte, bool) {
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			out = append(out, raw[i])
			continue
		}
		i++
		switch c := raw[i]; c {
		case '"', '\\', '/':
			out = append(out, c)
		case 'b', 'f', 'n', 'r', 't':
			out = append(out, "\b\f\n\r\t"[strings.IndexByte("bfnrt", c)])
		case 'u':
			r, ok := hex4(raw[i+1:])
			if !ok {
				return nil, false
			}
			i += 4
			if i+2 < len(raw) && raw[i+1] == '\\' && raw[i+2] == 'u' {
				if low, ok := hex4(raw[i+3:]); ok && utf16.DecodeRune(r, low) != utf8.RuneError {
					r, i = utf16.DecodeRune(r, low), i+6
				}
			}
			out = appendRune(out, r)
		default:
			return nil, false
		}
	}
	return out, true
}

func appendRune(out []byte, r rune) []byte {
	if utf16.IsSurrogate(r) {
		return append(out, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
	}
	return utf8.AppendRune(out, r)
}

func hex4(b []byte) (rune, bool) {
	if len(b) < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(string(b[:4]), 16, 32)
	return rune(n), err == nil
}
