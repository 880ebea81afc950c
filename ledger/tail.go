package ledger

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
)

// What a tail holds at most. It stands in every record's frame.
const (
	mostOpens  = 32  // beyond, the oldest lapsed ones go: their frames stay in the log
	hardOpens  = 128 // beyond, the oldest go whatever they are
	mostAlarms = 64
)

// after returns the tail that follows record r, whose frame stands at offset at. t itself is not changed.
func (t Tail) after(r Record, at int64) Tail {
	t = t.clone()
	t.Seq = r.Seq
	switch r.Event {
	case Refusal:
		return t
	case Intent:
		if t.Permit != nil && r.Permit == t.Permit.Seq {
			t.Permit = nil
		}
		t.open(OpenRef{Seq: r.Seq, At: at})
		return t
	case Permit:
		t.Permit = &Grant{Seq: r.Seq, Until: r.Expires, Reason: r.Text}
		return t
	case Result, Repair:
		t.Opens = slices.DeleteFunc(t.Opens, func(o OpenRef) bool { return o.Seq == r.Fence })
	case Accept:
		t.Alarms = slices.DeleteFunc(t.Alarms, func(seq uint64) bool { return seq <= r.Accepts })
	}
	if r.Alarm {
		t.Alarms = append(t.Alarms, r.Seq)
		t.Alarms = t.Alarms[max(0, len(t.Alarms)-mostAlarms):]
	}
	if r.Token != "" || r.After.Version != "" && r.After.Version != t.Head.Version {
		t.Token = r.Token
	}
	t.move(r.After, at)
	return t
}

// move makes s the head, written by the record at offset at. The same version again changes neither Prev nor LastAt:
// who made it is still who made it.
func (t *Tail) move(s Stamp, at int64) {
	switch s.Version {
	case "":
	case t.Head.Version:
		if t.Head.At == 0 {
			t.Head = s
		}
	default:
		t.Prev, t.Head, t.LastAt = t.Head, s, at
	}
}

func (t *Tail) open(ref OpenRef) {
	t.Opens = append(t.Opens, ref)
	for len(t.Opens) > mostOpens {
		i := slices.IndexFunc(t.Opens, func(o OpenRef) bool { return o.Lapsed })
		if i < 0 {
			break
		}
		t.Opens = slices.Delete(t.Opens, i, i+1)
	}
	t.Opens = t.Opens[max(0, len(t.Opens)-hardOpens):]
}

func (t Tail) clone() Tail {
	t.Opens = slices.Clone(t.Opens)
	t.Alarms = slices.Clone(t.Alarms)
	if t.Repair != nil {
		p := *t.Repair
		p.Lines = slices.Clone(p.Lines)
		t.Repair = &p
	}
	return t
}

// encodeRecord returns the parts of a record frame's body.
func encodeRecord(r Record, t Tail) ([][]byte, error) {
	record, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	tail, err := json.Marshal(t)
	if err != nil {
		return nil, err
	}
	return [][]byte{binary.BigEndian.AppendUint32(nil, uint32(len(record))), record, tail}, nil
}

// splitRecord returns the record's and the tail's JSON of a record or tail frame's body.
func splitRecord(kind byte, body []byte) (record, tail []byte, err error) {
	if kind == kindTail {
		return nil, body, nil
	}
	if len(body) >= 4 {
		if n := int64(binary.BigEndian.Uint32(body)); n <= int64(len(body)-4) {
			return body[4 : 4+n], body[4+n:], nil
		}
	}
	return nil, nil, fmt.Errorf("%w: a record's length", ErrDamaged)
}

// tailOf decodes the tail of a record or tail frame.
func tailOf(src source, f frame) (Tail, error) {
	body, err := bodyOf(src, f)
	if err != nil {
		return Tail{}, err
	}
	_, tail, err := splitRecord(f.kind, body)
	if err != nil {
		return Tail{}, err
	}
	var t Tail
	if err := json.Unmarshal(tail, &t); err != nil {
		return Tail{}, fmt.Errorf("%w at offset %d: %w", ErrDamaged, f.at, err)
	}
	return t, nil
}

// recordOf decodes the record of a record frame.
func recordOf(src source, f frame) (Record, error) {
	body, err := bodyOf(src, f)
	if err != nil {
		return Record{}, err
	}
	record, _, err := splitRecord(f.kind, body)
	if err != nil {
		return Record{}, err
	}
	return decodeRecord(record, f)
}

func decodeRecord(b []byte, f frame) (Record, error) {
	var r Record
	if err := json.Unmarshal(b, &r); err != nil {
		return Record{}, fmt.Errorf("%w at offset %d: %w", ErrDamaged, f.at, err)
	}
	return r, nil
}
