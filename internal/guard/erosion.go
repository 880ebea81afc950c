package guard

import (
	"fmt"
	"time"

	"noclobber/gate"
	"noclobber/ledger"
	"noclobber/policy"
)

// erosion finds a net loss that has added up over several writes, each of them too small to be refused: how far the
// document has come down from the most that it held within the rule's time. What was confirmed, rotated or permitted
// does not count, and an accept begins anew.
func (h *held) erosion() (Finding, bool) {
	rule := h.rule()
	if rule.ErosionPer <= 0 || h.disk.large {
		return Finding{}, false
	}
	lost, writes, from := h.comeDown(h.g.now().Add(-rule.ErosionPer))
	now := h.disk.stamp
	of := policy.Amount{Lines: int(now.Lines) + lost.Lines, Bytes: now.Bytes + lost.Bytes}
	if writes < 2 || !rule.MaxErosion.Exceeded(lost, of) || !rule.MinLoss.Reached(lost, of) {
		return Finding{}, false
	}
	path := gate.ShellQuote(h.t.Real)
	return Finding{
		Kind: "erosion", Severity: "error", Path: h.t.name,
		Message: fmt.Sprintf("%s lost %s and %d bytes over %d writes within %s: %s, %d bytes then, %s, %d bytes now",
			h.t.name, nLines(lost.Lines), lost.Bytes, writes, span(rule.ErosionPer), nLines(of.Lines), of.Bytes, nLines(int(now.Lines)), now.Bytes),
		Before: from.Version.Short(), After: now.Version.Short(),
		Mend: fmt.Sprintf("noclobber diff %s %s, then noclobber heal %s --from %s; noclobber accept %s if it was meant", path, from.Version.Short(), path, from.Version.Short(), path),
	}, true
}

// comeDown is how much less the document holds than at its highest since a time, over how many writes, and the version
// that stood then.
func (h *held) comeDown(since time.Time) (lost policy.Amount, writes int, from ledger.Stamp) {
	var down policy.Amount
	steps := 0
	_ = h.doc.Backward(func(r ledger.Record) bool { // a damaged log tells less, and verify reports it
		if r.Time.Before(since) || r.Event == ledger.Accept {
			return false
		}
		if !changes(r) {
			return true
		}
		down.Lines += int(r.Before.Lines - r.After.Lines)
		down.Bytes += r.Before.Bytes - r.After.Bytes
		steps++
		if down.Bytes > lost.Bytes || down.Bytes == lost.Bytes && down.Lines > lost.Lines {
			lost, writes, from = down, steps, r.Before
		}
		return true
	})
	return lost, writes, from
}

// changes reports whether a record is of a change that nobody asked for by name.
func changes(r ledger.Record) bool {
	switch r.Event {
	case ledger.Result, ledger.External, ledger.Repair:
		return !r.Confirmed && r.Before.Version != r.After.Version && r.Before.Version != ""
	}
	return false
}

// span words a time as policies write it.
func span(d time.Duration) string {
	if d%time.Hour == 0 {
		return fmt.Sprintf("%dh", int(d/time.Hour))
	}
	return d.String()
}
