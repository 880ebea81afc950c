package seqlog

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unsafe"

	"github.com/tidwall/gjson"
)

// maxNumber bounds numbers and what a packed row may hold, so that sums never overflow.
const maxNumber = 1 << 62

// field is a path in a row.
type field struct {
	path string
	key  []byte // its last name in quotes, where that must stand in a row that has it; nil: cannot be told
	rare int    // where in key the byte stands that is rarest in logs
}

func newField(path string) field {
	f := field{path: path}
	if path == "" || strings.ContainsFunc(path, notPlain) {
		return f
	}
	f.key = []byte(`"` + path[strings.LastIndexByte(path, '.')+1:] + `"`)
	const fromRare = "QZXJKVqYzjxBGWFUPHkLMOvDNRCISATE_bpgyfwmculdrhsnioate-0987654321"
	for i := range f.key {
		if a, b := strings.IndexByte(fromRare, f.key[i]), strings.IndexByte(fromRare, f.key[f.rare]); a >= 0 && (b < 0 || a < b) {
			f.rare = i
		}
	}
	return f
}

func notPlain(r rune) bool {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
		return false
	}
	return r != '_' && r != '-' && r != '.'
}

// get finds the field's value. It shares the row's memory.
func (f field) get(row []byte) gjson.Result {
	if f.path == "" || len(row) == 0 {
		return gjson.Result{}
	}
	return gjson.Get(unsafe.String(&row[0], len(row)), f.path)
}

// named reports whether the row may hold the field under its plain name. That is told by a look for one byte, which is
// much faster than to parse the row to its end. A name can also hide behind \u00XX escapes.
func (f field) named(row []byte) bool {
	if f.key == nil {
		return f.path != ""
	}
	for at := f.rare; at < len(row); at++ {
		i := bytes.IndexByte(row[at:], f.key[f.rare])
		if i < 0 {
			return false
		}
		at += i
		if bytes.HasPrefix(row[at-f.rare:], f.key) {
			return true
		}
	}
	return false
}

// hidden reports whether the row may hold the field under a name with escapes.
func (f field) hidden(row []byte) bool {
	return f.path != "" && bytes.Contains(row, []byte(`\u00`))
}

// numbering finds the numbers of rows.
type numbering struct {
	seq, first, count field
}

func newNumbering(o Options) numbering {
	return numbering{seq: newField(o.Seq), first: newField(o.First), count: newField(o.Count)}
}

// numbered is what a row says of its number.
type numbered struct {
	span
	has    bool
	wrong  string // why what stands there is no number; then has is false
	index  int    // offset of the number's digits in the row; 0: not known
	digits int    // how many they are
}

// of reads the number of a row that is valid JSON, or the numbers of a packed one.
func (n numbering) of(row []byte) numbered {
	if n.first.named(row) {
		if r := n.first.get(row); r.Exists() {
			return n.packed(row, r)
		}
	}
	r := n.seq.get(row)
	if !r.Exists() {
		if n.first.hidden(row) {
			if r := n.first.get(row); r.Exists() {
				return n.packed(row, r)
			}
		}
		return numbered{}
	}
	v, err := whole(r)
	if err != nil {
		return numbered{wrong: fmt.Sprintf("%s is %v", n.seq.path, err)}
	}
	return numbered{span: span{v, v}, has: true, index: r.Index, digits: len(r.Raw)}
}

func (n numbering) packed(row []byte, first gjson.Result) numbered {
	lo, err := whole(first)
	if err != nil {
		return numbered{wrong: fmt.Sprintf("%s is %v", n.first.path, err)}
	}
	r := n.count.get(row)
	if !r.Exists() {
		return numbered{wrong: fmt.Sprintf("the row is packed and has no %s", n.count.path)}
	}
	count, err := whole(r)
	switch {
	case err != nil:
		return numbered{wrong: fmt.Sprintf("%s is %v", n.count.path, err)}
	case count < 1 || count > maxNumber:
		return numbered{wrong: fmt.Sprintf("%s is %d, and a packed row holds one event at least", n.count.path, count)}
	}
	return numbered{span: span{lo, lo + count - 1}, has: true, index: first.Index, digits: len(first.Raw)}
}

// whole reads a whole number.
func whole(r gjson.Result) (int64, error) {
	if r.Type != gjson.Number {
		return 0, fmt.Errorf("%s, not a whole number", clip(r.Raw))
	}
	n, err := strconv.ParseInt(r.Raw, 10, 64)
	if err != nil || n > maxNumber || n < -maxNumber {
		return 0, fmt.Errorf("%s, not a whole number", clip(r.Raw))
	}
	return n, nil
}

// clip cuts quoted text to what a message can hold.
func clip(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// salvage reads the number of a row that is cut off, where its digits are whole.
func (n numbering) salvage(torn []byte) (numbered, bool) {
	for _, f := range []field{n.first, n.seq} {
		r := f.get(torn)
		if !r.Exists() || r.Index <= 0 || r.Index+len(r.Raw) >= len(torn) || string(torn[r.Index:r.Index+len(r.Raw)]) != r.Raw {
			continue
		}
		if v, err := whole(r); err == nil {
			return numbered{span: span{v, v}, has: true}, true
		}
	}
	return numbered{}, false
}
