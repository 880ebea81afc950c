package cli

import (
	"bytes"
	"fmt"
)

// step is one thing that init or uninstall did, or left as it was and why.
type step struct {
	Did  string `json:"did"` // wrote, wired, unwired, removed, kept, known, …
	Path string `json:"path"`
	Note string `json:"note,omitempty"`
}

// steps are what was done, and what is left for a person to do.
type steps struct {
	Steps []step   `json:"steps"`
	Next  []string `json:"next"`
}

func (l *steps) add(did, path, format string, args ...any) {
	l.Steps = append(l.Steps, step{Did: did, Path: path, Note: fmt.Sprintf(format, args...)})
}

func (l *steps) next(format string, args ...any) {
	l.Next = append(l.Next, fmt.Sprintf(format, args...))
}

// print tells the steps in order, then what comes next.
func (l *steps) print(page *bytes.Buffer) {
	for _, s := range l.Steps {
		fmt.Fprintf(page, "%s %s", s.Did, s.Path)
		if s.Note != "" {
			fmt.Fprintf(page, ": %s", indented(s.Note))
		}
		page.WriteByte('\n')
	}
	if len(l.Next) == 0 {
		return
	}
	page.WriteString("next:\n")
	for _, n := range l.Next {
		fmt.Fprintf(page, "  %s\n", n)
	}
}

// done prints the steps as they were asked for.
func (s Streams) done(l *steps, asJSON bool) error {
	if asJSON {
		return printJSON(s.Out, steps{Steps: orEmpty(l.Steps), Next: orEmpty(l.Next)})
	}
	return s.print(l.print)
}
