package guard

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/ledger"
	"noclobber/policy"
)

// Before judges a call that has not taken place yet. No document is touched.
// Calls that touch no protected document and hide nothing read no state and get an empty verdict.
func (g *Guard) Before(call gate.Call) gate.Verdict {
	w := g.resolve(call)
	call = w.asMapped(call)
	if w.broken != nil {
		return g.denyBroken(w)
	}
	for _, b := range w.builtin {
		if reason := g.refuseBuiltin(b); reason != nil {
			return gate.Verdict{Action: gate.Deny, Text: reason.Text(b.op.Path, 0)}
		}
	}
	if w.opaque {
		g.watchBefore(call, &w)
	}
	switch {
	case len(w.writes) == 0:
		return gate.Verdict{}
	case len(w.writes) > maxHeld:
		return denyMany(w)
	}
	v, err := g.judge(call, w)
	if err != nil {
		return denyInternal(w.writes[0].name, err)
	}
	return v
}

// maxHeld bounds the documents of one call: each is held open under its lock while the call is judged.
const maxHeld = 2000

func denyMany(w work) gate.Verdict {
	r := gate.Refusal{
		Cause: gate.CauseMode, Why: fmt.Sprintf("The call touches %d protected documents at once, and at most %d can be judged together.", len(w.writes), maxHeld),
		Next: "do it in smaller parts, or ask the user to do it outside this session.",
	}
	return gate.Verdict{Action: gate.Deny, Text: r.Text(w.writes[0].name, 0)}
}

// denyBroken refuses a write below a policy that cannot be read, since it may be protected.
func (g *Guard) denyBroken(w work) gate.Verdict {
	r := gate.Refusal{
		Cause: gate.CausePolicy, Why: "What protects it cannot be told: " + w.broken.Error() + ".",
		Next: "mend the policy file (writing it is allowed), then send the call again.",
	}
	return gate.Verdict{Action: gate.Deny, Text: r.Text(w.path, 0)}
}

// denyInternal refuses a call that the gate could not judge, with a way out.
func denyInternal(name string, err error) gate.Verdict {
	r := gate.Refusal{
		Cause: gate.CauseInternal, Why: "The gate could not judge the call: " + causeFirst(err) + ".",
		Next:  "send the call again; if it is refused again, report this message (a person can run `noclobber doctor`).",
		Avoid: "write the document another way",
	}
	return gate.Verdict{Action: gate.Deny, Text: r.Text(name, 0)}
}

// causeFirst words an error of the system with its cause before the long story, since a refusal is cut at its end.
func causeFirst(err error) string {
	var path *fs.PathError
	if !errors.As(err, &path) {
		return err.Error()
	}
	return path.Err.Error() + " (" + err.Error() + ")"
}

// judge waits for the documents to be free and judges the call under their locks.
func (g *Guard) judge(call gate.Call, w work) (gate.Verdict, error) {
	deadline := time.Now().Add(waitOf(w.writes)) // the process's own patience, whatever the clock does
	for {
		v, holder, err := g.tryJudge(call, w, deadline)
		if err != nil || holder == nil {
			return v, err
		}
		if time.Now().After(deadline) {
			return g.denyLease(w, holder, call), nil
		}
		time.Sleep(g.poll)
	}
}

// waitOf is the longest wait that the documents' policies allow.
func waitOf(targets []*target) time.Duration {
	var wait time.Duration
	for _, t := range targets {
		wait = max(wait, t.Policy.Wait)
	}
	return wait
}

// denyLease is the one refusal that says: send the same call again.
func (g *Guard) denyLease(w work, o *ledger.Open, call gate.Call) gate.Verdict {
	r := gate.Refusal{
		Cause: gate.CauseLease,
		Why: fmt.Sprintf("Another call holds its lease: %s of %s, for %d more seconds at most.",
			orDefault(o.Tool, "a command"), orDefault(who(o.Writer, g.writerOf(call.Context)), "another writer"), max(1, int(o.Expires.Sub(g.now()).Seconds()))),
		Next: "send the same call again.",
	}
	return gate.Verdict{Action: gate.Deny, Text: r.Text(w.writes[0].name, 0)}
}

// tryJudge judges the call if all its documents are free; else it names an intent that holds one.
func (g *Guard) tryJudge(call gate.Call, w work, deadline time.Time) (gate.Verdict, *ledger.Open, error) {
	all, err := g.holdAll(call, w.writes, deadline)
	defer releaseAll(all)
	if err != nil {
		return gate.Verdict{}, nil, err
	}
	for _, h := range all {
		if v, ok := h.answered(call); ok {
			return v, nil, nil
		}
	}
	for _, h := range all {
		holder, err := h.settle(call, h.t.shares())
		if err != nil || holder != nil {
			return gate.Verdict{}, holder, err
		}
	}
	v, err := g.plan(call, w, all)
	return v, nil, err
}

func (g *Guard) holdAll(call gate.Call, targets []*target, deadline time.Time) ([]*held, error) {
	ctx, cancel := g.context(max(time.Until(deadline), time.Second))
	defer cancel()
	var all []*held
	for _, t := range targets {
		h, err := g.hold(ctx, t, g.writerOf(call.Context))
		if err != nil {
			return all, err
		}
		all = append(all, h)
	}
	return all, nil
}

func releaseAll(all []*held) {
	for _, h := range all {
		h.release()
	}
}

// shares reports whether the OS does all the writing at the end, so that the lease may be shared. Rows that are
// numbered take their turns, and so do entries on their way into a view.
func (t *target) shares() bool {
	if t.view != nil || gate.Numbers(t.Rule).Numbered() {
		return false
	}
	for _, op := range t.ops {
		if op.Kind != gate.Append {
			return false
		}
	}
	return true
}

// maxBack bounds how far back a call's own records are looked for when its event comes again.
const maxBack = 64

// answered gives the same answer to a call that is asked again under the same id.
func (h *held) answered(call gate.Call) (gate.Verdict, bool) {
	if call.ID == "" {
		return gate.Verdict{}, false
	}
	r, ok, err := h.doc.ByCall(h.writer, call.ID, maxBack)
	if err != nil || !ok || len(r.Answer) == 0 || (r.Event != ledger.Intent && r.Event != ledger.Refusal) {
		return gate.Verdict{}, false
	}
	var v gate.Verdict
	if json.Unmarshal(r.Answer, &v) != nil {
		return gate.Verdict{}, false
	}
	if v.Action == gate.Rewrite {
		v.Sets, ok = h.setsAgain(r)
	}
	return v, ok
}

// setsAgain makes a rewrite anew from what its intent planned.
func (h *held) setsAgain(r ledger.Record) ([]gate.Set, bool) {
	result, ok := h.bytes(r.After)
	if !ok {
		return nil, false
	}
	op, p := h.t.lastOp(), gate.Plan{Result: result, Token: r.Token}
	if r.View != "" {
		p.Redirect = h.t.Real
	}
	if op.Kind == gate.Edit && (r.Token == "" || r.Proposal.Version != "") {
		before, _ := h.bytes(r.Before)
		edit, ok := document.EditsBetween(before, result)
		if !ok {
			return nil, false
		}
		p.Edit = &gate.Rewritten{Old: edit.Old, New: edit.New}
	}
	return sets(op, p), true
}

// plan judges each document and records the intents, or the refusal: all or none.
func (g *Guard) plan(call gate.Call, w work, all []*held) (gate.Verdict, error) {
	plans := make([]gate.Plan, len(all))
	for i, h := range all {
		if h.t.view != nil {
			continue // judged with its view
		}
		plans[i] = h.decide(call, shardOf(all, h).seen())
		if plans[i].Action == gate.Deny {
			return h.refuse(call, plans[i])
		}
	}
	v := compose(call, all, plans)
	answer, err := json.Marshal(gate.Verdict{Action: v.Action, Text: v.Text})
	if err != nil {
		return gate.Verdict{}, err
	}
	for i, h := range all {
		w, p := h, plans[i]
		switch {
		case h.t.view != nil:
			continue // its intent is the view's plan, if that leads here
		case p.Redirect != "":
			w = shardOf(all, h)
		}
		if err := w.intend(call, p, answer); err != nil {
			return gate.Verdict{}, err
		}
	}
	g.takeOff(call, w)
	return v, nil
}

// decide judges what the call does to one document; what a person permitted passes.
func (h *held) decide(call gate.Call, shard shardSeen) gate.Plan {
	p := h.judged(call, shard)
	if p.Action == gate.Deny && h.permits() {
		return h.permitted()
	}
	return p
}

// judged judges the call's operations on one document, one after the other.
func (h *held) judged(call gate.Call, shard shardSeen) gate.Plan {
	view := h.view()
	st := h.state(view)
	st.ShardHead, st.ShardTool = shard.text, shard.usable
	if !shard.usable {
		st.ShardHead = h.ownShardText(st.Shard)
	}
	var whole gate.Plan
	for i, op := range h.t.ops {
		st.Path = op.Path
		st.Confirmed = h.confirmed(view, op)
		p := gate.Decide(call, op, h.rule(), st)
		if p.Action == gate.Deny {
			return p
		}
		if i == 0 {
			whole = p
		} else {
			whole = then(whole, p)
		}
		st = after(st, p)
	}
	return whole
}

// then joins the plans of two operations of one call on one document.
func then(first, second gate.Plan) gate.Plan {
	second.Shared = first.Shared && second.Shared
	second.Judge = first.Judge || second.Judge
	second.Known = first.Known && second.Known
	second.Confirms = first.Confirms || second.Confirms
	return second
}

// after is the state that the next operation of the same call meets.
func after(st gate.State, p gate.Plan) gate.State {
	if p.Absent {
		st.Exists, st.Head, st.Disk = false, nil, nil
	}
	if p.Known && !p.Absent {
		st.Exists, st.Head, st.Disk = true, p.Result, p.Result
		if !p.Shared { // an append shows nobody what stands before it
			st.HasBase, st.Base = true, p.Proposal
		}
	}
	return st
}

// compose makes the verdict of a call whose documents all let it pass.
func compose(call gate.Call, all []*held, plans []gate.Plan) gate.Verdict {
	var told []string
	v := gate.Verdict{}
	for i, h := range all {
		if plans[i].Action == gate.Rewrite {
			v.Action = gate.Rewrite
			v.Sets = sets(h.t.lastOp(), plans[i])
			told = append(told, h.receipt(plans[i]))
		}
		if call.Host.TellAfter {
			continue // it would be lost here, and counts as told
		}
		if text := h.untold(); text != "" {
			told = append(told, text)
		}
	}
	v.Text = strings.Join(told, "\n")
	return v
}

func sets(op gate.Op, p gate.Plan) []gate.Set {
	var out []gate.Set
	if p.Redirect != "" {
		out = append(out, gate.Set{Path: op.Fields.Path, Value: p.Redirect})
	}
	if p.Token != "" {
		out = append(out, gate.Set{Path: op.Remote.Own.Version, Value: p.Token, Raw: true})
	}
	switch {
	case p.Edit != nil:
	case op.Kind == gate.Write:
		return append(out, gate.Set{Path: op.Fields.Content, Value: string(p.Result)})
	default:
		return out
	}
	out = append(out, gate.Set{Path: op.Fields.Old, Value: p.Edit.Old}, gate.Set{Path: op.Fields.New, Value: p.Edit.New})
	if op.Fields.All != "" {
		out = append(out, gate.Set{Path: op.Fields.All, Value: "false", Raw: true})
	}
	return out
}

// refuse records why a call was denied and words the refusal.
func (h *held) refuse(call gate.Call, p gate.Plan) (gate.Verdict, error) {
	view, err := h.doc.View(h.writer)
	if err != nil {
		return gate.Verdict{}, err
	}
	head := h.headVersion()
	count := refusals(view, head, p.Refusal.Cause)
	v := gate.Verdict{Action: gate.Deny, Text: p.Refusal.Text(h.t.name, count)}
	r := h.record(ledger.Refusal, call)
	r.Cause, r.Text, r.Lines = string(p.Refusal.Cause), v.Text, atMost(p.Refusal.Lines)
	r.Before = h.doc.Tail().Head
	if !isDerived(r.Call) {
		r.Answer, _ = json.Marshal(v) // two strings and an enum: cannot fail
	}
	seq := h.doc.Append(r)
	if err := h.commit(false); err != nil {
		return gate.Verdict{}, err
	}
	view.Refused = &ledger.Refused{Seq: seq, Cause: r.Cause, Head: head, Proposal: h.proposalVersion(), Count: count + 1}
	if p.Refusal.Cause == gate.CauseGone && h.rule().Mode != policy.Append {
		view.HasBase, view.Base = false, nil // the context knows now: the next write creates
	}
	return v, h.doc.SetView(h.writer, view)
}

// refusals counts how often a context was refused for the same cause while the document stood as it does.
func refusals(view ledger.View, head ledger.Version, cause gate.Cause) int {
	if r := view.Refused; r != nil && r.Head == head && r.Cause == string(cause) {
		return r.Count
	}
	return 0
}

// proposalVersion names what the call's last operation would write, so that the same write is recognised.
func (h *held) proposalVersion() ledger.Version {
	return opVersion(h.t.lastOp())
}

func opVersion(op gate.Op) ledger.Version {
	switch op.Kind {
	case gate.Delete, gate.Move:
		return ledger.Absent
	case gate.Edit:
		text, _ := json.Marshal(op.Edits) // plain strings: cannot fail
		return ledger.VersionOf(text)
	default:
		return ledger.VersionOf(op.Content)
	}
}

// headVersion names what a call is judged against: what stands, or what a due repair will leave.
func (h *held) headVersion() ledger.Version {
	if p := h.doc.Tail().Repair; p != nil {
		return p.Want.Version
	}
	return h.disk.stamp.Version
}

// intend records durably what the call may do, with the bytes before and after: a lease begins.
func (h *held) intend(call gate.Call, p gate.Plan, answer []byte) error {
	r := h.record(ledger.Intent, call)
	r.Before = h.keep()
	r.Op, r.Shared, r.Confirmed = opOf(call, h.t.opsMeant()), p.Shared, p.Confirms
	r.Expires = h.g.now().Add(h.t.Policy.Lease)
	r.Action, r.Lines = actionName(p.Action), atMost(p.Kept)
	if p.Redirect != "" {
		r.View = h.t.view.Real
	}
	r.Token = p.Token
	if h.fold != nil {
		r.Own, r.Slot = h.keepOwn(h.fold.own), h.fold.own.Slot+1
	}
	if len(p.Erased) > 0 {
		r.Text = "erases facts that the rule keeps, on a current base: " + strings.Join(atMost(p.Erased), "; ")
	}
	if !isDerived(r.Call) || call.Host.TellAfter {
		r.Answer = answer
	}
	if p.Permitted {
		h.usePermit(&r)
	}
	if due, ok := h.due(); ok && judgedOnDue(call, p) && !h.bringsBack(due) {
		r.On = h.doc.Keep(due, r.Before, h.disk.data)
	}
	if p.Absent {
		r.After = ledger.AbsentStamp()
	} else if p.Known {
		r.After = h.doc.Keep(p.Result, r.Before, h.disk.data)
		if ledger.VersionOf(p.Proposal) != r.After.Version {
			r.Proposal = h.doc.Keep(p.Proposal, r.After, p.Result)
		}
	}
	h.doc.Append(r)
	return h.commit(true)
}

// judgedOnDue reports whether a plan was made on what a repair will leave. Appends and most verbs work on what stands.
func judgedOnDue(call gate.Call, p gate.Plan) bool {
	verb, ours := strings.CutPrefix(call.Tool, verbTool)
	return !p.Shared && (!ours || Verb(verb) == VerbWrite)
}

func actionName(a gate.Action) string {
	if a == gate.Rewrite {
		return "rewrite"
	}
	return "pass"
}

// verbTool begins the tool name of calls that our own verbs make.
const verbTool = "noclobber "

// opOf says what a call does to a document: its operations, or the verb.
func opOf(call gate.Call, ops []gate.Op) string {
	if verb, ok := strings.CutPrefix(call.Tool, verbTool); ok {
		return "verb " + verb
	}
	return opNames(ops)
}

func opNames(ops []gate.Op) string {
	names := make([]string, 0, len(ops))
	for _, op := range ops {
		if name := op.Kind.String(); len(names) == 0 || names[len(names)-1] != name {
			names = append(names, name)
		}
	}
	return strings.Join(names, ",")
}
