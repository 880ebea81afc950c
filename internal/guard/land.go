package guard

import (
	"bytes"
	"fmt"
	"slices"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/ledger"
)

// report says how a call was heard of.
type report uint8

const (
	outcomeHeard   report = iota // its After event: the host says that it took place
	outcomeFailed                // the host says that it failed
	outcomeUnheard               // no event came; the disk shows what it planned
)

// causeUnheard marks a result that the disk told, not the host: the call's own event may still come.
const causeUnheard = "unheard"

// landing is one intent being closed: what it planned, what stands, and what should stand.
type landing struct {
	*held
	o        ledger.Open
	call     gate.Call
	how      report
	before   []byte // the H it planned on
	found    []byte // what stood then: H, unless a repair was due
	planned  []byte // M
	proposal []byte // C
	known    bool
	now      []byte // what stands, or what a repair that waits will leave
	want     []byte // what should stand
	outcome  ledger.Outcome
	lost     []string
	broken   []string // those that a waiting repair was to put back
	bytes    int64
	alarm    bool
	text     string
}

// land closes an intent by what the disk shows: committed, late, overwritten, other than planned, or
// not written. A repair that is due is planned, not done: other hooks of the host may still be at work.
// It returns what the context is to be told.
func (h *held) land(o ledger.Open, call gate.Call, how report) string {
	return h.landing(o, call, how).close()
}

// landing fetches what the end of an intent is judged by.
func (h *held) landing(o ledger.Open, call gate.Call, how report) *landing {
	l := &landing{held: h, o: o, call: call, how: how, now: h.disk.data, outcome: ledger.Committed}
	if due, ok := h.due(); ok && !l.overRepair() && !l.builtOn() {
		l.now = due
	}
	l.want = l.now
	l.load()
	return l
}

func (l *landing) close() string {
	switch {
	case l.nothingHappened(), l.how == outcomeFailed && l.known && !l.disk.exists:
		return l.unwritten()
	case l.how == outcomeFailed && l.typed() && !l.shows():
		l.doc.Append(l.ending(ledger.Unwritten)) // refused or failed; what stands there is somebody else's
		return ""
	case !l.disk.exists || l.disk.large || !l.known:
		l.judgeUnknown()
		l.brokeRows()
	default:
		l.judgeKnown()
		l.foldOthers()
		l.account()
		l.unseen()
	}
	l.finish()
	return l.text
}

// load fetches the bytes that the intent planned with.
func (l *landing) load() {
	l.before, _ = l.held.bytes(l.o.Base())
	l.found, _ = l.held.bytes(l.o.Before)
	if l.o.After.Version == "" || l.o.After.Version == ledger.Absent {
		return
	}
	l.planned, l.known = l.held.bytes(l.o.After)
	l.proposal = l.planned
	if l.o.Proposal.Version != "" {
		l.proposal, _ = l.held.bytes(l.o.Proposal)
	}
}

// nothingHappened reports whether the document is as it was when the call was granted. Where others are known to have
// written since, the host's word counts more: one of them may have brought that text back.
func (l *landing) nothingHappened() bool {
	was := l.disk.stamp.Version == l.o.Before.Version || l.disk.stamp.Version == l.o.Base().Version
	return was && l.o.After.Version != l.disk.stamp.Version && (l.how != outcomeHeard || !l.changedSince(l.o))
}

// typed reports whether the host itself writes, all or nothing; a command that fails may have written.
func (l *landing) typed() bool {
	return l.known && (l.o.Op == gate.Write.String() || l.o.Op == gate.Edit.String()) && l.call.Command == ""
}

// shows reports whether the disk shows that the call was made after all.
func (l *landing) shows() bool {
	return l.disk.stamp.Version == l.o.After.Version || l.standsIn(l.now)
}

// unwritten closes a call that left the document as it was.
func (l *landing) unwritten() string {
	l.doc.Append(l.ending(ledger.Unwritten))
	if l.how != outcomeHeard || !l.known {
		return ""
	}
	return fmt.Sprintf("noclobber: the host reported success, but nothing was written to %s: it differs from what was planned and is as it was before (%s, %s). Read it, then send the write again.",
		l.t.name, l.disk.stamp.Version.Short(), nLines(int(l.disk.stamp.Lines)))
}

// judgeUnknown judges a call whose result could not be known before: by what is gone.
func (l *landing) judgeUnknown() {
	head := l.doc.Tail().Head
	if l.o.After.Version == ledger.Absent && !l.disk.exists {
		if l.o.Op != gate.Move.String() { // a move takes no line away; what it writes over is judged there
			l.unseen()
		}
		return // removed as confirmed
	}
	old, ok := l.held.bytes(head)
	if ok && l.known && !l.disk.exists {
		l.vanished(old)
		return
	}
	if !ok || l.disk.large {
		l.alarm = l.disk.stamp.Bytes < head.Bytes
		return
	}
	l.charge(old)
	if l.alarm {
		l.outcome = ledger.Differs
	}
}

// vanished notes what is gone with a document that is not there: what the call added, which no version recorded so far
// has, and all that stood before.
func (l *landing) vanished(old []byte) {
	own, all := document.Added(l.before, l.planned), l.lostSince(old)
	l.lost, l.bytes = append(own, without(all.Lines, own)...), all.Bytes
	l.alarm = len(l.lost) > 0 && !l.o.Confirmed
	l.outcome = ledger.Overwritten
}

// charge notes the lines of an earlier version that are gone, and whether they are an alarm.
func (l *landing) charge(old []byte) {
	loss := document.Lost(old, l.disk.data)
	if len(loss.Lines) == 0 || document.Reflow(old, l.disk.data) {
		return
	}
	l.lost, l.bytes = loss.Lines, loss.Bytes
	l.alarm = lossCounts(loss, old, l.rule()) && !l.o.Confirmed
}

// account notes every line of the planned text and of the last recorded version that what should
// stand lacks, the call's own removals aside.
func (l *landing) account() {
	if l.alarm || document.Reflow(l.planned, l.want) {
		return
	}
	meant := document.Lost(l.before, l.planned).Lines
	loss := document.Lost(l.planned, l.want)
	if r := l.call.Response; r != nil && r.UserModified {
		loss = document.Loss{} // a person changed the proposal
	}
	if head, ok := l.held.bytes(l.recorded()); ok && !document.Reflow(head, l.want) {
		more := document.Lost(head, l.want)
		more.Lines = without(without(more.Lines, meant), loss.Lines)
		loss.Lines, loss.Bytes = append(loss.Lines, more.Lines...), loss.Bytes+more.Bytes
	}
	if len(loss.Lines) == 0 {
		return
	}
	l.lost, l.bytes = loss.Lines, loss.Bytes
	l.alarm = lossCounts(loss, l.planned, l.rule()) && !l.o.Confirmed
	if l.alarm && l.outcome == ledger.Committed {
		l.outcome = ledger.Differs
	}
}

// judgeKnown compares what stands with what was planned.
func (l *landing) judgeKnown() {
	now := l.now
	switch {
	case bytes.Equal(document.Normalize(now), document.Normalize(l.planned)):
		l.want = l.planned // a host that drops CR: the endings are put back, without a word
	case l.how == outcomeHeard && l.call.Response != nil && l.call.Response.UserModified:
	case document.Reflow(l.planned, now), holds(now, l.planned):
	case l.o.View == "" && document.Equal(now, l.proposal):
		l.putBack(l.planned, "the host did not apply the rewrite: what it wrote differs from what was planned")
	case !l.standsIn(now):
		l.overwritten(now)
	default:
		l.outcome = ledger.Differs
	}
}

// standsIn reports whether what the call changed is in the text, or at least a part of it.
func (l *landing) standsIn(text []byte) bool {
	if byMembers(l.rule(), l.t.Real) {
		if merged, ok := rejoin(l.rule(), l.t.Real, l.before, l.planned, text); ok {
			return document.EqualJSON(merged, text) // lines of JSON are too much alike to tell
		}
	}
	return l.holdsAdded(text)
}

// holdsAdded reports whether any line that the call added is in the text: then the text comes from
// the call's result and somebody changed it further; else it was overwritten.
func (l *landing) holdsAdded(text []byte) bool {
	added := document.Added(l.before, l.planned)
	there := document.Added(l.before, text)
	return slices.ContainsFunc(added, func(line string) bool { return slices.Contains(there, line) })
}

// overwritten merges the call's own lines back into a text that replaced them.
func (l *landing) overwritten(now []byte) {
	merged, ok := rejoin(l.rule(), l.t.Real, l.before, l.planned, now)
	if !ok {
		l.outcome = ledger.Overwritten
		loss := document.Lost(l.planned, now)
		l.lost, l.bytes, l.alarm = loss.Lines, loss.Bytes, len(loss.Lines) > 0
		return
	}
	l.putBack(merged, "what stands differs from what was planned: another write replaced it")
}

func (l *landing) putBack(text []byte, why string) {
	l.outcome, l.want = ledger.Overwritten, text
	l.say(why, document.Lost(text, l.disk.data).Lines)
}

// say words what will be put back.
func (l *landing) say(why string, lines []string) {
	if l.text != "" {
		return
	}
	l.text = fmt.Sprintf("noclobber: %s: %s; %s %s merged back%s.", l.t.name, why, nLines(len(lines)), agree(len(lines), "is", "are"), l.whenMended())
	l.text += gate.Quote(lines, gate.MaxText-len(l.text)-60)
	l.text += "\nRead it before you write it whole again."
}

// whenMended says when lines come back that the gate cannot write itself.
func (l *landing) whenMended() string {
	if !l.t.remote() {
		return ""
	}
	return " by the next write through the gate: read it, and write it whole with them"
}

// finish records the outcome, plans the repair and moves the base of the call's context.
func (l *landing) finish() {
	tail := l.doc.Tail()
	l.breakPromise()
	r := l.ending(l.outcome)
	r.Before, r.Confirmed = tail.Head, l.o.Confirmed
	before, stands := l.othersStand()
	if r.After = before; !stands {
		r.After = l.keepLanded()
	}
	r.Lines, r.LostLines, r.LostBytes, r.Alarm, r.Proposal = atMost(l.lost), int64(len(l.lost)), l.bytes, l.alarm, l.neverStood()
	if r.After.Version == l.disk.stamp.Version {
		r.Token = l.token
	}
	l.doc.Append(r)
	l.planRepair(r.After)
	l.moveBase()
}

// breakPromise notes the lines that a waiting repair was to put back and what should stand now has no place for, since the
// same place was changed again: this call's end replaces that repair, or ends it.
func (l *landing) breakPromise() {
	p := l.doc.Tail().Repair
	if p == nil || !l.disk.exists || l.disk.large {
		return
	}
	over, okOver := l.held.bytes(p.Over)
	want, ok := l.held.bytes(p.Want)
	if !ok || !okOver {
		return
	}
	promised := document.Lost(want, over).Lines
	kept := without(promised, document.Lost(want, l.want).Lines)
	gone := without(without(promised, kept), document.Lost(l.before, l.planned).Lines)
	l.broken = without(gone, l.lost)
	if len(l.broken) == 0 {
		return
	}
	l.lost, l.alarm = append(l.broken, l.lost...), true
	if l.outcome == ledger.Committed {
		l.outcome = ledger.Differs
	}
}

// keepLanded stores what the disk shows; what was planned is stored already, with the intent.
func (l *landing) keepLanded() ledger.Stamp {
	if l.disk.stamp.Version != l.o.After.Version || l.o.After.At == 0 {
		return l.keep()
	}
	return l.doc.Keep(l.disk.data, l.o.After, l.planned)
}

// ending is the record that closes the intent; what only the disk told is marked.
func (l *landing) ending(outcome ledger.Outcome) ledger.Record {
	if l.how == outcomeUnheard {
		return l.unheard(l.o, outcome)
	}
	return l.closing(l.o, outcome)
}

// othersStand reports whether the disk holds what another call under way has written, with all of this one in it: then it
// is for that call to record it. What that one was planned on stood before, and had all of this one too.
func (l *landing) othersStand() (before ledger.Stamp, ok bool) {
	if !l.disk.exists || !bytes.Equal(l.want, l.disk.data) {
		return ledger.Stamp{}, false
	}
	o, ok := l.other(func(o ledger.Open) bool { return l.live(o) && o.After.Version == l.disk.stamp.Version })
	return o.Before, ok
}

// planRepair leaves the repair to the end of the host's batch. One that waits already is part of what
// should stand.
func (l *landing) planRepair(stands ledger.Stamp) {
	if !l.disk.exists || l.disk.large {
		return // a repair that waits goes on waiting: the document may be about to come back
	}
	earlier := l.doc.Tail().Repair
	l.doc.Plan(nil)
	if len(l.broken) > 0 {
		earlier = nil // its text says that its lines are merged back
	}
	if bytes.Equal(l.want, l.disk.data) {
		return
	}
	p := &ledger.Pending{
		Fence: l.o.Seq, Over: stands, Want: l.doc.Keep(l.want, stands, l.disk.data), Writer: l.o.Writer,
		Text: l.text, Lines: atMost(document.Lost(l.want, l.disk.data).Lines),
	}
	switch {
	case earlier == nil:
	case l.text == "":
		p.Writer, p.Text = earlier.Writer, earlier.Text
	case !sameContext(earlier.Writer, l.o.Writer):
		l.notify(earlier.Writer, earlier.Text)
	}
	l.doc.Plan(p)
}

// moveEdited moves a base by the edit itself. Of one whose text only the host knows, of a notebook's cell, that is what it
// changed: what others wrote before it is still unseen. Where that cannot be told, the base stays behind.
func (l *landing) moveEdited(view *ledger.View) {
	switch {
	case !view.HasBase:
	case l.known:
		setBase(view, l.meant(), l.doc.Tail().Seq)
	case !l.disk.exists || l.disk.large:
	case document.Equal(view.Base, l.before):
		setBase(view, l.disk.data, l.doc.Tail().Seq)
	default:
		if m := document.Merge(l.before, l.disk.data, view.Base); m.Clean() {
			setBase(view, m.Text, l.doc.Tail().Seq)
		}
	}
}

// meant is what the call's context knows of this document: of a shard that was written in its view's place, what it holds.
func (l *landing) meant() []byte {
	if l.o.View != "" {
		return l.planned
	}
	return l.proposal
}

// moveBase moves the base of the call's context to what it knows now: the text it meant, never what
// was merged in.
func (l *landing) moveBase() {
	if l.o.Writer.Session == "" || !l.known && l.o.Op != gate.Edit.String() {
		return
	}
	view, err := l.doc.View(l.o.Writer)
	if err != nil {
		return // a lost base costs a re-read
	}
	switch l.o.Op {
	case gate.Append.String(), "verb " + string(VerbAppend):
		if text, ok := bytes.CutPrefix(l.planned, l.before); ok && view.HasBase {
			view.Added = append(view.Added, text)
		}
	case gate.Edit.String():
		l.moveEdited(&view)
	case gate.Write.String():
		setBase(&view, l.meant(), l.doc.Tail().Seq)
	}
	_ = l.doc.SetView(l.o.Writer, view) // as above
}
