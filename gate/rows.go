package gate

import (
	"fmt"

	"noclobber/internal/document"
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
