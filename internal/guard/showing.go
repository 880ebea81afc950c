package guard

import (
	"fmt"
	"slices"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/ledger"
)

// sawRemote takes in what a read of a remote document has shown: it is what stands there now, and what its context knows.
// It returns what the context has not been told of the document.
func (g *Guard) sawRemote(call gate.Call, t *target) (string, error) {
	own := t.ops[0].Remote.Own
	text, shown := answerText(call.Response, own.Result)
	failed := call.Response.Failed
	if failed && !saysAbsent(call.Response) || !failed && !shown {
		return "", nil
	}
	h, err := g.holdWithin(t.patience(), t, g.writerOf(call.Context))
	if err != nil {
		return "", err
	}
	defer h.release()
	if failed {
		return h.missed(call)
	}
	h.token = answerToken(call.Response, own.ResultVersion)
	if err := h.sees(call, []byte(text)); err != nil {
		return "", err
	}
	return h.readNow(func(view *ledger.View) {
		if !h.disk.large {
			setBase(view, h.disk.data, h.doc.Tail().Seq)
		}
	})
}

// missed takes in that a store says a document is not there. Where one was known a read that fails proves nothing.
func (h *held) missed(call gate.Call) (string, error) {
	switch h.disk.stamp.Version {
	case unseen:
		h.disk = disk{stamp: ledger.AbsentStamp()}
		if err := h.sees(call, nil); err != nil {
			return "", err
		}
	case ledger.Absent:
	default:
		return "", nil
	}
	return h.readNow(func(view *ledger.View) { view.HasBase, view.Base = false, nil })
}

// readNow notes that this context has asked the store just now, and what it learnt.
func (h *held) readNow(learn func(*ledger.View)) (string, error) {
	if h.writer.Session == "" {
		return "", nil
	}
	view, err := h.doc.View(h.writer)
	if err != nil {
		return "", err
	}
	view.ReadAt = h.g.now()
	if r := view.Refused; r != nil && r.Cause == string(gate.CauseNoBase) {
		view.Refused = nil // that has been heeded
	}
	learn(&view)
	if err := h.doc.SetView(h.writer, view); err != nil {
		return "", err
	}
	owed, err := h.owes()
	return withAlarms(owed, h.untold()), err
}

// sees records a text that a read has shown: calls whose write it shows have taken place, and what no recorded call
// explains is an external change. A text of nil is one that is not there.
func (h *held) sees(call gate.Call, text []byte) error {
	if text != nil && !h.stillHolds(text) {
		h.disk = h.sight(text)
	}
	opens, err := h.doc.Opens()
	if err != nil {
		return err
	}
	for _, o := range opens {
		if !o.Damaged && h.landed(o) { // under way or not: what this read showed is nowhere but here
			h.land(o, call, outcomeUnheard)
		}
	}
	if _, err := h.settle(call, true); err != nil {
		return err
	}
	if h.doc.Tail().Head.Version != h.disk.stamp.Version {
		h.reconcile(call)
	}
	h.confirm(call)
	return h.commit(true)
}

// stillHolds reports whether a text shown is the one last known: many stores drop a final newline.
func (h *held) stillHolds(text []byte) bool {
	return h.disk.exists && h.disk.text() && sameShown(document.Normalize(h.disk.data), document.Normalize(text))
}

// confirm records that a read has shown what was written last, once for each write, and the version that the store gave it.
func (h *held) confirm(call gate.Call) {
	tail := h.doc.Tail()
	if tail.Head.Version != h.disk.stamp.Version || h.readBack() && (h.token == "" || h.token == tail.Token) {
		return
	}
	r := h.record(ledger.Read, call)
	r.Before, r.After = tail.Head, tail.Head
	h.doc.Append(r)
}

// readBack reports whether somebody has been shown the head since it was written.
func (h *held) readBack() bool { return len(h.unread()) == 0 }

// unread are the recorded writes that no read has shown yet, newest first.
func (h *held) unread() []ledger.Record {
	var out []ledger.Record
	_ = h.doc.Backward(func(r ledger.Record) bool { // a damaged log tells less, and verify reports it
		switch r.Event {
		case ledger.Read, ledger.External, ledger.Known:
			return false
		case ledger.Result, ledger.Repair:
			if r.Before.Version != r.After.Version {
				out = append(out, r)
			}
		}
		return true
	})
	return out
}

// lostUnread reports whether some of the lost lines came by writes of which no read has shown that the store kept them.
// Each of these counts, however few they are.
func (h *held) lostUnread(lost []string) bool {
	if !h.t.remote() {
		return false
	}
	for _, r := range h.unread() {
		before, _ := h.bytes(r.Before)
		after, _ := h.bytes(r.After)
		added := document.Added(before, after)
		if slices.ContainsFunc(lost, func(line string) bool { return slices.Contains(added, line) }) {
			return true
		}
	}
	return false
}

// owes tells what a repair would put back if the gate could write to the store: the next write through the gate has it in,
// whoever makes it. It is told once.
func (h *held) owes() (string, error) {
	p := h.doc.Tail().Repair
	if p == nil {
		return "", nil
	}
	switch due, ok := h.due(); {
	case !ok:
		return h.cannotMend(*p)
	case document.Equal(due, h.disk.data): // somebody has put it back
		h.doc.Plan(nil)
		return "", h.commit(true)
	}
	if p.Text == "" || !sameContext(p.Writer, h.writer) {
		return "", nil
	}
	text := p.Text
	p.Text = ""
	h.doc.Plan(p)
	return text, h.commit(true)
}

// waiting is the finding about lines that wait for the next write to be put back.
func (h *held) waiting() (Finding, bool) {
	p := h.doc.Tail().Repair
	if p == nil || !h.t.remote() {
		return Finding{}, false
	}
	path := gate.ShellQuote(h.t.Real)
	return Finding{
		Kind: "lost-lines", Severity: "error", Path: h.t.name, Lines: p.Lines,
		Message: fmt.Sprintf("%s: its store holds a text that lacks %s of another write; the next write through the gate puts them back", h.t.name, nLines(len(p.Lines))),
		Before:  p.Want.Version.Short(), After: h.disk.stamp.Version.Short(),
		Mend: fmt.Sprintf("noclobber heal %s spells out the call that puts them back now", path),
	}, true
}
