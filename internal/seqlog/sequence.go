package seqlog

import "fmt"

// take counts a whole row.
func (c *Checker) take(row []byte, at place) {
	c.report.Rows++
	if !c.opt.Numbered() {
		return
	}
	switch n := c.of.of(row); {
	case n.has:
		c.number(n.span, at)
	case n.wrong != "":
		c.add(found(BadSeq, at, "%s", n.wrong))
	case c.nums.any:
		c.add(found(Unnumbered, at, "the row has no number at %s, and rows before it have one", c.paths()))
	}
}

func (c *Checker) paths() string {
	switch {
	case c.opt.First == "":
		return c.opt.Seq
	case c.opt.Seq == "":
		return c.opt.First
	}
	return c.opt.Seq + " or " + c.opt.First
}

// number judges a row's numbers against all that came before.
func (c *Checker) number(s span, at place) {
	c.report.Events += s.size()
	next, begun, follows := c.nums.next, c.nums.any, s.lo == c.last+1
	forgotten := c.nums.floored && s.lo < c.nums.floor
	a := c.nums.add(s, hole{at: at, got: s.lo})
	for _, h := range a.forgotten {
		c.gap(h)
	}
	if c.survey != nil && a.nRepeated > 0 {
		c.survey.repeats(at.line, &c.nums, next)
	}
	c.last = s.hi
	if !begun || s.lo == next {
		return
	}
	about := func(kind Kind, seq, n int64, format string, args ...any) {
		f := found(kind, at, format, args...)
		f.Seq, f.Expect, f.Got = number(seq), number(next), number(s.lo)
		if n > 1 {
			f.Count = n
		}
		c.add(f)
	}
	switch {
	case forgotten:
		about(Order, s.lo, s.size(), "number %d comes late or again; the log has too many holes below %d to tell", s.lo, c.nums.floor)
		return
	case a.nRepeated > 0 && s.lo < next-1 && !follows:
		about(Short, s.lo, 0, "a batch begins with %d, %d below the number that comes next (%d)", s.lo, next-s.lo, next)
	}
	if a.nRepeated > 0 {
		about(Duplicate, a.repeated.lo, a.nRepeated, "%s again, where %d should follow", rangeWords(a.repeated, a.nRepeated), next)
	}
	if a.nLate > 0 {
		about(Order, a.late.lo, a.nLate, "%s late, behind %d", rangeWords(a.late, a.nLate), next-1)
	}
}

// rangeWords tells numbers and that they come.
func rangeWords(s span, n int64) string {
	if n == 1 {
		return fmt.Sprintf("number %d comes", s.lo)
	}
	return fmt.Sprintf("%d numbers from %d to %d come", n, s.lo, s.hi)
}

// gap reports what is missing of a hole.
func (c *Checker) gap(h hole) {
	if h.old {
		return
	}
	for _, m := range c.nums.missed(h) {
		if c.survey != nil {
			c.survey.missing = append(c.survey.missing, m)
		}
		f := found(Gap, h.at, "number %d is missing; %d stands there", m.lo, h.got)
		f.Seq, f.Expect, f.Got = number(m.lo), number(m.lo), number(h.got)
		if n := m.size(); n > 1 {
			f.Count = n
			f.Message = fmt.Sprintf("%d numbers are missing, %d to %d; %d stands there", n, m.lo, m.hi, h.got)
		}
		c.add(f)
	}
}
