package guard

import (
	"time"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/ledger"
)

// settle brings a document's log up to what the disk shows: intents whose writes have landed
// are closed, lapsed ones are marked, and whatever no recorded write explains is recorded as an
// external change. It returns the intent that the call has to wait for, if there is one.
func (h *held) settle(call gate.Call, shared bool) (*ledger.Open, error) {
	if h.doc.Tail().Head.Version == "" {
		h.begin(call)
		return nil, nil
	}
	opens, err := h.doc.Opens()
	if err != nil {
		return nil, err
	}
	for i := range opens {
		if wait := h.settleOne(&opens[i], call, shared); wait {
			return &opens[i], nil
		}
	}
	if opens, err = h.doc.Opens(); err != nil { // those that have landed are closed by now
		return nil, err
	}
	h.subsumed()
	if !h.explained(opens) {
		h.reconcile(call)
	}
	for i := range opens {
		h.lapse(&opens[i], call) // by the head as it is recorded now: what was just found may have overwritten one
	}
	return nil, nil
}

// explained reports whether the disk holds what a call under way has planned: its own event, which
// tells more, is still to come.
func (h *held) explained(opens []ledger.Open) bool {
	for _, o := range opens {
		if h.live(o) && h.landed(o) {
			return true
		}
	}
	return false
}

// live reports whether an intent still holds its lease. One that would run for longer than a lease was granted by a
// clock that has been set back since.
func (h *held) live(o ledger.Open) bool {
	left := o.Expires.Sub(h.g.now())
	return !o.Damaged && !o.Lapsed && left > 0 && left <= h.t.Policy.Lease
}

// begin makes the document known: the first version that this machine has seen of it.
func (h *held) begin(call gate.Call) {
	if h.forgotten(call) {
		return
	}
	r := h.record(ledger.Known, call)
	r.After = h.keep()
	h.doc.Append(r)
}

// unheardAfter is how long after its lease a call may still land unseen, in a permission prompt say,
// before it is given up. While nobody else has written, there is no hurry.
const unheardAfter = 30 * time.Minute

// settleOne decides about one open intent: has it landed, must the call wait for it, is it over?
func (h *held) settleOne(o *ledger.Open, call gate.Call, shared bool) (wait bool) {
	switch {
	case h.own(o, call):
		return false // the call itself, asked or reported again
	case o.Damaged:
		h.close(*o, ledger.Unknown)
	case sameContext(o.Writer, h.writer) && h.writer.Session != "" && call.Event == gate.Before:
		h.over(*o, call, false) // a context makes its writing calls one after the other, so that one is over
	case sameContext(o.Writer, h.writer) && (call.Event == gate.ContextEnd || call.Event == gate.SessionEnd):
		h.over(*o, call, true)
	case h.live(*o):
		return !o.Shared || !shared
	case h.landed(*o):
		h.land(*o, call, outcomeUnheard)
	}
	return false
}

// lapse marks an intent whose lease is over, or gives it up when others have written since, long ago.
func (h *held) lapse(o *ledger.Open, call gate.Call) {
	switch {
	case h.own(o, call) || o.Damaged || h.live(*o):
	case !h.stands(*o) && h.g.now().After(o.Expires.Add(unheardAfter)):
		h.giveUp(*o, true)
	case !o.Lapsed:
		h.doc.Lapse(o.Seq)
	}
}

// stands reports whether the head is still what an intent was planned on: nobody is known to have written since, not
// even somebody who brought that text back.
func (h *held) stands(o ledger.Open) bool {
	head := h.doc.Tail().Head.Version
	return (head == o.Before.Version || head == o.Base().Version) && !h.changedSince(o)
}

// changedSince reports whether the head is known to have moved since an intent was recorded.
func (h *held) changedSince(o ledger.Open) bool {
	last, ok, err := h.doc.LastChange()
	return err == nil && ok && last.Seq > o.Seq
}

// own reports whether an open intent belongs to the call under way.
func (h *held) own(o *ledger.Open, call gate.Call) bool {
	return sameContext(o.Writer, h.writer) && o.Call == callID(call)
}

// landed reports whether the disk holds what an intent planned, or what it proposed where the host did not carry the
// plan, and nobody has recorded that yet.
func (h *held) landed(o ledger.Open) bool {
	now := h.disk.stamp.Version
	return o.After.Version != "" && (o.After.Version == now || o.Proposal.Version == now) && h.doc.Tail().Head.Version != now
}

// landOthers closes the calls whose lease is over and whose write is what the disk shows. That comes before the call's
// own end: a late write was planned on an older text, and what it lacks of a newer one it did not take away.
func (h *held) landOthers(call gate.Call) error {
	opens, err := h.doc.Opens()
	if err != nil {
		return err
	}
	for _, o := range opens {
		if !h.own(&o, call) && !o.Damaged && !h.live(o) && h.landed(o) {
			h.land(o, call, outcomeUnheard)
		}
	}
	return nil
}

// over closes a call of this context whose end was never reported and cannot come any more, and returns what the
// context is to be told. Where the disk shows nothing of what it planned, the call may have been refused at a prompt:
// then nothing of it may be merged in. A context that goes on is told; one that ends leaves an alarm.
func (h *held) over(o ledger.Open, call gate.Call, alarm bool) string {
	l := h.landing(o, call, outcomeUnheard)
	if h.landed(o) || l.known && l.shows() {
		return l.close()
	}
	h.giveUp(o, alarm)
	return ""
}

// giveUp closes a call that was never heard of again. If its document has not changed since, it was
// never made; if what it would have added stands there, it was; else its outcome is unknown: somebody
// may have overwritten its lines in between. They are reported, or told to the context itself where
// that goes on and knows whether its call was made.
func (h *held) giveUp(o ledger.Open, alarm bool) {
	head := h.doc.Tail().Head.Version
	if h.stands(o) && head == h.disk.stamp.Version && !h.t.remote() { // nobody has looked into a store
		h.close(o, ledger.Unwritten)
		return
	}
	before, okBefore := h.bytes(o.Base())
	planned, okPlanned := h.bytes(o.After)
	if !okBefore || !okPlanned || h.disk.large {
		h.close(o, ledger.Unknown)
		return
	}
	missing := without(document.Added(before, planned), document.Added(before, h.toStand()))
	if len(missing) == 0 {
		h.close(o, ledger.Committed)
		return
	}
	r := h.unheard(o, ledger.Unknown)
	r.Lines, r.LostLines, r.Alarm = atMost(missing), int64(len(missing)), alarm
	h.doc.Append(r)
	if !alarm {
		text := "noclobber: " + describe(h.t.name, r) + ". If that call was made, read the document and send its lines again."
		h.notify(o.Writer, text+gate.Quote(missing, gate.MaxText-len(text)))
	}
}

// toStand is what stands, or what a repair that waits will leave.
func (h *held) toStand() []byte {
	if due, ok := h.due(); ok {
		return due
	}
	return h.disk.data
}

// without returns the lines of a that b lacks, each as often as it is lacking.
func without(a, b []string) []string {
	have := counts(b)
	var out []string
	for _, line := range a {
		if have[line]--; have[line] < 0 {
			out = append(out, line)
		}
	}
	return out
}

// close records the outcome of an intent that changed nothing that we can see. Its planned bytes stay stored.
func (h *held) close(o ledger.Open, outcome ledger.Outcome) {
	h.doc.Append(h.unheard(o, outcome))
}

// unheard is the record of an outcome that no event told: the call's own event may still come.
func (h *held) unheard(o ledger.Open, outcome ledger.Outcome) ledger.Record {
	r := h.closing(o, outcome)
	r.Cause = causeUnheard
	return r
}

// closing is the record that ends an intent and leaves the head as it is.
func (h *held) closing(o ledger.Open, outcome ledger.Outcome) ledger.Record {
	head := h.doc.Tail().Head
	return ledger.Record{
		Event: ledger.Result, Time: h.g.now(), Writer: o.Writer, Call: o.Call, Tool: o.Tool, Op: o.Op,
		Mode: o.Mode, Rule: o.Rule, Fence: o.Seq, Outcome: outcome, Before: head, After: head, View: o.View,
	}
}

// subsumed clears a repair that has been carried out, or that a later write contains.
func (h *held) subsumed() {
	p := h.doc.Tail().Repair
	if p == nil || h.disk.stamp.Version != p.Want.Version {
		return
	}
	if h.doc.Tail().Head.Version != p.Want.Version {
		h.doc.Append(ledger.Record{
			Event: ledger.Repair, Time: h.g.now(), Fence: p.Fence, Lines: p.Lines,
			Before: h.doc.Tail().Head, After: h.keep(),
		})
	}
	h.doc.Plan(nil)
}
