package guard

import (
	"fmt"
	"strings"

	"noclobber/gate"
	"noclobber/ledger"
	"noclobber/policy"
)

// Scene is what a preview takes for granted instead of looking at it.
type Scene struct {
	Given map[string][]byte // documents, by absolute path, as they stand; all others are as they are
	Read  bool              // the context has read the documents that it writes
	Blank bool              // nothing was ever recorded: another machine, or a new one
}

// thisNode is this machine's name where it has none yet, which a preview does not make.
const thisNode = "this-node"

// Preview is how a call would be judged. Nothing of it is written down.
type Preview struct {
	Verdict   gate.Verdict        `json:"-"`
	Action    string              `json:"verdict"` // pass, rewrite, deny
	Text      string              `json:"text,omitempty"`
	Opaque    string              `json:"opaque,omitempty"` // why effects of the call cannot be known before it ran
	Ops       []PreviewOp         `json:"ops"`
	Documents []PreviewedDocument `json:"documents"`
	Builtin   []PreviewedBuiltin  `json:"always_protected,omitempty"`
}

// PreviewOp is one operation that a call was found to do.
type PreviewOp struct {
	Kind       string `json:"kind"`
	Path       string `json:"path"`
	To         string `json:"to,omitempty"`
	Via        string `json:"via,omitempty"`
	Bytes      int    `json:"bytes,omitempty"` // of a text that is known
	Known      bool   `json:"known"`           // what it writes is known before
	Background bool   `json:"background,omitempty"`
	Protected  bool   `json:"protected"`
}

// PreviewedBuiltin is something that is protected without a rule.
type PreviewedBuiltin struct {
	Path string `json:"path"`
	What string `json:"what"` // policy, state, settings
}

// PreviewedDocument is one protected document that a call touches.
type PreviewedDocument struct {
	Document string        `json:"document"`
	Path     string        `json:"path"`
	Policy   string        `json:"policy"`
	Line     int           `json:"line"` // of the rule
	Rule     string        `json:"rule"`
	Mode     policy.Mode   `json:"mode"`
	Ops      string        `json:"ops"`
	Head     ledger.Stamp  `json:"head"`
	Base     *ledger.Stamp `json:"base,omitempty"`     // what the context was shown; nil: nothing in full
	Proposal *ledger.Stamp `json:"proposal,omitempty"` // what the call means to leave, where that is known
	Result   *ledger.Stamp `json:"result,omitempty"`   // what it would be let leave
	Verdict  string        `json:"verdict"`
	Cause    gate.Cause    `json:"cause,omitempty"`
	Kept     []string      `json:"kept,omitempty"` // others' lines that the result keeps
	Judged   bool          `json:"judged_after,omitempty"`
	Holder   string        `json:"held_by,omitempty"` // another call's lease, for which this one would wait
}

// Preview judges a call that is about to be made, or that is only imagined. It takes the steps of Before, without locks,
// and records nothing.
func (g *Guard) Preview(call gate.Call, s Scene) (Preview, error) {
	g.given = s.Given
	g.node = thisNode
	if known := g.store.KnownNode(); known != "" && !s.Blank {
		g.node = known
	}
	w := g.resolve(call)
	call = w.asMapped(call)
	p := Preview{Opaque: w.why, Ops: previewOps(g.operations(call, &work{}), w), Documents: []PreviewedDocument{}}
	for _, b := range w.builtin {
		p.Builtin = append(p.Builtin, PreviewedBuiltin{b.op.Path, b.match.Builtin.String()})
	}
	if v, decided := g.previewFixed(w); decided {
		return p.with(v), nil
	}
	return g.previewDocuments(call, w, s, p)
}

// previewFixed is the verdict that no document is asked for.
func (g *Guard) previewFixed(w work) (gate.Verdict, bool) {
	if w.broken != nil {
		return g.denyBroken(w), true
	}
	for _, b := range w.builtin {
		if reason := g.refuseBuiltin(b); reason != nil {
			return gate.Verdict{Action: gate.Deny, Text: reason.Text(b.op.Path, 0)}, true
		}
	}
	return gate.Verdict{}, false
}

func (p Preview) with(v gate.Verdict) Preview {
	p.Verdict, p.Text, p.Action = v, v.Text, actionName(v.Action)
	if v.Action == gate.Deny {
		p.Action = "deny"
	}
	return p
}

// previewDocuments judges the documents one after the other; the first refusal is the call's.
func (g *Guard) previewDocuments(call gate.Call, w work, s Scene, p Preview) (Preview, error) {
	var (
		all    []*held
		plans  []gate.Plan
		denied *gate.Verdict
	)
	defer func() { releaseAll(all) }()
	for _, t := range w.writes {
		if t.view != nil {
			continue // judged with its view
		}
		h, err := g.try(call, t, s)
		if err != nil {
			return p, fmt.Errorf("looking at %s: %w", t.name, err)
		}
		all = append(all, h)
		d, plan, v := h.preview(call, w)
		p.Documents, plans = append(p.Documents, d), append(plans, plan)
		if v != nil && denied == nil {
			denied = v
		}
	}
	if denied != nil {
		return p.with(*denied), nil
	}
	return p.with(compose(call, all, plans)), nil
}

// try opens a document's log without its lock, with what the scene says about it.
func (g *Guard) try(call gate.Call, t *target, s Scene) (*held, error) {
	open := g.store.Look
	text, given := s.Given[t.Real]
	if s.Blank || given {
		open = g.store.Blank
	}
	doc, err := open(t.Real)
	if err != nil {
		return nil, err
	}
	h := &held{g: g, t: t, doc: doc, writer: g.writerOf(call.Context)}
	if given {
		h.disk = h.sight(text)
	} else if err := h.look(); err != nil {
		h.release()
		return nil, err
	}
	if s.Read && h.disk.exists && !h.disk.large {
		h.assumed = &ledger.View{HasBase: true, Base: h.disk.data, ReadAt: g.now()}
	}
	return h, nil
}

// preview settles, on paper, what came before and judges the call's operations. A verdict is a refusal.
func (h *held) preview(call gate.Call, w work) (PreviewedDocument, gate.Plan, *gate.Verdict) {
	d := PreviewedDocument{
		Document: h.t.name, Path: h.t.Real, Policy: h.t.Policy.File, Line: h.rule().Line, Rule: h.rule().Name, Mode: h.rule().Mode,
		Ops: opNames(h.t.ops), Head: shown(h.disk.stamp), Verdict: "deny",
	}
	holder, err := h.settle(call, h.t.shares())
	if err != nil {
		v := denyInternal(h.t.name, err)
		d.Cause = gate.CauseInternal
		return d, gate.Plan{}, &v
	}
	view := h.view()
	if view.HasBase {
		stamp := shown(ledger.StampOf(view.Base))
		d.Base = &stamp
	}
	if holder != nil {
		v := h.g.denyLease(work{writes: []*target{h.t}, named: w.named}, holder, call)
		d.Cause, d.Holder = gate.CauseLease, orDefault(holder.Tool, "a command")
		return d, gate.Plan{}, &v
	}
	p := h.decide(call, h.glimpsed())
	d.take(p)
	if p.Action != gate.Deny {
		return d, p, nil
	}
	d.Cause = p.Refusal.Cause
	v := gate.Verdict{Action: gate.Deny, Text: p.Refusal.Text(h.t.name, refusals(view, h.headVersion(), p.Refusal.Cause))}
	return d, p, &v
}

// take notes what a plan says of the document.
func (d *PreviewedDocument) take(p gate.Plan) {
	d.Kept, d.Judged = p.Kept, p.Judge
	if p.Action != gate.Deny {
		d.Verdict = actionName(p.Action)
	}
	if p.Absent {
		stamp := ledger.AbsentStamp()
		d.Result = &stamp
	} else if p.Known {
		proposal, result := shown(ledger.StampOf(p.Proposal)), shown(ledger.StampOf(p.Result))
		d.Proposal, d.Result = &proposal, &result
	}
}

// shown is a stamp without its place in the log.
func shown(s ledger.Stamp) ledger.Stamp {
	s.At = 0
	return s
}

func previewOps(ops []gate.Op, w work) []PreviewOp {
	out := []PreviewOp{}
	for _, op := range ops {
		known := op.HasContent || len(op.Edits) > 0 || op.Kind == gate.Read || op.Kind == gate.Delete || op.Kind == gate.Move || op.Kind == gate.Touch
		out = append(out, PreviewOp{
			Kind: op.Kind.String(), Path: op.Path, To: op.To, Via: op.Via, Bytes: len(op.Content), Known: known,
			Background: op.Background, Protected: w.touches(op),
		})
	}
	return out
}

// touches reports whether an operation is about something protected.
func (w work) touches(op gate.Op) bool {
	about := func(other gate.Op) bool {
		return other.Path == op.Path || op.Tree && strings.HasPrefix(other.Path, op.Path) || op.To != "" && other.Path == op.To
	}
	for _, list := range [][]*target{w.writes, w.reads} {
		for _, t := range list {
			for _, other := range t.ops {
				if about(other) {
					return true
				}
			}
		}
	}
	for _, b := range w.builtin {
		if about(b.op) {
			return true
		}
	}
	return false
}
