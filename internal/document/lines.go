package document

import (
	"bytes"
	"unicode/utf8"
)

const bom = "\ufeff"

// line is one line of a document. All slices share the document's bytes, but for the key of a line with bytes that are
// not UTF-8.
type line struct {
	raw  []byte // with its ending
	text []byte // without its ending
	key  []byte // what lines are compared by: text without trailing blanks
}

func (l line) end() []byte { return l.raw[len(l.text):] }

func (l line) blank() bool { return len(l.key) == 0 }

// text is a document cut into lines.
type text struct {
	bom   bool
	lines []line
}

// split cuts a document into lines. An unterminated last line is a line; the empty document has none.
func split(doc []byte) text {
	var t text
	if bytes.HasPrefix(doc, []byte(bom)) {
		t.bom, doc = true, doc[len(bom):]
	}
	odd := !utf8.Valid(doc) || bytes.Contains(doc, []byte(string(utf8.RuneError)))
	t.lines = make([]line, 0, bytes.Count(doc, []byte{'\n'})+1)
	for len(doc) > 0 {
		n := bytes.IndexByte(doc, '\n') + 1
		if n == 0 {
			n = len(doc)
		}
		t.lines = append(t.lines, newLine(doc[:n:n], odd))
		doc = doc[n:]
	}
	return t
}

func newLine(raw []byte, odd bool) line {
	l := line{raw: raw, text: raw}
	if n := len(raw); n > 0 && raw[n-1] == '\n' {
		l.text = raw[:n-1]
		if n > 1 && raw[n-2] == '\r' {
			l.text = raw[:n-2]
		}
	}
	l.key = trimRight(l.text)
	if odd {
		l.key = shown(l.key)
	}
	return l
}

func trimRight(b []byte) []byte {
	for len(b) > 0 && (b[len(b)-1] == ' ' || b[len(b)-1] == '\t' || b[len(b)-1] == '\r') {
		b = b[:len(b)-1]
	}
	return b
}

// shown makes each run of bytes that are not UTF-8 one replacement character. Hosts show such bytes so and models write
// back what they were shown: that is no change.
func shown(b []byte) []byte {
	var out []byte
	inRun := false
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && !inRun {
			out = utf8.AppendRune(out, r)
		} else if r != utf8.RuneError {
			out = append(out, b[i:i+n]...)
		}
		inRun = r == utf8.RuneError
		i += n
	}
	return out
}

// Equal says whether two documents have the same lines: line endings, trailing blanks, the byte order mark and a missing
// final newline aside.
func Equal(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	a, b = differing(a, b)
	return sameLines(split(a).lines, split(b).lines)
}

// differing cuts the lines from two documents with which both begin, and those with which both end. Most versions of a
// document differ in few lines, and it is memory that costs a short-lived process most.
func differing(a, b []byte) ([]byte, []byte) {
	if bytes.HasPrefix(a, []byte(bom)) || bytes.HasPrefix(b, []byte(bom)) {
		return a, b // a mark at the beginning of a document is none of a line
	}
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	n = bytes.LastIndexByte(a[:n], '\n') + 1
	x, y := a[n:], b[n:]
	end := 0
	for end < len(x) && end < len(y) && x[len(x)-1-end] == y[len(y)-1-end] {
		end++
	}
	if !beginsLine(x, len(x)-end) || !beginsLine(y, len(y)-end) {
		if n := bytes.IndexByte(x[len(x)-end:], '\n'); n >= 0 {
			end -= n + 1 // the line in which they differ stays whole
		} else {
			end = 0
		}
	}
	x, y = x[:len(x)-end], y[:len(y)-end]
	if bytes.HasPrefix(x, []byte(bom)) || bytes.HasPrefix(y, []byte(bom)) {
		return a, b // nor is one in the middle a mark
	}
	return x, y
}

func sameLines(a, b []line) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !bytes.Equal(a[i].key, b[i].key) {
			return false
		}
	}
	return true
}

// beginsLine reports whether a line begins at an offset.
func beginsLine(doc []byte, at int) bool { return at == 0 || doc[at-1] == '\n' }

// Normalize gives a document as hosts show it: with LF and without a byte order mark.
func Normalize(doc []byte) []byte {
	doc = bytes.TrimPrefix(doc, []byte(bom))
	if !bytes.Contains(doc, []byte("\r\n")) {
		return doc[:len(doc):len(doc)]
	}
	return bytes.ReplaceAll(doc, []byte("\r\n"), []byte("\n"))
}

// CountLines counts lines; an unterminated last line is one.
func CountLines(doc []byte) int64 {
	n := int64(bytes.Count(doc, []byte{'\n'}))
	if len(doc) > 0 && doc[len(doc)-1] != '\n' {
		n++
	}
	return n
}

// keys lists lines as they appear in results: without endings and trailing blanks, with their own bytes.
func keys(lines []line) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = string(trimRight(l.text))
	}
	return out
}

// trimBlankTail cuts blank lines from the end.
func trimBlankTail(lines []line) []line {
	for len(lines) > 0 && lines[len(lines)-1].blank() {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// leadingBlanks counts the blank lines at the start.
func leadingBlanks(lines []line) int {
	n := 0
	for n < len(lines) && lines[n].blank() {
		n++
	}
	return n
}
