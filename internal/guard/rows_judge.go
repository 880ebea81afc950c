package guard

import (
	"bytes"
	"fmt"
	"io"

	"noclobber/gate"
	"noclobber/internal/seqlog"
	"noclobber/internal/seqlog/logfile"
)

// rowAppend is one append to a numbered log.
type rowAppend struct {
	*held
	Rows
	call  gate.Call
	log   *logfile.Log
	tail  logfile.Tail
	first *int64 // the batch's first number
}

func (a *rowAppend) run() (RowsReceipt, error) {
	if len(bytes.TrimSpace(a.Text)) == 0 {
		return RowsReceipt{}, a.denyVerb("there are no rows on standard input")
	}
	if !bytes.HasSuffix(a.Text, []byte("\n")) {
		a.Text = append(bytes.Clone(a.Text), '\n')
	}
	if n, ok := seqlog.FirstNumber(a.Text, a.Numbers); ok {
		a.first = &n
	}
	if err := a.readEnd(); err != nil {
		return RowsReceipt{}, err
	}
	if err := a.judge(); err != nil {
		return RowsReceipt{}, err
	}
	return a.write()
}

// readEnd reads how the log ends, as it stands now.
func (a *rowAppend) readEnd() error {
	if !a.disk.exists {
		if err := a.mayBegin(); err != nil {
			return err
		}
	}
	return a.withFile(func(r io.ReaderAt, size int64) (err error) {
		if a.log, err = logfile.New(r, size); err == nil {
			a.tail, err = a.log.Tail(a.Numbers)
		}
		return err
	})
}

// mayBegin decides whether a new log may begin where none stands. One that vanished is never begun anew by accident.
func (a *rowAppend) mayBegin() error {
	if err := a.denyVanished("append with --create"); err != nil {
		return err
	}
	if !a.Create {
		return a.denyVerb("it is not there\nNext: if a new log is to begin here, append with --create")
	}
	return nil
}

// judge compares what the batch is with what is stored.
func (a *rowAppend) judge() error {
	path := gate.ShellQuote(a.t.Given)
	switch t := a.tail; {
	case t.Rest > 0 && !a.Heal:
		return a.deny(nil, "it ends in %d bytes that are no whole row, and the batch would be glued to them\nNext: append with --heal-tail, which cuts them into a file beside the log, or: noclobber seqlog repair %s --strategy truncate-tail", t.Rest, path)
	case t.Rest > 0 && !t.Curable:
		return a.deny(nil, "its last frame ends in a row that is not whole\nNext: noclobber seqlog repair %s --strategy truncate-tail", path)
	case !t.Settled():
		return a.deny(nil, "its last row has number %d, and rows before it go up to %d\nNext: noclobber seqlog check %s", t.Last, t.Next-1, path)
	case a.Expect != nil && t.Numbered && *a.Expect != t.Next:
		return a.deny(nil, "%s; the writer expects %d, and %s%s", a.stored(), *a.Expect, a.begins(), a.again())
	case a.Expect != nil && a.first != nil && *a.Expect != *a.first:
		return a.deny(nil, "%s; the writer expects %d, and %s", a.stored(), *a.Expect, a.begins())
	}
	if grave := seqlog.Grave(seqlog.CheckAppend(a.mended(), a.text(), a.Numbers)); len(grave) > 0 {
		return a.deny(grave, "%s, and %s; row %d: %s%s", a.stored(), a.begins(), grave[0].Line, grave[0].Message, a.again())
	}
	return nil
}

// mended is how the log ends once what is torn is cut off.
func (a *rowAppend) mended() seqlog.Tail {
	t := a.tail.Tail
	t.Torn = 0
	return t
}

// text is the batch as it goes behind the last whole row.
func (a *rowAppend) text() []byte {
	if a.tail.NoNewline {
		return append([]byte("\n"), a.Text...)
	}
	return a.Text
}

// stored tells how the log ends.
func (a *rowAppend) stored() string {
	switch {
	case !a.disk.exists:
		return "nothing is stored yet"
	case !a.tail.Numbered:
		return "no stored row has a number"
	}
	return fmt.Sprintf("what is stored ends with %d, so %d comes next", a.tail.Last, a.tail.Next)
}

// begins tells what the batch begins with.
func (a *rowAppend) begins() string {
	if a.first == nil {
		return "no row of the batch has a number"
	}
	return fmt.Sprintf("the batch begins with %d", *a.first)
}

// again is the next step where others have stored rows meanwhile.
func (a *rowAppend) again() string {
	if !a.tail.Numbered {
		return ""
	}
	return fmt.Sprintf("\nNext: read what was stored meanwhile, then number the rows from %d on", a.tail.Next)
}

func (a *rowAppend) deny(findings []seqlog.Finding, format string, args ...any) error {
	d := &RowsDenied{
		Denied:   Denied{Document: a.t.name, Text: "nothing was written to " + a.t.name + ": " + fmt.Sprintf(format, args...)},
		Stored:   Stored{Torn: a.tail.Rest},
		First:    a.first,
		Findings: findings,
	}
	if t := a.tail; t.Numbered {
		d.Stored.Last, d.Stored.Next = &t.Last, &t.Next
	}
	return d
}
