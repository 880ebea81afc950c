package seqlog

import (
	"errors"
	"fmt"

	"github.com/tidwall/gjson"
)

// Steps says how a log is to be repaired. They are taken in this order.
type Steps struct {
	// Truncate cuts what stands behind the last whole row.
	Truncate bool
	// Synthetic chooses rows by gjson conditions (kind=="closer"); any one will do. A chosen row goes where a later
	// row disproves it: it stands in a run of chosen rows right before a row whose number is not above its own.
	Synthetic []string
	// Renumber gives each row, from the first one on that repeats a number, the number that follows in the log's order.
	// Missing numbers stay missing.
	Renumber bool
	// CloseGaps has Renumber leave out no number.
	CloseGaps bool
}

// Any reports whether there is a step at all.
func (s Steps) Any() bool { return s.Truncate || len(s.Synthetic) > 0 || s.Renumber }

// ErrDamagedRows is returned where rows that would have to be renumbered cannot be read.
var ErrDamagedRows = errors.New("rows that would have to be renumbered cannot be read")

// Verb says what a repair does to a row.
type Verb string

// The verbs of an Action.
const (
	Renumbered Verb = "renumber"
	Dropped    Verb = "drop"
	Cut        Verb = "cut"
)

// Action is what a repair does to one line of the log as it stands.
type Action struct {
	Verb   Verb   `json:"action"`
	Line   int64  `json:"line,omitempty"`
	Offset int64  `json:"offset"`          // in bytes; of a frame: in the file
	Frame  int64  `json:"frame,omitempty"` // that goes as a whole
	Seq    *int64 `json:"seq,omitempty"`   // the number it has
	To     *int64 `json:"to,omitempty"`    // the number it gets
	Count  int64  `json:"count,omitempty"`
	Bytes  int64  `json:"bytes,omitempty"` // that go
}

// Plan is what a repair does.
type Plan struct {
	Actions    []Action `json:"actions"` // the first of them, see MaxActions
	Renumbered int64    `json:"renumbered"`
	Dropped    int64    `json:"dropped"`
	CutBytes   int64    `json:"cut_bytes"`
}

// MaxActions bounds the actions that a plan lists; all are counted.
const MaxActions = 200

// Empty reports whether the repair changes nothing.
func (p Plan) Empty() bool { return p.Renumbered == 0 && p.Dropped == 0 && p.CutBytes == 0 }

func (p *Plan) add(a Action) {
	if len(p.Actions) < MaxActions {
		p.Actions = append(p.Actions, a)
	}
}

// Survey is the first reading of a log that is to be repaired: where renumbering begins, and which numbers are missing
// for good. Write the log to it, then ask it for the Rewriter to which the log is written again.
type Survey struct {
	opt     Options
	steps   Steps
	rows    *Rewriter // drops what goes anyway, so that lines are counted as they will stand
	check   *Checker
	start   int64   // the line where renumbering begins; 0: nowhere
	next    int64   // the number that this line gets
	missing []hole  // numbers that no row has, not even a damaged one
	damaged Finding // the last row that cannot be read
}

// NewSurvey begins a repair.
func NewSurvey(opt Options, steps Steps) *Survey {
	s := &Survey{opt: opt, steps: steps, check: NewChecker(opt)}
	s.check.survey = s
	steps.Renumber = false
	s.rows = newRewriter(opt, steps, unframed{s.check})
	return s
}

// Write takes the next bytes of the log as it stands.
func (s *Survey) Write(p []byte) (int, error) { return s.rows.Write(p) }

// Boundary says that a frame of the log ends here.
func (s *Survey) Boundary() error { return s.rows.Boundary() }

// repeats is told of each row that repeats a number, with the numbers so far and the one that should have followed.
func (s *Survey) repeats(line int64, n *numbers, next int64) {
	if s.start == 0 {
		s.start, s.next = line, n.behindHints(next)
	}
}

// finds is told of each finding.
func (s *Survey) finds(f Finding) {
	switch f.Kind {
	case InvalidJSON, FusedRows, BadSeq, LongLine:
		s.damaged = f
	}
}

// Close ends the first reading and returns what makes the second one: rows are written to sink as they are to stand.
// It fails with ErrDamagedRows.
func (s *Survey) Close(sink Sink) (*Rewriter, error) {
	if _, err := s.rows.Close(); err != nil {
		return nil, err
	}
	s.check.Close()
	if s.steps.CloseGaps {
		s.startAtGap()
	}
	r := newRewriter(s.opt, s.steps, sink)
	r.start, r.next = s.start, s.next
	if s.start == 0 || !s.steps.Renumber {
		r.steps.Renumber = false
		return r, nil
	}
	if s.damaged.Line >= s.start {
		return nil, fmt.Errorf("%w: line %d: %s", ErrDamagedRows, s.damaged.Line, s.damaged.Message)
	}
	if !s.steps.CloseGaps {
		r.keep = s.keep()
	}
	return r, nil
}

// startAtGap has renumbering begin at the first hole, where that comes before the first repeated number.
func (s *Survey) startAtGap() {
	for _, h := range s.missing {
		if s.start == 0 || h.at.line < s.start {
			s.start, s.next = h.at.line, h.lo
		}
	}
}

// keep counts, by the line that left them out, the numbers that stay missing.
func (s *Survey) keep() map[int64]int64 {
	keep := map[int64]int64{}
	for _, h := range s.missing {
		if h.at.line >= s.start {
			keep[h.at.line] += h.size()
		}
	}
	return keep
}

// condition is a gjson condition on one row.
type condition struct{ path string }

func newCondition(text string) condition { return condition{"#(" + text + ")"} }

func (c condition) holds(row []byte) bool {
	list := make([]byte, 0, len(row)+2)
	list = append(append(append(list, '['), row...), ']')
	return gjson.GetBytes(list, c.path).Exists()
}
