package guard

import (
	"path/filepath"
	"strings"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/ledger"
	"noclobber/policy"
)

// isSettings reports whether an operation would change a host's hook settings.
func (g *Guard) isSettings(m policy.Match, op gate.Op) bool {
	return op.Kind != gate.Read && g.config.Settings != nil && m.Builtin == 0 && g.config.Settings.IsSettings(m.Real)
}

// refuseBuiltin judges a change of what is always protected: policies, the state, our hook entries.
// nil lets it pass.
func (g *Guard) refuseBuiltin(b builtinOp) *gate.Refusal {
	if b.match.Builtin == policy.BuiltinState {
		return refuseState(b.op)
	}
	old, err := files{}.ReadFile(b.match.Real)
	if err != nil {
		old = nil
	}
	now, known := resultOf(b.op, old)
	if b.match.Builtin == policy.BuiltinSettings {
		return g.refuseSettings(b, old, now, known)
	}
	return g.refusePolicy(b, old, now, known)
}

func refuseState(op gate.Op) *gate.Refusal {
	r := &gate.Refusal{
		Cause: gate.CausePolicy, Why: "It belongs to noclobber's own state, which keeps what would be lost otherwise.",
		Next: "leave it alone; a person can remove it with `noclobber uninstall --state`.",
	}
	if strings.HasPrefix(op.Via, "git clean") {
		r.Next = "send the command again with: -e " + ledger.LocalName
	}
	return r
}

// resultOf is what a simple operation would leave of a file; known is false when that cannot be told.
func resultOf(op gate.Op, old []byte) (now []byte, known bool) {
	switch op.Kind {
	case gate.Write:
		if filepath.Base(op.From) == policy.FileName { // it is protected itself: no command weakens it and then copies it
			text, err := files{}.ReadFile(op.From)
			return text, err == nil
		}
		return op.Content, op.HasContent
	case gate.Append:
		return append(append([]byte{}, old...), op.Content...), op.HasContent
	case gate.Edit:
		now, err := document.Apply(old, op.Edits)
		return now, err == nil
	case gate.Delete, gate.Move:
		return nil, true
	default:
		return nil, false
	}
}

func (g *Guard) refusePolicy(b builtinOp, old, now []byte, known bool) *gate.Refusal {
	reason := "What it would hold afterwards cannot be told before."
	if known {
		weaker, why := g.policies.Weaker(b.match.Real, old, now)
		if !weaker {
			return nil
		}
		reason = why
	}
	return &gate.Refusal{
		Cause: gate.CausePolicy, Why: "It is the policy itself, and only changes that add protection pass. " + reason,
		Next: "propose the change in your answer; a person can make it in an editor.", Avoid: "change the policy another way",
	}
}

func (g *Guard) refuseSettings(b builtinOp, old, now []byte, known bool) *gate.Refusal {
	if known && !g.config.Settings.Weakens(b.match.Real, old, now) {
		return nil
	}
	if !known && !g.config.Settings.Weakens(b.match.Real, old, nil) {
		return nil // it holds no entry of ours
	}
	return &gate.Refusal{
		Cause: gate.CausePolicy, Why: "The change would take noclobber's hooks out of these settings, or cannot be told before.",
		Next: "keep the entries that run noclobber and change the rest with an edit; a person can run `noclobber uninstall`.",
	}
}
