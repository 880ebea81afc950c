package ledger

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// Opens returns the intents without a recorded outcome, oldest first.
func (d *Doc) Opens() ([]Open, error) {
	opens := make([]Open, 0, len(d.tail.Opens))
	for _, ref := range d.tail.Opens {
		o := Open{Offset: ref.At, Lapsed: ref.Lapsed}
		r, err := d.recordAt(ref.At)
		switch {
		case errors.Is(err, ErrDamaged) || err == nil && r.Seq != ref.Seq:
			o.Damaged, o.Record = true, Record{Seq: ref.Seq, Event: Intent}
		case err != nil:
			return nil, d.fail("read an open intent of", err)
		default:
			o.Record = r
		}
		opens = append(opens, o)
	}
	return opens, nil
}

// LastChange returns the record that made the head, and false when there is no head yet or its record is damaged.
func (d *Doc) LastChange() (Record, bool, error) {
	if d.tail.LastAt == 0 {
		return Record{}, false, nil
	}
	r, err := d.recordAt(d.tail.LastAt)
	if errors.Is(err, ErrDamaged) {
		return Record{}, false, nil
	}
	if err != nil {
		return Record{}, false, d.fail("read the last change of", err)
	}
	return r, true, nil
}

func (d *Doc) recordAt(at int64) (Record, error) {
	f, ok := frameAt(d.log, at)
	if d.log.err != nil {
		return Record{}, d.log.err
	}
	if !ok || f.kind != kindRecord {
		return Record{}, fmt.Errorf("%w: no record begins at offset %d", ErrDamaged, at)
	}
	return recordOf(d.log, f)
}

// ByCall returns the newest intent, refusal or result of a call of w's session, among the last most records.
func (d *Doc) ByCall(w Writer, call string, most int) (Record, bool, error) {
	quoted, err := json.Marshal(call)
	if err != nil {
		return Record{}, false, err
	}
	mark := append([]byte(`"call":`), quoted...)
	var found Record
	var ok bool
	err = d.backward(func(f frame, record []byte) (bool, error) {
		most--
		if bytes.Contains(record, mark) { // decoding them all would cost more than anything else in a hook
			r, err := decodeRecord(record, f)
			if err != nil {
				return false, err
			}
			if r.Call == call && r.Writer.Session == w.Session && answersCall(r) {
				found, ok = r, true
			}
		}
		return !ok && most > 0, nil
	})
	if err != nil {
		return Record{}, false, d.fail("look for a call in the log of", err)
	}
	return found, ok, nil
}

func answersCall(r Record) bool {
	return r.Event == Intent || r.Event == Refusal || r.Event == Result
}

// Records calls fn with every record, oldest first, until it returns false. Damaged frames are passed over, see Verify.
func (d *Doc) Records(fn func(Record) bool) error {
	src := &window{log: d.log}
	for f, ok := onward(src, fileHeaderSize); ok; f, ok = onward(src, f.end()) {
		if f.kind != kindRecord {
			continue
		}
		r, err := recordOf(src, f)
		if errors.Is(err, ErrDamaged) {
			continue
		}
		if err != nil {
			return d.fail("read the log of", err)
		}
		if !fn(r) {
			return nil
		}
	}
	if d.log.err != nil {
		return d.fail("read the log of", d.log.err)
	}
	return nil
}

// onward returns the frame at offset at, or where none begins there the next one.
func onward(src source, at int64) (frame, bool) {
	if f, ok := frameAt(src, at); ok {
		return f, true
	}
	return searchOn(src, at)
}

// Backward calls fn with every record, newest first, until it returns false. Damaged frames are passed over.
func (d *Doc) Backward(fn func(Record) bool) error {
	err := d.backward(func(f frame, record []byte) (bool, error) {
		r, err := decodeRecord(record, f)
		return err != nil || fn(r), nil
	})
	if err != nil {
		return d.fail("read the log of", err)
	}
	return nil
}

// backward calls fn with the JSON of every record, newest first.
func (d *Doc) backward(fn func(f frame, record []byte) (more bool, err error)) error {
	src := &window{log: d.log}
	for f, ok := d.newest(src); ok; f, ok = before(src, f.at) {
		if f.kind != kindRecord {
			continue
		}
		body, err := bodyOf(src, f)
		if errors.Is(err, ErrDamaged) {
			continue
		}
		if err != nil {
			return err
		}
		record, _, err := splitRecord(f.kind, body)
		if err != nil {
			continue
		}
		if more, err := fn(f, record); !more || err != nil {
			return err
		}
	}
	return d.log.err
}

// newest returns the last frame, staged ones included. A reader's log may lack its trailer.
func (d *Doc) newest(src source) (frame, bool) {
	if len(d.log.staged) == 0 {
		return d.last, d.last.at != 0
	}
	return before(src, d.log.end())
}
