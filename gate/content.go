package gate

import (
	"bytes"
	"fmt"

	"noclobber/internal/document"
	"noclobber/policy"
)

// refuseContent refuses text that no confirmation can make right: nothing at all, or a stand-in for omitted text.
func (j judge) refuseContent(content []byte) (Plan, bool) {
	if j.st.Exists && !blank(j.st.Head) && blank(content) {
		return j.deny(CauseEmpty, "The call would leave it empty.").
			next(j.stepChange(), "send empty content; to remove the document on purpose, delete it"), true
	}
	line, n, found := j.placeholder(content)
	if !found {
		return Plan{}, false
	}
	why := fmt.Sprintf("Line %d of the new text is a placeholder for omitted text; what it stands for would be lost.", n)
	return j.deny(CausePlaceholder, why).lines([]string{line}).
		next(j.stepChange(), "abbreviate: a whole write must hold every line"), true
}

// checkEmpty refuses a result that is empty though neither the proposal nor what stands there is: each took away what the
// other had left.
func (j judge) checkEmpty(p Plan) Plan {
	if !blank(p.Result) || blank(p.Proposal) || blank(j.st.Head) {
		return p
	}
	return j.deny(CauseEmpty, "Merged with what stands there"+j.since()+", the call would leave it empty.").
		next(j.stepChange(), "send empty content; to remove the document on purpose, delete it")
}

// placeholder finds a line that stands for text which the author left out. What the author had before
// it, its base, tells what was left out; a line that stood there or stands now is no placeholder.
func (j judge) placeholder(content []byte) (line string, number int, found bool) {
	find := document.Placeholder
	if f := j.rule.FormatOf(j.st.Path); f == policy.JSON || f == policy.JSONL {
		find = document.JSONPlaceholder
	}
	line, number, found = find(content, j.st.Head)
	if found && j.st.HasBase {
		line, number, found = find(content, j.st.Base)
	}
	return line, number, found
}

func blank(text []byte) bool { return len(bytes.TrimSpace(document.Normalize(text))) == 0 }
