package document

import (
	"strings"
	"unicode/utf8"
)

// facts is what the keep rule says about a value: it is a kept fact, or stands in one; or patterns go on below it.
type facts struct {
	whole bool
	rest  [][]string
}

// keepFacts reads the patterns of a keep rule.
func keepFacts(patterns []string) facts {
	var k facts
	for _, p := range patterns {
		if p = strings.TrimPrefix(p, "@this."); p == "@this" || p == "" {
			k.whole = true
			continue
		}
		k.rest = append(k.rest, splitSteps(p))
	}
	return k
}

func (k facts) none() bool { return !k.whole && len(k.rest) == 0 }

// step is what the rule says one step further down.
func (k facts) step(s jsonStep, values *jsonValues) facts {
	if k.whole || len(k.rest) == 0 {
		return k
	}
	var out facts
	for _, p := range k.rest {
		if !s.matches(p[0], values) {
			continue
		}
		if len(p) == 1 {
			return facts{whole: true}
		}
		out.rest = append(out.rest, p[1:])
	}
	return out
}

func (s jsonStep) matches(pattern string, values *jsonValues) bool {
	if !s.member && (pattern == "#" || pattern == "*") {
		return true
	}
	return s.value >= 0 && wildcard(pattern, values.text(s.value)) // places shift: an element without identity has no name
}

// wildcard matches * and ?; a backslash takes the next character as it is. Time is linear in each factor.
func wildcard(pattern, s string) bool {
	p, i := 0, 0
	star, from := -1, 0
	for i < len(s) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, from = p, i
			p++
			continue
		case p < len(pattern) && pattern[p] == '?':
			_, n := utf8.DecodeRuneInString(s[i:])
			p, i = p+1, i+n
			continue
		case p+1 < len(pattern) && pattern[p] == '\\' && pattern[p+1] == s[i]:
			p, i = p+2, i+1
			continue
		case p < len(pattern) && pattern[p] != '\\' && pattern[p] == s[i]:
			p, i = p+1, i+1
			continue
		case star < 0:
			return false
		}
		from++
		p, i = star+1, from
	}
	return strings.Trim(pattern[p:], "*") == ""
}

// eachFact finds the topmost kept facts in a value, with the path from it.
func (m *jsonMerger) eachFact(n *jsonNode, k facts, found func(*jsonNode)) {
	switch {
	case n == nil:
	case k.whole:
		found(n)
	case len(k.rest) > 0:
		for i, step := range m.steps(n) {
			m.path = append(m.path, step)
			m.eachFact(&n.kids[i].value, k.step(step, m.values), found)
			m.path = m.path[:len(m.path)-1]
		}
	}
}

func (m *jsonMerger) hasFacts(n *jsonNode, k facts) bool {
	found := false
	m.eachFact(n, k, func(*jsonNode) { found = true })
	return found
}

// steps are the steps from a container to its kids.
func (m *jsonMerger) steps(n *jsonNode) []jsonStep {
	out := make([]jsonStep, len(n.kids))
	keys, keyed := m.keysOf(n)
	for i := range n.kids {
		out[i] = jsonStep{value: -1, member: n.kind == jsonObject, index: i}
		if keyed {
			out[i].value = keys[i]
		}
	}
	return out
}

// kept notes the facts in a value that was restored: those that the other side has otherwise.
func (m *jsonMerger) kept(doc *jsonDoc, n, other *jsonNode, k facts) {
	if k.none() || same(n, other) {
		return
	}
	if !k.whole && other != nil && other.kind == n.kind && n.kind >= jsonArray {
		m.eachPair(n, other, func(n, other *jsonNode, step jsonStep) { m.kept(doc, n, other, k.step(step, m.values)) })
		return
	}
	m.eachFact(n, k, func(n *jsonNode) { m.result.Kept = append(m.result.Kept, m.fact(doc, n)) })
}

// erased notes the kept facts of h, or parts of them, that p lacks.
func (m *jsonMerger) erased(p, h *jsonNode, k facts) {
	switch {
	case k.none() || h == nil || same(p, h):
	case p == nil:
		m.eachFact(h, k, func(n *jsonNode) { m.result.Erased = append(m.result.Erased, m.fact(m.head, n)) })
	case p.kind == h.kind && h.kind >= jsonArray:
		m.eachPair(h, p, func(h, p *jsonNode, step jsonStep) { m.erased(p, h, k.step(step, m.values)) })
	case h.kind >= jsonArray:
		m.erased(nil, h, k)
	}
}

// eachPair visits the kids of h with their counterparts in p: by key or identity, else by value.
func (m *jsonMerger) eachPair(h, p *jsonNode, visit func(h, p *jsonNode, step jsonStep)) {
	find := m.finder(p, h)
	for i, step := range m.steps(h) {
		m.path = append(m.path, step)
		visit(&h.kids[i].value, find(i), step)
		m.path = m.path[:len(m.path)-1]
	}
}

// finder gives for a kid of h its counterpart in p, or nil.
func (m *jsonMerger) finder(p, h *jsonNode) func(i int) *jsonNode {
	names := func(n *jsonNode) []int32 {
		if keys, ok := m.keysOf(n); ok {
			return keys
		}
		out := make([]int32, len(n.kids))
		for i := range n.kids {
			out[i] = n.kids[i].value.id
		}
		return out
	}
	wanted := names(h)
	have := map[int32]*jsonNode{}
	for i, name := range names(p) {
		have[name] = &p.kids[i].value
	}
	return func(i int) *jsonNode { return have[wanted[i]] }
}
