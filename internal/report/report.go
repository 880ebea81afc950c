package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Severity is how bad a finding is.
type Severity string

// The severities. A note needs no action and is no reason to fail.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Note    Severity = "note"
)

// Finding is one thing that is wrong with a file, or worth knowing about it.
type Finding struct {
	Kind     string   `json:"kind"` // the id of the check that found it: a stable word
	Severity Severity `json:"severity"`
	Path     string   `json:"path"`           // with "/"; relative to where the tool ran, or absolute
	Line     int      `json:"line,omitempty"` // 1-based; 0: the file as a whole
	Col      int      `json:"col,omitempty"`  // 1-based, in characters
	Message  string   `json:"message"`
	Mend     string   `json:"mend,omitempty"` // what to do about it
}

// text is the message with its mend, for forms that have no place of their own for that.
func (f Finding) text() string {
	if f.Mend == "" {
		return f.Message
	}
	return f.Message + " (" + f.Mend + ")"
}

// Check describes the findings of one kind.
type Check struct {
	ID       string
	Title    string // one line
	Help     string // Markdown: what it finds and why that matters
	Severity Severity
}

// Report is everything that a run found.
type Report struct {
	Tool     string
	Version  string // of the tool; "" where that is not known
	Checks   []Check
	Findings []Finding
	Looked   int // how many files were looked at
}

// Failed says whether there is any finding but notes.
func (r Report) Failed() bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Severity != Note })
}

// Sort orders findings by path, line, column and kind, so that a report does not depend on which check ran first.
func Sort(findings []Finding) {
	slices.SortStableFunc(findings, func(a, b Finding) int {
		for _, d := range []int{
			strings.Compare(a.Path, b.Path), a.Line - b.Line, a.Col - b.Col, strings.Compare(a.Kind, b.Kind),
		} {
			if d != 0 {
				return d
			}
		}
		return 0
	})
}

// Format is a form in which a report can be written.
type Format string

// The forms of a report.
const (
	Text   Format = "text"
	JSON   Format = "json"
	SARIF  Format = "sarif"
	GitHub Format = "github"
	GitLab Format = "gitlab"
)

// Formats are all forms, in the order in which help names them.
func Formats() []Format { return []Format{Text, JSON, SARIF, GitHub, GitLab} }

// ParseFormat finds a form by its name.
func ParseFormat(name string) (Format, error) {
	if f := Format(name); slices.Contains(Formats(), f) {
		return f, nil
	}
	var names []string
	for _, f := range Formats() {
		names = append(names, string(f))
	}
	return "", fmt.Errorf("unknown format %q: it is one of %s", name, strings.Join(names, ", "))
}

// Write writes the report in this form. An error is one of w.
func (f Format) Write(w io.Writer, r Report) error {
	switch f {
	case JSON:
		return writeJSON(w, r)
	case SARIF:
		return writeSARIF(w, r)
	case GitHub:
		return writeGitHub(w, r)
	case GitLab:
		return writeGitLab(w, r)
	default:
		return writeText(w, r)
	}
}
