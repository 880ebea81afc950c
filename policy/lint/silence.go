package lint

import (
	"fmt"
	"slices"
	"strings"

	"noclobber/internal/report"
)

const ignoreMark = "lint:ignore"

// ignore is one comment that silences a check.
type ignore struct {
	line, covers int // where it stands; the line that it is about
	ids          []string
	used         bool
}

// silence drops the findings that a comment in the policy asks not to hear, and reports comments that silence nothing.
func silence(s Subject, all []found) []report.Finding {
	ignores := ignoresOf(string(s.Text))
	var kept []report.Finding
	for _, f := range all {
		if !silenced(ignores, f) {
			kept = append(kept, f.Finding)
		}
	}
	if s.Policy == nil {
		return kept // no check ran that they could be about
	}
	for _, i := range ignores {
		if f, ok := i.idle(s.Name); ok {
			kept = append(kept, f)
		}
	}
	return kept
}

// idle is what there is to say of a comment that silences nothing: a warning where it names no check.
func (i *ignore) idle(name string) (report.Finding, bool) {
	about := unusedIgnore{}.About()
	f := report.Finding{Kind: about.ID, Severity: about.Severity, Path: name, Line: i.line}
	for _, id := range i.ids {
		if !slices.ContainsFunc(About(), func(c report.Check) bool { return c.ID == id }) {
			f.Message, f.Mend = fmt.Sprintf("no check is called %q", id), "correct the name; docs/checks.md lists them"
			return f, true
		}
	}
	f.Severity, f.Message, f.Mend = report.Note, "the comment silences "+strings.Join(i.ids, ", ")+", and nothing of that is found here", "take it out"
	return f, !i.used && !slices.ContainsFunc(i.ids, comesAndGoes)
}

// comesAndGoes says whether what a check finds depends on files that are there today and not tomorrow.
func comesAndGoes(id string) bool { return strings.HasPrefix(id, "glob-") }

func silenced(ignores []*ignore, f found) bool {
	hit := false
	for _, i := range ignores {
		about := f.line > 0 && i.covers == f.line || f.rule != nil && i.covers == f.rule.Line
		if about && slices.Contains(i.ids, f.Kind) {
			i.used, hit = true, true
		}
	}
	return hit
}

// ignoresOf finds the comments. One on a line of its own is about the next line that is no comment.
func ignoresOf(text string) []*ignore {
	var all, waiting []*ignore
	for n, line := range strings.Split(text, "\n") {
		alone := strings.HasPrefix(strings.TrimSpace(line), "#")
		if i := parseIgnore(line, n+1); i != nil {
			all = append(all, i)
			if alone {
				waiting = append(waiting, i)
			}
		}
		if alone {
			continue
		}
		for _, i := range waiting {
			i.covers = n + 1
		}
		waiting = nil
	}
	return all
}

// parseIgnore reads "# lint:ignore ID[,ID] reason".
func parseIgnore(line string, n int) *ignore {
	_, comment, ok := strings.Cut(line, "# "+ignoreMark+" ")
	words := strings.Fields(comment)
	if !ok || len(words) == 0 {
		return nil
	}
	return &ignore{line: n, covers: n, ids: strings.Split(words[0], ",")}
}
