package guard

import (
	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/ledger"
	"noclobber/policy"
)

// changeRemote plans a verb's change of a document in a store and spells out the call that makes it. Nothing is written.
func (h *held) changeRemote(call gate.Call, c Change) (Receipt, error) {
	p, err := h.planRemote(call, c)
	if err != nil {
		return Receipt{}, err
	}
	r := Receipt{
		Document: h.t.name, Path: h.t.Real, Verb: c.Verb, Before: h.disk.stamp, After: ledger.StampOf(p.Result), Kept: p.Kept, Notes: p.Remarks(),
		Lost: document.Lost(h.disk.data, p.Result).Lines,
	}
	if r.After.Version == r.Before.Version {
		return r, nil
	}
	made, ok := h.storeCall(p.Result)
	switch {
	case !ok && c.Verb == VerbRestore:
		return r, h.denyVerb("it is kept in a store, and no [[tool]] writes there\nNext: noclobber show %s@%s prints that version", gate.ShellQuote(h.t.Real), r.After.Version.Short())
	case !ok:
		return r, h.denyVerb("it is kept in a store, and no [[tool]] writes there")
	}
	r.Call = &made
	if h.rule().Mode != policy.Record && gate.Beyond(shrinkage(document.Lost(h.disk.data, p.Result), h.disk.data), h.rule()) {
		r.Notes = append(r.Notes, "it takes away more than the rule allows: the call is refused once, and passes after a read; or permit it: noclobber permit "+gate.ShellQuote(h.t.Real))
	}
	return r, nil
}

// planRemote plans a verb's change of a document in a store; to heal one is also to put back what waits for the next write.
func (h *held) planRemote(call gate.Call, c Change) (gate.Plan, error) {
	due, waits := h.due()
	if c.Verb == VerbHeal && c.Version == "" && waits && len(h.doc.Tail().Alarms) == 0 {
		return known(due), nil
	}
	return h.planVerb(call, c)
}

// storeCall is the call that writes a text in the document's place.
func (h *held) storeCall(text []byte) (gate.ToolCall, bool) {
	scheme, name, _ := policy.SplitRemote(h.t.Real)
	tools, _ := h.g.policies.Tools(h.g.dirs(h.g.config.From)...) // a broken policy is refused where a write meets it
	for _, t := range tools {
		if t.Scheme != scheme || t.Kind != "write" {
			continue
		}
		t.Match = h.calledHere(t)
		r := gate.Remote{Name: name, Write: t}
		if call, ok := r.WriteCall(text); ok {
			return call, true
		}
	}
	return gate.ToolCall{}, false
}

// calledHere is what a mapped tool was called when the document was last read or written; else its pattern.
func (h *held) calledHere(t policy.Tool) string {
	name := t.Match
	_ = h.doc.Backward(func(r ledger.Record) bool { // a damaged log tells less, and verify reports it
		beside, ok := nameBeside(r.Tool, t)
		switch {
		case r.Tool == "":
		case t.Fits(r.Tool):
			name = r.Tool
		case ok:
			name = beside
		}
		return name == t.Match
	})
	return name
}
