package seqlog

import "bytes"

// CheckAppend returns what is wrong with rows that are to be added to a log that ends as t says. Lines and offsets are
// those of added. What is wrong with the log already is no finding, except where the rows would be glued to it: see
// Grave for what to refuse.
func CheckAppend(t Tail, added []byte, opt Options) []Finding {
	opt.MaxFindings = -1
	c := NewChecker(opt)
	c.nums, c.last = t.nums.clone(), t.Last
	text := added
	switch {
	case t.Torn > 0:
		f := found(TornTail, place{line: 1}, "the log ends in %d bytes of a row that is not whole, and the new rows would be glued to it", t.Torn)
		f.Count = t.Torn
		c.add(f)
	case t.NoNewline && bytes.HasPrefix(text, []byte("\n")):
		text = text[1:]
		c.lines.at = place{line: 1, offset: 1}
	case t.NoNewline && len(text) > 0:
		c.add(found(FusedRows, place{line: 1}, "the log's last row lacks its newline, and the first new row would be glued to it"))
	}
	_, _ = c.Write(text) // never fails
	return c.Close().Findings
}

// CheckChange returns what is wrong with a log's new text and was not wrong with the old one. Where the new text is the
// old one with rows behind it, that is CheckAppend, and reads of the old one only its end.
func CheckChange(old, text []byte, opt Options) []Finding {
	if added, ok := bytes.CutPrefix(text, old); ok {
		t, err := ReadTail(bytes.NewReader(old), int64(len(old)), opt)
		if err == nil {
			return CheckAppend(t, added, opt)
		}
	}
	opt.MaxFindings = -1
	return newFindings(checkBytes(old, opt), checkBytes(text, opt))
}

func checkBytes(text []byte, opt Options) []Finding {
	r, _ := Check(bytes.NewReader(text), opt) // reading from memory never fails
	return r.Findings
}

// newFindings are those that have no counterpart, of the same kind and about the same number, among the old ones.
func newFindings(old, now []Finding) []Finding {
	type key struct {
		kind Kind
		seq  int64
	}
	known := map[key]int{}
	for _, f := range old {
		known[key{f.Kind, deref(f.Seq)}]++
	}
	var out []Finding
	for _, f := range now {
		k := key{f.Kind, deref(f.Seq)}
		if known[k] > 0 {
			known[k]--
			continue
		}
		out = append(out, f)
	}
	return out
}

// FirstNumber returns the number of the first numbered row in rows; ok is false where none has one.
func FirstNumber(rows []byte, opt Options) (n int64, ok bool) {
	of := newNumbering(opt)
	for row := range bytes.Lines(rows) {
		if !valid(row) {
			continue
		}
		if r := of.of(row); r.has {
			return r.lo, true
		}
	}
	return 0, false
}
