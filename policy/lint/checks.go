package lint

import (
	"strconv"

	"noclobber/internal/report"
)

// Checks are all checks, in the order of docs/checks.md.
func Checks() []Check {
	return []Check{
		problems{}, unusedIgnore{},
		globNothing{}, globEverything{}, globIgnored{},
		shadowedRule{}, exceptCancels{}, overlappingModes{},
		shardMatchesDocument{}, shardsUnreduced{},
		anchorsDamaged{}, anchorsMissing{},
		formatMismatch{}, seqAbsent{}, conflictMarkers{}, conflictSibling{},
		limitNever{}, tooLarge{}, keyIdle{},
		toolMap{}, policyWritable{}, hookSettings{}, testFailed{},
	}
}

// About describes the kinds of findings of all checks.
func About() []report.Check {
	var all []report.Check
	for _, c := range Checks() {
		all = append(all, c.About())
		if more, ok := c.(interface{ Also() []report.Check }); ok {
			all = append(all, more.Also()...)
		}
	}
	return all
}

// count is a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return itoa(n) + " " + noun + "s"
}

func itoa(i int) string { return strconv.Itoa(i) }
