package document

import (
	"bytes"
	"unicode/utf8"
)

// EditsBetween finds one edit that makes to of from: whole lines, LF, the old text there exactly once. It leaves the
// lines of to; endings may differ where hosts do not carry them. There is none if the texts are equal, or if the lines
// at stake are not UTF-8, which no host carries.
func EditsBetween(from, to []byte) (Edit, bool) {
	a, b := Normalize(from), Normalize(to)
	if Equal(a, b) {
		return Edit{}, false
	}
	w := window{a: a, b: b}
	w.narrow()
	for step := 1; !w.unique(); step *= 2 {
		w.widen(step)
	}
	e := Edit{Old: string(a[w.start : len(a)-w.tail]), New: string(b[w.start : len(b)-w.tail])}
	if !utf8.ValidString(e.Old) || !utf8.ValidString(e.New) {
		return Edit{}, false
	}
	got, err := Apply(from, []Edit{e})
	return e, err == nil && Equal(got, to)
}

// window is the part of two texts between a common start and a common tail, both whole lines.
type window struct {
	a, b        []byte
	start, tail int // bytes
}

func (w *window) narrow() {
	n := commonPrefix(w.a, w.b)
	w.start = bytes.LastIndexByte(w.a[:n], '\n') + 1
	w.tail = commonSuffix(w.a[w.start:], w.b[w.start:])
	if lineStart(w.a, len(w.a)-w.tail) && lineStart(w.b, len(w.b)-w.tail) {
		return
	}
	_, whole, _ := bytes.Cut(w.a[len(w.a)-w.tail:], []byte{'\n'})
	w.tail = len(whole)
}

func lineStart(text []byte, at int) bool { return at == 0 || text[at-1] == '\n' }

// unique says that the window's old text is there once; the empty one is only in an empty document.
func (w *window) unique() bool {
	old := w.a[w.start : len(w.a)-w.tail]
	if len(old) == 0 {
		return len(w.a) == 0
	}
	return bytes.Index(w.a, old) == w.start && bytes.LastIndex(w.a, old) == w.start
}

// widen takes n more lines into the window at each end.
func (w *window) widen(n int) {
	for range n {
		if w.start > 0 {
			w.start = bytes.LastIndexByte(w.a[:w.start-1], '\n') + 1
		}
	}
	for range n {
		if rest := w.a[len(w.a)-w.tail:]; len(rest) > 0 {
			w.tail = len(rest) - lineLength(rest)
		}
	}
}

func lineLength(text []byte) int {
	if n := bytes.IndexByte(text, '\n'); n >= 0 {
		return n + 1
	}
	return len(text)
}
