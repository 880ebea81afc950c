package seqlog

import (
	"bytes"
	"fmt"
	"io"
)

// Checker checks a log as it is written to it, in pieces of any size. It keeps one line at most.
type Checker struct {
	opt    Options
	of     numbering
	lines  splitter
	report Report

	nums      numbers
	last      int64   // the last number of the numbered row before
	whole     int64   // offset behind the last line that is not torn
	noNewline bool    // what stands before whole lacks its newline
	survey    *Survey // of a repair; nil: none is planned
}

// Report is the result of a check.
type Report struct {
	Findings []Finding      // in the order of the log, at most Options.MaxFindings of a kind
	Counts   map[Kind]int64 // all findings of each kind
	Lines    int64          // an unterminated last one included
	Rows     int64          // whole rows, those without a number included
	Events   int64          // numbers: a packed row holds many
	Bytes    int64
	Tail     Tail
}

// Check checks a log that is read to its end.
func Check(r io.Reader, opt Options) (Report, error) {
	c := NewChecker(opt)
	if _, err := io.Copy(c, r); err != nil {
		return Report{}, fmt.Errorf("reading the log: %w", err)
	}
	return c.Close(), nil
}

// NewChecker makes a Checker. Write the log to it, then Close it.
func NewChecker(opt Options) *Checker {
	c := &Checker{opt: opt, of: newNumbering(opt), report: Report{Counts: map[Kind]int64{}}}
	c.lines = splitter{most: opt.maxLine(), line: c.line}
	return c
}

// Write takes the next bytes of the log. It never fails.
func (c *Checker) Write(p []byte) (int, error) {
	c.lines.write(p)
	return len(p), nil
}

// Frame says that the next bytes come from a compressed log's n-th frame, counted from 1.
func (c *Checker) Frame(n int64) { c.lines.frame = n }

// Lose says that the bytes that should come next cannot be read: a line that has begun is given up.
func (c *Checker) Lose() { c.lines.lose() }

// Add adds a finding that the caller made, at the place where the log has come to.
func (c *Checker) Add(f Finding) {
	f.Line, f.Offset = c.lines.at.line+1, c.lines.at.offset+c.lines.size
	c.add(f)
}

// Unfinished reports whether the last bytes written are no complete line yet.
func (c *Checker) Unfinished() bool { return c.lines.unfinished() }

// Close ends the log and returns the report.
func (c *Checker) Close() Report {
	c.lines.close()
	for _, h := range c.nums.holes {
		c.gap(h)
	}
	sortFindings(c.report.Findings)
	c.report.Lines, c.report.Bytes = c.lines.at.line, c.lines.at.offset
	c.report.Tail = Tail{
		Numbered: c.nums.any, Last: c.last, Next: c.nums.next,
		Whole: c.whole, Torn: c.report.Bytes - c.whole, NoNewline: c.noNewline, nums: c.nums,
	}
	return c.report
}

// add keeps a finding, unless there are too many of its kind.
func (c *Checker) add(f Finding) {
	if c.survey != nil {
		c.survey.finds(f)
	}
	if c.opt.keeps(c.report.Counts[f.Kind]) {
		c.report.Findings = append(c.report.Findings, f)
	}
	c.report.Counts[f.Kind]++
}

// found makes a finding about a line.
func found(kind Kind, at place, format string, args ...any) Finding {
	return Finding{Kind: kind, Line: at.line, Offset: at.offset, Frame: at.frame, Message: fmt.Sprintf(format, args...)}
}

// line checks one line, given without its newline.
func (c *Checker) line(l line) {
	text, at := l.text, l.at
	if n := byteOrderMark(l); n > 0 {
		c.add(found(ByteOrderMark, at, "the log begins with a byte order mark, which no JSON reader expects"))
		text, at.offset = text[n:], int64(n)
	}
	c.whole, c.noNewline = l.at.offset+l.size, !l.terminated && !l.lost
	switch {
	case l.lost:
	case l.long:
		c.long(l)
	case wholeRow(text, l.terminated):
		c.characters(text, at, true)
		c.take(text, at)
		if !l.terminated {
			c.add(found(NoFinalNewline, at, "the last row lacks its newline; it is whole all the same"))
		}
	case len(bytes.TrimSpace(text)) == 0:
		c.add(found(BlankLine, at, "the line holds no row"))
	default:
		c.damaged(text, at, l.terminated)
	}
}

// characters checks what JSON does not care for and readers do.
func (c *Checker) characters(text []byte, at place, terminated bool) {
	seen := look(text, terminated)
	if i := seen.bad; i >= 0 {
		f := found(InvalidUTF8, at, "byte 0x%02X at offset %d is no UTF-8", text[i], at.offset+int64(i))
		f.Offset += int64(i)
		c.add(f)
	}
	if n := seen.separators; n > 0 {
		f := found(LineSeparator, at, "%s stands in the row, where some readers end a line", words(n, "raw U+2028 or U+2029"))
		f.Offset += int64(seen.separator)
		f.Count = n
		c.add(f)
	}
}
