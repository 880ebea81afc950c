package document

import (
	"fmt"
	"strconv"
	"strings"
)

// pairSections finds out which sections of the three texts are the same one, since their names alone do not tell:
// headings repeat, move and are renamed. Sections of the base get a number, and those that are paired with one get it
// too; new ones go by their content, so that the same section added by both sides is one.
func (j *anchorJoin) pairSections() {
	for i := range j.base.units {
		j.base.units[i].id = strconv.Itoa(i)
	}
	contents := map[string]int{}
	for _, l := range []*layout{j.prop, j.head} {
		times := map[int]int{}
		for i, u := range l.units {
			n, known := contents[content(u)]
			if !known {
				n = len(contents)
				contents[content(u)] = n
			}
			times[n]++
			l.units[i].id = fmt.Sprintf("new %d.%d", n, times[n])
		}
		for i, k := range pairUnits(j.base.units, l.units) {
			if k >= 0 {
				l.units[k].id = j.base.units[i].id
			}
		}
		l.index()
	}
	j.base.index()
}

// pairUnits pairs sections in order, first those with the same content, then those with the same heading, then those
// with the same body under another heading; what is left and has a heading of its own is paired wherever it went.
func pairUnits(a, b []unit) []int {
	to := make([]int, len(a))
	for i := range to {
		to[i] = -1
	}
	for _, key := range []func(unit) string{content, unit.title, body} {
		refine(to, a, b, key)
	}
	pairMoved(to, a, b)
	return to
}

func content(u unit) string { return u.title() + "\n" + body(u) }

// body is the section without its heading and the blank lines at its ends.
func body(u unit) string {
	lines := u.lines[u.Line-u.from:]
	return strings.Join(keys(trimBlankTail(lines[leadingBlanks(lines):])), "\n")
}

// refine pairs sections with equal keys within each gap between pairs. An empty key equals none.
func refine(to []int, a, b []unit, key func(unit) string) {
	in, n := map[string]int32{}, int32(0)
	number := func(units []unit) []int32 {
		out := make([]int32, len(units))
		for i, u := range units {
			k := key(u)
			id, known := in[k]
			if !known || k == "" {
				id, n = n, n+1
				in[k] = id
			}
			out[i] = id
		}
		return out
	}
	as, bs := number(a), number(b)
	m := newMatcher(as, bs, int(n))
	lo, blo := 0, 0
	for i := 0; i <= len(a); i++ {
		bhi := len(b)
		if i < len(a) {
			if bhi = to[i]; bhi < 0 {
				continue
			}
		}
		m.pair(lo, i, blo, bhi, patienceDepth)
		for k := lo; k < i; k++ {
			to[k] = int(m.to[k])
		}
		lo, blo = i+1, bhi+1
	}
}

// pairMoved pairs what order forbids: sections that are unpaired on both sides and whose heading is theirs alone there.
func pairMoved(to []int, a, b []unit) {
	taken := make([]bool, len(b))
	left := map[string][]int{}
	for i, k := range to {
		if k >= 0 {
			taken[k] = true
		} else {
			left[a[i].title()] = append(left[a[i].title()], i)
		}
	}
	found := map[string][]int{}
	for k, u := range b {
		if !taken[k] {
			found[u.title()] = append(found[u.title()], k)
		}
	}
	for title, is := range left {
		if ks := found[title]; len(is) == 1 && len(ks) == 1 {
			to[is[0]] = ks[0]
		}
	}
}
