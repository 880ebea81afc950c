package staged

import (
	"fmt"

	"noclobber/internal/report"
)

// Allow turns findings that an allowance covers into notes, and tells of allowances that nothing needed. It returns the
// allowances that were used besides.
func Allow(findings []Finding, allowances []Allowance) (all []Finding, used []Allowance) {
	spent := make([]bool, len(allowances))
	for _, f := range findings {
		if i := covering(f, allowances); i >= 0 {
			spent[i] = true
			f.Severity = report.Note
			f.Message = fmt.Sprintf("%s; allowed by %s: %s", f.Message, allowances[i].By, allowances[i].Reason)
			f.Kind, f.Lines = Allowed, nil
		}
		all = append(all, f)
	}
	for i, a := range allowances {
		if spent[i] {
			used = append(used, a)
			continue
		}
		all = append(all, Finding{
			Kind: UnusedAllow, Severity: report.Note, Path: a.Path,
			Message: fmt.Sprintf("%s allows a change of %s, and nothing there needs it", a.By, a.Path),
		})
	}
	return all, used
}

// covering is the index of the allowance for a finding, or -1.
func covering(f Finding, allowances []Allowance) int {
	if f.Final || f.Severity == report.Note {
		return -1
	}
	for i, a := range allowances {
		if a.Path == f.Path || f.From != "" && a.Path == f.From {
			return i
		}
	}
	return -1
}
