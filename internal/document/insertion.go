package document

import (
	"bytes"
	"fmt"
	"math"
)

// Place is the kind of an At. The numbers are those of policy.Place.
type Place uint8

// The places where an append document may grow.
const (
	End Place = iota
	Top
	After
)

// At is where an append document grows. Top is below a YAML front matter, above or below a title in the first line.
// After is below a heading or the begin marker of an anchor. At Top and After blank lines may come before the insertion.
type At struct {
	Place  Place
	Anchor string // After: the heading's text or the anchor's name
	Begin  string // After: the marker's form, with NAME in it; empty: the default of Marks
}

// Insertion is the text that a writer adds to an append document.
type Insertion struct {
	lines []line
	step  int // which of the places that At allows, counted from the first; the last one if there are fewer
}

// Empty says that nothing was added.
func (i Insertion) Empty() bool { return len(i.lines) == 0 }

// Lines lists the added lines.
func (i Insertion) Lines() []string { return keys(i.lines) }

// Text is the added text as the writer wrote it, with LF and every line ended.
func (i Insertion) Text() []byte {
	var out []byte
	for _, l := range i.lines {
		out = append(append(out, l.text...), '\n')
	}
	return out
}

// ErrNoPlace says that the document has neither a heading nor an anchor of that name.
type ErrNoPlace struct{ Anchor string }

func (e ErrNoPlace) Error() string {
	return fmt.Sprintf("no heading and no anchor %q to insert after", e.Anchor)
}

// FindInsertion finds what proposal adds to base, if all it does is to add one piece at the place. Blank lines at the
// end of either do not matter.
func FindInsertion(base, proposal []byte, at At) (Insertion, bool) {
	b, p := split(base).lines, split(proposal).lines
	if sameLines(b, p) {
		return Insertion{}, true
	}
	places := at.places(b)
	for step := len(places) - 1; step >= 0; step-- {
		if added, ok := insertedAt(b, p, places[step]); ok {
			return Insertion{added, step}, true
		}
	}
	return Insertion{}, false
}

// insertedAt says whether p is b with lines added before line n of b.
func insertedAt(b, p []line, n int) ([]line, bool) {
	kept := trimBlankTail(b)
	if n > len(kept) {
		n = len(kept)
	}
	if len(p) < n || !sameLines(b[:n], p[:n]) {
		return nil, false
	}
	if n == len(kept) {
		return withoutBlanks(p[n:], len(b)-n), true
	}
	rest, tail := trimBlankTail(p[n:]), kept[n:]
	m := len(rest) - len(tail)
	if m < 0 || !sameLines(rest[m:], tail) {
		return nil, false
	}
	return rest[:m], true
}

// withoutBlanks takes n blank lines off an insertion at the end: those that the base ends with, and that the writer may
// have left before the insertion, or after it, or out.
func withoutBlanks(added []line, n int) []line {
	before := min(n, leadingBlanks(added))
	added = added[before:]
	for n -= before; n > 0 && len(added) > 0 && added[len(added)-1].blank(); n-- {
		added = added[:len(added)-1]
	}
	return added
}

// places lists the line numbers before which the document may grow, in order; none if it lacks the anchor.
func (at At) places(lines []line) []int {
	switch {
	case len(lines) == 0:
		return []int{0}
	case at.Place == End:
		return []int{len(lines)}
	case at.Place == After:
		n := at.anchorLine(lines)
		if n < 0 {
			return nil
		}
		return upTo(n+1, n+1+leadingBlanks(lines[n+1:]))
	}
	from := frontMatter(lines)
	to := from + leadingBlanks(lines[from:])
	if to < len(lines) {
		if level, _, ok := heading(lines[to].key); ok && level == 1 {
			to += 1 + leadingBlanks(lines[to+1:])
		}
	}
	return upTo(from, to)
}

func upTo(from, to int) []int {
	var out []int
	for n := from; n <= to; n++ {
		out = append(out, n)
	}
	return out
}

// anchorLine finds the heading or the begin marker, or -1. The anchor may be given with the heading's number signs.
func (at At) anchorLine(lines []line) int {
	want := at.Anchor
	if _, title, ok := heading([]byte(want)); ok {
		want = title
	}
	begin := Marks{Begin: at.Begin}.begin()
	reads := live(lines, frontMatter(lines))
	for i, l := range lines {
		if !reads[i] {
			continue
		}
		if _, title, ok := heading(l.key); ok && title == want {
			return i
		}
		if name, ok := begin.name(l.key); ok && name == at.Anchor {
			return i
		}
	}
	return -1
}

// Insert adds an insertion to head at the place, whatever else became of the document. It takes the line endings of its
// new neighbours, and the line before it gets an ending where it had none; no blank line comes or goes.
func Insert(head []byte, ins Insertion, at At) ([]byte, error) {
	if ins.Empty() {
		return head, nil
	}
	lines := split(head).lines
	places := at.places(lines)
	if len(places) == 0 {
		return nil, ErrNoPlace{at.Anchor}
	}
	n := places[min(ins.step, len(places)-1)]
	c := composer{head: lines, prop: ins.lines, style: styleOf(lines, ins.lines)}
	c.out = make([]byte, 0, len(head)+room(ins.lines))
	if hasBOM(head) {
		c.out = append(c.out, bom...)
	}
	c.putHead(lines[:n])
	c.putProp(hunk{lo: n, hi: n}, ins.lines)
	c.putHead(lines[n:])
	c.finish()
	return c.out, nil
}

// room is how many bytes lines take, with some for endings.
func room(lines []line) int {
	n := 16
	for _, l := range lines {
		n += len(l.text) + 2
	}
	return n
}

// In reports whether a document has the place.
func (at At) In(doc []byte) bool {
	return at.Place != After || len(at.places(split(doc).lines)) > 0
}

// Trim takes from the start of an insertion what its writer already appended by other means since its base: seen, oldest
// first. A model that saw itself append by a shell command repeats it in its next whole write.
func Trim(ins Insertion, seen [][]byte) Insertion {
	for _, doc := range seen {
		entry := split(doc).lines
		entry = trimBlankTail(entry[leadingBlanks(entry):])
		rest := ins.lines[leadingBlanks(ins.lines):]
		if len(entry) > 0 && len(rest) >= len(entry) && sameLines(rest[:len(entry)], entry) {
			ins.lines = rest[len(entry):]
		}
	}
	return ins
}

// IsFragment says that a whole write of an append document is only the new entry, as a model sends it that takes Write
// for an append: it has lines, but fewer than head; it does not begin like head; and it repeats none of head's lines
// but blank lines, headings, rules and lines that head has more than once.
func IsFragment(proposal, head []byte) bool {
	p, h := split(proposal).lines, split(head).lines
	first, headFirst := leadingBlanks(p), leadingBlanks(h)
	if first == len(p) || headFirst == len(h) || len(p) >= len(h) || bytes.Equal(p[first].key, h[headFirst].key) {
		return false
	}
	times := map[string]int{}
	for _, l := range h {
		times[string(l.key)]++
	}
	for _, l := range p {
		_, _, isHeading := heading(l.key)
		if times[string(l.key)] == 1 && !l.blank() && !isHeading && !rule(l.key) {
			return false
		}
	}
	return true
}

// FragmentInsertion makes an insertion of a fragment.
func FragmentInsertion(proposal []byte) Insertion {
	return Insertion{split(proposal).lines, math.MaxInt}
}
