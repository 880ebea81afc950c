package guard

import (
	"fmt"
	"path/filepath"
	"strings"

	"noclobber/gate"
	"noclobber/ledger"
)

// linked is a known document whose name, or a directory above it, has become a symbolic link: calls that use the name go
// to another file's log by now, and this one's would never be looked at again. t is what the name leads to.
func (g *Guard) linked(known string, t *target) (*target, bool) {
	if isRemote(known) || strings.EqualFold(t.Real, known) { // a disk that folds case spells it otherwise
		return nil, false
	}
	m := t.Match
	m.Given, m.Real = known, known
	return &target{Match: m, name: g.Name(m), at: t.Real}, true
}

// knownTarget finds the rule of a document of the index.
func (g *Guard) knownTarget(known string) (*target, bool) {
	t, ok := g.targetOf(known)
	if !ok {
		return nil, false
	}
	if l, ok := g.linked(known, t); ok {
		return l, true
	}
	return t, true
}

// hiddenLoss is a known document behind whose name, a link by now, a loss is on record that nobody accepted.
func (g *Guard) hiddenLoss(path string) (*target, bool) {
	path = filepath.Clean(path)
	if !filepath.IsAbs(path) || !g.alarmed(path) {
		return nil, false
	}
	t, ok := g.knownTarget(path)
	return t, ok && t.at != ""
}

// reconcileLinked records what a link shows in place of a known document. Where that is the very text, the document was
// moved and goes on under its new name; else the name is followed no further, until the link is gone.
func (h *held) reconcileLinked(call gate.Call) {
	head := h.doc.Tail().Head
	if last, ok, err := h.doc.LastChange(); err != nil || ok && last.Cause == causeLinked {
		return
	}
	if head.Version == h.disk.stamp.Version {
		_ = h.g.store.Index(h.t.Policy.File).Remove(h.t.Real) // looked at once more, the next time
		return
	}
	r := h.external(call)
	r.Before, r.After = head, h.keep()
	h.classify(&r, head)
	r.Cause, r.Text = causeLinked, h.t.at
	h.doc.Append(r)
}

// wayBackOfLinked is how the lost lines come back that a link hides.
func wayBackOfLinked(r ledger.Record, path string) string {
	return fmt.Sprintf("rm %s (the link), then: noclobber restore %s %s; if it was meant: noclobber accept %s", path, path, r.Before.Version.Short(), path)
}

// refuseLinked refuses to bring a version back under a name that is a link by now: it would land in another document, or
// in the place of the link, which may be meant.
func (g *Guard) refuseLinked(path string) error {
	t, ok := g.hiddenLoss(path)
	if !ok {
		return nil
	}
	return &Denied{Document: t.name, Text: fmt.Sprintf("nothing was written to %s: it is a link to %s by now\nNext: rm %s (the link), then send the same command again",
		t.name, t.at, gate.ShellQuote(t.Real))}
}
