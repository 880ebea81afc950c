package guard

import (
	"errors"
	"fmt"
	"time"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/internal/fsx"
	"noclobber/ledger"
)

// mendTries bounds how often a repair is planned anew because the document changed under it.
const mendTries = 5

// mend carries out the repair that waits, if one does. The plan is durable by then, and so are the
// bytes of both sides. It returns what the context is to be told.
func (h *held) mend() (string, error) {
	if h.t.remote() {
		return h.owes()
	}
	if h.t.at != "" {
		return "", nil // the file behind the link is another document
	}
	for range mendTries {
		p := h.doc.Tail().Repair
		if p == nil || h.busy() {
			return "", nil
		}
		text, ok := h.due()
		if !ok {
			return h.cannotMend(*p)
		}
		err := h.replace(text)
		if errors.Is(err, fsx.ErrChanged) {
			if err := h.lookAgain(); err != nil {
				return "", err
			}
			continue
		}
		if err != nil {
			return "", fmt.Errorf("putting lines back into %s: %w", h.t.name, err)
		}
		return h.mended(*p, text)
	}
	return "", fmt.Errorf("putting lines back into %s: %w", h.t.name, fsx.ErrChanged)
}

// mendOverdue carries out a repair whose message should have ended by now: its session may be gone, and while the repair
// waits, who reads the document is shown less than what is to stand. It returns what the reader is to be told.
func (h *held) mendOverdue() (string, error) {
	p := h.doc.Tail().Repair
	if p == nil || h.t.remote() {
		return "", nil
	}
	if o, ok := h.intent(p.Fence); ok && h.live(ledger.Open{Record: o}) {
		return "", nil
	}
	shown := h.disk.stamp.Version
	text, err := h.mend()
	if err != nil || text != "" || h.disk.stamp.Version == shown {
		return text, err
	}
	return fmt.Sprintf("noclobber: %s changed right after this read: a repair that waited was carried out. Read it again before you write it.", h.t.name), nil
}

// lookAgain records what somebody wrote since the document was looked at.
func (h *held) lookAgain() error {
	if err := h.look(); err != nil {
		return err
	}
	if _, err := h.settle(gate.Call{Event: gate.Other}, true); err != nil {
		return err
	}
	return h.commit(true)
}

// busy reports whether another call holds a lease: it was planned on what the repair will leave, or its
// program may hold the document open, so its own end carries the repair out. What stands and is not recorded is such a call's to record: a repair written
// over it would hide what it replaced.
func (h *held) busy() bool {
	opens, err := h.doc.Opens()
	if err != nil || !h.disk.exists || h.doc.Tail().Head.Version != h.disk.stamp.Version {
		return true
	}
	p := h.doc.Tail().Repair
	for _, o := range opens {
		if h.live(o) || p != nil && h.carries(o, *p) {
			return true
		}
	}
	return false
}

// carryTime is how long after its lease a call that carries a repair may still be made.
const carryTime = 5 * time.Minute

// carries reports whether a call that may still be made was planned on what the repair will leave: made
// after it, it would put the same lines there again.
func (h *held) carries(o ledger.Open, p ledger.Pending) bool {
	if o.Seq < p.Fence || o.Action != "rewrite" || h.g.now().After(o.Expires.Add(carryTime)) {
		return false
	}
	planned, ok := h.bytes(o.After)
	want, okWant := h.bytes(p.Want)
	return ok && okWant && holds(planned, want)
}

// replace writes the document whole, if it still is what was seen.
func (h *held) replace(text []byte) error {
	h.lift()
	id := h.disk.id
	return fsx.Replace(h.t.Real, text, fsx.ReplaceOptions{TempDir: h.doc.TempDir(), IfID: &id})
}

// mended records a repair that was just carried out, and tells the context whose call it was. What stands by now may
// be somebody else's again: that is no part of the repair.
func (h *held) mended(p ledger.Pending, text []byte) (string, error) {
	before := h.disk.stamp
	r := ledger.Record{
		Event: ledger.Repair, Time: h.g.now(), Writer: p.Writer, Fence: p.Fence,
		Mode: string(h.rule().Mode), Rule: h.rule().Name, Text: p.Text, Lines: p.Lines,
		Before: before, After: h.doc.Keep(text, before, h.disk.data),
	}
	h.doc.Append(r)
	h.doc.Plan(nil)
	if err := h.lookAgain(); err != nil {
		return "", err
	}
	if sameContext(p.Writer, h.writer) {
		return p.Text, nil
	}
	h.notify(p.Writer, p.Text)
	return "", nil
}

// notify leaves a text for a context that is not the one at work now: it is told with its next call.
func (h *held) notify(w ledger.Writer, text string) {
	if text == "" || w.Session == "" {
		return
	}
	view, err := h.doc.View(w)
	if err != nil {
		return // the log has it
	}
	view.Notice = withAlarms(view.Notice, text)
	_ = h.doc.SetView(w, view) // as above
}

// cannotMend turns a repair that conflicts with what stands now into an alarm: both texts stay stored.
func (h *held) cannotMend(p ledger.Pending) (string, error) {
	r := ledger.Record{
		Event: ledger.External, Time: h.g.now(), Writer: ledger.Writer{Node: h.writer.Node}, Fence: p.Fence,
		Cause: causeChanged, Alarm: true, Before: p.Want, After: h.keep(), Lines: p.Lines,
	}
	if want, ok := h.bytes(p.Want); ok {
		loss := document.Lost(want, h.disk.data)
		r.Lines, r.LostLines, r.LostBytes = atMost(loss.Lines), int64(len(loss.Lines)), loss.Bytes
	}
	h.doc.Append(r)
	h.doc.Plan(nil)
	if err := h.commit(true); err != nil {
		return "", err
	}
	text := fmt.Sprintf("noclobber: %s: %s could not be merged back, since the same place was changed again.", h.t.name, nLines(int(r.LostLines)))
	next := fmt.Sprintf("\nSee them with: noclobber diff %s %s", gate.ShellQuote(h.t.Real), p.Want.Version.Short())
	return text + gate.Quote(r.Lines, gate.MaxText-len(text)-len(next)) + next, nil
}
