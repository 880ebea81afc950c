package guard

import (
	"noclobber/gate"
	"noclobber/ledger"
	"noclobber/policy"
)

// remembered is what the index knows of a document. It outlives a state that is kept beside documents, and is read once in
// a process, not for each document.
func (g *Guard) remembered(p *policy.Policy, path string) (ledger.KnownDoc, bool) {
	if p == nil || isRemote(path) {
		return ledger.KnownDoc{}, false
	}
	known, ok := g.indexes[p.File]
	if !ok {
		known = map[string]ledger.KnownDoc{}
		list, _ := g.store.Index(p.File).Load() // one that cannot be read knows none
		for _, k := range list {
			known[k.Path] = k
		}
		g.indexes[p.File] = known
	}
	k, ok := known[path]
	return k, ok
}

// forgotten records what the index still knows of a document whose own log is gone: somebody took the state beside it
// away. It reports false where that tells of no change.
func (h *held) forgotten(call gate.Call) bool {
	k, ok := h.g.remembered(h.t.Policy, h.t.Real)
	if !ok || k.Version == "" || k.Version == ledger.Absent || k.Version == h.disk.stamp.Version || h.g.store.KeptElsewhere(h.t.Real) {
		return false
	}
	r := h.external(call)
	r.Before, r.After = ledger.Stamp{Version: k.Version, Bytes: k.Size}, h.keep()
	r.Cause, r.Alarm = causeForgotten, true
	h.doc.Append(r)
	return true
}
