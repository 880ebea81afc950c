package seqlog

import "slices"

// span is a range of numbers, both ends included.
type span struct{ lo, hi int64 }

func (s span) size() int64 { return s.hi - s.lo + 1 }

// place is where a row stands in a log.
type place struct {
	line, offset, frame int64
}

// hole is a range of numbers that was left out, and the row that left it out.
type hole struct {
	span
	at  place
	got int64 // the number of that row
	old bool  // it was there before the rows that are judged
}

// maxHoles bounds what is remembered of a log that is damaged all over.
const maxHoles = 1 << 14

// numbers are those that stand in a log: all from low up to next, less the holes. Healthy logs have none, so that the
// state is a few words however long the log is.
type numbers struct {
	any       bool
	low, next int64 // next is one above the highest
	holes     []hole
	hints     []span // numbers that damaged lines seem to have held
	floor     int64  // below it holes were forgotten
	floored   bool
}

// added says what one row did to the numbers.
type added struct {
	repeated, late span // the first and last of their kind; empty where n is 0
	nRepeated      int64
	nLate          int64
	forgotten      []hole // holes that are given up, since there are too many
}

// add puts numbers in. h says which row they stand in, and is remembered for the holes that this opens.
func (n *numbers) add(s span, h hole) added {
	var a added
	if !n.any {
		n.any, n.low, n.next = true, s.lo, s.hi+1
		return a
	}
	if s.lo < n.low {
		n.below(span{s.lo, min(s.hi, n.low-1)}, h, &a)
	}
	if in := (span{max(s.lo, n.low), min(s.hi, n.next-1)}); in.lo <= in.hi {
		n.within(in, &a)
	}
	if s.hi >= n.next {
		n.above(span{max(s.lo, n.next), s.hi}, h, &a)
	}
	n.low = min(n.low, s.lo)
	return a
}

// below puts numbers in front of the lowest one.
func (n *numbers) below(s span, h hole, a *added) {
	a.markLate(s)
	if s.hi < n.low-1 {
		h.span = span{s.hi + 1, n.low - 1}
		n.holes = slices.Insert(n.holes, 0, h)
	}
}

// above puts numbers behind the highest one.
func (n *numbers) above(s span, h hole, a *added) {
	if s.lo > n.next {
		h.span = span{n.next, s.lo - 1}
		n.holes = append(n.holes, h)
	}
	n.next = s.hi + 1
	for len(n.holes) > maxHoles {
		a.forgotten = append(a.forgotten, n.holes[0])
		n.floor, n.floored = n.holes[0].hi+1, true
		n.holes = n.holes[1:]
	}
}

// within puts numbers in that are no news, or fill a hole.
func (n *numbers) within(s span, a *added) {
	i, _ := slices.BinarySearchFunc(n.holes, s.lo, func(h hole, lo int64) int { return endsBelow(h.span, lo) })
	at := s.lo
	for at <= s.hi {
		if i == len(n.holes) || n.holes[i].lo > s.hi {
			a.markRepeated(span{at, s.hi})
			return
		}
		if h := n.holes[i]; h.lo > at {
			a.markRepeated(span{at, h.lo - 1})
			at = h.lo
		}
		fill := span{at, min(s.hi, n.holes[i].hi)}
		a.markLate(fill)
		i = n.fill(i, fill)
		at = fill.hi + 1
	}
}

// fill takes numbers out of hole i and returns the index of the hole behind them.
func (n *numbers) fill(i int, s span) int {
	left, right := n.holes[i], n.holes[i]
	left.hi, right.lo = s.lo-1, s.hi+1
	switch {
	case left.lo <= left.hi && right.lo <= right.hi:
		n.holes[i] = left
		n.holes = slices.Insert(n.holes, i+1, right)
		return i + 1
	case left.lo <= left.hi:
		n.holes[i] = left
		return i + 1
	case right.lo <= right.hi:
		n.holes[i] = right
		return i
	}
	n.holes = slices.Delete(n.holes, i, i+1)
	return i
}

func (a *added) markRepeated(s span) {
	if a.nRepeated == 0 {
		a.repeated.lo = s.lo
	}
	a.repeated.hi = s.hi
	a.nRepeated += s.size()
}

func (a *added) markLate(s span) {
	if a.nLate == 0 {
		a.late.lo = s.lo
	}
	a.late.hi = s.hi
	a.nLate += s.size()
}

// hint notes numbers that a damaged line seems to have held: they are not missed.
func (n *numbers) hint(s span) {
	i, _ := slices.BinarySearchFunc(n.hints, s.lo-1, endsBelow)
	j := i
	for j < len(n.hints) && n.hints[j].lo <= s.hi+1 {
		s.lo, s.hi = min(s.lo, n.hints[j].lo), max(s.hi, n.hints[j].hi)
		j++
	}
	if i < j || len(n.hints) < maxHoles {
		n.hints = slices.Replace(n.hints, i, j, s)
	}
}

// missed cuts what damaged lines seem to have held out of a hole.
func (n *numbers) missed(h hole) []hole {
	var out []hole
	i, _ := slices.BinarySearchFunc(n.hints, h.lo, endsBelow)
	for ; i < len(n.hints) && n.hints[i].lo <= h.hi; i++ {
		if left := h; n.hints[i].lo > h.lo {
			left.hi = n.hints[i].lo - 1
			out = append(out, left)
		}
		h.lo = n.hints[i].hi + 1
	}
	if h.lo <= h.hi {
		out = append(out, h)
	}
	return out
}

// endsBelow orders spans for a search of the first one that does not end below n.
func endsBelow(s span, n int64) int {
	if s.hi < n {
		return -1
	}
	return 1
}

// behindHints returns next, or the first number above it that no damaged line seems to have held.
func (n *numbers) behindHints(next int64) int64 {
	for _, hint := range n.hints {
		if hint.lo <= next && next <= hint.hi {
			next = hint.hi + 1
		}
	}
	return next
}

// clone returns a copy that can be changed; its holes are marked as old.
func (n *numbers) clone() numbers {
	c := *n
	c.holes, c.hints = slices.Clone(n.holes), slices.Clone(n.hints)
	for i := range c.holes {
		c.holes[i].old = true
	}
	return c
}
