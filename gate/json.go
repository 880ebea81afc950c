package gate

import (
	"bytes"
	"fmt"
	"strings"

	"noclobber/internal/document"
	"noclobber/policy"
)

// jsonWrite is the row "merge" of whole-document writes, for JSON: member by member.
func (j judge) jsonWrite(proposal []byte) Plan {
	m := document.MergeJSON(j.st.Base, j.st.HasBase, proposal, j.st.Head, document.JSONOptions{Key: j.rule.Key, Keep: j.rule.Keep})
	switch {
	case m.Err != nil:
		return j.malformed("JSON", m.Err)
	case m.AsText:
		p := j.textWrite(proposal)
		p.AsText = m.Reason
		return p
	case len(m.Conflicts) > 0:
		return j.jsonConflict(m.Conflicts)
	}
	return Plan{Action: Pass, Result: m.Text, Facts: m.Kept, Erased: m.Erased}
}

// jsonConflict denies a write by the paths that it and the document have otherwise, with both values.
func (j judge) jsonConflict(conflicts []document.JSONConflict) Plan {
	var lines, paths []string
	for _, c := range conflicts {
		lines, paths = append(lines, valuesOf(c)), append(paths, c.Path)
	}
	if !j.st.HasBase {
		return j.deny(CauseNoBase, "You have not read what stands there now, and this text lacks or changes values of it.").
			lines(lines).next(j.stepRead(), "send the same text again without reading")
	}
	why := fmt.Sprintf("Since you read it, somebody else changed what you change: %s.", clip(strings.Join(paths, ", "), maxQuoted))
	return j.deny(CauseConflict, why).lines(lines).next(j.stepRead(), "overwrite the other change")
}

// maxValue bounds a quoted value of a conflict, in bytes: both are to be seen.
const maxValue = 36

func valuesOf(c document.JSONConflict) string {
	there, yours := "there "+clip(c.Head, maxValue), "yours "+clip(c.Proposal, maxValue)
	if c.Head == "" {
		there = "removed there"
	}
	if c.Proposal == "" {
		yours = "removed by you"
	}
	return clip(c.Path, maxValue) + ": " + there + ", " + yours
}

// lacked lists the lines that the result has and the proposal lacks. In JSON a comma more at its end makes no line another.
func (j judge) lacked(p Plan) []string {
	if j.rule.FormatOf(j.st.Path) != policy.JSON {
		return document.Lost(p.Result, p.Proposal).Lines
	}
	return document.Lost(withoutCommas(p.Result), withoutCommas(p.Proposal)).Lines
}

func withoutCommas(text []byte) []byte {
	return bytes.ReplaceAll(document.Normalize(text), []byte(",\n"), []byte("\n"))
}
