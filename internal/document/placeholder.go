package document

import (
	"bytes"
	"slices"
	"strings"
)

// Placeholder finds the first line of a proposal that stands for text left out, "[... rest of the file unchanged ...]" or
// a reader's "[showing lines 1 to 20 of 60]", and that head does not have. The number is 1-based, in the proposal.
//
// Prose must not be taken for one, so a line counts only if all of it is such a phrase, in brackets, in a comment,
// between dots or the like, or if it ends in one ("...[truncated]"). Forms that honest text has too, as "[...]" alone,
// count only where the proposal also lacks lines of head and is the shorter one. Quoted and backticked text never counts.
func Placeholder(proposal, head []byte) (line string, number int, found bool) {
	p, h := split(proposal).lines, split(head).lines
	var had map[string]bool
	drops := dropper{old: h, new: p}
	from, to := changed(h, p)
	for i, l := range p[from:to] {
		s := strings.TrimSpace(string(l.text))
		sure, maybe := omission(s)
		tableRow := !sure && !maybe && rowOmission(s)
		if !sure && !maybe && !tableRow {
			continue
		}
		if had == nil {
			had = lineSet(h)
		}
		if !had[string(l.key)] && (sure || drops.lines()) && (!tableRow || drops.tableRow()) {
			return s, from + i + 1, true
		}
	}
	return "", 0, false
}

// changed is the range of new's lines between those that both texts begin and end with.
func changed(old, new []line) (from, to int) {
	n := min(len(old), len(new))
	for from < n && bytes.Equal(old[from].key, new[from].key) {
		from++
	}
	to = len(new)
	for shift := len(old) - len(new); to > from && to+shift > from && bytes.Equal(old[to+shift-1].key, new[to-1].key); {
		to--
	}
	return from, to
}

func lineSet(lines []line) map[string]bool {
	out := make(map[string]bool, len(lines))
	for _, l := range lines {
		out[string(l.key)] = true
	}
	return out
}

// dropper tells whether the new text leaves lines out and does not make up for them; it looks once.
type dropper struct {
	old, new []line
	known    bool
	gone     []int // the old lines that the new text lacks
}

func (d *dropper) lines() bool {
	if !d.known && len(d.new) < len(d.old) {
		d.gone = gone(d.old, d.new)
	}
	d.known = true
	return len(d.gone) >= 2
}

// tableRow says that a row of a table is among the lines left out.
func (d *dropper) tableRow() bool {
	return d.lines() && slices.ContainsFunc(d.gone, func(i int) bool { return bytes.HasPrefix(bytes.TrimSpace(d.old[i].text), []byte("|")) })
}

// rowOmission says that all cells of a table's row are dots or phrases of omission, or empty.
func rowOmission(s string) bool {
	if len(s) < 3 || s[0] != '|' || s[len(s)-1] != '|' {
		return false
	}
	found := false
	for cell := range strings.SplitSeq(s[1:len(s)-1], "|") {
		if cell = strings.TrimSpace(cell); cell == "" {
			continue
		}
		if p, _, sure, maybe := read(cell); !p.marked() || !sure && !maybe {
			return false
		}
		found = true
	}
	return found
}

// omission judges one line: it surely stands for text left out, or maybe.
func omission(s string) (sure, maybe bool) {
	if cutMark(s) {
		return true, false
	}
	_, _, sure, maybe = read(s)
	return sure, maybe
}

// read judges a text by its words.
func read(s string) (p phrase, g gist, sure, maybe bool) {
	p = unwrap(s)
	if p.foreign() {
		return p, g, p.marked(), false
	}
	g, ok := survey(p.core)
	if !ok {
		return p, g, false, false
	}
	return p, g, p.sure(g), p.maybe(g)
}

// cutMark says that a line of text ends where it was cut: in dots and a bracketed word of omission.
func cutMark(s string) bool {
	if s == "" || !strings.ContainsRune("])>", rune(s[len(s)-1])) {
		return false
	}
	at := strings.LastIndexAny(s, "[(<")
	if at < 0 {
		return false
	}
	if before := strings.TrimRight(s[:at], " "); len(before) == len(trimDots(before, &phrase{})) {
		return false
	}
	g, ok := survey(unwrap(s[at:]).core)
	return ok && g.left && !g.negated && g.n <= 5
}
