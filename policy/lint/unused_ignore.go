package lint

import "noclobber/internal/report"

// unusedIgnore is reported by silence, which alone knows what was silenced.
type unusedIgnore struct{}

func (unusedIgnore) About() report.Check {
	return report.Check{
		ID: "unused-ignore", Severity: report.Warning, Title: "a comment that silences nothing",
		Help: "`# lint:ignore ID reason` silences a check on its line, on the line below, or for the rule whose `[[protect]]` follows. One that names no check is a mistake; one that silences nothing is a note, but for those about patterns, since documents come and go.",
	}
}

func (unusedIgnore) Run(*Pass) {}
