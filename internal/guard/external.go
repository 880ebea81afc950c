package guard

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/ledger"
	"noclobber/policy"
)

// The causes of external changes, as the ledger keeps them.
const (
	causeAppended  = "appended" // only lines were added
	causeReflow    = "reflow"   // white space, endings, list markers
	causeCheckout  = "checkout" // git put a version there, and has the old one too
	causeRevert    = "revert"   // back to an earlier version
	causeRemoved   = "removed"
	causeCompacted = "compacted" // a shard's text stands in its machine's archive
	causeMoved     = "moved"     // the bytes stand in a neighbouring file
	causeChanged   = "changed"
	causeReplaced  = "replaced"  // the host says that a call replaced it, before anybody had seen it
	causeForgotten = "forgotten" // the log that kept its versions is gone
	causeLinked    = "linked"    // a link stands in its place
	causeUnread    = "unread"    // the bytes of one side are not stored, so losses cannot be told
)

// reconcile records what the disk shows and no recorded write produced.
func (h *held) reconcile(call gate.Call) {
	head := h.doc.Tail().Head
	switch head.Version {
	case h.disk.stamp.Version:
		return
	case unseen:
		h.begin(call)
		return
	}
	if h.t.at != "" {
		h.reconcileLinked(call)
		return
	}
	r := h.external(call)
	r.Before, r.After = head, h.keep()
	h.classify(&r, head)
	h.doc.Append(r)
}

// external starts a record of what a call has seen and nobody is known to have done.
func (h *held) external(call gate.Call) ledger.Record {
	r := h.record(ledger.External, call)
	r.Call, r.Tool, r.Writer = "", "", ledger.Writer{Node: h.writer.Node}
	r.InFlight = h.g.inFlight()
	return r
}

// classify says what kind of external change it was, and whether it is an alarm.
func (h *held) classify(r *ledger.Record, before ledger.Stamp) {
	old, ok := h.bytes(before)
	switch {
	case !ok || h.disk.large:
		r.Cause, r.Alarm = causeUnread, h.disk.stamp.Bytes < before.Bytes
		return
	case h.disk.exists && document.Reflow(old, h.disk.data):
		r.Cause = causeReflow
		return
	}
	loss := h.lostSince(old)
	r.Proposal = h.neverStood()
	r.Lines, r.LostLines, r.LostBytes = atMost(loss.Lines), int64(len(loss.Lines)), loss.Bytes
	if len(loss.Lines) == 0 {
		r.Cause = causeAppended
		return
	}
	r.Cause, r.Alarm = causeChanged, lossCounts(loss, old, h.rule()) || h.lostUnread(loss.Lines)
	if r.Alarm {
		h.explain(r, old)
	}
}

// lostSince is what of an earlier version is gone. With a document that is not there goes what a repair that waits was to
// put back: first of all, since no recorded version has it.
func (h *held) lostSince(old []byte) document.Loss {
	if h.disk.exists && bytes.HasPrefix(h.disk.data, old) {
		return document.Loss{} // also where a last line without an end was written on
	}
	loss := document.Lost(old, h.disk.data)
	if want, ok := h.bytes(h.neverStood()); ok {
		waits := document.Lost(want, old)
		loss.Lines, loss.Bytes = append(waits.Lines, loss.Lines...), loss.Bytes+waits.Bytes
	}
	return loss
}

// neverStood is the text that a repair was to leave in a document that has gone away meanwhile; zero where there is none.
func (h *held) neverStood() ledger.Stamp {
	if p := h.doc.Tail().Repair; p != nil && !h.disk.exists {
		return p.Want
	}
	return ledger.Stamp{}
}

// lossCounts reports whether lines that went missing outside the gate are an alarm: every one in an
// append document, elsewhere those beyond the rule.
func lossCounts(loss document.Loss, old []byte, rule *policy.Rule) bool {
	switch rule.Mode {
	case policy.Append, policy.Shard:
		return len(loss.Lines) > 0
	case policy.Record:
		return len(loss.Lines) > 0 && gate.Beyond(shrinkage(loss, old), rule)
	default:
		return gate.Beyond(shrinkage(loss, old), rule)
	}
}

func shrinkage(loss document.Loss, old []byte) document.Shrinkage {
	return document.Shrinkage{
		Lines: len(loss.Lines), Bytes: loss.Bytes, Gone: loss.Lines,
		OldLines: int(document.CountLines(old)), OldBytes: int64(len(old)),
	}
}

// explain looks for a harmless reason of a loss, or names what happened to it.
func (h *held) explain(r *ledger.Record, old []byte) {
	switch {
	case h.t.remote():
		if h.seenBefore(r.After.Version) {
			r.Cause = causeRevert
		}
	case !h.disk.exists && h.compacted(old):
		r.Cause, r.Alarm = causeCompacted, false
	case !h.disk.exists:
		r.Cause = causeRemoved
		if name := h.movedTo(r.Before); name != "" {
			r.Cause, r.Text = causeMoved, name
		}
	case checkedOut(h.t.Real, old, h.disk.data):
		r.Cause, r.Alarm = causeCheckout, false
	case h.seenBefore(r.After.Version):
		r.Cause = causeRevert
	}
}

// movedTo finds a neighbouring file that holds the bytes of a version.
func (h *held) movedTo(s ledger.Stamp) string {
	dir := filepath.Dir(h.t.Real)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return ""
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || info.Size() != s.Bytes {
			continue
		}
		name := filepath.Join(dir, e.Name())
		if d, err := observe(name, h.rule().MaxDocument, stampAll); err == nil && d.stamp.Version == s.Version {
			return name
		}
	}
	return ""
}

// seenBefore reports whether a version was the head at an earlier time.
func (h *held) seenBefore(v ledger.Version) bool {
	found := false
	_ = h.doc.Backward(func(r ledger.Record) bool { // a damaged log tells less, and verify reports it
		found = r.Event != ledger.Intent && (r.After.Version == v || r.Before.Version == v)
		return !found
	})
	return found
}

// atMost cuts a list of lines to what records and messages quote.
func atMost(lines []string) []string {
	if len(lines) > gate.MaxLines {
		return lines[:gate.MaxLines]
	}
	return lines
}

// describe tells an alarm in a sentence.
func describe(name string, r ledger.Record) string {
	sizes := fmt.Sprintf("%s (%s, %d bytes) became %s (%s, %d bytes)",
		r.Before.Version.Short(), nLines(int(r.Before.Lines)), r.Before.Bytes,
		r.After.Version.Short(), nLines(int(r.After.Lines)), r.After.Bytes)
	lost := nLines(int(r.LostLines)) + " lost"
	switch {
	case r.Outcome == ledger.Unknown:
		return fmt.Sprintf("%s: the outcome of a %s call is unknown: it was let through, nothing more was heard of it, and %s of it %s not there",
			name, orDefault(r.Tool, "write"), nLines(int(r.LostLines)), agree(int(r.LostLines), "is", "are"))
	case r.Cause == causeRemoved:
		return fmt.Sprintf("%s was removed outside the gate: %s, %s", name, sizes, lost)
	case r.Cause == causeForgotten:
		return fmt.Sprintf("%s was changed outside the gate, and the state that kept its versions is gone: %d bytes became %d", name, r.Before.Bytes, r.After.Bytes)
	case r.Cause == causeLinked:
		return fmt.Sprintf("%s was replaced outside the gate by a link to %s: %s, %s", name, r.Text, sizes, lost)
	case r.Cause == causeMoved:
		return fmt.Sprintf("%s was moved outside the gate to %s", name, r.Text)
	case r.Cause == causeRevert:
		return fmt.Sprintf("%s went back to an earlier version outside the gate: %s, %s", name, sizes, lost)
	case r.Event == ledger.External:
		return fmt.Sprintf("%s was changed outside the gate: %s, %s", name, sizes, lost)
	case r.Outcome == ledger.Committed && r.LostLines > 0:
		return fmt.Sprintf("%s: a %s call took away lines that its context had not been shown: %s, %s", name, orDefault(r.Tool, "write"), sizes, lost)
	}
	return fmt.Sprintf("%s: a %s call left something else than planned (%s): %s, %s", name, orDefault(r.Tool, "write"), r.Outcome, sizes, lost)
}
