package lint

import (
	"bytes"
	"fmt"

	"noclobber/internal/report"
	"noclobber/policy"
)

// conflictMarkers finds what a merge left behind in documents.
type conflictMarkers struct{}

func (conflictMarkers) About() report.Check {
	return report.Check{
		ID: "conflict-markers", Severity: report.Error, Title: "git's conflict markers in a document",
		Help: "A merge that nobody finished: both versions stand in the document, between `<<<<<<<`, `=======` and `>>>>>>>`, and every reader takes all of it for text. Markers inside a fenced block of Markdown are an example and no finding.",
	}
}

func (conflictMarkers) Run(p *Pass) {
	p.eachDocument(func(*policy.Rule) bool { return true }, func(r *policy.Rule, d File, text []byte) {
		from, to := conflict(text, r.FormatOf(d.Name) == policy.Markdown)
		if from > 0 {
			p.inDocument(r, d.Name, from, fmt.Sprintf("lines %d to %d are a merge that nobody finished", from, to), "take what belongs there from both sides, and take the markers out")
		}
	})
}

// conflict finds the lines of the first conflict, 1-based; 0 where there is none.
func conflict(text []byte, markdown bool) (from, to int) {
	n, middle, fence := 0, false, ""
	for line := range bytes.Lines(text) {
		n++
		if markdown {
			fence = inFence(fence, line)
		}
		switch {
		case fence != "":
		case bytes.HasPrefix(line, []byte("<<<<<<< ")):
			from, middle = n, false
		case from > 0 && bytes.Equal(bytes.TrimRight(line, "\r\n"), []byte("=======")):
			middle = true
		case middle && bytes.HasPrefix(line, []byte(">>>>>>> ")):
			return from, n
		}
	}
	return 0, 0
}

// inFence is the fence that the next line stands in, "" for none, given the one that this line stands in.
func inFence(fence string, line []byte) string {
	trimmed := bytes.TrimSpace(line)
	for _, mark := range []string{"```", "~~~"} {
		switch {
		case !bytes.HasPrefix(trimmed, []byte(mark)):
		case fence == "":
			return mark
		case fence == mark:
			return ""
		}
	}
	return fence
}
