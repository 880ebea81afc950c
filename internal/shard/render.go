package shard

import (
	"bytes"
	"slices"
)

// render puts the blocks of lines into the skeleton.
func (f *folder) render() []byte {
	w := writer{end: ending(f.own.Text)}
	for i := 0; i <= len(f.lines); i++ {
		f.blocksAt(&w, i)
		if i < len(f.lines) {
			w.own(f.lines[i])
		}
	}
	return w.out
}

// blocksAt writes what goes before a line of the skeleton: first what a section or an anchor that ends there takes, then
// what has no target, then the sections that the skeleton lacks.
func (f *folder) blocksAt(w *writer, line int) {
	at := place{line: line}
	if line != f.slot {
		w.block(f.sorted(at))
		f.sectionsAt(w, line)
		return
	}
	dated := f.datedAt()
	if f.newestFirst() && line == dated {
		f.sections(w, true)
	}
	w.block(f.sorted(at))
	f.sectionsAt(w, line)
}

// datedAt is where dated sections go: at the top of a document that grows there, else at the end.
func (f *folder) datedAt() int {
	if f.newestFirst() {
		return f.slot
	}
	return len(f.lines)
}

// sectionsAt writes sections at the document's end.
func (f *folder) sectionsAt(w *writer, line int) {
	if line != len(f.lines) {
		return
	}
	f.sections(w, false)
	if !f.newestFirst() {
		f.sections(w, true)
	}
}

// sections writes the sections that the skeleton lacks, dated ones or the others, in order.
func (f *folder) sections(w *writer, dated bool) {
	var all []place
	for at, first := range f.begun {
		if first.timed == dated {
			all = append(all, at)
		}
	}
	slices.SortFunc(all, func(a, b place) int {
		x, y := f.begun[a], f.begun[b]
		if dated && f.newestFirst() {
			x, y = y, x
		}
		return comparePieces(x, y)
	})
	for _, at := range all {
		head := f.begun[at]
		head.loose = true
		w.block([]piece{head})
		w.loose = false
		w.block(f.sorted(at))
	}
}

// writer writes the document, with blank lines around what wants them.
type writer struct {
	out   []byte
	end   string
	loose bool // a blank line should follow, unless one does
	inOwn bool // the last line is the skeleton's
}

// own writes a line of the skeleton as it is.
func (w *writer) own(line []byte) {
	if w.loose && !blank(line) {
		w.out = append(w.out, w.end...)
	}
	w.loose, w.inOwn = false, true
	w.out = append(w.out, line...)
}

// block writes pieces, one below the other.
func (w *writer) block(all []piece) {
	for _, p := range all {
		if w.loose || p.loose && w.text() {
			w.gap()
		}
		for _, line := range p.lines {
			w.line(line)
		}
		w.loose, w.inOwn = p.loose, false
	}
}

// text reports whether the last line written is not blank.
func (w *writer) text() bool {
	lines := bytes.TrimRight(w.out, "\r\n")
	return len(bytes.TrimPrefix(lines, []byte(bom))) > 0 && len(w.out)-len(lines) <= len(w.end)
}

func (w *writer) gap() {
	w.terminate()
	if w.text() {
		w.out = append(w.out, w.end...)
	}
}

func (w *writer) line(line []byte) {
	w.terminate()
	w.out = append(append(w.out, line...), w.end...)
}

// terminate ends a last line of the skeleton that has no ending.
func (w *writer) terminate() {
	if n := len(w.out); n > 0 && w.out[n-1] != '\n' && !bytes.Equal(w.out, []byte(bom)) {
		w.out = append(w.out, w.end...)
	}
}
