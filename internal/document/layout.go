package document

import "bytes"

// tokenMark begins the line that stands for an anchor while the text around anchors is merged. Documents with NUL bytes
// have no anchors.
const tokenMark = "\x00anchor\x00"

// layout is a document seen as anchors and the text around them.
type layout struct {
	lines []line
	all   Anchors
	units []unit
	byID  map[string]unit
}

// unit is an outermost anchor with its markers, or a section with its heading.
type unit struct {
	Anchor
	id    string // the same in all texts for the same anchor
	lines []line
}

func newLayout(lines []line, all Anchors) *layout {
	l := &layout{lines: lines, all: all}
	for _, a := range all.units() {
		l.units = append(l.units, unit{a, a.Name, lines[a.from:a.to]})
	}
	l.index()
	return l
}

// index is to be called when ids have changed.
func (l *layout) index() {
	l.byID = map[string]unit{}
	for _, u := range l.units {
		l.byID[u.id] = u
	}
}

// skeleton is the text around the units, one token line for each, and for each of its lines the number of the line in
// the document.
func (l *layout) skeleton() (lines []line, at []int) {
	next := 0
	add := func(to int) {
		for ; next < to; next++ {
			lines, at = append(lines, l.lines[next]), append(at, next+1)
		}
	}
	for _, u := range l.units {
		add(u.from)
		lines, at = append(lines, u.token()), append(at, u.Line)
		next = u.to
	}
	add(len(l.lines))
	return lines, at
}

func (u unit) token() line {
	raw := append([]byte(tokenMark), u.id...)
	n := len(raw)
	raw = append(raw, u.lines[len(u.lines)-1].end()...)
	return line{raw: raw, text: raw[:n], key: raw[:n]}
}

// tokenID reads a token line.
func tokenID(l line) (string, bool) {
	id, ok := bytes.CutPrefix(l.text, []byte(tokenMark))
	return string(id), ok
}

// title is the unit's own line: the begin marker or the heading.
func (u unit) title() string {
	return string(trimRight(u.lines[u.Line-1-u.from].text))
}
