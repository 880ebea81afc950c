package gate

import "noclobber/policy"

// Decide judges one operation on one document. It does no I/O and is deterministic: the same
// operation, rule and state give the same plan. The rule must not be nil.
func Decide(call Call, op Op, rule *policy.Rule, st State) Plan {
	j := judge{call: call, op: op, rule: rule, st: st}
	j.read = j.current()
	if rule.Mode == policy.Off || op.Kind == Read || op.Kind == Touch {
		return Plan{Action: Pass}
	}
	switch {
	case st.Packed && op.Kind == Append:
		return j.packed()
	case j.beginsAnew():
		return j.vanished()
	}
	return j.numbered(j.byMode())
}

// byMode judges by the rule's mode alone.
func (j judge) byMode() Plan {
	op, rule := j.op, j.rule
	switch {
	case rule.Mode == policy.Record:
		return j.record()
	case rule.Mode == policy.Deny:
		return j.never()
	case op.Remote != nil:
		return j.remote()
	case rule.Mode == policy.Shard:
		return j.shard()
	case j.st.Foreign:
		return j.foreign()
	default:
		return j.byKind()
	}
}

// byKind judges by what the operation does.
func (j judge) byKind() Plan {
	switch j.op.Kind {
	case Write:
		return j.write()
	case Edit:
		return j.edit()
	default:
		return j.operation()
	}
}

// judge carries one judgement's values between its steps.
type judge struct {
	call Call
	op   Op
	rule *policy.Rule
	st   State
	read bool // this context was shown the head; an edit is judged as if it had been
}

// record lets everything happen and only tells what it can for the ledger.
func (j judge) record() Plan {
	p := Plan{Action: Pass, Judge: true, Shared: j.op.Kind == Append}
	switch j.op.Kind {
	case Write:
		p.Known, p.Proposal, p.Result = j.op.HasContent, j.op.Content, j.op.Content
	case Delete, Move:
		p.Absent = true
	}
	return p
}

// never denies everything: the row "deny" of both tables.
func (j judge) never() Plan {
	return j.deny(CauseMode, "The policy lets nobody write it (mode deny, rule "+quoteName(j.rule.Name)+").").
		next(j.stepReport(), "write it another way")
}

func (j judge) deny(cause Cause, why string) Plan {
	return Plan{Action: Deny, Refusal: &Refusal{Cause: cause, Why: why, Now: j.facts()}}
}

// next completes a refusal with the step to take and what not to do.
func (p Plan) next(step, avoid string) Plan {
	p.Refusal.Next, p.Refusal.Avoid = step, avoid
	return p
}

func (p Plan) lines(lines []string) Plan {
	p.Refusal.Lines = lines
	return p
}
