package document

import "slices"

// items merges two arrays without identities as sequences. Where only the proposal changed the array its elements are
// put in place one by one; where both did, insertions of both are kept and removals of either are made, and an element
// that a side replaced or moved is a conflict.
func (m *jsonMerger) items(s settled) []jsonEntry {
	seq := newSequences(s.base, s.prop, s.head)
	seq.protect = m.stale && m.hasFacts(s.base, s.keep)
	seq.both = m.symmetric
	byProp, byHead := seq.changes(s.base, s.prop), seq.changes(s.base, s.head)
	switch {
	case seq.protect && replaces(byProp) && (!m.symmetric || len(byHead) == 0):
		m.kept(m.head, s.head, s.prop, facts{whole: true})
		return untouched(s.head)
	case seq.protect && replaces(byHead) && len(byProp) == 0:
		m.kept(m.prop, s.prop, s.head, facts{whole: true})
		return allOf(s.prop)
	case m.blind && !seq.protect && !allInsertions(byProp):
		m.conflict(s.base, s.prop, s.head)
		return untouched(s.head)
	case !seq.protect && len(byHead) == 0:
		return m.replaced(s, byProp)
	}
	out, ok := seq.join(s, byProp, byHead)
	if !ok {
		m.conflict(s.base, s.prop, s.head)
		return untouched(s.head)
	}
	if seq.undone {
		m.kept(m.base, s.base, nil, facts{whole: true})
	}
	m.result.Changed = append(m.result.Changed, m.at())
	return out
}

// allOf are the elements of the proposal.
func allOf(p *jsonNode) []jsonEntry {
	out := make([]jsonEntry, len(p.kids))
	for j := range out {
		out[j] = propItem(p, j)
	}
	return out
}

// untouched are the elements of the head as they are.
func untouched(h *jsonNode) []jsonEntry {
	out := make([]jsonEntry, len(h.kids))
	for i := range out {
		out[i] = headItem(h, i)
	}
	return out
}

func headItem(h *jsonNode, i int) jsonEntry {
	return jsonEntry{settled: settled{head: &h.kids[i].value}, headAt: i, propAt: -1, step: jsonStep{value: -1, index: i}}
}

func propItem(p *jsonNode, j int) jsonEntry {
	return jsonEntry{settled: settled{jsonAction: jsonTake, prop: &p.kids[j].value}, headAt: -1, propAt: j, step: jsonStep{value: -1, index: j}}
}

// replaced makes the proposal's changes in an array that the head has as the base has it. What replaces an element is
// merged into it, so that its layout stays.
func (m *jsonMerger) replaced(s settled, byProp []hunk) []jsonEntry {
	var out []jsonEntry
	at := 0
	for _, h := range byProp {
		for ; at < h.lo; at++ {
			out = append(out, headItem(s.head, at))
		}
		for j := h.from; j < h.upTo; j++ {
			if at == h.hi {
				out = append(out, propItem(s.prop, j))
				continue
			}
			e := headItem(s.head, at)
			e.settled = m.settleAt(e.step, &s.base.kids[at].value, &s.prop.kids[j].value, e.head, facts{})
			e.propAt = j
			out = append(out, e)
			at++
		}
		at = h.hi
	}
	for ; at < len(s.head.kids); at++ {
		out = append(out, headItem(s.head, at))
	}
	if !lineByLine(byProp) {
		m.result.Changed = append(m.result.Changed, m.at())
	}
	return out
}

// lineByLine says that all that happened is that elements were replaced by as many.
func lineByLine(hunks []hunk) bool {
	return !slices.ContainsFunc(hunks, func(h hunk) bool { return h.delta() != 0 })
}

// sequences merges arrays by the numbers of their elements, counted densely, as the line matcher wants it.
type sequences struct {
	dense   map[int32]int32
	protect bool // what the proposal removes stays
	both    bool // and what the head removes
	undone  bool // something did
}

func newSequences(arrays ...*jsonNode) *sequences {
	s := &sequences{dense: map[int32]int32{}}
	for _, n := range arrays {
		for i := range n.kids {
			if _, known := s.dense[n.kids[i].value.id]; !known {
				s.dense[n.kids[i].value.id] = int32(len(s.dense))
			}
		}
	}
	return s
}

func (s *sequences) number(n *jsonNode) []int32 {
	out := make([]int32, len(n.kids))
	for i := range n.kids {
		out[i] = s.dense[n.kids[i].value.id]
	}
	return out
}

func (s *sequences) changes(from, to *jsonNode) []hunk {
	return changes(s.number(from), s.number(to), len(s.dense))
}

func allInsertions(hunks []hunk) bool {
	return !slices.ContainsFunc(hunks, func(h hunk) bool { return !h.insertion() })
}

func replaces(hunks []hunk) bool {
	return slices.ContainsFunc(hunks, func(h hunk) bool { return !h.insertion() && h.upTo > h.from })
}

// join makes the changes of both sides. ok is false where they cannot both be made.
func (s *sequences) join(of settled, byProp, byHead []hunk) (out []jsonEntry, ok bool) {
	p, h := s.number(of.prop), s.number(of.head)
	inProp, inHead := byBase(len(of.base.kids), byProp), byBase(len(of.base.kids), byHead)
	for at := 0; at <= len(of.base.kids); at++ {
		mine, theirs := inProp[at], inHead[at]
		newP, newH := p[mine.from:mine.upTo], h[theirs.from:theirs.upTo]
		if (mine.replaces() || theirs.replaces()) && (mine.hi != theirs.hi || !slices.Equal(newP, newH)) {
			return nil, false
		}
		for _, e := range bothAdded(newP, newH) {
			if e.head >= 0 {
				out = append(out, headItem(of.head, theirs.from+e.head))
			} else {
				out = append(out, propItem(of.prop, mine.from+e.prop))
			}
		}
		if at < len(of.base.kids) {
			out = append(out, s.element(of, at, mine, theirs)...)
		}
	}
	return out, s.plausible(of, out)
}

// element is what becomes of one element of the base.
func (s *sequences) element(of settled, at int, mine, theirs spot) []jsonEntry {
	switch {
	case !mine.gone && !theirs.gone:
		return []jsonEntry{headItem(of.head, at+theirs.shift)}
	case s.protect && !theirs.gone:
		s.undone = true
		return []jsonEntry{headItem(of.head, at+theirs.shift)}
	case s.protect && s.both && !mine.gone:
		s.undone = true
		return []jsonEntry{propItem(of.prop, at+mine.shift)}
	}
	return nil
}

// spot is what a side did before and at one element of the base.
type spot struct {
	from, upTo int  // what it inserted before it, or put in its place
	hi         int  // replaced: up to which element
	gone       bool // it removed or replaced it
	shift      int  // where it stands on that side, less where it stands in the base
}

func (s spot) replaces() bool { return s.hi > 0 && s.upTo > s.from }

// byBase spreads hunks over the elements of the base; one more spot is for the end.
func byBase(n int, hunks []hunk) []spot {
	out := make([]spot, n+1)
	shift := 0
	for at := 0; at <= n; at++ {
		if len(hunks) == 0 || hunks[0].lo > at {
			out[at].shift = shift
			continue
		}
		h := hunks[0]
		hunks = hunks[1:]
		out[at].from, out[at].upTo = h.from, h.upTo
		if shift += h.delta(); h.insertion() {
			out[at].shift = shift
			continue
		}
		out[at].hi = h.hi
		for ; at < h.hi; at++ {
			out[at].gone = true
		}
		at--
	}
	return out
}

// bothAdded joins what both sides put at one place: the head's elements, then those of the proposal that are not the
// same additions.
func bothAdded(p, h []int32) []place {
	var out []place
	added := map[int32]int{}
	for i, id := range h {
		added[id]++
		out = append(out, place{i, -1})
	}
	for j, id := range p {
		if added[id]--; added[id] < 0 {
			out = append(out, place{-1, j})
		}
	}
	return out
}

// plausible says that no element of the base stands more often than the sides' changes to its number allow: it does
// where both moved an element, or one moved what the other removed.
func (s *sequences) plausible(of settled, out []jsonEntry) bool {
	b, p, h := s.count(of.base), s.count(of.prop), s.count(of.head)
	merged := make([]int, len(s.dense))
	for _, e := range out {
		n := e.head
		if n == nil {
			n = e.prop
		}
		merged[s.dense[n.id]]++
	}
	for id, n := range merged {
		most := max(p[id]+h[id]-b[id], 0)
		if s.protect {
			most = max(p[id], h[id], b[id], most)
		}
		if b[id] > 0 && n > most {
			return false
		}
	}
	return true
}

func (s *sequences) count(n *jsonNode) []int {
	out := make([]int, len(s.dense))
	for _, id := range s.number(n) {
		out[id]++
	}
	return out
}
