package seqlog

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// long reports a line that is too long to be looked into. Its beginning may tell its number.
func (c *Checker) long(l line) {
	f := found(LongLine, l.at, "the line has %d bytes and was not looked into (the bound is %d)", l.size, c.opt.maxLine())
	f.Count = l.size
	c.hint(l.text, &f)
	c.add(f)
}

// damaged judges a line that is no JSON: rows glued together, a torn end, or something else.
func (c *Checker) damaged(text []byte, at place, terminated bool) {
	p := c.of.takeApart(text)
	torn := !terminated && p.endsTorn()
	c.characters(text, at, terminated)
	for _, w := range p.whole {
		c.take(text[w[0]:w[1]], at)
	}
	switch {
	case p.fused():
		c.fused(text, p, at)
	case !torn:
		f := found(InvalidJSON, at, "the line is no JSON: %s", what(text))
		c.hint(text, &f)
		c.add(f)
	}
	if p.hasBehind() {
		c.take(text[p.behind[0]:p.behind[1]], at)
	}
	if torn {
		c.torn(text[p.torn[0]:], at, p)
	}
}

func (c *Checker) fused(text []byte, p pieces, at place) {
	f := found(FusedRows, at, "%s on one line", words(int64(p.rows()), "whole row"))
	f.Count = int64(p.rows())
	if p.hasTorn() {
		f.Message = fmt.Sprintf("%s and the rest of a torn one on one line", words(int64(p.rows()), "whole row"))
		c.hint(text[p.torn[0]:p.torn[1]], &f)
	}
	c.add(f)
}

// torn reports the end of a log that was not written to its end.
func (c *Checker) torn(rest []byte, at place, p pieces) {
	f := found(TornTail, at, "the log ends in %d bytes of a row that is not whole: %s", len(rest), what(rest))
	f.Offset += int64(p.torn[0])
	f.Count = int64(len(rest))
	c.hint(rest, &f)
	c.add(f)
	c.whole, c.noNewline = f.Offset, len(p.whole) > 0
}

// hint notes the number that a damaged row seems to have had.
func (c *Checker) hint(text []byte, f *Finding) {
	if n, ok := c.of.salvage(text); ok {
		c.nums.hint(n.span)
		f.Seq = number(n.lo)
	}
}

// what describes damaged text.
func what(text []byte) string {
	if n := len(text); len(bytes.Trim(text, "\x00")) == 0 {
		return words(int64(n), "NUL byte")
	}
	const most = 40
	if len(text) > most {
		text = text[:most]
	}
	for len(text) > 0 && !utf8.FullRune(text[len(text)-1:]) {
		text = text[:len(text)-1]
	}
	return fmt.Sprintf("%q", text)
}
