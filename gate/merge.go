package gate

import (
	"fmt"

	"noclobber/internal/document"
	"noclobber/policy"
)

// mergeWrite is the row "merge" of whole-document writes.
func (j judge) mergeWrite(proposal []byte) Plan {
	switch j.rule.FormatOf(j.st.Path) {
	case policy.JSON:
		return j.jsonWrite(proposal)
	case policy.JSONL:
		return j.rowsWrite(proposal)
	default:
		return j.textWrite(proposal)
	}
}

// textWrite merges line by line.
func (j judge) textWrite(proposal []byte) Plan {
	if !j.st.HasBase {
		return j.blindWrite(proposal)
	}
	merged := document.Merge(j.st.Base, proposal, j.st.Head)
	if !merged.Clean() {
		return j.conflict(merged.Conflicts)
	}
	return Plan{Action: Pass, Result: merged.Text}
}

// blindWrite judges a write without a base: it passes only if no line of the head is lost.
func (j judge) blindWrite(proposal []byte) Plan {
	if lost := document.Lost(j.st.Head, proposal).Lines; len(lost) > 0 {
		return j.deny(CauseNoBase, "You have not read what stands there now, and this text lacks lines of it.").
			lines(lost).next(j.stepRead(), "send the same text again without reading")
	}
	return j.onHead(proposal)
}

// onHead leaves the proposal, with the head's own endings and odd bytes where it does not change a line.
func (j judge) onHead(proposal []byte) Plan {
	return Plan{Action: Pass, Result: document.Merge(j.st.Head, proposal, j.st.Head).Text}
}

// conflict denies a write that changes what somebody else changed too.
func (j judge) conflict(conflicts []document.Conflict) Plan {
	c := conflicts[0]
	why := fmt.Sprintf("Since you read it, somebody else changed the same place (line %d).", c.Line)
	if len(conflicts) > 1 {
		why = fmt.Sprintf("Since you read it, somebody else changed %d of the same places, the first in line %d.", len(conflicts), c.Line)
	}
	lines := append(prefixed("there: ", c.Head), prefixed("yours: ", c.Proposal)...)
	if len(c.Head) == 0 {
		lines = append(prefixed("removed there: ", c.Base), prefixed("yours: ", c.Proposal)...)
	}
	return j.deny(CauseConflict, why).lines(lines).next(j.stepRead(), "overwrite the other change")
}

func prefixed(prefix string, lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = prefix + l
	}
	return out
}
