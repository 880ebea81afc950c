package document

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// Doubt is a place where two versions hold what may be two forms of one thing, and nobody can tell which is newer.
type Doubt struct {
	A, B []string // the lines of the one and of the other version
}

// Unified is the result of a merge without a base.
type Unified struct {
	Text   []byte // LF, no byte order mark
	Doubts []Doubt
}

// Union merges two versions of a text whose common base nobody has: everything that either holds stands in the result,
// once where both have it. The texts are compared as trees, so that entries stay whole: a heading with what stands below
// it, a list item with its continuation and its nested items, a paragraph, a code block. Equal headings and items become
// one, with the parts of both below; entries that only one has stay together, in the order of their dates where all of
// them begin with one, else by their text.
//
// The result depends on the two texts alone and not on which is called a. It keeps both forms of what looks like two
// forms of one thing (a box checked on one side only, another value for one name), and lists them as Doubts.
func Union(a, b []byte) Unified {
	a, b = Normalize(a), Normalize(b)
	swapped := bytes.Compare(a, b) > 0
	if swapped {
		a, b = b, a
	}
	x, y := plant(a), plant(b)
	var u union
	root := u.unite(x, y)
	if swapped {
		for i, d := range u.doubts {
			u.doubts[i] = Doubt{A: d.B, B: d.A}
		}
	}
	return Unified{Text: root.text(max(x.trail, y.trail)), Doubts: u.doubts}
}

// union is one merge of two trees.
type union struct {
	doubts []Doubt
}

// unite merges two twigs that are the same thing.
func (u *union) unite(x, y *twig) *twig {
	one := *x
	one.lead = max(x.lead, y.lead)
	one.kids = u.merge(x.kids, y.kids)
	return &one
}

// merge merges two lists of twigs below one thing.
func (u *union) merge(as, bs []*twig) []*twig {
	ids := identities{seen: map[string]int32{}}
	x := ids.of(as)
	y := ids.matching(as, x, bs)
	to := match(x, y, len(ids.seen))
	bs, to = withoutMoved(as, bs, to)
	var out []*twig
	i, j := 0, 0
	for k, p := range to {
		if p < 0 {
			continue
		}
		out = u.gap(out, as[i:k], bs[j:p], as[k])
		out = append(out, u.unite(as[k], bs[p]))
		i, j = k+1, int(p)+1
	}
	return u.gap(out, as[i:], bs[j:], nil)
}

// withoutMoved drops twigs of b that a has as well, in another place: they would be there twice.
func withoutMoved(as, bs []*twig, to []int32) ([]*twig, []int32) {
	loose := map[string]int{}
	paired := make([]bool, len(bs))
	for i, p := range to {
		if p < 0 {
			loose[as[i].fingerprint()]++
		} else {
			paired[p] = true
		}
	}
	if len(loose) == 0 {
		return bs, to
	}
	var rest []*twig
	at := make([]int32, len(bs))
	for j, b := range bs {
		if !paired[j] {
			if f := b.fingerprint(); loose[f] > 0 {
				loose[f]--
				continue
			}
		}
		at[j] = int32(len(rest))
		rest = append(rest, b)
	}
	moved := slices.Clone(to)
	for i, p := range to {
		if p >= 0 {
			moved[i] = at[p]
		}
	}
	return rest, moved
}

// gap adds what stands between two pairs: the entries of one side, or those of both. next is what follows.
func (u *union) gap(out, as, bs []*twig, next *twig) []*twig {
	switch {
	case len(as) == 0:
		return append(out, bs...)
	case len(bs) == 0:
		return append(out, as...)
	}
	u.compare(as, bs, next != nil && next.kind == as[0].kind && len(as) == len(bs))
	var before *twig
	if len(out) > 0 {
		before = out[len(out)-1]
	}
	if both, ok := inTime(before, as, bs, next); ok {
		return append(out, both...)
	}
	if fingerprints(as) > fingerprints(bs) {
		as, bs = bs, as
	}
	return append(append(out, as...), apart(as[len(as)-1], bs)...)
}

// apart sets a blank line before a paragraph that would run on from what stands before it.
func apart(before *twig, ts []*twig) []*twig {
	first := ts[0]
	if first.kind != paragraphTwig || first.lead > 0 || before.kind == markTwig || before.kind == headingTwig {
		return ts
	}
	one := *first
	one.lead = 1
	return append([]*twig{&one}, ts[1:]...)
}

// compare lists pairs that look like two forms of one thing. As many entries in the place of as many, with others of
// their kind behind them, are more likely edits than additions, unless they have dates.
func (u *union) compare(as, bs []*twig, inPlace bool) {
	taken := make([]bool, len(bs))
	for i, a := range as {
		for j, b := range bs {
			edited := inPlace && i == j && a.kind == b.kind && a.kind != headingTwig && a.date() == ""
			if !taken[j] && (edited || a.variantOf(b)) {
				taken[j] = true
				u.doubts = append(u.doubts, Doubt{A: keys(a.all()), B: keys(b.all())})
				break
			}
		}
	}
}

// inTime merges two runs of entries by the dates that they begin with. ok is false where one has no date, or where a
// run is not in the order of its dates.
func inTime(before *twig, as, bs []*twig, next *twig) (both []*twig, ok bool) {
	order, ok := runOrder(before, as, next)
	if !ok {
		return nil, false
	}
	other, ok := runOrder(before, bs, next)
	if !ok || order != 0 && other != 0 && order != other {
		return nil, false
	}
	order = cmp.Or(order, other, 1)
	both = append(slices.Clone(as), bs...)
	slices.SortStableFunc(both, func(x, y *twig) int {
		return cmp.Or(order*strings.Compare(x.date(), y.date()), strings.Compare(x.fingerprint(), y.fingerprint()))
	})
	return both, true
}

// runOrder says whether the dates of a run rise (1), fall (-1), or neither (0: a single date); neighbours that have a
// date count. ok is false where a date is missing or there is no order.
func runOrder(before *twig, run []*twig, next *twig) (order int, ok bool) {
	dates := make([]string, 0, len(run)+2)
	for _, t := range run {
		d := t.date()
		if d == "" {
			return 0, false
		}
		dates = append(dates, d)
	}
	if before != nil && before.date() != "" {
		dates = append([]string{before.date()}, dates...)
	}
	if next != nil && next.date() != "" {
		dates = append(dates, next.date())
	}
	for i := 1; i < len(dates); i++ {
		switch c := strings.Compare(dates[i], dates[i-1]); {
		case c == 0:
		case order == 0:
			order = c
		case order != c:
			return 0, false
		}
	}
	return order, true
}

// identities numbers twigs: those that are the same thing in two versions have the same number.
type identities struct {
	seen map[string]int32
}

func (in *identities) number(name string) int32 {
	id, ok := in.seen[name]
	if !ok {
		id = int32(len(in.seen))
		in.seen[name] = id
	}
	return id
}

func (in *identities) of(ts []*twig) []int32 {
	out := make([]int32, len(ts))
	for i, t := range ts {
		out[i] = in.number(t.name())
	}
	return out
}

// matching numbers the twigs of the other version. A paragraph is the one that it shares at least half of its lines with.
func (in *identities) matching(as []*twig, numbers []int32, bs []*twig) []int32 {
	out := make([]int32, len(bs))
	lines := map[string][]int{}
	for i, a := range as {
		for _, l := range a.paragraph() {
			lines[string(l.key)] = append(lines[string(l.key)], i)
		}
	}
	for j, b := range bs {
		id, known := in.seen[b.name()]
		if best := mostShared(as, b, lines); !known && best >= 0 {
			id, known = numbers[best], true
		}
		if !known {
			id = in.number(b.name())
		}
		out[j] = id
	}
	return out
}

// mostShared finds the paragraph that shares most lines with b, at least half of the shorter one; -1 if none does.
func mostShared(as []*twig, b *twig, lines map[string][]int) int {
	shared := map[int]int{}
	own := b.paragraph()
	for _, l := range own {
		for _, i := range lines[string(l.key)] {
			shared[i]++
		}
	}
	best := -1
	for i, n := range shared {
		switch {
		case 2*n < min(len(own), len(as[i].kids)):
		case best < 0 || n > shared[best] || n == shared[best] && i < best:
			best = i
		}
	}
	return best
}
