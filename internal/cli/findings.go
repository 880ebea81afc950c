package cli

import (
	"bytes"
	"fmt"

	"noclobber/internal/guard"
)

// The severities of findings. A note needs no action and is no reason to fail.
const (
	severityError   = "error"
	severityWarning = "warning"
	severityNote    = "note"
)

// printFindings prints each finding with its lines and its mend.
func printFindings(page *bytes.Buffer, findings []guard.Finding) {
	for _, f := range findings {
		fmt.Fprintf(page, "%s: %s (%s)\n", f.Severity, indented(f.Message), f.Kind)
		printLines(page, "  | ", f.Lines)
		if f.Mend != "" {
			fmt.Fprintf(page, "  mend: %s\n", indented(f.Mend))
		}
	}
}

// report prints findings, and how much was looked at, and fails if there is any but notes.
func (s Streams) report(findings []guard.Finding, looked int, noun string, asJSON bool) error {
	if asJSON {
		err := printJSON(s.Out, struct {
			Findings []guard.Finding `json:"findings"`
			Looked   int             `json:"documents"`
		}{orEmpty(findings), looked})
		if err != nil {
			return err
		}
		return verdict(findings)
	}
	if err := s.print(func(page *bytes.Buffer) { printFindings(page, findings) }); err != nil {
		return err
	}
	s.remark("%s looked at", count(looked, noun))
	return verdict(findings)
}

// verdict is what a report's exit code says: any finding but a note is one.
func verdict(findings []guard.Finding) error {
	for _, f := range findings {
		if f.Severity != severityNote {
			return errFindings
		}
	}
	return nil
}
