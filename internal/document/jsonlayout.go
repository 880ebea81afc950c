package document

import (
	"bytes"
	"slices"
	"strings"
)

// jsonLayout is how a document is laid out: what new members are written like.
type jsonLayout struct {
	newline string
	unit    string // by what one level is indented more
	colon   string // between key and value
	gap     string // after a comma, where elements stand on one line
	// meantOneLine: a value that the proposal has on one line is meant so, since the proposal has line breaks elsewhere,
	// or the head has none either.
	meantOneLine bool
}

// layoutOf reads the layout off the first places in the head that show it, else in the proposal.
func layoutOf(head, prop *jsonDoc) jsonLayout {
	l := jsonLayout{newline: newlineOf(head.text, prop.text)}
	var seen layoutSigns
	seen.look(head, head.root)
	l.meantOneLine = !seen.unit.known || bytes.IndexByte(prop.text[prop.root.from:prop.root.to], '\n') >= 0
	seen.look(prop, prop.root)
	l.unit, l.colon, l.gap = seen.unit.or("  "), seen.colon.or(": "), seen.gap.or(" ")
	if !seen.gap.known && seen.colon.known && strings.TrimLeft(l.colon, ":") == "" {
		l.gap = ""
	}
	return l
}

// newlineOf is how the first text that has lines ends most of them.
func newlineOf(texts ...[]byte) string {
	for _, text := range texts {
		all, crlf := bytes.Count(text, []byte("\n")), bytes.Count(text, []byte("\r\n"))
		switch {
		case 2*crlf > all:
			return "\r\n"
		case all > 0:
			return "\n"
		}
	}
	return "\n"
}

// sign is one thing that a text shows of its layout, once.
type sign struct {
	text  string
	known bool
}

func (s *sign) set(text string) {
	if !s.known {
		s.text, s.known = text, true
	}
}

func (s sign) or(text string) string {
	if s.known {
		return s.text
	}
	return text
}

// layoutSigns are what is known so far.
type layoutSigns struct{ unit, colon, gap sign }

func (s *layoutSigns) complete() bool { return s.unit.known && s.colon.known && s.gap.known }

func (s *layoutSigns) look(doc *jsonDoc, n *jsonNode) {
	for i := range n.kids {
		if s.complete() {
			return
		}
		kid := &n.kids[i]
		lead := doc.text[kid.lead:kid.from]
		if isLineLead(lead) && !s.unit.known {
			inner, ok := strings.CutPrefix(doc.indentAt(kid.from), doc.indentAt(n.from))
			if ok && inner != "" {
				s.unit.set(inner)
			}
		}
		if i > 0 && isBlank(lead) && !isLineLead(lead) {
			s.gap.set(string(lead))
		}
		if colon := colonOf(doc.text, kid); colon != "" {
			s.colon.set(colon)
		}
		s.look(doc, &kid.value)
	}
}

// colonOf is the colon of a member with its blanks; empty where there is more to it.
func colonOf(text []byte, kid *jsonKid) string {
	if kid.key < 0 {
		return ""
	}
	key := keyText(text, kid)
	colon := text[kid.from+len(key) : kid.value.from]
	if bytes.ContainsAny(colon, "/\n") {
		return ""
	}
	return string(colon)
}

// keyText is a member's key as it is written.
func keyText(text []byte, kid *jsonKid) []byte {
	end := kid.from + 1
	for text[end] != '"' {
		if text[end] == '\\' {
			end++
		}
		end++
	}
	return text[kid.from : end+1]
}

func isBlank(text []byte) bool { return len(bytes.TrimLeft(text, " \t\r\n")) == 0 }

// isLineLead says that what follows stands at the start of a line.
func isLineLead(lead []byte) bool {
	at := bytes.LastIndexByte(lead, '\n')
	return at >= 0 && isBlank(lead[at:])
}

// indentAt is the indentation of the line on which a place is.
func (d *jsonDoc) indentAt(at int) string {
	if d.starts == nil {
		d.starts = []int{0}
		for i, c := range d.text {
			if c == '\n' {
				d.starts = append(d.starts, i+1)
			}
		}
	}
	n, _ := slices.BinarySearch(d.starts, at+1)
	line := d.text[d.starts[n-1]:at]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// shape says whether a container has its kids on lines of their own.
type shape uint8

const (
	shapeless shape = iota // it has none
	onOneLine
	onLines
)

func (d *jsonDoc) shape(n *jsonNode) shape {
	switch {
	case len(n.kids) == 0:
		return shapeless
	case bytes.IndexByte(d.text[n.from:n.to], '\n') >= 0:
		return onLines
	}
	return onOneLine
}

// slot is the place in the head that a value of the proposal comes to.
type slot struct {
	indent  string // of the line
	oneLine bool   // the values beside it stand on this line too
	like    shape  // of the containers beside it
}

// render writes a value of the proposal. One that is laid out for its place, or was meant as it is, keeps its bytes.
func (m *jsonMerger) render(n *jsonNode, at slot) {
	raw := m.prop.text[n.from:n.to]
	is := m.prop.shape(n)
	switch {
	case n.kind < jsonArray:
		m.out = append(m.out, raw...)
	case m.prop.commented(n):
		m.copyLines(raw)
	case is == shapeless:
		m.out = append(m.out, raw[0], raw[len(raw)-1])
	case is == onOneLine && (at.oneLine || m.layout.meantOneLine):
		m.out = append(m.out, raw...)
	case is == onLines && !at.oneLine && m.aligned(n, at.indent):
		m.copyLines(raw)
	case at.oneLine || at.like == onOneLine:
		m.compactly(n)
	default:
		m.expanded(n, at)
	}
}

// commented says that a value has comments in it.
func (d *jsonDoc) commented(n *jsonNode) bool {
	i, _ := slices.BinarySearchFunc(d.comments, n.from, func(c Span, at int) int { return c.Start - at })
	return i < len(d.comments) && d.comments[i].Start < n.to
}

// aligned says that a value is laid out as it would be in the head.
func (m *jsonMerger) aligned(n *jsonNode, indent string) bool {
	text, first := m.prop.text, &n.kids[0]
	return isLineLead(text[first.lead:first.from]) &&
		m.prop.indentAt(n.from) == indent && m.prop.indentAt(first.from) == indent+m.layout.unit
}

// copyLines copies text with the head's line endings.
func (m *jsonMerger) copyLines(raw []byte) {
	for len(raw) > 0 {
		line, rest, more := bytes.Cut(raw, []byte{'\n'})
		m.out = append(m.out, bytes.TrimSuffix(line, []byte{'\r'})...)
		if more {
			m.out = append(m.out, m.layout.newline...)
		}
		raw = rest
	}
}

func (m *jsonMerger) compactly(n *jsonNode) {
	m.out = append(m.out, m.prop.text[n.from])
	for i := range n.kids {
		if i > 0 {
			m.out = append(append(m.out, ','), m.layout.gap...)
		}
		m.propKey(&n.kids[i])
		m.render(&n.kids[i].value, slot{oneLine: true})
	}
	m.out = append(m.out, m.prop.text[n.to-1])
}

// expanded writes each element on a line of its own.
func (m *jsonMerger) expanded(n *jsonNode, at slot) {
	inner := at.indent + m.layout.unit
	m.out = append(m.out, m.prop.text[n.from])
	for i := range n.kids {
		if i > 0 {
			m.out = append(m.out, ',')
		}
		m.out = append(append(m.out, m.layout.newline...), inner...)
		m.propKey(&n.kids[i])
		m.render(&n.kids[i].value, slot{indent: inner})
	}
	m.out = append(append(append(m.out, m.layout.newline...), at.indent...), m.prop.text[n.to-1])
}

// propKey writes the key of a member of the proposal, with its colon; of an element nothing.
func (m *jsonMerger) propKey(kid *jsonKid) {
	if kid.key >= 0 {
		m.out = append(append(m.out, keyText(m.prop.text, kid)...), m.layout.colon...)
	}
}
