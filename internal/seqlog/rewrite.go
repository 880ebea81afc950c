package seqlog

import (
	"io"
	"math"
	"strconv"
)

// Sink takes a log as it is written anew. Changed says that what is written next differs from what stood there, up to
// the next Boundary, which ends a frame of the log as it stood.
type Sink interface {
	io.Writer
	Changed()
	Boundary() error
}

// unframed is the Sink of a log without frames.
type unframed struct{ io.Writer }

func (unframed) Changed()        {}
func (unframed) Boundary() error { return nil }

// Plain makes a Sink of a writer, for a log that is not compressed.
func Plain(w io.Writer) Sink { return unframed{w} }

// Rewriter passes a log on to a Sink and carries out a repair on the way. All bytes but those that the repair is about
// are passed on as they are. It holds one line, and a run of rows that may have to go.
type Rewriter struct {
	opt        Options
	of         numbering
	steps      Steps
	conditions []condition
	lines      splitter
	sink       Sink
	plan       Plan
	err        error

	cuts []int // where frames end in the line under way
	held []item
	size int // bytes held

	line  int64 // of those that stay
	start int64
	next  int64
	keep  map[int64]int64
}

// item is one line on its way.
type item struct {
	raw  []byte // with its newline
	at   place
	cuts []int
	n    numbered
}

// maxHeld bounds the rows that wait for what disproves them.
const maxHeld = 16 << 20

func newRewriter(opt Options, steps Steps, sink Sink) *Rewriter {
	r := &Rewriter{opt: opt, of: newNumbering(opt), steps: steps, sink: sink}
	for _, text := range steps.Synthetic {
		r.conditions = append(r.conditions, newCondition(text))
	}
	r.lines = splitter{most: math.MaxInt, line: r.take}
	return r
}

// Write takes the next bytes of the log as it stands.
func (r *Rewriter) Write(p []byte) (int, error) {
	r.lines.write(p)
	return len(p), r.err
}

// Boundary says that a frame of the log ends here.
func (r *Rewriter) Boundary() error {
	switch {
	case r.lines.unfinished():
		r.cuts = append(r.cuts, int(r.lines.size))
	case len(r.held) > 0:
		last := &r.held[len(r.held)-1]
		last.cuts = append(last.cuts, len(last.raw))
	default:
		r.note(r.sink.Boundary())
	}
	return r.err
}

// Close ends the log and returns what was done to it.
func (r *Rewriter) Close() (Plan, error) {
	r.lines.close()
	r.release(math.MaxInt64)
	return r.plan, r.err
}

func (r *Rewriter) note(err error) {
	if r.err == nil {
		r.err = err
	}
}

// take sorts a line: a row that may be synthetic waits for what comes behind it.
func (r *Rewriter) take(l line) {
	it := item{at: l.at, cuts: r.cuts}
	r.cuts = nil
	mark := byteOrderMark(l)
	whole := wholeRow(l.text[mark:], l.terminated)
	if whole {
		it.n = r.of.of(l.text[mark:])
		it.n.index += mark
	}
	it.raw = append(it.raw, l.text...)
	if l.terminated {
		it.raw = append(it.raw, '\n')
	}
	switch {
	case it.n.has && r.synthetic(l.text[mark:]):
		r.hold(it)
		return
	case it.n.has:
		r.release(it.n.lo)
	default:
		r.release(math.MaxInt64)
	}
	if !whole && !l.terminated && r.steps.Truncate {
		r.cut(it)
		return
	}
	r.pass(it)
}

func (r *Rewriter) synthetic(row []byte) bool {
	for _, c := range r.conditions {
		if c.holds(row) {
			return true
		}
	}
	return false
}

func (r *Rewriter) hold(it item) {
	r.held = append(r.held, it)
	if r.size += len(it.raw); r.size > maxHeld {
		r.release(math.MaxInt64)
	}
}

// release passes the rows on that wait, but those that a row with number n disproves.
func (r *Rewriter) release(n int64) {
	for _, it := range r.held {
		if it.n.lo < n {
			r.pass(it)
			continue
		}
		r.plan.Dropped++
		r.plan.add(Action{Verb: Dropped, Line: it.at.line, Offset: it.at.offset, Seq: number(it.n.lo), Count: many(it.n.size()), Bytes: int64(len(it.raw))})
		r.write(it, edit{0, len(it.raw), ""})
	}
	r.held, r.size = r.held[:0], 0
}

func many(n int64) int64 {
	if n > 1 {
		return n
	}
	return 0
}

// cut passes the whole rows of the torn last line on, and nothing else of it.
func (r *Rewriter) cut(it item) {
	p := r.of.takeApart(it.raw)
	e := edit{at: p.torn[0], n: len(it.raw) - p.torn[0]}
	if !p.endsTorn() {
		r.pass(it) // whole rows stand at the very end
		return
	}
	if len(p.whole) > 0 {
		e.text = "\n"
	}
	r.plan.CutBytes += int64(e.n)
	r.plan.add(Action{Verb: Cut, Line: it.at.line, Offset: it.at.offset + int64(e.at), Bytes: int64(e.n)})
	r.write(it, e)
}

// pass writes a line that stays, with the number that it is to have.
func (r *Rewriter) pass(it item) {
	r.line++
	if !r.steps.Renumber || r.line < r.start || !it.n.has {
		r.write(it, edit{})
		return
	}
	to := r.next + r.keep[r.line]
	r.next = to + it.n.size()
	if to == it.n.lo {
		r.write(it, edit{})
		return
	}
	if !r.locate(it) {
		return
	}
	r.plan.Renumbered++
	r.plan.add(Action{Verb: Renumbered, Line: it.at.line, Offset: it.at.offset, Seq: number(it.n.lo), To: number(to), Count: many(it.n.size())})
	r.write(it, edit{it.n.index, it.n.digits, strconv.FormatInt(to, 10)})
}

// locate makes sure that the number's digits stand where they were found.
func (r *Rewriter) locate(it item) bool {
	if end := it.n.index + it.n.digits; it.n.index > 0 && end <= len(it.raw) {
		if n, err := strconv.ParseInt(string(it.raw[it.n.index:end]), 10, 64); err == nil && n == it.n.lo {
			return true
		}
	}
	r.note(&PathError{Line: it.at.line})
	return false
}

// PathError says that a row's number is found by a path that tells no place in the row, so that it cannot be changed.
type PathError struct{ Line int64 }

func (e *PathError) Error() string {
	return "line " + strconv.FormatInt(e.Line, 10) + ": the path of its number names no place in the row; use a plain path (a.b)"
}
