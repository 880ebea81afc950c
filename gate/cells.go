package gate

import (
	"bytes"

	"noclobber/internal/document"
	"noclobber/policy"
)

// cells judges a change of a notebook's cell: the text that it leaves is known to the host alone.
func (j judge) cells() Plan {
	switch {
	case j.st.Large:
		return j.large()
	case j.editable() && j.current(), j.rule.Mode == policy.Merge && j.cellStands():
		return Plan{Action: Pass, Judge: true}
	case j.rule.Mode == policy.Merge && !j.st.HasBase:
		return j.deny(CauseNoBase, "You have not read it, and a change of a cell does not show what it replaces.").
			next(j.stepRead(), "send the same change without reading")
	case j.rule.Mode == policy.Merge:
		why := "It changed since you read it, and this cell is not known to be as you read it; cells cannot be merged."
		return j.deny(CauseStale, why).next(j.stepRead(), "send the same change without reading")
	case j.rule.Mode == policy.CAS:
		return j.casWrite(nil)
	default:
		why := "What a change of a notebook cell leaves is not known before, and the rule (" + string(j.rule.Mode) + ") takes only text that is."
		return j.deny(CauseInPlace, why).next(j.stepReport(), "edit it through the shell")
	}
}

// cellStands reports whether a change leaves all that others wrote, though this context has not seen the head: a new cell
// takes nothing away, and one that is as it was read is seen.
func (j judge) cellStands() bool {
	cell := j.op.Cell
	if !j.st.HasBase {
		return cell.Insert || cell.Shown
	}
	base, okBase := document.ReadCells(j.st.Base)
	head, okHead := document.ReadCells(j.st.Head)
	switch {
	case !okBase || !okHead || !bytes.Equal(j.st.Head, j.st.Disk):
		return false // the host changes what it finds, and a repair is due there
	case cell.Insert && (cell.Name == "" || head.Has(cell.Name)):
		return true
	}
	return base.Same(head, cell.Name)
}
