package document

import "slices"

// jsonEntry is a kid of a merged container.
type jsonEntry struct {
	settled
	headAt, propAt int // where it stands in the containers of the two sides, or -1
	step           jsonStep
}

// members settles the kids of two objects by key, or of two arrays by identity, and puts them in order.
func (m *jsonMerger) members(s settled) []jsonEntry {
	b := s.base
	if b == nil || b.kind != s.head.kind {
		b = &jsonNode{kind: s.head.kind}
	}
	bk, _ := m.keysOf(b)
	pk, _ := m.keysOf(s.prop)
	hk, _ := m.keysOf(s.head)
	order := m.order(s, bk, pk, hk)
	inBase := indexOf(bk)
	headSteps, propSteps := m.steps(s.head), m.steps(s.prop)
	var out []jsonEntry
	for _, at := range order {
		e := jsonEntry{headAt: at.head, propAt: at.prop}
		var bv, pv, hv *jsonNode
		var key int32
		if at.prop >= 0 {
			pv, key, e.step = &s.prop.kids[at.prop].value, pk[at.prop], propSteps[at.prop]
		}
		if at.head >= 0 {
			hv, key, e.step = &s.head.kids[at.head].value, hk[at.head], headSteps[at.head]
		}
		if i, ok := inBase[key]; ok {
			bv = &b.kids[i].value
		}
		e.settled = m.settleAt(e.step, bv, pv, hv, s.keep)
		if e.jsonAction != jsonGone && (hv != nil || e.jsonAction == jsonTake) {
			out = append(out, e)
		}
	}
	return out
}

// settleAt settles a value one step down, and notes what changes.
func (m *jsonMerger) settleAt(step jsonStep, b, p, h *jsonNode, k facts) settled {
	m.path = append(m.path, step)
	s := m.settle(b, p, h, k.step(step, m.values))
	if s.jsonAction == jsonTake || s.jsonAction == jsonGone {
		m.result.Changed = append(m.result.Changed, m.at())
	}
	m.path = m.path[:len(m.path)-1]
	return s
}

// keysOf are the numbers by which a container's kids are found: those of their keys, or of their identities. ok is false
// for an array with an element that has none, or that has the same one as another.
func (m *jsonMerger) keysOf(n *jsonNode) (keys []int32, ok bool) {
	keys = make([]int32, len(n.kids))
	var seen keySet
	for i := range n.kids {
		if keys[i] = n.kids[i].key; n.kind == jsonObject {
			continue
		}
		id := m.identity(&n.kids[i].value)
		if id == nil || !seen.add(id.id) {
			return nil, false
		}
		keys[i] = id.id
	}
	return keys, true
}

// identity is the string or number that identifies an element of an array.
func (m *jsonMerger) identity(n *jsonNode) *jsonNode {
	for _, name := range m.key {
		if n = m.member(n, name); n == nil {
			return nil
		}
	}
	if n.kind != jsonString && n.kind != jsonNumber {
		return nil
	}
	return n
}

func (m *jsonMerger) member(n *jsonNode, name string) *jsonNode {
	for i := range n.kids {
		if n.kind == jsonObject && m.values.text(n.kids[i].key) == name {
			return &n.kids[i].value
		}
	}
	return nil
}

// allKeyed says that both arrays, and the base if it is one, have elements with an identity each.
func (m *jsonMerger) allKeyed(b, p, h *jsonNode) bool {
	keyed := func(n *jsonNode) bool {
		_, ok := m.keysOf(n)
		return ok
	}
	if b != nil && b.kind == jsonArray && !keyed(b) {
		return false
	}
	return h.kind == jsonArray && keyed(p) && keyed(h)
}

// place says where a kid of a merged container comes from.
type place struct{ head, prop int }

// order puts the kids in order: the head's, and what only the proposal has after the kid that it follows there. Arrays
// whose elements the proposal alone has put in another order take that order.
func (m *jsonMerger) order(s settled, bk, pk, hk []int32) []place {
	if s.head.kind == jsonObject || sameOrder(bk, pk) || sameOrder(hk, pk) {
		return weave(pk, hk)
	}
	if !sameOrder(bk, hk) {
		m.conflict(s.base, s.prop, s.head)
		return weave(pk, hk)
	}
	out := weave(hk, pk)
	for i, at := range out {
		out[i] = place{head: at.prop, prop: at.head}
	}
	return out
}

// weave keeps the order of main and puts every key that only more has behind the one that it follows there, and behind
// the keys that main alone has at that place.
func weave(more, main []int32) []place {
	inMain, inMore := indexOf(main), indexOf(more)
	behind := make([]int, len(main)+1) // for each place in main, the next that both have
	behind[len(main)] = len(main)
	for i := len(main) - 1; i >= 0; i-- {
		if behind[i] = i; !has(inMore, main[i]) {
			behind[i] = behind[i+1]
		}
	}
	added := make([][]int, len(main)+1)
	at := 0
	for j, key := range more {
		if i, ok := inMain[key]; ok {
			at = i + 1
			continue
		}
		added[behind[at]] = append(added[behind[at]], j)
	}
	var out []place
	for i := 0; ; i++ {
		for _, j := range added[i] {
			out = append(out, place{-1, j})
		}
		if i == len(main) {
			return out
		}
		p := place{i, -1}
		if j, ok := inMore[main[i]]; ok {
			p.prop = j
		}
		out = append(out, p)
	}
}

// sameOrder says that the keys which both lists have stand in the same order in both.
func sameOrder(a, b []int32) bool {
	return slices.Equal(common(a, b), common(b, a))
}

func common(a, b []int32) []int32 {
	inB := indexOf(b)
	var out []int32
	for _, key := range a {
		if has(inB, key) {
			out = append(out, key)
		}
	}
	return out
}

func has(index map[int32]int, key int32) bool {
	_, ok := index[key]
	return ok
}

func indexOf(keys []int32) map[int32]int {
	out := make(map[int32]int, len(keys))
	for i, key := range keys {
		out[key] = i
	}
	return out
}
