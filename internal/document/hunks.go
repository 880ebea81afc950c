package document

// hunk is one changed place: lines lo to hi of the old text became lines from to upTo of the new one.
type hunk struct {
	lo, hi, from, upTo int
	// tied: the next hunk starts where this one ends and belongs to the same change, so nothing may come between.
	tied bool
}

func (h hunk) insertion() bool { return h.lo == h.hi }

// delta is by how many lines the place grew.
func (h hunk) delta() int { return (h.upTo - h.from) - (h.hi - h.lo) }

// aligned says that one line became one line.
func (h hunk) aligned() bool { return h.hi-h.lo == 1 && h.upTo-h.from == 1 }

// changes lists the changed places between two numbered texts, in order.
func changes(a, b []int32, n int) []hunk {
	var out []hunk
	i, j := 0, 0
	add := func(hi, upTo int) {
		if i < hi || j < upTo {
			out = append(out, hunk{lo: i, hi: hi, from: j, upTo: upTo})
		}
		i, j = hi+1, upTo+1
	}
	for k, p := range match(a, b, n) {
		if p >= 0 {
			add(k, int(p))
		}
	}
	add(len(a), len(b))
	return slideDown(out, a, b)
}

// slideDown moves each insertion and deletion as far down as equal lines allow (as git does), so that two writers who
// insert at one place are found to insert at one place.
func slideDown(hunks []hunk, a, b []int32) []hunk {
	limit := len(a)
	for n := len(hunks) - 1; n >= 0; n-- {
		h := &hunks[n]
		for h.lo == h.hi && h.hi < limit && b[h.from] == a[h.hi] {
			h.shift()
		}
		for h.from == h.upTo && h.hi < limit && a[h.lo] == a[h.hi] {
			h.shift()
		}
		limit = h.lo
	}
	return joined(hunks)
}

func (h *hunk) shift() {
	h.lo, h.hi, h.from, h.upTo = h.lo+1, h.hi+1, h.from+1, h.upTo+1
}

// joined makes one of hunks that came to touch.
func joined(hunks []hunk) []hunk {
	out := hunks[:0]
	for _, h := range hunks {
		if n := len(out); n > 0 && out[n-1].hi == h.lo {
			out[n-1].hi, out[n-1].upTo = h.hi, h.upTo
			continue
		}
		out = append(out, h)
	}
	return out
}

// separate cuts hunks into parts that can be judged one by one: lines that were replaced line by line, deleted lines,
// and what is left as one piece. old and now are the lines of the two texts.
func separate(hunks []hunk, old, now []line) []hunk {
	var out []hunk
	for _, h := range hunks {
		out = append(out, h.parts(old, now)...)
	}
	return out
}

func (h hunk) parts(old, now []line) []hunk {
	k, m := h.hi-h.lo, h.upTo-h.from
	switch {
	case k == 0 && m == 0:
		return nil
	case k == 0:
		return []hunk{h}
	case k == m:
		return h.lineByLine(old, now)
	case m == 0:
		return h.deletions()
	}
	head := 0
	for head < k && head < m && similar(old[h.lo+head], now[h.from+head]) {
		head++
	}
	tail := 0
	for head+tail < k && head+tail < m && similar(old[h.hi-1-tail], now[h.upTo-1-tail]) {
		tail++
	}
	if head+tail == 0 {
		return []hunk{h}
	}
	first := hunk{lo: h.lo, hi: h.lo + head, from: h.from, upTo: h.from + head}
	mid := hunk{lo: first.hi, hi: h.hi - tail, from: first.upTo, upTo: h.upTo - tail}
	last := hunk{lo: mid.hi, hi: h.hi, from: mid.upTo, upTo: h.upTo}
	out := append(first.lineByLine(old, now), mid.parts(old, now)...)
	return append(out, last.lineByLine(old, now)...)
}

// lineByLine aligns a replacement of k lines by k lines. Where neighbours are rewritten beyond recognition nothing may
// come between them: the text may be one paragraph.
func (h hunk) lineByLine(old, now []line) []hunk {
	var out []hunk
	for i := range h.hi - h.lo {
		lo, from := h.lo+i, h.from+i
		one := hunk{lo: lo, hi: lo + 1, from: from, upTo: from + 1}
		if lo+1 < h.hi {
			one.tied = !similar(old[lo], now[from]) || !similar(old[lo+1], now[from+1])
		}
		out = append(out, one)
	}
	return out
}

func (h hunk) deletions() []hunk {
	var out []hunk
	for lo := h.lo; lo < h.hi; lo++ {
		out = append(out, hunk{lo: lo, hi: lo + 1, from: h.from, upTo: h.from, tied: lo+1 < h.hi})
	}
	return out
}

// similar says that a line is an edited form of another: they share at least half of the longer one at both ends.
func similar(a, b line) bool {
	x, y := a.key, b.key
	if len(x) == 0 || len(y) == 0 {
		return false
	}
	p := commonPrefix(x, y)
	s := commonSuffix(x[p:], y[p:])
	return 2*(p+s) >= max(len(x), len(y))
}

func commonPrefix(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func commonSuffix(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}
