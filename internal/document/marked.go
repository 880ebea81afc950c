package document

import (
	"bytes"
	"strings"
)

// MarkStyle is how conflicts are marked in a text.
type MarkStyle struct {
	Size         int // how often the marks' characters stand; 0: 7
	Ours, Theirs string
}

// MergeMarked merges like Merge, ours being the head, and puts both sides of each conflict between the marks that git
// uses. Where a conflict has no place of its own (a line that both sides moved), all that differs is marked.
func MergeMarked(base, ours, theirs []byte, style MarkStyle) (text []byte, conflicts int) {
	c := newComposer(base, theirs, ours)
	c.marks = &style
	m := c.merge()
	if n := len(m.Conflicts); n == 0 || n == c.marked {
		return m.Text, n
	}
	return MarkWhole(ours, theirs, style), 1
}

// MarkWhole marks everything between the first and the last line in which two texts differ as one conflict.
func MarkWhole(ours, theirs []byte, style MarkStyle) []byte {
	a, b := split(ours).lines, split(theirs).lines
	c := &composer{prop: b, head: a, style: styleOf(a, b)}
	if hasBOM(ours) {
		c.out = append(c.out, bom...)
	}
	from := 0
	for from < len(a) && from < len(b) && bytes.Equal(a[from].key, b[from].key) {
		from++
	}
	tail := 0
	for from+tail < len(a) && from+tail < len(b) && bytes.Equal(a[len(a)-1-tail].key, b[len(b)-1-tail].key) {
		tail++
	}
	c.marks = &style
	c.putHead(a[:from])
	c.putMarked(a[from:len(a)-tail], b[from:len(b)-tail])
	c.putHead(a[len(a)-tail:])
	return c.out
}

// putMarked writes both sides of a conflict.
func (c *composer) putMarked(ours, theirs []line) {
	c.marked++
	size := c.marks.Size
	if size <= 0 {
		size = 7
	}
	mark := func(char, label string) {
		c.put([]byte(strings.TrimRight(strings.Repeat(char, size)+" "+label, " ")), c.style.ending)
	}
	mark("<", c.marks.Ours)
	c.putHead(ours)
	mark("=", "")
	for _, l := range theirs {
		c.put(l.text, c.style.ending)
	}
	mark(">", c.marks.Theirs)
}
