package document

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// triple is one case for a three-way merge.
type triple struct {
	class            string
	base, prop, head []byte
}

// maker makes triples. Every line that it adds is numbered, so that a lost one can be told.
type maker struct {
	rng    *rand.Rand
	number int
}

func (m *maker) fresh(kind string) string {
	m.number++
	return fmt.Sprintf("%s #%d", kind, m.number)
}

func (m *maker) lines(n int, kind string) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = m.fresh(kind)
	}
	return out
}

// repetitive gives lines from a small alphabet, blank ones among them.
func (m *maker) repetitive(n int) []string {
	words := []string{"", "}", "- result: ok", "---", "x = 1", "end"}
	out := make([]string, n)
	for i := range out {
		out[i] = words[m.rng.IntN(len(words))]
	}
	return out
}

func insert(l []string, at int, more ...string) []string {
	return append(append(append([]string{}, l[:at]...), more...), l[at:]...)
}

func remove(l []string, at, n int) []string {
	return append(append([]string{}, l[:at]...), l[at+n:]...)
}

func change(l []string, at int, to string) []string {
	out := append([]string{}, l...)
	out[at] = to
	return out
}

// mix makes a few random changes.
func (m *maker) mix(l []string, kind string) []string {
	for range 1 + m.rng.IntN(4) {
		if len(l) == 0 {
			return m.lines(1, kind)
		}
		at := m.rng.IntN(len(l))
		switch m.rng.IntN(4) {
		case 0:
			l = remove(l, at, min(1+m.rng.IntN(3), len(l)-at))
		case 1:
			l = change(l, at, m.fresh(kind))
		default:
			l = insert(l, at, m.lines(1+m.rng.IntN(3), kind)...)
		}
	}
	return l
}

func text3(class, sep string, base, prop, head []string) triple {
	join := func(l []string) []byte {
		if len(l) == 0 {
			return nil
		}
		return []byte(strings.Join(l, sep) + sep)
	}
	return triple{class, join(base), join(prop), join(head)}
}

// classes are the kinds of triples of the lab that this merge was chosen by.
var classes = []func(*maker) triple{
	func(m *maker) triple {
		b := m.lines(20, "base")
		return text3("disjoint inserts", "\n", b, insert(b, 3, m.lines(2, "prop")...), insert(b, 15, m.lines(2, "head")...))
	},
	func(m *maker) triple {
		b := m.lines(20, "base")
		return text3("same-place inserts", "\n", b, insert(b, 9, m.lines(2, "prop")...), insert(b, 9, m.lines(3, "head")...))
	},
	func(m *maker) triple {
		b := m.lines(12, "base")
		return text3("both append one block", "\n", b, insert(b, 12, m.lines(3, "prop")...), insert(b, 12, m.lines(2, "head")...))
	},
	func(m *maker) triple {
		b := m.entries(4, "base")
		return text3("both append entries", "\n", b, append(b[:len(b):len(b)], m.entries(1+m.rng.IntN(3), "prop")...),
			append(b[:len(b):len(b)], m.entries(1+m.rng.IntN(3), "head")...))
	},
	func(m *maker) triple {
		b, at := m.lines(20, "base"), m.rng.IntN(19)
		return text3("adjacent edits", "\n", b, change(b, at, m.fresh("prop")), change(b, at+1, m.fresh("head")))
	},
	func(m *maker) triple {
		b, at := m.lines(20, "base"), m.rng.IntN(18)
		return text3("edits one line apart", "\n", b, change(b, at, m.fresh("prop")), change(b, at+2, m.fresh("head")))
	},
	func(m *maker) triple {
		b := m.lines(20, "base")
		return text3("delete and edit elsewhere", "\n", b, remove(b, 2, 3), change(b, 12, m.fresh("head")))
	},
	func(m *maker) triple {
		b, at := m.lines(20, "base"), m.rng.IntN(20)
		return text3("delete and edit the same", "\n", b, remove(b, at, 1), change(b, at, m.fresh("head")))
	},
	func(m *maker) triple {
		b, at := m.lines(20, "base"), m.rng.IntN(20)
		p := change(b, at, m.fresh("both"))
		return text3("identical edits", "\n", b, p, append([]string{}, p...))
	},
	func(m *maker) triple {
		b := m.lines(15, "base")
		return text3("CRLF", "\r\n", b, m.mix(b, "prop"), m.mix(b, "head"))
	},
	func(m *maker) triple {
		b := m.lines(15, "base")
		t := text3("no final newline", "\n", b, m.mix(b, "prop"), m.mix(b, "head"))
		for _, doc := range []*[]byte{&t.base, &t.prop, &t.head} {
			if m.rng.IntN(2) == 0 && len(*doc) > 0 {
				*doc = (*doc)[:len(*doc)-1]
			}
		}
		return t
	},
	func(m *maker) triple {
		p := m.lines(m.rng.IntN(4), "prop")
		h := m.lines(m.rng.IntN(4), "head")
		return text3("empty base", "\n", nil, p, h)
	},
	func(m *maker) triple {
		b := m.lines(15, "base")
		return text3("random mix", "\n", b, m.mix(b, "prop"), m.mix(b, "head"))
	},
	func(m *maker) triple {
		b := m.repetitive(20)
		return text3("random mix, repetitive", "\n", b, m.mix(b, "prop"), m.mix(b, "head"))
	},
	func(m *maker) triple {
		b := make([]string, 12)
		for i := range b {
			b[i] = m.fresh("- [ ] task")
		}
		return text3("checkbox toggles", "\n", b, m.toggle(b), m.toggle(b))
	},
	func(m *maker) triple {
		b := m.lines(20, "base")
		p := insert(remove(b, 4, 4), 12, b[4:8]...)
		return text3("block moved and edited", "\n", b, p, change(b, 4+m.rng.IntN(4), m.fresh("head")))
	},
}

func (m *maker) entries(n int, kind string) []string {
	var out []string
	for range n {
		out = append(out, "", "## "+m.fresh(kind), m.fresh(kind), "- result: ok")
	}
	return out
}

func (m *maker) toggle(l []string) []string {
	out := append([]string{}, l...)
	for i := range out {
		if m.rng.IntN(6) == 0 {
			out[i] = strings.Replace(out[i], "[ ]", "[x]", 1)
		}
	}
	return out
}

// tally counts the lines of a document.
func tally(doc []byte) map[string]int {
	out := map[string]int{}
	for _, l := range split(doc).lines {
		if !l.blank() {
			out[string(l.key)]++
		}
	}
	return out
}

// unkept lists the lines of a clean merge that are lost, back again or doubled.
func unkept(t triple, merged []byte) []string {
	b, p, h, m := tally(t.base), tally(t.prop), tally(t.head), tally(merged)
	var out []string
	for _, counts := range []map[string]int{b, p, h, m} {
		for l := range counts {
			if least, most := wanted(p[l]-b[l], h[l]-b[l]); m[l]-b[l] < least || m[l]-b[l] > most {
				out = append(out, fmt.Sprintf("%q: base %d, proposal %d, head %d, merged %d", l, b[l], p[l], h[l], m[l]))
			}
		}
	}
	return out
}

// wanted bounds by how much a line's count may change when the sides change it by p and h.
func wanted(p, h int) (least, most int) {
	switch {
	case p >= 0 && h >= 0:
		return max(p, h), p + h
	case p <= 0 && h <= 0:
		return p + h, min(p, h)
	}
	return p + h, p + h
}
