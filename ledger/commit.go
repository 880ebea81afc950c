package ledger

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"noclobber/internal/fsx/fault"
)

// Append stages a record and returns its sequence number. The tail follows at once: a known, result, external, repair
// or accept record whose After names a version moves the head; an intent is open until a result or repair names it as
// its Fence; an alarm stays until an accept record covers it; a refusal changes nothing.
func (d *Doc) Append(r Record) uint64 {
	r.Seq = d.tail.Seq + 1
	d.begin()
	at := d.log.end()
	next := d.tail.after(r, at)
	parts, err := encodeRecord(r, next)
	if err == nil {
		d.log.staged, err = seal(d.log.staged, kindRecord, at, parts...)
	}
	if err != nil {
		d.bad = errors.Join(d.bad, fmt.Errorf("encode a record: %w", err))
	}
	d.tail, d.dirty = next, false
	return r.Seq
}

// Lapse notes, in the next frame, that an open intent's lease is over. Its call may still land.
func (d *Doc) Lapse(seq uint64) {
	d.tail = d.tail.clone()
	for i, o := range d.tail.Opens {
		if o.Seq == seq && !o.Lapsed {
			d.tail.Opens[i].Lapsed = true
			d.dirty = true
		}
	}
}

// Plan sets the repair that waits for its moment, or clears it with nil, in the next frame.
func (d *Doc) Plan(p *Pending) {
	if p == nil && d.tail.Repair == nil {
		return
	}
	d.tail.Repair = p
	d.tail = d.tail.clone()
	d.dirty = true
}

// begin puts the log's header before the first frame there is.
func (d *Doc) begin() {
	if d.log.end() == 0 {
		d.log.staged = fileHeader()
	}
}

// Commit writes what is staged, in one write, and with durable waits until it is on disk. When it fails nothing of it
// is in the log. It fails with ErrGone when the log is not the one that was locked: somebody removed the state
// directory, or wrote without the lock.
func (d *Doc) Commit(durable bool) error {
	defer d.drop()
	if d.readOnly {
		return d.fail("record a change of", ErrReadOnly)
	}
	if d.dirty {
		d.stageTail()
	}
	if d.bad != nil {
		return d.fail("record a change of", d.bad)
	}
	if len(d.log.staged) == 0 {
		return nil
	}
	if err := d.write(durable); err != nil {
		return d.fail("record a change of", err)
	}
	d.saved = d.tail
	return nil
}

// stageTail stages a frame for changes that no record carries.
func (d *Doc) stageTail() {
	d.begin()
	tail, err := json.Marshal(d.tail)
	if err == nil {
		d.log.staged, err = seal(d.log.staged, kindTail, d.log.end(), tail)
	}
	d.bad = errors.Join(d.bad, err)
}

// drop forgets what is staged: after a commit nothing is.
func (d *Doc) drop() {
	d.log.staged, d.kept, d.tail, d.dirty, d.bad = nil, nil, d.saved, false, nil
}

func (d *Doc) write(durable bool) error {
	if err := d.unchanged(); err != nil {
		return err
	}
	if d.log.size == 0 {
		if err := d.settle(); err != nil {
			return err
		}
	}
	fault.At("log.before-write")
	_, err := d.log.file.WriteAt(d.log.staged, d.log.size)
	fault.At("log.after-write")
	if err == nil && durable {
		err = d.log.file.Sync()
		fault.At("log.after-sync")
	}
	if err != nil {
		return errors.Join(err, d.log.file.Truncate(d.log.size))
	}
	d.log.size = d.log.end()
	d.log.staged = nil
	d.last, _ = before(d.log, d.log.size)
	return nil
}

// unchanged tells whether the log is still the file at its path, with the size it had.
func (d *Doc) unchanged() error {
	mine, err := d.log.file.Stat()
	if err != nil {
		return err
	}
	there, err := d.store.files.Lstat(d.logPath())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err != nil || !os.SameFile(mine, there) || mine.Size() != d.log.size {
		return ErrGone
	}
	return nil
}
