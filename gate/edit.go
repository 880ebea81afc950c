package gate

import (
	"errors"
	"fmt"

	"noclobber/internal/document"
	"noclobber/policy"
)

// edit judges replacements of old text by new: C = edit(B), then the table of whole-document writes.
func (j judge) edit() Plan {
	switch {
	case !j.st.Exists:
		return j.editAbsent()
	case j.op.Cells:
		return j.cells()
	case j.st.Large:
		return j.large()
	}
	base, proposal, err := j.applied()
	if err != nil {
		return j.editMisses(err)
	}
	j.st.Base, j.st.HasBase = base, true
	if p, refused := j.refuseContent(proposal); refused {
		return p
	}
	return j.carryEdit(j.propose(proposal))
}

// applied gives the base of an edit and what the edit makes of it. The base is this context's own; where
// it has none, or that lacks the old text and the head has it once, the old text is what was seen: the head.
func (j judge) applied() (base, proposal []byte, err error) {
	if !j.st.HasBase {
		proposal, err = document.Apply(j.st.Head, j.op.Edits)
		return j.st.Head, proposal, err
	}
	onHead, err := document.Apply(j.st.Head, once(j.op.Edits))
	if err == nil && j.onlyOnHead(onHead) {
		return j.st.Head, onHead, nil
	}
	if proposal, errBase := document.Apply(j.st.Base, j.op.Edits); errBase == nil {
		return j.st.Base, proposal, nil
	}
	return j.st.Head, onHead, err
}

// onlyOnHead reports whether an edit is right by the head alone, whatever the base was: it adds to an
// append document where that grows, or mends damaged markers.
func (j judge) onlyOnHead(edited []byte) bool {
	return j.rule.Mode == policy.Append && j.grewFrom(j.st.Head, edited) || j.damaged()
}

// once are edits that must find their old text exactly once.
func once(edits []document.Edit) []document.Edit {
	out := make([]document.Edit, len(edits))
	for i, e := range edits {
		out[i] = e
		out[i].All = false
	}
	return out
}

// editAbsent judges an edit of a document that is not there: only an empty old text creates it.
func (j judge) editAbsent() Plan {
	if len(j.op.Edits) != 1 || j.op.Edits[0].Old != "" || j.op.Edits[0].Lines {
		return j.editGone()
	}
	content := []byte(j.op.Edits[0].New)
	if p, refused := j.refuseContent(content); refused {
		return p
	}
	return j.create(content)
}

// editGone judges a replacement of text where no document stands. The host's own tool fails, unless the document comes back
// by then: what the edit made of it could not be told from what others wrote.
func (j judge) editGone() Plan {
	if !j.st.HasBase || len(j.st.Base) == 0 {
		return Plan{Action: Pass}
	}
	return j.deny(CauseGone, "It was moved or removed since you read it: there is nothing to edit.").
		next("find out where it went (git log, ls). If it is back: "+j.stepRead(), "write the old text back unasked")
}

// editMisses denies an edit whose old text does not name one place.
func (j judge) editMisses(err error) Plan {
	var many document.ErrNotUnique
	var missing document.ErrNotFound
	switch {
	case errors.As(err, &many):
		why := fmt.Sprintf("The text that it replaces stands there %d times.", many.N)
		return j.deny(CauseConflict, why).
			next(j.readIt()+", then "+j.editIt()+" with more of the lines around the place as old text.", "retry with the same old text")
	case errors.As(err, &missing):
		return j.deny(CauseConflict, "The text that it replaces is not there"+j.since()+".").
			lines(prefixed("there: ", nearest(missing.Old, j.st.Head))).next(j.stepRead(), "retry with the same old text")
	default:
		return j.deny(CauseConflict, "Its old text is empty, which only creates a document, and this one is there.").
			next(j.stepChange(), "replace the document")
	}
}

// carryEdit turns the row's result into what the host's edit can do.
func (j judge) carryEdit(p Plan) Plan {
	if p.Action == Deny {
		return p
	}
	onDisk, err := document.Apply(j.st.Disk, j.op.Edits)
	switch {
	case err == nil && j.sameEdit(onDisk, p.Result):
		p.Result = onDisk
		return p
	case document.Equal(j.st.Disk, p.Result) && err != nil:
		p.Result = j.st.Disk // the host's own tool fails, and there is nothing left to do
		return p
	case document.Equal(j.st.Disk, p.Result):
		return j.deny(CauseRewrite, "It already holds what this edit would leave"+j.since()+"; made again, it would stand there twice.").
			next(j.stepRead(), "send the same edit again")
	}
	p.Kept = j.lacked(p)
	edit, ok := document.EditsBetween(j.st.Disk, p.Result)
	if ok && j.canRewrite() && j.op.Fields.Old != "" && len(j.op.Edits) == 1 {
		p.Action, p.Edit = Rewrite, &Rewritten{Old: edit.Old, New: edit.New}
		return p
	}
	why := "The text around its place has changed" + j.since() + "; made as it is, it would leave a wrong result."
	return j.deny(CauseRewrite, why).next(j.stepForResult(p.Result), "retry with the same old text")
}

// sameEdit reports whether the edit made on the disk leaves the result found. Where two writers insert
// at one place of a merged document, either order will do.
func (j judge) sameEdit(onDisk, result []byte) bool {
	if sameButBlanks(onDisk, result) || j.rule.FormatOf(j.st.Path) == policy.JSON && document.EqualJSON(onDisk, result) {
		return true
	}
	return j.rule.Mode == policy.Merge && j.mistake(onDisk) == nil &&
		len(document.Lost(result, onDisk).Lines) == 0 && len(document.Lost(onDisk, result).Lines) == 0
}

// editable reports whether the rule lets a current context change any part of the document.
func (j judge) editable() bool { return j.rule.Mode == policy.Merge || j.rule.Mode == policy.CAS }
