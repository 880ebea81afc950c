package guard

import (
	"fmt"
	"slices"
	"strings"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/ledger"
	"noclobber/policy"
)

// view is what this context has been shown of the document.
func (h *held) view() ledger.View {
	if h.assumed != nil {
		return *h.assumed
	}
	view, err := h.doc.View(h.writer)
	if err != nil {
		return ledger.View{} // a lost base costs a re-read, never a line
	}
	return view
}

// state is what package gate needs to know of the document to judge a call of this context.
func (h *held) state(view ledger.View) gate.State {
	st := gate.State{
		Name: h.t.name, Path: h.t.Given, Exists: h.disk.exists, Disk: h.disk.data, Head: h.disk.data,
		HasBase: view.HasBase, Base: view.Base, Added: view.Added,
		Large: !h.disk.text(), Version: h.disk.stamp.Version.Short(), Size: h.disk.stamp.Bytes,
		Reach: true,
	}
	h.shardState(&st)
	h.remoteState(&st, view)
	if h.writer.Session == "" {
		st.HasBase, st.Base = false, nil // a host without session ids: two agents must not share a base
	}
	if want, ok := h.due(); ok && !h.bringsBack(want) {
		st.Head, st.Exists = want, true
	}
	h.last(&st)
	h.numbers(&st)
	h.logGone(&st)
	return st
}

// due is what a repair that waits will leave; ok is false when none waits.
func (h *held) due() ([]byte, bool) {
	p := h.doc.Tail().Repair
	if p == nil {
		return nil, false
	}
	want, ok := h.bytes(p.Want)
	over, okOver := h.bytes(p.Over)
	if !ok || !okOver {
		return nil, false
	}
	if p.Over.Version == h.disk.stamp.Version {
		return want, true
	}
	if h.rule().Mode == policy.Append {
		return addMissing(h.rule(), over, h.disk.data, want, false)
	}
	return rejoin(h.rule(), h.t.Real, over, want, h.disk.data)
}

// last tells the state who made the head, and whether that was this context itself.
func (h *held) last(st *gate.State) {
	r, ok, err := h.doc.LastChange()
	if err != nil || !ok {
		return
	}
	if r.Event == ledger.Known {
		return // seen, not written
	}
	if r.Event == ledger.External {
		st.By = "somebody outside the gate" + ago(h.g.now(), r.Time)
		return
	}
	if name := who(r.Writer, h.writer); name != "" {
		st.By = name + ago(h.g.now(), r.Time)
	}
	if r.Event == ledger.Result && sameContext(r.Writer, h.writer) && h.writer.Session != "" {
		st.Own, st.HasOwn = h.bytes(r.Before)
	}
}

// confirmed reports whether this operation was refused for its loss before, and this context has
// read the whole document since, which is still the same.
func (h *held) confirmed(view ledger.View, op gate.Op) bool {
	if view.Refused == nil || !view.HasBase {
		return false
	}
	r := view.Refused
	asked := r.Cause == string(gate.CauseShrink) || r.Cause == string(gate.CauseDelete)
	return asked && r.Head == h.headVersion() && r.Proposal == opVersion(op) && view.BaseSeq >= r.Seq
}

// receipt tells the model what a rewrite will leave, since its own text is not what lands.
func (h *held) receipt(p gate.Plan) string {
	switch {
	case p.Redirect != "":
		return h.redirected(p)
	case onlyToken(p):
		return fmt.Sprintf("noclobber: %s is written on the version last seen: %s was set to %s.", h.t.name, h.t.lastOp().Remote.Own.Version, p.Token)
	}
	others := h.others(p)
	var b strings.Builder
	fmt.Fprintf(&b, "noclobber: %s was merged, not replaced: %s", h.t.name, h.whatWasKept(p, others))
	fmt.Fprintf(&b, " It will hold %s, %d bytes; %s, %d bytes before.",
		nLines(int(document.CountLines(p.Result))), len(p.Result), nLines(int(h.disk.stamp.Lines)), h.disk.stamp.Bytes)
	for _, remark := range p.Remarks() {
		b.WriteString(" " + remark)
	}
	kept := others
	if len(kept) == 0 {
		kept = p.Kept // a text that is only the new entry: what stands there, in short
	}
	b.WriteString(gate.Quote(kept, gate.MaxText-b.Len()-80))
	if len(p.Kept) > 0 {
		fmt.Fprintf(&b, "\nRead it before you write it whole again.")
	}
	return b.String()
}

// whatWasKept says in a sentence how the result differs from the text that was sent.
func (h *held) whatWasKept(p gate.Plan, others []string) string {
	by := h.lastBy()
	switch {
	case len(others) > 0 && by != "":
		return fmt.Sprintf("%s that your text lacks %s kept (last written by %s).", nLines(len(others)), agree(len(others), "was", "were"), by)
	case len(others) > 0:
		return fmt.Sprintf("%s that your text lacks %s kept.", nLines(len(others)), agree(len(others), "was", "were"))
	case len(p.Kept) > 0:
		added := document.Added(h.disk.data, p.Result)
		return fmt.Sprintf("%s of yours %s added where the document grows; all that stands there stays.", nLines(len(added)), agree(len(added), "was", "were"))
	case p.Edit != nil:
		return "the edit was fitted to what stands there now."
	default:
		return "its own line endings and layout were kept."
	}
}

// others are the kept lines that this context has not seen: a text that is only the new entry lacks
// the whole document, and that is no news.
func (h *held) others(p gate.Plan) []string {
	view := h.view()
	if !view.HasBase {
		return nil
	}
	return without(p.Kept, document.Lost(view.Base, nil).Lines)
}

func (h *held) lastBy() string {
	var st gate.State
	h.last(&st)
	return st.By
}

// untold words the alarms of this document that this context has not been told yet, and marks them told.
func (h *held) untold() string {
	alarms := h.doc.Tail().Alarms
	view, err := h.doc.View(h.writer)
	if err != nil || h.writer.Session == "" {
		return ""
	}
	text := view.Notice
	if n := len(alarms); n > 0 && alarms[n-1] > view.Told {
		text = withAlarms(text, h.alarmText(view.Told))
		view.Told = alarms[n-1]
	}
	if text == "" {
		return ""
	}
	view.Notice = ""
	if err := h.doc.SetView(h.writer, view); err != nil {
		return text // told twice is better than never
	}
	return text
}

// alarmText words the newest alarm after seq, with the way out.
func (h *held) alarmText(after uint64) string {
	for _, r := range h.alarms() {
		if r.Seq <= after {
			continue
		}
		text := "noclobber: " + describe(h.t.name, r) + "."
		if len(r.InFlight) > 0 {
			text += " Under way then: " + r.InFlight[0] + "."
		}
		path := gate.ShellQuote(h.t.Real)
		next := h.wayBack(r, path)
		return text + gate.Quote(r.Lines, gate.MaxText-len(text)-len(next)) + next
	}
	return ""
}

// wayBack is how an alarm's lost lines come back, where the bytes are kept.
func (h *held) wayBack(r ledger.Record, path string) string {
	switch r.Cause {
	case causeForgotten:
		return fmt.Sprintf("\nTell the user. If it was meant: noclobber accept %s", path)
	case causeLinked:
		return "\nBring it back with: " + wayBackOfLinked(r, path)
	}
	if r.Before.At == 0 {
		return fmt.Sprintf("\nIts bytes are not kept (above max_document). If it was meant: noclobber accept %s", path)
	}
	return fmt.Sprintf("\nMerge it back with: noclobber heal %s (as it was: noclobber restore %s %s; if it was meant: noclobber accept %s).", path, path, r.Before.Version.Short(), path)
}

// alarms are the unaccepted alarms of the document, newest first.
func (h *held) alarms() []ledger.Record { return alarmsOf(h.doc) }

func alarmsOf(d *ledger.Doc) []ledger.Record {
	open := d.Tail().Alarms
	if len(open) == 0 {
		return nil
	}
	var out []ledger.Record
	_ = d.Backward(func(r ledger.Record) bool { // a damaged log tells less, and verify reports it
		if r.Alarm && slices.Contains(open, r.Seq) {
			out = append(out, r)
		}
		return r.Seq > open[0]
	})
	return out
}
