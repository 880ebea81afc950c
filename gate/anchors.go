package gate

import (
	"noclobber/internal/document"
	"noclobber/policy"
)

func (j judge) marks() document.Marks { return MarksOf(j.rule) }

// MarksOf is what a rule says of a document's anchors.
func MarksOf(rule *policy.Rule) document.Marks {
	return document.Marks{
		Begin: rule.Begin, End: rule.End,
		Headings: rule.Style == "heading",
		AllowNew: rule.New, Frozen: rule.Outside == "frozen",
	}
}

// anchorsWrite is the row "anchors" of whole-document writes.
func (j judge) anchorsWrite(proposal []byte) Plan {
	merged := document.MergeAnchors(j.st.Base, j.st.HasBase, proposal, j.st.Head, j.marks())
	switch {
	case len(merged.Refused) > 0:
		return j.anchorRefused(merged.Refused)
	case len(merged.Conflicts) > 0:
		return j.anchorConflict(merged.Conflicts)
	case len(merged.Removed) > 0 && (!j.st.Confirmed || !j.confirmable()):
		return j.unconfirmed("These sections would be removed.", merged.Removed, merged.Text)
	}
	return Plan{Action: Pass, Result: merged.Text, Confirms: len(merged.Removed) > 0}
}

// anchorConflict denies a write by the name of the anchor that somebody else changed as well.
func (j judge) anchorConflict(conflicts []document.AnchorConflict) Plan {
	all := make([]document.Conflict, len(conflicts))
	for i, c := range conflicts {
		all[i] = c.Conflict
	}
	p := j.conflict(all)
	if name := conflicts[0].Name; name != "" {
		p.Refusal.Why = "In the anchor " + quoteName(name) + ": " + p.Refusal.Why
	}
	return p
}

// damaged reports whether the head's own markers are unclosed, doubled or reversed.
func (j judge) damaged() bool {
	if j.rule.Mode != policy.Anchors || j.rule.Style == "heading" {
		return false
	}
	_, problems := document.ParseAnchors(j.st.Head, j.marks())
	return len(problems) > 0
}

// anchorRefused denies a write by the names of the anchors that it would harm.
func (j judge) anchorRefused(problems []document.AnchorProblem) Plan {
	first := problems[0]
	var more []string
	for _, p := range problems[1:] {
		more = append(more, p.Message)
	}
	cause, step := j.anchorStep(first)
	avoid := "move, delete or double marker lines"
	if j.damaged() {
		avoid = "change anything else in that edit"
	}
	return j.deny(cause, "It is written anchor by anchor: "+first.Message+".").lines(more).next(step, avoid)
}

// anchorStep is what to do about a problem with an anchor.
func (j judge) anchorStep(p document.AnchorProblem) (cause Cause, step string) {
	switch {
	case p.Kind == document.Frozen && !j.damaged():
		return CauseFrozen, j.stepSplice()
	case !j.shows():
		return CauseAnchor, j.stepShell()
	case j.damaged():
		return CauseAnchor, j.stepMarkers()
	case p.Kind == document.Blind:
		return CauseNoBase, j.stepRead()
	case p.Kind == document.New:
		return CauseAnchor, "leave that anchor out and put its text inside one that is there: " + j.anchorNames() + "."
	default:
		return CauseAnchor, j.readIt() + ", keep each of its marker lines once and where it stands, and send the change again."
	}
}

// maxNames bounds the names of anchors that a refusal lists.
const maxNames = 5

func (j judge) anchorNames() string {
	all, _ := document.ParseAnchors(j.st.Head, j.marks())
	out := "(it has none)"
	for i, name := range all.Names() {
		switch {
		case i == 0:
			out = quoteName(name)
		case i < maxNames:
			out += ", " + quoteName(name)
		default:
			return out + ", …"
		}
	}
	return out
}
