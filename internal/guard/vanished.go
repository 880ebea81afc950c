package guard

import (
	"noclobber/gate"
	"noclobber/ledger"
)

// A numbered log that vanished is never begun anew: its rows would have the numbers of others that may come back.

// vanished returns the version of a document that went missing though nothing recorded removed it, until that is
// accepted.
func (h *held) vanished() (last ledger.Stamp, err error) {
	if h.disk.exists {
		return last, nil
	}
	err = h.doc.Backward(func(r ledger.Record) bool {
		if leavesAsIs(r) {
			return true
		}
		if wentMissing(r) {
			last = r.Before
		}
		return false
	})
	return last, err
}

// leavesAsIs reports whether a record tells of nothing that became of a document.
func leavesAsIs(r ledger.Record) bool {
	switch r.Event {
	case ledger.Intent, ledger.Refusal, ledger.Permit, ledger.Read:
		return true
	case ledger.Result:
		return r.Before.Version == r.After.Version
	}
	return false
}

// wentMissing reports whether a record found a document gone that nobody was let to remove.
func wentMissing(r ledger.Record) bool {
	if r.After.Version != ledger.Absent || r.Before.Version == ledger.Absent {
		return false
	}
	return r.Event == ledger.External || r.Event == ledger.Result && r.Outcome == ledger.Overwritten && !r.Confirmed
}

// denyVanished refuses a verb where a document vanished; then is what follows once its end has been accepted.
func (h *held) denyVanished(then string) error {
	last, err := h.vanished()
	if err != nil || last.Version == "" {
		return err
	}
	path := gate.ShellQuote(h.t.Given)
	return h.denyVerb("it vanished; the last recorded version is %s (%s)\nNext: noclobber restore %s %s brings it back; if its end was meant: noclobber accept %s, then %s",
		last.Version.Short(), nLines(int(last.Lines)), path, last.Version.Short(), path, then)
}

// logGone tells the state which version of a numbered log vanished. A store's document cannot be restored from here.
func (h *held) logGone(st *gate.State) {
	if st.Exists || h.t.remote() || !gate.Numbers(h.rule()).Numbered() {
		return
	}
	if last, err := h.vanished(); err == nil { // a damaged log tells less, and verify reports it
		st.Vanished = last.Version.Short()
	}
}
