package guard

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/ledger"
)

// A remote document has no disk to look at. What its store holds is what a read showed or an acknowledged write sent
// last, and the ledger has that: it stands in for the disk, until an event tells more.

// unseen names the content of a remote document that nobody on this machine has read.
const unseen ledger.Version = "unseen"

// recall takes what was last known of a remote document for what stands there.
func (h *held) recall() error {
	head := h.doc.Tail().Head
	switch head.Version {
	case "", unseen:
		h.disk = disk{exists: true, large: true, stamp: ledger.Stamp{Version: unseen}}
		return nil
	case ledger.Absent:
		h.disk = disk{stamp: head}
		return nil
	}
	if head.At == 0 {
		h.disk = disk{exists: true, large: true, stamp: head}
		return nil
	}
	text, err := h.doc.Bytes(head)
	if err != nil {
		return fmt.Errorf("recalling %s: %w", h.t.name, err)
	}
	h.disk = h.sight(text)
	return nil
}

// sight is a remote document with a text that was just seen, or sent.
func (h *held) sight(text []byte) disk {
	d := disk{exists: true, stamp: ledger.StampOf(text)}
	if int64(len(text)) > h.rule().MaxDocument {
		d.large = true
		return d
	}
	d.data, d.binary = text, bytes.IndexByte(text, 0) >= 0
	return d
}

// remoteState tells the judge how far a call on a remote document may rely on what is known.
func (h *held) remoteState(st *gate.State, view ledger.View) {
	if !h.t.remote() {
		return
	}
	st.Reach = false
	st.Unseen = h.disk.stamp.Version == unseen
	st.Token = h.doc.Tail().Token
	if h.writer.Session != "" && !view.ReadAt.IsZero() {
		st.HasRead, st.ReadAge = true, h.g.now().Sub(view.ReadAt)
		st.Unsettled = h.unsettled(view.ReadAt)
	}
}

// onlyToken reports whether a call was rewritten for the store's version alone.
func onlyToken(p gate.Plan) bool {
	return p.Token != "" && p.Edit == nil && bytes.Equal(p.Result, p.Proposal)
}

// bringsBack reports whether a whole write to a store has itself what a repair would put back: the call that heal spells out.
// Judged on what the repair will leave, it would put those lines there twice.
func (h *held) bringsBack(due []byte) bool {
	if !h.t.remote() || len(h.t.ops) == 0 || h.t.lastOp().Kind != gate.Write {
		return false
	}
	return len(without(document.Added(h.disk.data, due), document.Added(h.disk.data, h.t.lastOp().Content))) == 0
}

// unsettled names a writer whose call may have reached the store since a time, without that anybody knows.
func (h *held) unsettled(since time.Time) string {
	opens, err := h.doc.Opens()
	if err != nil {
		return "somebody"
	}
	for _, o := range opens {
		if !sameContext(o.Writer, h.writer) && since.Before(o.Expires) {
			return orDefault(who(o.Writer, h.writer), "somebody")
		}
	}
	name := ""
	_ = h.doc.Backward(func(r ledger.Record) bool { // a damaged log tells less, and verify reports it
		if r.Event == ledger.Result && r.Outcome == ledger.Unknown && r.Time.After(since) {
			name = orDefault(who(r.Writer, h.writer), "somebody")
		}
		return name == "" && r.Time.After(since)
	})
	return name
}

// witness takes from a call's own event what its store holds now: what the call sent.
func (h *held) witness(call gate.Call) error {
	if !h.t.remote() || howHeard(call) != outcomeHeard {
		return nil
	}
	o, ok, err := h.unended(call)
	if err != nil || !ok {
		return err
	}
	h.was = h.doc.Tail().Head
	switch text, gone, known := h.sent(o); {
	case !known:
		return nil
	case gone:
		h.disk = disk{stamp: ledger.AbsentStamp()}
	default:
		h.disk = h.sight(text)
	}
	h.witnessed = true
	if len(h.t.ops) > 0 && h.t.lastOp().Remote != nil {
		h.token = answerToken(call.Response, h.t.lastOp().Remote.Own.ResultVersion)
	}
	return nil
}

// unended is the call's own intent, if nobody has told of its end before.
func (h *held) unended(call gate.Call) (ledger.Open, bool, error) {
	var found ledger.Open
	ok := false
	err := h.ownIntents(call, func(o ledger.Open) { found, ok = o, true })
	if err != nil || ok {
		return found, ok, err
	}
	last, _, err := h.ownRecord(call)
	if err != nil || last.Outcome != ledger.Unwritten && last.Outcome != ledger.Unknown {
		return found, false, err
	}
	found, ok = h.shown(call, last)
	return found, ok, nil
}

// sent is what a call that took place has left: a whole write its own text, whatever was planned; a change what it makes
// of what stood there.
func (h *held) sent(o ledger.Open) (text []byte, gone, ok bool) {
	if o.After.Version == ledger.Absent {
		return nil, true, true
	}
	planned, known := h.bytes(o.After)
	if len(h.t.ops) == 0 {
		return planned, false, known
	}
	op := h.t.lastOp()
	if op.Kind == gate.Write && op.HasContent {
		return op.Content, false, true
	}
	head := h.doc.Tail().Head
	if now, readable := h.bytes(head); known && readable && head.Version != o.Before.Version {
		if op.Kind == gate.Append && op.HasContent {
			return slices.Concat(now, op.Content), false, true
		}
		if changed, err := document.Apply(now, op.Edits); op.Kind == gate.Edit && err == nil {
			return changed, false, true
		}
	}
	return planned, false, known
}

// unwitnessed ends a call whose event does not say what its store holds now: one that failed may have been carried out all
// the same. What was last known stays, until somebody reads it.
func (h *held) unwitnessed(o ledger.Open, call gate.Call) string {
	switch how := howHeard(call); {
	case how == outcomeUnheard && call.Response != nil && call.Response.Failed:
		h.close(o, ledger.Unwritten) // no event of its own came: it was refused
		return ""
	case how == outcomeUnheard:
		return h.over(o, call, false)
	case how == outcomeFailed:
		h.doc.Append(h.closing(o, ledger.Unknown))
		h.doubt(o.Writer)
		return fmt.Sprintf("noclobber: the %s of %s failed, and whether it changed anything is not known. Next: %s.", call.Tool, h.t.name, h.readCall())
	default:
		h.doc.Append(h.closing(o, ledger.Unknown))
		return fmt.Sprintf("noclobber: what %s holds after this %s is not known. Next: %s.", h.t.name, call.Tool, h.readCall())
	}
}

// doubt takes from a context what it knew of a document: it has to read it again before it writes it whole.
func (h *held) doubt(w ledger.Writer) {
	view, err := h.doc.View(w)
	if err != nil || w.Session == "" {
		return
	}
	view.HasBase, view.Base, view.Added, view.ReadAt = false, nil, nil, time.Time{}
	_ = h.doc.SetView(w, view) // the unknown outcome is on record, which asks for a read as well
}

// readCall is how the document is read, for a message.
func (h *held) readCall() string {
	if len(h.t.ops) > 0 && h.t.lastOp().Remote != nil {
		if call, ok := h.t.lastOp().Remote.ReadCall(); ok {
			return call.String()
		}
	}
	return "read it with the store's own tool"
}

// acknowledged is the receipt of a call that a store has acknowledged: whether it kept what was sent, only a read shows.
func (h *held) acknowledged() string {
	if !h.witnessed {
		return ""
	}
	was, now := h.was, h.disk.stamp
	if !h.disk.exists {
		return fmt.Sprintf("noclobber: %s is gone, as far as is known; its last version is %s.", h.t.name, was.Version.Short())
	}
	before := "nothing was known of it before"
	switch was.Version {
	case "", unseen:
	case ledger.Absent:
		before = "it was not there before"
	default:
		before = fmt.Sprintf("%s, %d bytes before, version %s", nLines(int(was.Lines)), was.Bytes, was.Version.Short())
	}
	return fmt.Sprintf("noclobber: %s holds %s, %d bytes now, if its store kept what was sent (%s). Read it back: %s",
		h.t.name, nLines(int(now.Lines)), now.Bytes, before, h.readCall())
}
