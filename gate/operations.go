package gate

import (
	"fmt"

	"noclobber/policy"
)

// operation judges everything that is neither a whole write with known text nor an edit:
// the second table of the design, section 4.
func (j judge) operation() Plan {
	switch j.op.Kind {
	case Append:
		return j.osAppend()
	case InPlace:
		return j.inPlace()
	case Restore:
		return j.restore()
	case Delete, Move:
		return j.remove()
	default:
		return Plan{Action: Pass}
	}
}

// inPlace judges a program that rewrites the document itself.
func (j judge) inPlace() Plan {
	switch {
	case !j.st.Exists:
		return Plan{Action: Pass, Judge: true}
	case j.st.Large:
		return j.large()
	case j.rule.Mode == policy.Merge:
		return Plan{Action: Pass, Judge: true}
	}
	return j.deny(CauseInPlace, fmt.Sprintf("%s rewrites the whole document, and the rule (%s) allows no such change.", j.via(), j.rule.Mode)).
		next(j.stepChange(), "rewrite it through a program")
}

// restore judges content that comes out of a repository. What is gone may come back so.
func (j judge) restore() Plan {
	if !j.st.Exists {
		return Plan{Action: Pass, Judge: true}
	}
	return j.unknownWrite()
}

// unknownWrite judges a write whose text is not known before it is done.
func (j judge) unknownWrite() Plan {
	why := j.via() + " replaces the whole document by text that is not known before it is written."
	switch {
	case j.goneSince():
		return j.gone(nil)
	case j.st.Large:
		return j.large()
	case !j.st.Exists, j.rule.Mode == policy.Merge && j.current():
		return Plan{Action: Pass, Judge: true}
	case j.rule.Mode == policy.Merge && j.remembers():
		return j.deny(CauseUnknown, why).
			next(j.readIt()+" in full, then send the same call again.", "overwrite it without having read it")
	default:
		return j.deny(CauseUnknown, why).next(j.stepChange(), "overwrite it from the shell or by another file")
	}
}

// remove judges deleting the document or moving it away: by confirmation.
func (j judge) remove() Plan {
	why := j.via() + " would take it away from everybody who shares it."
	switch {
	case !j.st.Exists:
		return Plan{Action: Pass}
	case j.op.Kind == Move && j.op.Kept && j.rule.Mode == policy.Merge:
		return Plan{Action: Pass, Known: true, Absent: true}
	case j.confirmable() && j.st.Confirmed:
		return Plan{Action: Pass, Known: true, Absent: true, Confirms: true}
	case !j.confirmable() || j.st.Large || !j.remembers():
		return j.deny(CauseDelete, why+" This cannot be confirmed by reading it.").next(j.stepReport(), "take it away another way")
	default:
		return j.deny(CauseDelete, why).next(j.stepConfirm(), "retry without reading: a blind retry is refused again")
	}
}

// large denies what would need the whole text of a document above max_document, or one with NUL bytes.
func (j judge) large() Plan {
	return j.deny(CauseLarge, "It is too large to be merged, or not text: only appends are safe.").
		next(j.stepShell(), "rewrite it whole")
}

// via is how the call does it, for the start of a sentence.
func (j judge) via() string { return orElse(j.op.Via, "The call") }
