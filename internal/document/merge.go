package document

import (
	"bytes"
	"slices"
)

// Conflict is a place that both sides changed in ways that cannot both stand. The lines are those of the three texts.
type Conflict struct {
	Base, Proposal, Head []string
	Line                 int // where the place begins in the head, 1-based
}

// Merged is the result of a three-way merge.
type Merged struct {
	Text      []byte // where the sides conflict, the head's lines
	Conflicts []Conflict
}

// Clean says that the result holds the changes of both sides.
func (m Merged) Clean() bool { return len(m.Conflicts) == 0 }

// Merge makes the changes that lead from base to proposal in head (diff3: Khanna, Kunal and Pierce, A Formal
// Investigation of Diff3, 2007). It conflicts less than git: changes that only touch are both made, lines replaced by
// as many lines are judged one by one, and different insertions at one place are both kept whole, the head's first.
// Conflicts are an edit or a deletion against another edit of the same line, and lines that both sides moved.
//
// Bytes: lines that the proposal did not change keep those of the head. New lines take the line endings around them in
// the head, and its final newline and byte order mark stay as they are.
func Merge(base, proposal, head []byte) Merged {
	c := newComposer(base, proposal, head)
	return c.merge()
}

func newComposer(base, proposal, head []byte) *composer {
	c := &composer{base: split(base).lines, prop: split(proposal).lines, head: split(head).lines}
	if hasBOM(head) || len(head) == 0 && hasBOM(proposal) {
		c.out = append(c.out, bom...)
	}
	return c
}

func mergeLines(base, prop, head []line) Merged {
	c := composer{base: base, prop: prop, head: head}
	return c.merge()
}

func (c *composer) merge() Merged {
	c.style = styleOf(c.head, c.prop)
	in := internerFor(c.base)
	base, prop, head := in.number(c.base), in.number(c.prop), in.number(c.head)
	byProp := separate(changes(base, prop, len(in)), c.base, c.prop)
	byHead := separate(changes(base, head, len(in)), c.base, c.head)
	c.out = slices.Grow(c.out, docSize(c.head)+docSize(c.prop)/8)
	for _, r := range c.regions(byProp, byHead) {
		c.settle(r)
	}
	c.keep(len(c.base))
	c.finish()
	c.findMoved(byProp, byHead)
	return Merged{Text: c.out, Conflicts: c.conflicts}
}

// MergeSymmetric merges like Merge, but what it leaves depends on the contents alone and not on which side is called a:
// every machine that meets the two versions writes the same bytes. In conflicts a is the proposal and b the head, but Line
// counts in the one that sorts last.
func MergeSymmetric(base, a, b []byte) Merged {
	if bytes.Compare(a, b) > 0 {
		m := MergeSymmetric(base, b, a)
		for i, c := range m.Conflicts {
			m.Conflicts[i].Proposal, m.Conflicts[i].Head = c.Head, c.Proposal
		}
		return m
	}
	return Merge(base, a, b)
}

// MergeBoth merges like MergeSymmetric, but where the two versions conflict the lines of both stand. The places are
// listed all the same.
func MergeBoth(base, a, b []byte) Merged {
	if bytes.Compare(a, b) > 0 {
		m := MergeBoth(base, b, a)
		for i, c := range m.Conflicts {
			m.Conflicts[i].Proposal, m.Conflicts[i].Head = c.Head, c.Proposal
		}
		return m
	}
	c := newComposer(base, a, b)
	c.both = true
	return c.merge()
}

// region is a place that one or both sides changed, with the hunks of each.
type region struct {
	prop, head []hunk
}

func (r region) bounds() (lo, hi int) {
	all := append(r.prop[:len(r.prop):len(r.prop)], r.head...)
	lo, hi = all[0].lo, all[0].hi
	for _, h := range all[1:] {
		lo, hi = min(lo, h.lo), max(hi, h.hi)
	}
	return lo, hi
}

// regions groups hunks of the two sides that bear on each other.
func (c *composer) regions(prop, head []hunk) []region {
	var out []region
	for len(prop) > 0 || len(head) > 0 {
		var r region
		for len(prop) > 0 || len(head) > 0 {
			fromProp := len(head) == 0 || len(prop) > 0 && comesFirst(prop[0], head[0])
			if fromProp && (r.empty() || c.bears(prop[0], r.prop, r.head, true)) {
				r.prop, prop = append(r.prop, prop[0]), prop[1:]
			} else if !fromProp && (r.empty() || c.bears(head[0], r.head, r.prop, false)) {
				r.head, head = append(r.head, head[0]), head[1:]
			} else {
				break
			}
		}
		out = append(out, r)
	}
	return out
}

func (r region) empty() bool { return len(r.prop)+len(r.head) == 0 }

// comesFirst orders hunks by place; an insertion comes before a change of the line that follows it.
func comesFirst(a, b hunk) bool {
	if a.lo != b.lo {
		return a.lo < b.lo
	}
	return a.insertion()
}

// bears says whether h belongs to a region that holds the hunks own of its side and others of the other side.
func (c *composer) bears(h hunk, own, others []hunk, isProp bool) bool {
	if len(others) == 0 {
		return false
	}
	o := others[len(others)-1]
	switch {
	case h.insertion() && o.insertion():
		return h.lo == o.lo
	case h.lo < o.hi:
		return true
	case h.insertion() && o.tied && h.lo == o.hi:
		return true
	case len(own) > 0 && own[len(own)-1].tied && o.insertion() && h.lo == o.lo:
		return true
	}
	return h.lo == o.hi && c.repeats(h, o, isProp)
}

// repeats says that two changes that touch bring a line twice: most likely both mean the same addition.
func (c *composer) repeats(h, o hunk, hIsProp bool) bool {
	if h.aligned() && o.aligned() {
		return false
	}
	mine, theirs := c.head, c.prop
	if hIsProp {
		mine, theirs = theirs, mine
	}
	have := map[string]bool{}
	for _, l := range theirs[o.from:o.upTo] {
		have[string(l.key)] = !l.blank()
	}
	for _, l := range mine[h.from:h.upTo] {
		if have[string(l.key)] {
			return true
		}
	}
	return false
}
