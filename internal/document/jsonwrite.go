package document

import "bytes"

// writeKids writes a container of the head with other kids. What stands between kids that stay keeps its bytes.
func (m *jsonMerger) writeKids(s settled, kids []jsonEntry, at slot) {
	open, end := m.head.text[s.head.from], m.head.text[s.head.to-1]
	switch {
	case len(s.head.kids) == 0 && len(kids) > 0:
		m.fill(s, kids, at)
		return
	case len(s.head.kids) == 0:
		m.out = append(m.out, m.head.text[s.head.from:s.head.to]...)
		return
	}
	f := m.frameOf(s)
	m.out = append(m.out, open)
	if len(kids) == 0 {
		if m.out = append(m.out, f.note...); len(f.note) > 0 {
			m.out = append(m.out, f.closing...)
		}
		m.out = append(m.out, end)
		return
	}
	for i, e := range kids {
		f.lead(e, i == 0)
		f.body(e)
		f.trail(e, i == len(kids)-1)
	}
	m.out = append(append(m.out, f.closing...), end)
}

// frame is what stands between the kids of a container of the head, while it is written.
type frame struct {
	*jsonMerger
	settled
	text     []byte
	slot            // of its kids
	first    []byte // before the first kid
	near     []byte // before a new kid that is not the first: as before its neighbour
	between  []byte // between a kid and its comma, where they stand apart
	note     []byte // comments behind the last kid
	closing  []byte // before the closing bracket
	trailing bool   // the last kid has a comma
	noted    bool   // the note is written
}

func (m *jsonMerger) frameOf(s settled) *frame {
	kids := s.head.kids
	f := &frame{jsonMerger: m, settled: s, text: m.head.text}
	lead := f.ownLead(0)
	f.oneLine = !isLineLead(lead)
	f.first = tidy(lead)
	if f.near = f.first; f.oneLine {
		f.near = []byte(m.layout.gap)
	}
	if len(kids) > 1 {
		f.near = tidy(f.ownLead(1))
		if gap := f.text[kids[0].value.to:kids[0].comma]; isBlank(gap) {
			f.between = gap
		}
	}
	for i := 0; i < len(kids) && f.like == shapeless; i++ {
		f.like = m.head.shape(&kids[i].value)
	}
	last := &kids[len(kids)-1]
	from := last.value.to
	if f.trailing = f.text[last.comma] == ','; f.trailing {
		from = last.comma + 1
	}
	f.note, f.closing = cutNote(f.text[from : s.head.to-1])
	return f
}

// ownLead is what the head has before its i-th kid.
func (f *frame) ownLead(i int) []byte {
	kid := &f.settled.head.kids[i]
	return f.text[kid.lead:kid.from]
}

// cutNote parts the comments behind a last kid from the white space before the bracket.
func cutNote(text []byte) (note, closing []byte) {
	n := len(bytes.TrimRight(text, " \t\r\n"))
	return text[:n], text[n:]
}

// tidy is the white space that puts a kid in its place, without comments and blank lines before it.
func tidy(lead []byte) []byte {
	at := bytes.LastIndexByte(lead, '\n')
	switch {
	case at < 0 && isBlank(lead):
		return lead
	case at < 0:
		return []byte{' '}
	case at > 0 && lead[at-1] == '\r':
		at--
	}
	return lead[at : len(lead)-len(bytes.TrimLeft(lead[at:], " \t\r\n"))]
}

func (f *frame) isLast(e jsonEntry) bool { return e.headAt == len(f.settled.head.kids)-1 }

// lead writes what stands before a kid: its own where it keeps its place, else that of its neighbours.
func (f *frame) lead(e jsonEntry, isFirst bool) {
	lead := f.near
	if isFirst {
		lead = f.first
	}
	if e.headAt >= 0 {
		own := f.ownLead(e.headAt)
		if isFirst == (e.headAt == 0) || !isBlank(own) {
			lead = own
		}
		if e.headAt > 0 {
			f.near = tidy(own)
		}
	}
	f.out = append(f.out, lead...)
}

// body writes a kid itself.
func (f *frame) body(e jsonEntry) {
	if e.headAt < 0 {
		kid := &f.settled.prop.kids[e.propAt]
		f.propKey(kid)
		f.indent = lastIndent(f.near, f.first)
		f.render(&kid.value, f.slot)
		return
	}
	kid := &f.settled.head.kids[e.headAt]
	f.out = append(f.out, f.text[kid.from:kid.value.from]...)
	f.path = append(f.path, e.step)
	f.indent = f.jsonMerger.head.indentAt(kid.from)
	f.write(e.settled, f.slot)
	f.path = f.path[:len(f.path)-1]
}

// lastIndent is the indentation that the first of some white spaces with a line break leads to.
func lastIndent(leads ...[]byte) string {
	for _, lead := range leads {
		if at := bytes.LastIndexByte(lead, '\n'); at >= 0 {
			return string(lead[at+1:])
		}
	}
	return ""
}

// trail writes what stands between a kid and the next one's lead.
func (f *frame) trail(e jsonEntry, atEnd bool) {
	own := f.between
	switch {
	case e.headAt >= 0 && (f.trailing || !f.isLast(e)):
		kid := &f.settled.head.kids[e.headAt]
		if own = f.text[kid.value.to:kid.comma]; atEnd && !f.isLast(e) && isBlank(own) {
			own = nil
		}
	case atEnd:
		own = nil
	}
	f.out = append(f.out, own...)
	if !atEnd || f.trailing {
		f.out = append(f.out, ',')
	}
	if !f.noted && (f.isLast(e) || atEnd) {
		f.out, f.noted = append(f.out, f.note...), true
	}
}

// fill writes kids into a container that is empty in the head: on lines of their own if the proposal has them so.
func (m *jsonMerger) fill(s settled, kids []jsonEntry, at slot) {
	raw := m.prop.text[s.prop.from:s.prop.to]
	lines := !at.oneLine && (bytes.IndexByte(raw, '\n') >= 0 || !m.layout.meantOneLine)
	indent := m.head.indentAt(s.head.from)
	m.out = append(m.out, m.head.text[s.head.from])
	for i, e := range kids {
		if i > 0 {
			m.out = append(m.out, ',')
		}
		switch {
		case lines:
			m.out = append(append(append(m.out, m.layout.newline...), indent...), m.layout.unit...)
		case i > 0:
			m.out = append(m.out, m.layout.gap...)
		}
		m.propKey(&s.prop.kids[e.propAt])
		m.render(&s.prop.kids[e.propAt].value, slot{indent: indent + m.layout.unit, oneLine: !lines})
	}
	if lines {
		m.out = append(append(m.out, m.layout.newline...), indent...)
	}
	m.out = append(m.out, m.head.text[s.head.to-1])
}
