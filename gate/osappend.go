package gate

import (
	"bytes"
	"slices"

	"noclobber/internal/document"
	"noclobber/policy"
)

// osAppend judges an append that the OS or a tool does at the end: the row "append".
func (j judge) osAppend() Plan {
	switch {
	case j.rule.Mode == policy.CAS && (j.st.Exists || j.op.Background):
		return j.deny(CauseMode, "It is written only on the version last read (cas), and an append looks at none.").
			next(j.stepRead(), "append to it")
	case j.op.HasContent && len(j.op.Content) == 0:
		return j.appendPlan() // nothing is added
	case j.op.Background:
		return j.deny(CauseBackground, "The append would run on after the call, when nothing watches it.").
			next(j.stepBackground(), "keep the document open in the background")
	case !j.st.Exists:
		return j.wholeRows(j.appendPlan())
	case j.rule.Mode == policy.Append && j.rule.At.Place != policy.End:
		return j.deny(CausePlace, "It grows "+j.place()+", not at its end.").
			next(j.stepAdd(document.FragmentInsertion(j.op.Content)), "append at the end")
	case j.rule.Mode == policy.Anchors && j.rule.Outside == "frozen":
		return j.deny(CauseFrozen, "The text outside its anchors is frozen, and its end is outside.").
			next(j.stepSplice(), "append at the end")
	case j.op.Remote == nil && j.glues(): // how a store joins texts is its own business
		return j.deny(CauseNewline, "Its last line lacks the final newline, so the new text would be glued to that line.").
			next(j.stepNewline(), "send the append again as it is")
	case j.op.HasContent && !j.st.Large:
		return j.appendKnown()
	}
	return j.wholeRows(j.appendPlan())
}

// glues reports whether the append would continue the last line instead of beginning a new one.
func (j judge) glues() bool {
	if len(j.st.Disk) == 0 || j.st.Disk[len(j.st.Disk)-1] == '\n' {
		return false
	}
	return !bytes.HasPrefix(j.op.Content, []byte("\n")) && !bytes.HasPrefix(j.op.Content, []byte("\r\n"))
}

// appendKnown judges an append by the text that it would leave: it may break a structure that lines do not show.
func (j judge) appendKnown() Plan {
	p := j.appendPlan()
	if j.rule.Mode == policy.Anchors && !j.damaged() {
		if m := document.MergeAnchors(j.st.Disk, true, p.Result, j.st.Disk, j.marks()); len(m.Refused) > 0 {
			return j.anchorRefused(m.Refused)
		}
	}
	if j.rule.FormatOf(j.st.Path) == policy.JSONL {
		return j.wholeRows(p)
	}
	if err := j.mistake(p.Result); err != nil {
		q := j.malformed(j.format().name, err)
		return q.next(j.stepChange(), "append to a "+j.format().name+" document")
	}
	return p
}

// appendPlan lets the append happen beside others: the OS keeps them apart.
func (j judge) appendPlan() Plan {
	p := Plan{Action: Pass, Shared: true, Judge: !j.op.HasContent}
	if j.op.HasContent && !j.st.Large {
		p.Known = true
		p.Result = slices.Concat(j.st.Disk, j.op.Content)
		p.Proposal = p.Result
	}
	return p
}
