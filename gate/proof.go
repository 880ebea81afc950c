package gate

import (
	"strings"

	"noclobber/internal/document"
	"noclobber/policy"
)

// checkProof refuses what merging line by line cannot prove right under rules that promise more than
// lines: where the text is not merged as JSON, facts that an older writer may never erase (keep).
func (j judge) checkProof(p Plan) Plan {
	switch {
	case len(j.rule.Keep) > 0 && j.byLines(p) && j.op.Kind == Write && !j.current() && len(document.Lost(j.st.Head, p.Result).Lines) > 0:
		return j.deny(CauseStale, "Its rule keeps facts ("+strings.Join(j.rule.Keep, ", ")+") that an older writer may not change, and it changed since you read it.").
			next(j.stepRead(), "send the same text again")
	default:
		return p
	}
}

// byLines reports whether a plan merges lines and not what they mean.
func (j judge) byLines(p Plan) bool {
	return p.AsText != "" || j.rule.Mode != policy.Merge || j.rule.FormatOf(j.st.Path) != policy.JSON
}
