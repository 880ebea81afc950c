package document

import (
	"strings"
	"unicode/utf8"
)

// jsonMerger walks three values at once and writes the merged text as it goes.
type jsonMerger struct {
	base, prop, head *jsonDoc
	values           *jsonValues
	key              []string // where an element's identity stands in it
	keyText          string
	keep             facts
	blind            bool // the writer has no base: base is the head, and nothing of it may go
	stale            bool // the head is not what the writer has seen
	symmetric        bool

	path   jsonPath
	layout jsonLayout
	out    []byte
	result JSONMerge
}

func newJSONMerger(d jsonDocs, opt JSONOptions) *jsonMerger {
	m := &jsonMerger{
		base: d.base, prop: d.prop, head: d.head, values: d.values,
		keyText: opt.Key, keep: keepFacts(opt.Keep), symmetric: opt.Symmetric,
	}
	if m.keyText == "" {
		m.keyText = "id"
	}
	for _, step := range splitSteps(m.keyText) {
		m.key = append(m.key, strings.ReplaceAll(step, `\`, ""))
	}
	switch {
	case m.base == nil && m.symmetric:
		m.base = absentJSON() // neither side is asked to have seen the other
	case m.base == nil:
		m.base, m.blind = m.head, true
	}
	m.stale = m.blind || !same(m.base.root, m.head.root)
	if m.symmetric {
		m.stale = m.stale && !same(m.base.root, m.prop.root)
	}
	return m
}

func (m *jsonMerger) run() JSONMerge {
	if !m.commentsStay() {
		return asText("comments were added, changed or removed")
	}
	m.layout = layoutOf(m.head, m.prop)
	if !m.stale {
		m.erased(m.prop.root, m.head.root, m.keep)
	}
	from, to := m.head.root.from, m.head.root.to
	m.out = append(m.out, m.head.text[:from]...)
	m.write(m.settle(m.base.root, m.prop.root, m.head.root, m.keep), slot{})
	m.out = append(m.out, m.head.text[to:]...)
	if !m.commentsStand() {
		return asText("comments of the document would be lost")
	}
	m.result.Text = m.out
	return m.result
}

// jsonAction is what becomes of a value.
type jsonAction uint8

const (
	jsonStay    jsonAction = iota // as in the head, or absent as there
	jsonTake                      // as in the proposal
	jsonGone                      // removed
	jsonMembers                   // both are objects, or arrays by identity: kid by kid
	jsonItems                     // both are arrays: as sequences
)

// settled is a decision, with the values it was made about.
type settled struct {
	jsonAction
	base, prop, head *jsonNode
	keep             facts
}

// settle decides about one value. Absent values are nil.
func (m *jsonMerger) settle(b, p, h *jsonNode, k facts) settled {
	s := settled{base: b, prop: p, head: h, keep: k}
	switch {
	case h == nil:
		s.jsonAction = m.settleAbsent(b, p, k)
	case p == nil:
		s.jsonAction = m.settleRemoved(b, h, k)
		if s.jsonAction == jsonMembers {
			s.prop = &jsonNode{kind: jsonObject, id: -1}
		}
	case same(p, h), b != nil && same(p, b) && k.none():
	case p.kind == jsonObject && h.kind == jsonObject, p.kind == jsonArray && m.allKeyed(b, p, h):
		s.jsonAction = jsonMembers
	case b != nil && same(p, b):
		s.jsonAction = m.settleUntouched(p, h, k)
	case p.kind == jsonArray && h.kind == jsonArray && b != nil && b.kind == jsonArray:
		s.jsonAction = jsonItems
	case b != nil && same(h, b):
		s.jsonAction = m.settleOverwritten(p, h, k)
	case k.whole && m.stale && !m.symmetric:
		m.kept(m.head, h, p, k)
	default:
		m.conflict(b, p, h)
	}
	return s
}

// settleAbsent decides about a value that the head lacks.
func (m *jsonMerger) settleAbsent(b, p *jsonNode, k facts) jsonAction {
	switch {
	case p == nil:
		return jsonStay
	case b == nil:
		return jsonTake
	case m.symmetric && m.stale && m.hasFacts(p, k):
		m.kept(m.prop, p, nil, k)
		return jsonTake
	case !same(p, b):
		m.conflict(b, p, nil)
	}
	return jsonStay
}

// settleRemoved decides about a value that the proposal lacks. Of an object that has kept facts only those stay; but an
// element that has some stays whole, since without its identity they would be no facts.
func (m *jsonMerger) settleRemoved(b, h *jsonNode, k facts) jsonAction {
	hasFacts := m.stale && m.hasFacts(h, k)
	isMember := len(m.path) > 0 && m.path[len(m.path)-1].member
	switch {
	case hasFacts && !k.whole && h.kind == jsonObject && isMember && b != nil:
		return jsonMembers
	case hasFacts || b == nil:
		if b != nil || !m.symmetric {
			m.kept(m.head, h, nil, k)
		}
		return jsonStay
	case same(h, b) && !m.blind:
		return jsonGone
	}
	m.conflict(b, nil, h)
	return jsonStay
}

// settleUntouched decides about a value that only the head changed.
func (m *jsonMerger) settleUntouched(p, h *jsonNode, k facts) jsonAction {
	switch {
	case !m.stale:
	case !m.symmetric:
		m.kept(m.head, h, p, k)
	case p.kind < jsonArray || !m.hasFacts(p, k):
	case p.kind == jsonArray && h.kind == jsonArray:
		return jsonItems
	case p.kind != h.kind:
		m.kept(m.prop, p, h, k)
		return jsonTake
	}
	return jsonStay
}

// settleOverwritten decides about a value that only the proposal changed, not kid by kid. Its writer knew the value, so
// even a kept one may be set anew; but what stood in a container would be erased.
func (m *jsonMerger) settleOverwritten(p, h *jsonNode, k facts) jsonAction {
	erases := h.kind >= jsonArray && m.hasFacts(h, k)
	switch {
	case m.blind && k.whole, m.stale && erases && !m.blind:
		m.kept(m.head, h, p, k)
		return jsonStay
	case m.blind:
		m.conflict(h, p, h)
		return jsonStay
	}
	return jsonTake
}

func (m *jsonMerger) conflict(b, p, h *jsonNode) {
	c := JSONConflict{Path: m.at(), Base: shownValue(m.base, b), Proposal: shownValue(m.prop, p), Head: shownValue(m.head, h)}
	if m.blind {
		c.Base = ""
	}
	m.result.Conflicts = append(m.result.Conflicts, c)
}

func (m *jsonMerger) at() string { return m.path.text(m.values, m.keyText) }

// fact is a kept value for a receipt: path=value.
func (m *jsonMerger) fact(doc *jsonDoc, n *jsonNode) string { return m.at() + "=" + shownValue(doc, n) }

// maxShown bounds a value in a message, in bytes.
const maxShown = 200

func shownValue(doc *jsonDoc, n *jsonNode) string {
	if n == nil {
		return ""
	}
	text := compact(nil, doc.text[n.from:n.to])
	if len(text) <= maxShown {
		return string(text)
	}
	cut := maxShown
	for !utf8.RuneStart(text[cut]) {
		cut--
	}
	return string(text[:cut]) + "…"
}

// write writes what a value of the head becomes.
func (m *jsonMerger) write(s settled, at slot) {
	switch s.jsonAction {
	case jsonMembers:
		m.writeKids(s, m.members(s), at)
	case jsonItems:
		m.writeKids(s, m.items(s), at)
	case jsonTake:
		m.render(s.prop, at)
	default:
		m.out = append(m.out, m.head.text[s.head.from:s.head.to]...)
	}
}

// commentsStay says that the writer left the comments as they were: whatever it changed, the head's still are right.
func (m *jsonMerger) commentsStay() bool {
	prop := m.prop.commentTexts()
	return sameTexts(prop, m.base.commentTexts()) || sameTexts(prop, m.head.commentTexts())
}

// commentsStand says that the merged text has the head's comments.
func (m *jsonMerger) commentsStand() bool {
	if m.head.strict() && m.prop.strict() {
		return true
	}
	merged, err := readJSON(m.out, newJSONValues())
	return err == nil && sameTexts(merged.commentTexts(), m.head.commentTexts())
}

func (d *jsonDoc) commentTexts() map[string]int {
	out := map[string]int{}
	for _, c := range d.comments {
		out[string(d.text[c.Start:c.End])]++
	}
	return out
}

func sameTexts(a, b map[string]int) bool {
	for text, n := range a {
		if b[text] != n {
			return false
		}
	}
	return len(a) == len(b)
}
