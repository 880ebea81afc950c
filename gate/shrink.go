package gate

import (
	"fmt"

	"noclobber/internal/document"
	"noclobber/policy"
)

// checkShrink refuses a result whose loss is beyond the rule, once: the same write after a
// complete read that followed the refusal is the confirmation.
func (j judge) checkShrink(p Plan) Plan {
	loss := document.Shrink(j.st.Head, p.Result)
	if !Beyond(loss, j.rule) || j.damaged() { // marker lines are all that may change where they are damaged
		return p
	}
	if j.st.Confirmed && j.confirmable() {
		p.Confirms = true
		return p
	}
	why := fmt.Sprintf("It would shrink by %d of %d lines and %d of %d bytes, more than the rule allows (%s).",
		loss.Lines, loss.OldLines, loss.Bytes, loss.OldBytes, j.rule.MaxShrink.String())
	return j.unconfirmed(why, loss.Gone, p.Result)
}

// Beyond reports whether a loss is more than the rule lets pass: it reaches min_loss and exceeds max_shrink.
func Beyond(loss document.Shrinkage, rule *policy.Rule) bool {
	lost := policy.Amount{Lines: loss.Lines, Bytes: loss.Bytes}
	of := policy.Amount{Lines: loss.OldLines, Bytes: loss.OldBytes}
	return rule.MinLoss.Reached(lost, of) && rule.MaxShrink.Exceeded(lost, of)
}

// confirmable reports whether the rule takes a confirmation for a loss at all.
func (j judge) confirmable() bool { return j.rule.Shrink != "deny" }

// unconfirmed refuses a loss and tells how it is confirmed. Only a loss on a current base can be: a
// text made from an older version, sent again after a read, would take away what came in between.
func (j judge) unconfirmed(why string, lines []string, result []byte) Plan {
	switch {
	case !j.confirmable() || !j.remembers() || j.op.Kind == Write && !j.sends(result):
		return j.deny(CauseShrink, why).lines(lines).
			next("keep those lines: no confirmation is taken here. If they must go, say so in your answer; a person decides.", "take them away another way")
	case !document.Equal(j.st.Base, j.st.Head):
		return j.deny(CauseStale, why+" It was made from an older version.").lines(lines).
			next(j.stepRead(), "send the same text again")
	default:
		return j.deny(CauseShrink, why).lines(lines).
			next(j.stepConfirm()+" If not, keep the missing lines.", "retry without reading: a blind retry is refused again")
	}
}
