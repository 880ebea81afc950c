package guard

import (
	"errors"
	"time"

	"noclobber/gate"
	"noclobber/ledger"
)

// verbLockWait is how long a verb waits for a document's lock. It is held for milliseconds, but many
// processes may stand in line on a busy machine, and no host's time limit runs here.
const verbLockWait = 30 * time.Second

// verbRun is one run of a verb on one document.
type verbRun struct {
	*Guard
	t      *target
	call   gate.Call
	shares func(*held) bool                                 // whether it may go beside appends of the OS
	change func(h *held, call gate.Call, note string) error // note: what a repair on the way has to tell
}

// run makes a verb's change under the document's lock, once no call holds a lease that excludes it.
// A refusal is a *Denied.
func (g *Guard) run(who gate.Context, path string, v Verb, shares func(*held) bool, change func(*held, gate.Call, string) error) error {
	t, err := g.Target(path)
	if err != nil {
		return err
	}
	return g.runOn(who, t, v, shares, change)
}

func (g *Guard) runOn(who gate.Context, t *target, v Verb, shares func(*held) bool, change func(*held, gate.Call, string) error) error {
	call := gate.Call{Event: gate.After, Context: who, Tool: verbTool + string(v), ID: g.ownID(v), Host: g.config.Names}
	r := verbRun{Guard: g, t: t, call: call, shares: shares, change: change}
	deadline := time.Now().Add(t.Policy.Wait)
	for {
		holder, err := r.try(deadline)
		if err != nil {
			return denied(t, err)
		}
		if holder == nil {
			return nil
		}
		if time.Now().After(deadline) {
			return &Denied{Document: t.name, Refusal: &gate.Refusal{Cause: gate.CauseLease}, Text: g.denyLease(work{writes: []*target{t}}, holder, call).Text}
		}
		select {
		case <-g.config.Cancel:
			return &Denied{Document: t.name, Text: "nothing was written to " + t.name + ": the call was cancelled while it waited for another one"}
		case <-time.After(g.poll):
		}
	}
}

// try makes the change if the document is free; else it names an intent that holds it.
func (r verbRun) try(deadline time.Time) (*ledger.Open, error) {
	ctx, cancel := r.context(max(time.Until(deadline), verbLockWait))
	defer cancel()
	h, err := r.hold(ctx, r.t, r.writerOf(r.call.Context))
	if err != nil {
		return nil, err
	}
	defer h.release()
	holder, err := h.settle(r.call, r.shares(h))
	if err != nil || holder != nil {
		return holder, err
	}
	if err := h.commit(false); err != nil {
		return nil, err
	}
	note, err := h.mend()
	if err != nil {
		return nil, err
	}
	return nil, r.change(h, r.call, note)
}

// perform makes a planned change: intent, write, outcome.
func (h *held) perform(call gate.Call, p gate.Plan, v Verb, write func() error) error {
	if err := h.intend(call, p, nil); err != nil {
		return err
	}
	h.lift()
	if err := write(); err != nil {
		return h.abandon(call, err)
	}
	return h.performed(call, v)
}

// abandon closes the intent of a change that the system refused, so that nobody waits for it.
func (h *held) abandon(call gate.Call, cause error) error {
	err := h.ownIntents(call, func(o ledger.Open) { h.close(o, ledger.Unwritten) })
	_ = h.doc.Commit(false) // the lease runs out by itself where even this fails
	return errors.Join(cause, err)
}

// performed records what stands after our own write.
func (h *held) performed(call gate.Call, v Verb) error {
	if err := h.look(); err != nil {
		return err
	}
	if err := h.landOthers(call); err != nil {
		return err
	}
	err := h.ownIntents(call, func(o ledger.Open) {
		o.Confirmed = true // what a verb takes away was asked for
		h.land(o, call, outcomeHeard)
	})
	if err != nil {
		return err
	}
	if v == VerbRestore || v == VerbHeal {
		h.settleAlarms(call)
	}
	return h.commit(false) // the intent is durable, and the disk shows that it has landed
}

// ownIntents calls f with the open intents of a call.
func (h *held) ownIntents(call gate.Call, f func(ledger.Open)) error {
	opens, err := h.doc.Opens()
	if err != nil {
		return err
	}
	for _, o := range opens {
		if h.own(&o, call) {
			f(o)
		}
	}
	return nil
}
