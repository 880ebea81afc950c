package gate

import (
	"fmt"

	"noclobber/internal/document"
	"noclobber/policy"
)

// rowsWrite is the row "merge" of whole-document writes, for JSON lines: both sides' rows once. No row of the head is
// ever given up, so that there is nothing to refuse; what stays otherwise than sent is told.
func (j judge) rowsWrite(proposal []byte) Plan {
	m := document.MergeRows(j.st.Base, j.st.HasBase, proposal, j.st.Head, j.rule.Key, false)
	p := Plan{Action: Pass, Result: m.Text}
	for _, r := range m.Reported {
		p.Rows = append(p.Rows, rowNote(r))
	}
	return p
}

func rowNote(r document.RowReport) string {
	switch {
	case r.Other == "":
		return fmt.Sprintf("row %s stays, since it was changed after you read it", clip(r.Key, maxQuoted))
	case r.Document == "":
		return fmt.Sprintf("row %s is back as you have it, though it was removed after you read it", clip(r.Key, maxQuoted))
	}
	return fmt.Sprintf("row %s stays as it stands there (%s), not as you have it", clip(r.Key, maxQuoted), clip(r.Document, maxQuoted))
}

// WholeRows says which row that is to be added to a log of JSON lines is none, as an error. Rows that stand there torn are
// no reason, and a document that holds no row at all is not such a log, whatever its name says. A log whose rows are
// numbered is judged by its numbers.
func WholeRows(rule *policy.Rule, path string, head, added []byte) error {
	if rule.Mode != policy.Append || rule.FormatOf(path) != policy.JSONL || Numbers(rule).Numbered() {
		return nil
	}
	if !blank(head) && !document.HoldsRow(head) {
		return nil
	}
	return document.CheckJSONL(added, false)
}

// wholeRows refuses an append that would break a log of JSON lines for those who read it.
func (j judge) wholeRows(p Plan) Plan {
	if p.Action == Deny || !j.op.HasContent {
		return p
	}
	if err := WholeRows(j.rule, j.st.Path, j.st.Disk, j.op.Content); err != nil {
		why := fmt.Sprintf("Each of its lines is one row of JSON, and what this would add is not: %s.", clip(err.Error(), maxQuoted))
		return j.deny(CauseRows, why).next("correct the text and send the call again, each row whole and on one line.", "append text that is no row")
	}
	return p
}
