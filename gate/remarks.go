package gate

import "strings"

// maxRemark bounds one remark of a receipt, in bytes.
const maxRemark = 240

// Remarks are sentences for a receipt: what a merged text has otherwise than its author sent it, beyond lines.
func (p Plan) Remarks() []string {
	var out []string
	add := func(words string, list []string) {
		if len(list) > 0 {
			out = append(out, clip(words+strings.Join(list, "; "), maxRemark)+".")
		}
	}
	add("Kept facts, which a write from an older version may neither erase nor revert: ", p.Facts)
	add("Changed on both sides: ", p.Rows)
	if p.AsText != "" {
		add("It was merged as text, not as JSON: ", []string{p.AsText})
	}
	return out
}
