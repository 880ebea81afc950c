package guard

import (
	"bytes"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/ledger"
	"noclobber/policy"
)

// What others wrote between the plan of a call and its end is taken into what should stand.

// foldOthers merges in what others wrote between the plan and the write: the last recorded version
// if it is no longer the one planned on, and what the host says that it replaced.
func (l *landing) foldOthers() {
	l.foldReplaced()
	head := l.recorded()
	if head.Version != l.o.Before.Version && head.Version != l.o.Base().Version && (head.Version != l.disk.stamp.Version || l.sameByOther()) {
		if other, ok := l.held.bytes(head); ok {
			l.fold(other, ledger.Late, "another write was recorded after yours was planned")
		}
	}
}

func (l *landing) foldReplaced() {
	r := l.call.Response
	if l.how != outcomeHeard || r == nil || !r.HasReplaced {
		return
	}
	if !document.Equal(r.Replaced, l.found) && !l.takenIn(r.Replaced) {
		l.fold(r.Replaced, ledger.Overwritten, "your write replaced lines that nobody had recorded yet")
	}
}

// takenIn reports whether a replaced text has been recorded since the call was planned, or was planned by a call that has
// been closed since: then it is part of what led to the head, and what the head lacks of it was taken away or reported.
func (l *landing) takenIn(text []byte) bool {
	lines := document.CountLines(text)
	is := func(s ledger.Stamp) bool {
		if s.Lines != lines {
			return false
		}
		data, ok := l.held.bytes(s)
		return ok && document.Equal(data, text)
	}
	closed := map[uint64]bool{}
	found := false
	_ = l.doc.Backward(func(r ledger.Record) bool { // a damaged log tells less, and verify reports it
		switch {
		case r.Event == ledger.Intent:
			found = closed[r.Seq] && (is(r.After) || is(r.Proposal))
		case r.Event != ledger.Refusal && r.Seq > l.o.Seq:
			closed[r.Fence] = r.Event == ledger.Result && r.Outcome != ledger.Unwritten && r.Outcome != ledger.Unknown
			found = is(r.After)
		}
		return !found && r.Seq+maxBack > l.o.Seq
	})
	return found
}

// replaced takes in what the host says that a call replaced, where the disk has told of the call itself before. What
// the call added may be gone by now, taken away by a context that had seen it: it is not put back.
func (l *landing) replaced() string {
	if !l.known || !l.disk.exists || l.disk.large {
		return ""
	}
	last := l.doc.Tail().Seq
	l.foldReplaced()
	if l.doc.Tail().Seq != last || !bytes.Equal(l.want, l.now) {
		l.finish() // what stands is the head again, whatever was told of what stood before
	}
	return l.text
}

// sameByOther reports whether another context's write left the very text that this one left: two
// equal entries from two calls are two entries.
func (l *landing) sameByOther() bool {
	r, ok, err := l.doc.LastChange()
	return err == nil && ok && l.how == outcomeHeard && r.Outcome == ledger.Committed && !sameContext(r.Writer, l.o.Writer)
}

// fold merges another version of the same base into what should stand.
func (l *landing) fold(other []byte, outcome ledger.Outcome, why string) {
	if document.Equal(other, l.before) || document.Equal(other, l.found) {
		return
	}
	whole := bytes.Equal(l.want, l.planned) && l.o.Op == gate.Write.String()
	members := byMembers(l.rule(), l.t.Real)
	if holds(l.want, other) && !whole && !members {
		return
	}
	merged, ok := l.joinOther(other, whole)
	if !ok {
		l.outcome, l.alarm = outcome, true
		loss := document.Lost(other, l.want)
		l.lost, l.bytes = append(l.lost, loss.Lines...), l.bytes+loss.Bytes
		l.replacedExternally(other, l.want)
		return
	}
	if document.Equal(merged, l.want) || members && document.EqualJSON(merged, l.want) {
		return
	}
	l.replacedExternally(other, merged)
	l.outcome = outcome
	l.say(why, document.Lost(merged, l.disk.data).Lines)
	l.want = merged
}

// joinOther merges another version of the base into what should stand.
func (l *landing) joinOther(other []byte, whole bool) ([]byte, bool) {
	if l.rule().Mode == policy.Append && !l.pruned() {
		return addMissing(l.rule(), l.before, l.want, other, whole)
	}
	base, other := l.origin(other)
	if !whole && !byMembers(l.rule(), l.t.Real) {
		other = lacking(base, l.want, other)
	}
	return join(l.rule(), l.t.Real, base, l.want, other)
}

// origin is the text that another version was made from. Where a call under way had planned it, that is what the call was
// judged against: what a late text lacks of a newer one it did not take away.
func (l *landing) origin(other []byte) (base, text []byte) {
	o, ok := l.otherPlanned(ledger.VersionOf(other))
	if !ok {
		return l.before, other
	}
	base, okBase := l.held.bytes(o.Base())
	text, ok = l.held.bytes(o.After)
	if !ok || !okBase {
		return l.before, other
	}
	return base, text
}

// pruned reports whether lines were taken away on purpose since the call was planned: they stay away.
func (l *landing) pruned() bool {
	found := false
	_ = l.doc.Backward(func(r ledger.Record) bool { // a damaged log tells less, and verify reports it
		found = r.Event == ledger.Result && r.Confirmed && r.After.Lines < r.Before.Lines
		return !found && r.Seq > l.o.Seq
	})
	return found
}

// replacedExternally records a version that nobody had recorded before it was replaced. Whatever of the last recorded one
// it had taken away, and what should stand now lacks too, is lost by it.
func (l *landing) replacedExternally(other, want []byte) {
	head := l.doc.Tail().Head
	known, ok := l.held.bytes(head)
	if ok && document.Equal(known, other) {
		return
	}
	r := ledger.Record{
		Event: ledger.External, Time: l.g.now(), Writer: ledger.Writer{Node: l.writer.Node}, Cause: causeReplaced,
		Mode: l.o.Mode, Rule: l.o.Rule, Before: head, After: l.doc.Keep(other, head, nil), InFlight: l.g.inFlight(),
	}
	if ok && !document.Reflow(known, other) {
		loss := document.Lost(known, want)
		loss.Lines = without(loss.Lines, document.Lost(l.before, l.planned).Lines)
		r.Lines, r.LostLines, r.LostBytes = atMost(loss.Lines), int64(len(loss.Lines)), loss.Bytes
		r.Alarm = lossCounts(loss, known, l.rule())
	}
	l.doc.Append(r)
}

// overRepair reports whether the call's text was written over one that a repair waits for: planned without it.
func (l *landing) overRepair() bool {
	p, now := l.doc.Tail().Repair, l.disk.stamp.Version
	return p != nil && p.Over.Version != now && (l.o.After.Version == now || l.o.Proposal.Version == now)
}

// builtOn reports whether what stands was written by another call under way that had been judged against what is recorded,
// or against what a repair would leave: what its text lacks of that was taken away by a context that had seen it. A text
// that its host wrote in place of the plan had seen less.
func (l *landing) builtOn() bool {
	judged, now := l.doc.Tail().Head.Version, l.disk.stamp.Version
	if p := l.doc.Tail().Repair; p != nil {
		judged = p.Want.Version
	}
	o, ok := l.otherPlanned(now)
	return ok && o.After.Version == now && (o.Base().Version == judged || o.Before.Version == judged)
}

// otherPlanned finds another call under way that planned a version, or proposed it.
func (l *landing) otherPlanned(v ledger.Version) (ledger.Open, bool) {
	return l.other(func(o ledger.Open) bool {
		return !o.Damaged && o.After.Version != "" && (o.After.Version == v || o.Proposal.Version == v)
	})
}

// other finds another call under way.
func (l *landing) other(is func(ledger.Open) bool) (ledger.Open, bool) {
	opens, err := l.doc.Opens()
	if err != nil {
		return ledger.Open{}, false
	}
	for _, o := range opens {
		if o.Seq != l.o.Seq && is(o) {
			return o, true
		}
	}
	return ledger.Open{}, false
}

// recorded is the version that a late text has to take in: the last recorded one, or what a repair makes of it.
func (l *landing) recorded() ledger.Stamp {
	switch {
	case l.builtOn():
		return l.disk.stamp
	case l.overRepair():
		return l.doc.Tail().Repair.Want
	default:
		return l.doc.Tail().Head
	}
}
