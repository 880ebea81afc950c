package document

import "sort"

// patienceDepth bounds the nesting of anchors in gaps between anchors: more costs time and finds nothing.
const patienceDepth = 48

// interner gives equal lines equal numbers.
type interner map[string]int32

// internerFor has room for the lines of a text: others that are compared with it share most of them.
func internerFor(lines []line) interner { return make(interner, len(lines)) }

func (in interner) number(lines []line) []int32 {
	out := make([]int32, len(lines))
	for i, l := range lines {
		id, ok := in[string(l.key)]
		if !ok {
			id = int32(len(in))
			in[string(l.key)] = id
		}
		out[i] = id
	}
	return out
}

// matcher pairs the lines of a and b in order. Lines that occur once on both sides are anchors (Bram Cohen's patience
// diff); what lies between anchors goes the same way, and where there is no such line, to Myers' search.
type matcher struct {
	a, b []int32
	to   []int32 // for each line of a, its partner in b, or -1
	seen []sighting
	my   myers
}

// sighting counts a line in the ranges at hand.
type sighting struct{ inA, inB, at int32 }

// match returns for each line of a the index of its partner in b, or -1. Lines are numbered below n.
// Time is near-linear whatever the texts.
func match(a, b []int32, n int) []int32 {
	m := newMatcher(a, b, n)
	m.pair(0, len(a), 0, len(b), patienceDepth)
	return m.to
}

func newMatcher(a, b []int32, n int) *matcher {
	m := &matcher{a: a, b: b, to: make([]int32, len(a)), seen: make([]sighting, n)}
	for i := range m.to {
		m.to[i] = -1
	}
	return m
}

func (m *matcher) pair(alo, ahi, blo, bhi, depth int) {
	for alo < ahi && blo < bhi && m.a[alo] == m.b[blo] {
		m.to[alo] = int32(blo)
		alo, blo = alo+1, blo+1
	}
	for alo < ahi && blo < bhi && m.a[ahi-1] == m.b[bhi-1] {
		ahi, bhi = ahi-1, bhi-1
		m.to[ahi] = int32(bhi)
	}
	if alo == ahi || blo == bhi {
		return
	}
	var anchors []pairing
	if depth > 0 {
		anchors = longestRise(m.unique(alo, ahi, blo, bhi))
	}
	if len(anchors) == 0 {
		m.search(alo, ahi, blo, bhi)
		return
	}
	for _, p := range anchors {
		m.pair(alo, p.a, blo, p.b, depth-1)
		m.to[p.a] = int32(p.b)
		alo, blo = p.a+1, p.b+1
	}
	m.pair(alo, ahi, blo, bhi, depth-1)
}

// search leaves a gap without anchors to Myers, less the lines that only one side has: stepping over them would not get
// far. Where lines were changed in place, and no search could pair more, that is how they pair; among many equal lines
// a search would find another way just as good.
func (m *matcher) search(alo, ahi, blo, bhi int) {
	m.count(alo, ahi, blo, bhi)
	as := m.shared(m.a, alo, ahi)
	bs := m.shared(m.b, blo, bhi)
	m.forget(alo, ahi, blo, bhi)
	if ahi-alo == bhi-blo && m.inPlace(alo, ahi, blo-alo) == min(len(as), len(bs)) {
		for i := alo; i < ahi; i++ {
			if m.a[i] == m.b[i+blo-alo] {
				m.to[i] = int32(i + blo - alo)
			}
		}
		return
	}
	m.my.pair(pick(m.a, as), pick(m.b, bs), func(i, j int) { m.to[as[i]] = int32(bs[j]) })
}

// inPlace counts the lines that stand in both sides at the same place.
func (m *matcher) inPlace(alo, ahi, offset int) int {
	n := 0
	for i := alo; i < ahi; i++ {
		if m.a[i] == m.b[i+offset] {
			n++
		}
	}
	return n
}

// shared lists the lines of a range that are on both sides of the gap.
func (m *matcher) shared(side []int32, lo, hi int) []int {
	var out []int
	for i := lo; i < hi; i++ {
		if s := m.seen[side[i]]; s.inA > 0 && s.inB > 0 {
			out = append(out, i)
		}
	}
	return out
}

func pick(all []int32, at []int) []int32 {
	out := make([]int32, len(at))
	for i, p := range at {
		out[i] = all[p]
	}
	return out
}

type pairing struct{ a, b int }

// unique lists the lines that occur once in each range, in a's order.
func (m *matcher) unique(alo, ahi, blo, bhi int) []pairing {
	m.count(alo, ahi, blo, bhi)
	var out []pairing
	for i, id := range m.a[alo:ahi] {
		if s := m.seen[id]; s.inA == 1 && s.inB == 1 {
			out = append(out, pairing{alo + i, int(s.at)})
		}
	}
	m.forget(alo, ahi, blo, bhi)
	return out
}

func (m *matcher) count(alo, ahi, blo, bhi int) {
	for _, id := range m.a[alo:ahi] {
		m.seen[id].inA++
	}
	for j := blo; j < bhi; j++ {
		s := &m.seen[m.b[j]]
		s.inB, s.at = s.inB+1, int32(j)
	}
}

func (m *matcher) forget(alo, ahi, blo, bhi int) {
	for _, id := range m.a[alo:ahi] {
		m.seen[id] = sighting{}
	}
	for _, id := range m.b[blo:bhi] {
		m.seen[id] = sighting{}
	}
}

// longestRise keeps a longest subsequence whose b rises (patience sorting).
func longestRise(pairs []pairing) []pairing {
	var tops []int // index of the pair that ends the best rise of each length
	before := make([]int, len(pairs))
	for i, p := range pairs {
		k := sort.Search(len(tops), func(k int) bool { return pairs[tops[k]].b > p.b })
		before[i] = -1
		if k > 0 {
			before[i] = tops[k-1]
		}
		if k == len(tops) {
			tops = append(tops, i)
		} else {
			tops[k] = i
		}
	}
	out := make([]pairing, len(tops))
	if len(tops) > 0 {
		for i, k := tops[len(tops)-1], len(tops)-1; i >= 0; i, k = before[i], k-1 {
			out[k] = pairs[i]
		}
	}
	return out
}
