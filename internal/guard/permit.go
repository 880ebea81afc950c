package guard

import (
	"time"

	"noclobber/gate"
	"noclobber/ledger"
)

// VerbPermit lets one call through.
const VerbPermit Verb = "permit"

// MaxPermit is the longest that a permit lasts.
const MaxPermit = 24 * time.Hour

// Permit lets the next call on a document that would be refused pass once, whoever makes it, until it expires. It is
// recorded with its reason, and so is its use. A refusal is a *Denied.
func (g *Guard) Permit(who gate.Context, path string, lasts time.Duration, reason string) (Receipt, error) {
	var r Receipt
	err := g.run(who, path, VerbPermit, func(*held) bool { return true }, func(h *held, call gate.Call, _ string) error {
		if !h.t.Protected {
			return h.denyVerb("no policy protects it, so that nothing has to be permitted")
		}
		r = Receipt{Document: h.t.name, Path: h.t.Real, Verb: VerbPermit, Before: h.disk.stamp, After: h.disk.stamp}
		p := h.record(ledger.Permit, call)
		p.Expires, p.Text = h.g.now().Add(lasts), reason
		h.doc.Append(p)
		return h.commit(true)
	})
	return r, err
}

// permits reports whether a person let a call pass that nobody has made yet.
func (h *held) permits() bool {
	grant := h.doc.Tail().Permit
	return grant != nil && !h.g.now().After(grant.Until)
}

// permitted is the plan of a refused call that passes all the same. Its result is taken as it comes.
func (h *held) permitted() gate.Plan {
	out := gate.Plan{Action: gate.Pass, Judge: true, Confirms: true, Permitted: true}
	switch op := h.t.lastOp(); {
	case len(h.t.ops) > 1:
	case op.Kind == gate.Write && op.HasContent:
		out.Known, out.Judge, out.Proposal, out.Result = true, false, op.Content, op.Content
	case op.Kind == gate.Delete, op.Kind == gate.Move:
		out.Absent = true
	}
	return out
}

// usePermit notes in an intent which permit it uses up, and why there was one.
func (h *held) usePermit(r *ledger.Record) {
	grant := h.doc.Tail().Permit
	r.Permit, r.Text = grant.Seq, "permitted: "+grant.Reason
}
