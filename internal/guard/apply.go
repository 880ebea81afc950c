package guard

import (
	"errors"
	"fmt"
	"path/filepath"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/internal/fsx"
	"noclobber/ledger"
	"noclobber/policy"
)

// Verb is a change that a command of ours makes.
type Verb string

// The verbs that change a document.
const (
	VerbAppend  Verb = "append"
	VerbSplice  Verb = "splice"
	VerbWrite   Verb = "write"
	VerbRestore Verb = "restore"
	VerbAccept  Verb = "accept"
)

// Change is what a verb is asked to do to one document.
type Change struct {
	Verb    Verb
	Content []byte
	Anchor  string // splice
	Version string // write, splice: the version that the text was made from; restore: the one to bring back; heal: the one to merge in
	Now     string // restore: the version that must stand; "": any
	Unseen  bool   // write: the writer knows that version by its name alone, so it is judged as one that has read nothing
	Strict  bool   // write: refuse to merge
	Drop    int    // write: lines that may go, on purpose
	Moved   bool   // append: the text stood in another document, which it leaves as it is
}

// Receipt is what every change reports.
type Receipt struct {
	Document string         `json:"document"` // for people
	Path     string         `json:"path"`     // real
	Verb     Verb           `json:"verb"`
	Before   ledger.Stamp   `json:"before"`
	After    ledger.Stamp   `json:"after"`
	Kept     []string       `json:"kept,omitempty"`  // lines of others that were merged in
	Lost     []string       `json:"lost,omitempty"`  // lines that went, on purpose
	Notes    []string       `json:"notes,omitempty"` // what else happened on the way
	Call     *gate.ToolCall `json:"call,omitempty"`  // of a remote document: nothing was written; an agent makes this call
	View     *Receipt       `json:"view,omitempty"`  // of an entry in a shard: what became of the document that it is folded into
}

// Denied says that a change was refused: nothing was written.
type Denied struct {
	Document string
	Text     string
	Refusal  *gate.Refusal // its parts, where the gate refused; else nil
	Now      ledger.Stamp  // what stands there; zero where that was not looked at
	Err      error         // the cause, where the system refused
}

func (d *Denied) Error() string { return d.Text }

// Unwrap gives the system's error.
func (d *Denied) Unwrap() error { return d.Err }

// Apply makes a verb's change under the document's lock: the same plan, intent and record as a
// host's call. A refusal is a *Denied.
func (g *Guard) Apply(who gate.Context, path string, c Change) (Receipt, error) {
	if c.Verb == VerbAppend {
		if t, err := g.Target(path); err == nil && (t.Rule.Mode == policy.Shard || t.Rule.ShardOf != nil) {
			return g.appendShard(who, t, c)
		}
	}
	switch c.Verb {
	case VerbAccept:
		if t, ok := g.hiddenLoss(path); ok {
			return g.applyTo(who, t, c)
		}
	case VerbRestore, VerbHeal:
		if err := g.refuseLinked(path); err != nil {
			return Receipt{}, err
		}
	}
	return g.apply(who, path, c)
}

// apply makes a verb's change to the very document that it names.
func (g *Guard) apply(who gate.Context, path string, c Change) (Receipt, error) {
	t, err := g.Target(path)
	if err != nil {
		return Receipt{}, err
	}
	return g.applyTo(who, t, c)
}

func (g *Guard) applyTo(who gate.Context, t *target, c Change) (Receipt, error) {
	var r Receipt
	shares := func(h *held) bool { return h.shares(c.Verb) }
	err := g.runOn(who, t, c.Verb, shares, func(h *held, call gate.Call, note string) (err error) {
		r, err = h.change(call, c)
		if note != "" {
			r.Notes = append(r.Notes, note)
		}
		return err
	})
	return r, err
}

// ownID makes a call id for a verb's run.
func (g *Guard) ownID(v Verb) string {
	return fmt.Sprintf("%s-%x", v, g.now().UnixNano())
}

// denied words an error of the system as what it means for the document: nothing was written.
func denied(t *target, err error) error {
	if d := (*Denied)(nil); errors.As(err, &d) {
		return err
	}
	return &Denied{Document: t.name, Text: fmt.Sprintf("nothing was written to %s: %v", t.name, err), Err: err}
}

// Target finds the rule of a document by any path. A document that no policy protects is recorded only.
func (g *Guard) Target(path string) (*target, error) {
	m, err := g.Find(path)
	if err != nil {
		return nil, err
	}
	if m.Rule == nil || !m.Protected {
		m.Policy, m.Rule = unprotected()
	}
	return &target{Match: m, name: g.Name(m)}, nil
}

// unprotected is the rule of documents that no policy names: changes by our verbs are recorded.
func unprotected() (*policy.Policy, *policy.Rule) {
	p, err := policy.ParseUser("", []byte("version = 1\n[[protect]]\nname = \"unprotected\"\npaths = [\"**\"]\nmode = \"record\"\n"), "/")
	if err != nil {
		panic("the built-in rule for unprotected documents does not parse: " + err.Error())
	}
	return p, p.Rules[0]
}

// shares reports whether a verb can go beside appends of the OS: it only adds at the end itself, or
// changes no byte.
func (h *held) shares(v Verb) bool {
	return v == VerbAccept || v == VerbAppend && h.rule().At.Place == policy.End && !gate.Numbers(h.rule()).Numbered()
}

// change plans a verb's result, records the intent, writes and records the outcome.
func (h *held) change(call gate.Call, c Change) (Receipt, error) {
	switch {
	case c.Verb == VerbAccept:
		return h.accept(call)
	case h.t.remote():
		return h.changeRemote(call, c)
	}
	if err := h.refuseBlind(c); err != nil {
		return Receipt{}, err
	}
	if h.disk.large && c.Verb == VerbAppend {
		return h.appendLarge(call, c)
	}
	p, err := h.planVerb(call, c)
	if err != nil {
		return Receipt{}, err
	}
	r := Receipt{Document: h.t.name, Path: h.t.Real, Verb: c.Verb, Before: h.disk.stamp, After: h.disk.stamp, Kept: p.Kept, Notes: p.Remarks()}
	if h.disk.exists && ledger.VersionOf(p.Result) == h.disk.stamp.Version {
		return r, nil // unchanged bytes are not written
	}
	r.Lost = document.Lost(h.disk.data, p.Result).Lines
	if err := h.perform(call, p, c.Verb, func() error { return h.put(p.Result) }); err != nil {
		return Receipt{}, err
	}
	r.After = h.disk.stamp
	return r, nil
}

// put writes the result: what is only added at the end is appended, everything else replaces. A document that is new gets
// the folders that it lacks.
func (h *held) put(result []byte) error {
	if !h.disk.exists {
		if err := fsx.MkdirAll(filepath.Dir(h.t.Real), 0o755); err != nil {
			return fmt.Errorf("making its folder: %w", err)
		}
	}
	if n := len(h.disk.data); h.disk.exists && n > 0 && len(result) > n && string(result[:n]) == string(h.disk.data) {
		return fsx.Append(h.t.Real, result[n:])
	}
	return h.replace(result)
}

// settleAlarms settles what is on record as lost, if anything is.
func (h *held) settleAlarms(call gate.Call) {
	if len(h.doc.Tail().Alarms) > 0 {
		h.countAnew(call)
	}
}

// accept makes the head the baseline: what was lost before is settled.
func (h *held) accept(call gate.Call) (Receipt, error) {
	r := Receipt{Document: h.t.name, Path: h.t.Real, Verb: VerbAccept, Before: h.doc.Tail().Prev, After: h.disk.stamp}
	for _, a := range h.alarms() {
		r.Notes = append(r.Notes, describe(h.t.name, a))
	}
	if f, ok := h.waiting(); ok {
		r.Notes = append(r.Notes, f.Message)
		h.doc.Plan(nil)
	}
	eroded, isEroded := h.erosion()
	if isEroded {
		r.Notes = append(r.Notes, eroded.Message)
	}
	if len(h.doc.Tail().Alarms) > 0 || isEroded || h.rule().Expect != (policy.Expect{}) {
		h.countAnew(call)
	}
	return r, h.commit(true)
}

// countAnew settles what is on record as lost, what is expected of the document and what it has come down: what was
// before counts no more.
func (h *held) countAnew(call gate.Call) {
	tail := h.doc.Tail()
	r := h.record(ledger.Accept, call)
	r.After = tail.Head
	if n := len(tail.Alarms); n > 0 {
		r.Accepts = tail.Alarms[n-1]
	}
	h.doc.Append(r)
}
