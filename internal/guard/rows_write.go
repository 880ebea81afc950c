package guard

import (
	"bytes"
	"io"
	"os"

	"noclobber/gate"
	"noclobber/internal/fsx"
	"noclobber/internal/seqlog"
	"noclobber/internal/seqlog/logfile"
	"noclobber/ledger"
)

// write makes the rows durable, and looks whether they stand where they were meant to.
func (a *rowAppend) write() (RowsReceipt, error) {
	r := RowsReceipt{Receipt: Receipt{Document: a.t.name, Path: a.t.Real, Verb: VerbRows, Before: a.disk.stamp}, First: a.first}
	payload, err := a.log.Encode(a.text())
	if err != nil {
		return r, err
	}
	if a.tail.Rest > 0 {
		if r.Healed, err = a.keepTorn(); err != nil {
			return r, err
		}
	}
	if err := a.add(payload); err != nil {
		return r, err
	}
	r.After = a.disk.stamp
	if a.first != nil {
		next := a.next()
		r.Next = &next
	}
	if a.disk.stamp.Bytes != a.tail.End+int64(len(payload)) {
		r.Slipped, err = a.slipped()
	}
	return r, err
}

// add writes the payload behind the log's last whole row, as a recorded change.
func (a *rowAppend) add(payload []byte) error {
	if a.disk.large {
		return a.perform(a.call, gate.Plan{Judge: true}, VerbAppend, func() error { return a.addLarge(payload) })
	}
	result := append(bytes.Clone(a.disk.data[:a.tail.End]), payload...)
	return a.perform(a.call, known(result), VerbAppend, func() error { return a.put(result) })
}

// addLarge adds to a log that is not held in memory. What is torn was kept beside it before it is cut off.
func (a *rowAppend) addLarge(payload []byte) error {
	if a.tail.Rest > 0 {
		if err := os.Truncate(a.t.Real, a.tail.End); err != nil {
			return err
		}
	}
	return fsx.Append(a.t.Real, payload)
}

// keepTorn writes the torn end into a file beside the log, named by its bytes.
func (a *rowAppend) keepTorn() (string, error) {
	torn := make([]byte, a.tail.Rest)
	err := a.withFile(func(r io.ReaderAt, _ int64) error {
		_, err := io.ReadFull(io.NewSectionReader(r, a.tail.End, a.tail.Rest), torn)
		return err
	})
	if err != nil {
		return "", err
	}
	name := a.t.Real + "." + ledger.VersionOf(torn).Short() + ".torn"
	return name, fsx.Replace(name, torn, fsx.ReplaceOptions{TempDir: a.doc.TempDir()})
}

// next is the number that comes behind the batch.
func (a *rowAppend) next() int64 {
	c := seqlog.NewChecker(a.Numbers)
	_, _ = c.Write(a.Text) // never fails
	return c.Close().Tail.Next
}

// slipped checks a log that is not as this append should have left it: somebody wrote between our look and our write.
func (a *rowAppend) slipped() (grave []seqlog.Finding, err error) {
	err = a.withFile(func(f io.ReaderAt, size int64) error {
		log, err := logfile.New(f, size)
		if err != nil {
			return err
		}
		report, err := log.Check(a.Numbers, logfile.Watch{})
		grave = seqlog.Grave(report.Findings)
		return err
	})
	return grave, err
}
