package guard

import (
	"noclobber/gate"
	"noclobber/internal/seqlog"
)

// VerbRows appends rows to a numbered log.
const VerbRows Verb = "seqlog append"

// Rows is a batch for a numbered log.
type Rows struct {
	Text    []byte
	Expect  *int64 // the number that the writer believes comes next; nil: what the batch begins with
	Create  bool   // a new log may begin here
	Heal    bool   // a torn end is cut into a file beside the log
	Numbers seqlog.Options
}

// RowsReceipt is what an append to a numbered log reports.
type RowsReceipt struct {
	Receipt
	First  *int64 `json:"first,omitempty"`  // the batch's first number
	Next   *int64 `json:"next,omitempty"`   // the number that comes next in the log
	Healed string `json:"healed,omitempty"` // the file that holds what was cut off
	// Slipped is what is wrong with the log all the same: somebody wrote at the same moment without the gate.
	Slipped []seqlog.Finding `json:"-"`
}

// Stored is how a log ends, in the words of a refusal.
type Stored struct {
	Last *int64 `json:"last,omitempty"` // nil: no row has a number
	Next *int64 `json:"next,omitempty"`
	Torn int64  `json:"torn_bytes,omitempty"`
}

// RowsDenied is the refusal of rows, with what is stored and what the batch begins with.
type RowsDenied struct {
	Denied
	Stored   Stored
	First    *int64 // the batch's first number
	Findings []seqlog.Finding
}

// Unwrap gives the plain refusal.
func (d *RowsDenied) Unwrap() error { return &d.Denied }

// AppendRows adds rows to a numbered log under the document's lock and an exclusive lease. How the log ends is read
// anew inside the lock, so that of two writers the second one sees what the first one has stored. A refusal is a
// *Denied or a *RowsDenied.
func (g *Guard) AppendRows(who gate.Context, path string, b Rows) (RowsReceipt, error) {
	var r RowsReceipt
	err := g.alone(who, path, VerbRows, func(h *held, call gate.Call) (err error) {
		r, err = (&rowAppend{held: h, call: call, Rows: b}).run()
		return err
	})
	return r, err
}
