package document

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/tidwall/gjson"
)

// RowReport is a row that both sides have otherwise. The document's stands; Other is what the other side has there.
// Rows are given without their line ending; an empty one is absent on that side.
type RowReport struct {
	Key             string // the row's key as it is written; of a row without one its own text
	Document, Other string
}

// RowsMerge is the result of a merge of JSON lines.
type RowsMerge struct {
	Text     []byte
	Reported []RowReport
	Dropped  []string // rows of the head that Text lacks, since the proposal removed them or completed a torn one
}

// MergeRows merges two versions of a file of JSON lines row by row. Rows are the same when they have the same value at key,
// a gjson path; without a key when the whole line is the same. The same key again in one text is its second row, and so on.
//
// Both sides' rows stand once: those of the head in its order, then the new ones. A row that one side changed is taken from
// it, one that both changed, or that is not equal without a base, is the head's and reported. A row that one side removed
// and the other changed stays, and is reported. Blank lines stay where the head has them. A torn last line (not JSON, no
// line ending) stays last and is never glued to another; it goes where the other side has the row whole.
//
// With symmetric the result depends on the two versions alone: of a row that both changed the greater text stands.
func MergeRows(base []byte, hasBase bool, proposal, head []byte, key string, symmetric bool) RowsMerge {
	if symmetric && bytes.Compare(proposal, head) > 0 {
		proposal, head = head, proposal
	}
	switch {
	case hasBase && symmetric && Equal(base, proposal):
		return RowsMerge{Text: head}
	case hasBase && symmetric && Equal(base, head):
		return RowsMerge{Text: proposal}
	case hasBase && Equal(base, head):
		return RowsMerge{Text: Merge(head, proposal, head).Text, Dropped: Lost(head, proposal).Lines}
	}
	m := rowsMerger{key: key, symmetric: symmetric, blind: !hasBase}
	m.prop, m.head = m.read(proposal), m.read(head)
	m.base = m.head
	if hasBase {
		m.base = m.read(base)
	}
	m.dropTorn()
	m.merge()
	m.write(head, proposal)
	return m.result
}

// row is a line with its identity.
type row struct {
	line
	name  string // empty: a blank line
	shown string
	torn  bool
}

// rowsMerger merges three lists of rows.
type rowsMerger struct {
	key              string
	symmetric, blind bool
	base, prop, head rowList

	rows   []row
	result RowsMerge
}

// rowList is a text's rows, by name.
type rowList struct {
	rows []row
	at   map[string]int
}

func (l rowList) find(name string) (row, bool) {
	i, ok := l.at[name]
	if !ok {
		return row{}, false
	}
	return l.rows[i], true
}

func (m *rowsMerger) read(text []byte) rowList {
	l := rowList{at: map[string]int{}}
	times := map[string]int{}
	for _, one := range split(text).lines {
		r := row{line: one}
		if !one.blank() {
			r.name, r.shown = m.identity(one)
			times[r.name]++
			r.name += "\x00" + strconv.Itoa(times[r.name])
			r.torn = len(one.end()) == 0 && !validRow(one.key)
			l.at[r.name] = len(l.rows)
		}
		l.rows = append(l.rows, r)
	}
	return l
}

// identity is what a row is known by, and how it is named in reports.
func (m *rowsMerger) identity(l line) (name, shown string) {
	if m.key != "" && validRow(l.key) {
		switch v := gjson.GetBytes(l.key, m.key); v.Type {
		case gjson.String:
			return "key\x00\"" + v.Str, v.Raw
		case gjson.Number, gjson.True, gjson.False:
			return "key\x00" + v.Raw, v.Raw
		}
	}
	return "line\x00" + string(l.key), string(l.key)
}

// dropTorn takes out a torn last line that the other side has whole.
func (m *rowsMerger) dropTorn() {
	if r, ok := m.head.torn(); ok && m.prop.completes(r) {
		m.result.Dropped = append(m.result.Dropped, string(r.key))
		m.head.cut()
	}
	if r, ok := m.prop.torn(); ok && m.head.completes(r) {
		m.prop.cut()
	}
}

// torn is a last line that was not written to its end.
func (l *rowList) torn() (row, bool) {
	if n := len(l.rows); n > 0 && l.rows[n-1].torn {
		return l.rows[n-1], true
	}
	return row{}, false
}

func (l *rowList) cut() {
	delete(l.at, l.rows[len(l.rows)-1].name)
	l.rows = l.rows[:len(l.rows)-1]
}

// completes says that a row begins with a torn one and goes on.
func (l *rowList) completes(torn row) bool {
	return slices.ContainsFunc(l.rows, func(r row) bool {
		return !r.torn && len(r.key) > len(torn.key) && bytes.HasPrefix(r.key, torn.key)
	})
}

func (m *rowsMerger) merge() {
	var torn []row
	put := func(r row) {
		if r.torn {
			torn = append(torn, r)
			return
		}
		m.rows = append(m.rows, r)
	}
	for _, h := range m.head.rows {
		if h.name == "" {
			put(h)
		} else if r, ok := m.settle(h); ok {
			put(r)
		}
	}
	for _, p := range m.prop.rows {
		if _, there := m.head.find(p.name); p.name != "" && !there && m.comes(p) {
			put(p)
		}
	}
	m.rows = append(m.rows, torn...)
}

// settle decides about a row of the head.
func (m *rowsMerger) settle(h row) (row, bool) {
	p, inProp := m.prop.find(h.name)
	b, inBase := m.base.find(h.name)
	switch {
	case !inProp && (m.blind || !inBase):
		return h, true
	case !inProp && !sameRow(b, h):
		m.report(h, h, row{})
		return h, true
	case !inProp:
		m.result.Dropped = append(m.result.Dropped, string(h.key))
		return row{}, false
	case sameRow(p, h) || inBase && !m.blind && sameRow(p, b):
		return h, true
	case inBase && !m.blind && sameRow(h, b):
		return p, true
	case m.symmetric && bytes.Compare(p.key, h.key) > 0:
		m.report(h, p, h)
		return p, true
	}
	m.report(h, h, p)
	return h, true
}

// comes says that a row which the head lacks is taken from the proposal.
func (m *rowsMerger) comes(p row) bool {
	b, inBase := m.base.find(p.name)
	switch {
	case m.blind || !inBase:
		return true
	case sameRow(p, b):
		return false
	}
	m.report(p, row{}, p)
	return true
}

func (m *rowsMerger) report(named, document, other row) {
	m.result.Reported = append(m.result.Reported, RowReport{named.shown, string(document.key), string(other.key)})
}

func sameRow(a, b row) bool { return bytes.Equal(a.key, b.key) }

// write joins the rows: those of the head with their endings, others with the ending the head uses.
func (m *rowsMerger) write(head, proposal []byte) {
	h, p := split(head).lines, split(proposal).lines
	style := styleOf(h, p)
	if hasBOM(head) || len(head) == 0 && hasBOM(proposal) {
		m.result.Text = append(m.result.Text, bom...)
	}
	for i, r := range m.rows {
		end := r.end()
		switch {
		case len(end) > 0 && m.fromHead(r):
		case i < len(m.rows)-1, len(end) > 0, ended(h) && !r.torn:
			end = style.ending
		}
		m.result.Text = append(append(m.result.Text, r.text...), end...)
	}
}

// fromHead says that a row is the head's own line.
func (m *rowsMerger) fromHead(r row) bool {
	h, ok := m.head.find(r.name)
	return r.name == "" || ok && sameRow(h, r)
}
