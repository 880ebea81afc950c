package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// writeText prints "path:line:col: severity: message (kind)", which editors and terminals make links of, and the mend.
func writeText(w io.Writer, r Report) error {
	var page bytes.Buffer
	for _, f := range r.Findings {
		first, rest, _ := strings.Cut(indented(f.Message), "\n")
		fmt.Fprintf(&page, "%s%s: %s (%s)\n", place(f), f.Severity, first, f.Kind)
		if rest != "" {
			fmt.Fprintln(&page, rest)
		}
		if f.Mend != "" {
			fmt.Fprintf(&page, "  mend: %s\n", indented(f.Mend))
		}
	}
	_, err := w.Write(page.Bytes())
	return err
}

// place is where a finding stands, up to the blank before what it says.
func place(f Finding) string {
	switch {
	case f.Path == "":
		return ""
	case f.Line == 0:
		return f.Path + ": "
	case f.Col == 0:
		return fmt.Sprintf("%s:%d: ", f.Path, f.Line)
	}
	return fmt.Sprintf("%s:%d:%d: ", f.Path, f.Line, f.Col)
}

// indented sets the lines after the first apart from the next finding.
func indented(text string) string {
	return strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n  ")
}
