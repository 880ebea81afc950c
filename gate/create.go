package gate

import (
	"noclobber/internal/document"
	"noclobber/policy"
)

// create judges a write where no document stands.
func (j judge) create(proposal []byte) Plan {
	if j.goneSince() && j.bringsBack(proposal) {
		return j.gone(proposal)
	}
	return Plan{Action: Pass, Known: true, Proposal: proposal, Result: proposal}
}

// goneSince reports whether a document that this context has read is no longer there, by another's doing.
func (j judge) goneSince() bool {
	return !j.st.Exists && j.st.HasBase && len(j.st.Base) > 0 && !j.st.HasOwn
}

// bringsBack reports whether a write revives the document that went away. In an append document new
// lines alone begin another one, so only a text with most of the old lines does.
func (j judge) bringsBack(proposal []byte) bool {
	if j.rule.Mode != policy.Append {
		return true
	}
	all, missing := len(document.Lost(j.st.Base, nil).Lines), len(document.Lost(j.st.Base, proposal).Lines)
	return all-missing > all/2
}

// gone denies writing back what was moved or removed, and offers the insertion alone.
func (j judge) gone(proposal []byte) Plan {
	p := j.deny(CauseGone, "It was moved or removed since you read it; this call would bring its old text back.")
	if j.rule.Mode != policy.Append {
		return p.next("find out where it went (git log, ls). If it should exist again, send the same call once more.", "write the old text back unasked")
	}
	ins, _ := document.FindInsertion(j.st.Base, proposal, j.at())
	step := j.writeTool() + " " + j.path() + " with your new lines alone."
	if j.op.Shell {
		step = j.shellAdd(ins)
	}
	return p.lines(ins.Lines()).next("find out where it went (git log, ls). If a new document should begin here: "+step, "write the old text back")
}
