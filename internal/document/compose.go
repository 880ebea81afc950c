package document

import "bytes"

// composer writes the merged text, region by region.
type composer struct {
	base, prop, head []line
	style            style
	both             bool       // where the sides conflict both stand
	marks            *MarkStyle // where they do, both stand between marks
	marked           int        // conflicts that are

	out       []byte
	at        int // the next base line
	propAt    int // where it stands in the proposal, minus at
	headAt    int // and in the head
	last      line
	lastProp  bool // the line written last is the proposal's, so its ending may still go
	conflicts []Conflict
	settled   []outcome
}

// outcome is what became of a region.
type outcome struct {
	lo, hi int // base lines
	lines  []line
	shared bool // both sides changed these lines and it was taken for one change, at least in part
}

// keep writes the base lines up to hi, which neither side changed.
func (c *composer) keep(hi int) {
	for ; c.at < hi; c.at++ {
		b, p, h := c.base[c.at], c.prop[c.at+c.propAt], c.head[c.at+c.headAt]
		if bytes.Equal(p.text, h.text) || !bytes.Equal(b.text, h.text) || bytes.Equal(shown(p.text), shown(b.text)) {
			c.put(h.text, h.end())
			continue
		}
		c.put(p.text, h.end()) // the proposal changed trailing blanks
	}
}

// put writes one line; an unterminated line before it gets an ending, and so does an empty one, to be a line at all.
func (c *composer) put(text, end []byte) {
	if len(text)+len(end) == 0 {
		end = c.style.ending
	}
	if len(c.last.raw) > 0 && len(c.last.end()) == 0 {
		c.out = append(c.out, c.style.ending...)
	}
	from := len(c.out)
	c.out = append(append(c.out, text...), end...)
	c.last = line{raw: c.out[from:], text: c.out[from : from+len(text)]}
	c.lastProp = false
}

func (c *composer) putHead(lines []line) {
	for _, l := range lines {
		c.put(l.text, l.end())
	}
}

// settle decides a region.
func (c *composer) settle(r region) {
	lo, hi := r.bounds()
	c.keep(lo)
	prop := c.prop[lo+c.propAt : hi+c.propAt+growth(r.prop)]
	head := c.head[lo+c.headAt : hi+c.headAt+growth(r.head)]
	done := outcome{lo: lo, hi: hi, lines: head}
	switch {
	case len(r.head) == 0:
		done.lines = prop
		c.putProp(r.prop[0], prop)
	case len(r.prop) == 0:
		c.putHead(head)
	case sameLines(prop, head):
		done.shared = true
		c.putHead(head)
	case lo == hi:
		done.lines, done.shared = c.putBoth(prop, head), true
	default:
		c.conflicts = append(c.conflicts, Conflict{
			Base: keys(c.base[lo:hi]), Proposal: keys(prop), Head: keys(head), Line: lo + c.headAt + 1,
		})
		switch {
		case c.both:
			done.lines = c.putBoth(prop, head)
		case c.marks != nil:
			c.putMarked(head, prop)
		default:
			c.putHead(head)
		}
	}
	c.settled = append(c.settled, done)
	c.at, c.propAt, c.headAt = hi, c.propAt+growth(r.prop), c.headAt+growth(r.head)
}

func growth(hunks []hunk) int {
	n := 0
	for _, h := range hunks {
		n += h.delta()
	}
	return n
}

// putBoth writes two insertions at one place. One that is the beginning or the end of the other is the same entry sent
// again with more; else both stay whole, since lines that they share may belong to either.
func (c *composer) putBoth(prop, head []line) []line {
	n, m := len(prop), len(head)
	at := hunk{lo: c.at, hi: c.at}
	switch {
	case n > m && sameLines(prop[:m], head):
		c.putHead(head)
		c.putProp(at, prop[m:])
		return prop
	case n > m && sameLines(prop[n-m:], head):
		c.putProp(at, prop[:n-m])
		c.putHead(head)
		return prop
	case m > n && (sameLines(head[:n], prop) || sameLines(head[m-n:], prop)):
		c.putHead(head)
		return head
	}
	c.putHead(head)
	c.putProp(at, prop)
	return append(head[:m:m], prop...)
}

// putProp writes lines that the proposal brings in the place of base lines h.lo to h.hi, which the head has as they were.
func (c *composer) putProp(h hunk, lines []line) {
	for i, l := range lines {
		if h.aligned() {
			c.put(l.text, c.head[h.lo+c.headAt].end())
			return
		}
		c.put(l.text, c.ending(h, i, l))
		c.lastProp = true
	}
}

// ending chooses the line ending of a proposal's new line: the head's, the nearest where it has both kinds.
func (c *composer) ending(h hunk, i int, l line) []byte {
	if c.style.none && len(l.end()) > 0 {
		return l.end()
	}
	if !c.style.mixed {
		return c.style.ending
	}
	if h.lo < h.hi {
		if end := c.head[min(h.lo+i, h.hi-1)+c.headAt].end(); len(end) > 0 {
			return end
		}
	}
	if end := c.last.end(); len(end) > 0 {
		return end
	}
	if next := h.lo + c.headAt; next < len(c.head) && len(c.head[next].end()) > 0 {
		return c.head[next].end()
	}
	return c.style.ending
}

// finish takes the ending off a last line of the proposal where neither text ends with one.
func (c *composer) finish() {
	if c.lastProp && !ended(c.head) && !ended(c.prop) {
		c.out = c.out[:len(c.out)-len(c.last.end())]
	}
}

// ended says that a text has a final newline.
func ended(lines []line) bool {
	return len(lines) > 0 && len(lines[len(lines)-1].end()) > 0
}

func docSize(lines []line) int {
	n := 0
	for _, l := range lines {
		n += len(l.raw)
	}
	return n
}

// style is how a text ends its lines.
type style struct {
	ending []byte // the more frequent one
	mixed  bool
	none   bool // the text has no line ending to go by
}

// styleOf is the style of the first text that has line endings.
func styleOf(texts ...[]line) style {
	for i, lines := range texts {
		lf, crlf := 0, 0
		for _, l := range lines {
			switch len(l.end()) {
			case 1:
				lf++
			case 2:
				crlf++
			}
		}
		if lf+crlf == 0 {
			continue
		}
		s := style{ending: []byte("\n"), mixed: lf > 0 && crlf > 0, none: i > 0}
		if crlf > lf {
			s.ending = []byte("\r\n")
		}
		return s
	}
	return style{ending: []byte("\n"), none: true}
}

func hasBOM(doc []byte) bool { return bytes.HasPrefix(doc, []byte(bom)) }
