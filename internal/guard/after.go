package guard

import (
	"encoding/json"
	"strings"

	"noclobber/gate"
	"noclobber/ledger"
)

// After records what a call has done. It is idempotent: the same event again changes nothing.
func (g *Guard) After(call gate.Call) gate.Report {
	w := g.resolve(call)
	call = w.asMapped(call)
	var told []string
	add := func(text string, err error) {
		if err != nil {
			text = withAlarms(text, "noclobber: "+err.Error()+".")
		}
		if text != "" {
			told = append(told, text)
		}
	}
	var flight ledger.Flight
	known := false
	if len(w.writes) > 0 || w.opaque || call.Command != "" {
		if flight, known = g.flight(call); known {
			w = g.asJudged(w, flight)
		}
	}
	for _, t := range w.writes {
		add(g.afterOne(call, t))
		if t.Rule.ShardOf != nil {
			add(g.afterShard(call, t), nil)
		}
	}
	add(g.sawReads(call, w))
	if w.opaque {
		add(g.watchAfter(call, flight), nil)
	}
	if known {
		g.arrive(flight, call)
	}
	return gate.Report{Text: strings.Join(told, "\n")}
}

// asJudged takes the documents that the call was judged by, since a command may have changed its own
// working directory, and a rewritten input may name things otherwise.
func (g *Guard) asJudged(w work, f ledger.Flight) work {
	judged := work{reads: w.reads, opaque: w.opaque || f.Opaque, why: w.why}
	for _, real := range f.Docs {
		if t, ok := g.targetFrom(f.CWD, real); ok {
			t.ops = w.opsOn(real)
			judged.writes = append(judged.writes, t)
		}
	}
	return judged
}

// opsOn are what a call does to a document, as its own input says.
func (w work) opsOn(real string) []gate.Op {
	for _, t := range w.writes {
		if t.Real == real {
			return t.ops
		}
	}
	return nil
}

// targetOf finds the rule of a document by its real path, or of a remote one by its name.
func (g *Guard) targetOf(real string) (*target, bool) { return g.targetFrom(g.config.From, real) }

// targetFrom is targetOf for a call that was made in cwd: which rule holds for a remote document hangs on that.
func (g *Guard) targetFrom(cwd, real string) (*target, bool) {
	m, err := g.find(real, cwd)
	if err != nil || !m.Protected || m.Rule == nil {
		return nil, false
	}
	return &target{Match: m, name: g.Name(m)}, true
}

// afterOne closes the call's intent on one document.
func (g *Guard) afterOne(call gate.Call, t *target) (string, error) {
	return g.concluded(call, t, func(h *held, text string) (string, error) {
		text = withAlarms(text, h.acknowledged())
		if !call.Host.Batch {
			return h.mendNow(text)
		}
		if p := h.doc.Tail().Repair; p != nil && p.Text == text {
			text = "" // told when it is done, at the end of the batch
		}
		return withAlarms(text, h.untold()), nil
	})
}

// concluded closes a call's intent on one document, durably, and goes on under the same lock.
func (g *Guard) concluded(call gate.Call, t *target, then func(h *held, text string) (string, error)) (string, error) {
	h, err := g.holdWithin(t.patience(), t, g.writerOf(call.Context))
	if err != nil {
		return "", err
	}
	defer h.release()
	if err := h.witness(call); err != nil {
		return "", err
	}
	text, err := h.conclude(call)
	if err != nil {
		return "", err
	}
	if err := h.commit(true); err != nil {
		return "", err
	}
	return then(h, text)
}

// mendNow carries out a repair at once: the host's other hooks are done, or it reports no end of a batch.
func (h *held) mendNow(text string) (string, error) {
	told, err := h.mend()
	if err != nil {
		return "", err
	}
	return withAlarms(orDefault(text, told), h.untold()), nil
}

func withAlarms(text, alarms string) string {
	if text == "" || alarms == "" {
		return text + alarms
	}
	return text + "\n" + alarms
}

// conclude finds the call's own record and closes it by what the disk shows.
func (h *held) conclude(call gate.Call) (string, error) {
	if h.doc.Tail().Head.Version == "" {
		h.begin(call)
		return "", nil
	}
	opens, err := h.doc.Opens()
	if err != nil {
		return "", err
	}
	for _, o := range opens {
		if h.own(&o, call) {
			if err := h.landOthers(call); err != nil {
				return "", err
			}
			text := withAlarms(h.owed(o, call), h.heard(o, call))
			_, err := h.settle(call, true)
			return text, err
		}
	}
	last, _, err := h.ownRecord(call)
	if err != nil {
		return "", err
	}
	if o, ok := h.shown(call, last); ok {
		return h.lateEvidence(o, call, last.Outcome)
	}
	if _, err := h.settle(call, true); err != nil {
		return "", err
	}
	if last.Event == ledger.Refusal && call.Event == gate.After && (call.Response == nil || !call.Response.Failed) {
		return h.ignoredRefusal(call), nil
	}
	return "", nil
}

// heard closes the call's intent: by its own event, or by the end of its message where that did not come.
func (h *held) heard(o ledger.Open, call gate.Call) string {
	switch {
	case h.t.remote() && !h.witnessed:
		return h.unwitnessed(o, call)
	case call.Event == gate.Batch && o.After.Version != "":
		return h.over(o, call, false)
	}
	return h.land(o, call, howHeard(call))
}

// owed is the receipt of a rewrite that the host had no way to show to the model before the call.
func (h *held) owed(o ledger.Open, call gate.Call) string {
	if !call.Host.TellAfter || o.Action != actionName(gate.Rewrite) || howHeard(call) != outcomeHeard {
		return ""
	}
	var v gate.Verdict
	if json.Unmarshal(o.Answer, &v) != nil {
		return "" // there is none
	}
	return v.Text
}

func howHeard(call gate.Call) report {
	switch {
	case call.Event == gate.Batch:
		return outcomeUnheard
	case call.Event == gate.Failed || call.Response != nil && call.Response.Failed:
		return outcomeFailed
	default:
		return outcomeHeard
	}
}

// ownRecord is the newest record of this very call; zero where there is none.
func (h *held) ownRecord(call gate.Call) (ledger.Record, bool, error) {
	if call.ID == "" {
		return ledger.Record{}, false, nil
	}
	return h.doc.ByCall(h.writer, call.ID, maxBack)
}

// shown is the intent of a call that the disk has told of before its own event came.
func (h *held) shown(call gate.Call, last ledger.Record) (ledger.Open, bool) {
	if call.Event != gate.After || last.Event != ledger.Result || last.Cause != causeUnheard {
		return ledger.Open{}, false
	}
	r, ok := h.intent(last.Fence)
	return ledger.Open{Record: r}, ok
}

// lateEvidence takes in what the host tells of such a call: that it took place after all, which is judged before what
// stands is taken for somebody else's; or what it replaced.
func (h *held) lateEvidence(o ledger.Open, call gate.Call, outcome ledger.Outcome) (string, error) {
	if outcome == ledger.Unwritten || outcome == ledger.Unknown {
		text := h.land(o, call, outcomeHeard)
		_, err := h.settle(call, true)
		return text, err
	}
	_, err := h.settle(call, true)
	return h.landing(o, call, outcomeHeard).replaced(), err
}

// intent finds an intent by its fence.
func (h *held) intent(fence uint64) (ledger.Record, bool) {
	var found ledger.Record
	_ = h.doc.Backward(func(r ledger.Record) bool { // a damaged log tells less, and verify reports it
		if r.Seq == fence {
			found = r
		}
		return r.Seq > fence
	})
	return found, found.Event == ledger.Intent
}

// ignoredRefusal reports a host that ran a call which was denied.
func (h *held) ignoredRefusal(call gate.Call) string {
	tail := h.doc.Tail()
	if tail.Prev.Version == "" || tail.Head.Version != h.disk.stamp.Version {
		return ""
	}
	last, ok, err := h.doc.LastChange()
	if err != nil || !ok || last.Event != ledger.External {
		return ""
	}
	r := h.record(ledger.External, call)
	r.Before, r.After, r.Alarm, r.Cause = last.Before, last.After, true, "refusal ignored"
	r.Lines, r.LostLines, r.LostBytes = last.Lines, last.LostLines, last.LostBytes
	h.doc.Append(r)
	return "noclobber: this " + call.Tool + " was refused, and the host did not honour the refusal: " + h.t.name +
		" was written all the same.\nBring it back with: noclobber restore " + gate.ShellQuote(h.t.Real) + " " + last.Before.Version.Short()
}

// Batch closes the calls of one message: those that had no event of their own, and the repairs that
// waited until all hooks of the host were done.
func (g *Guard) Batch(call gate.Call) gate.Report {
	var told []string
	for _, c := range call.Calls {
		c.Event, c.Context, c.CWD, c.Host = gate.Batch, call.Context, orDefault(c.CWD, call.CWD), call.Host
		if text := g.batchOne(c); text != "" {
			told = append(told, text)
		}
	}
	return gate.Report{Text: strings.Join(told, "\n")}
}

// batchOne ends one call of a batch. A call that was never judged has no flight: nothing is read.
func (g *Guard) batchOne(call gate.Call) string {
	f, ok := g.flight(call)
	if !ok {
		return ""
	}
	var told []string
	for _, real := range f.Docs {
		t, ok := g.targetFrom(f.CWD, real)
		if !ok {
			continue
		}
		text, err := g.concluded(call, t, (*held).mendNow)
		if err != nil {
			text = "noclobber: " + err.Error() + "."
		}
		if text != "" {
			told = append(told, text)
		}
		if t.Rule.ShardOf != nil && !f.Done {
			if text := g.afterShard(call, t); text != "" {
				told = append(told, text)
			}
		}
	}
	if f.Task == "" {
		_ = g.store.End(f.Writer, f.Call) // an old file is a name too many in later messages
	}
	return strings.Join(told, "\n")
}
