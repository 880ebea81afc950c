package cli

import (
	"fmt"
	"io"

	"noclobber/gate"
	"noclobber/internal/seqlog"
)

// logFinding is one thing that is wrong with a log, as it is printed.
type logFinding struct {
	Kind     string `json:"kind"`
	Severity string `json:"severity"`
	Path     string `json:"path"`
	Line     int64  `json:"line"`
	Offset   int64  `json:"offset"` // in bytes; of a compressed log's text
	Frame    int64  `json:"frame,omitempty"`
	Seq      *int64 `json:"seq,omitempty"`
	Expected *int64 `json:"expected,omitempty"`
	Got      *int64 `json:"got,omitempty"`
	Count    int64  `json:"count,omitempty"` // numbers or bytes at stake
	Message  string `json:"message"`
	Mend     string `json:"mend,omitempty"`
}

func logFindings(path string, findings []seqlog.Finding) []logFinding {
	out := make([]logFinding, 0, len(findings))
	for _, f := range findings {
		out = append(out, logFinding{
			Kind: string(f.Kind), Severity: string(f.Severity()), Path: path, Line: f.Line, Offset: f.Offset, Frame: f.Frame,
			Seq: f.Seq, Expected: f.Expect, Got: f.Got, Count: f.Count,
			Message: fmt.Sprintf("%s:%d: %s", path, f.Line, f.Message), Mend: mendOf(path, f.Kind),
		})
	}
	return out
}

// mendOf names the repair of a kind of damage, where there is one.
func mendOf(path string, kind seqlog.Kind) string {
	repair := "noclobber seqlog repair " + gate.ShellQuote(path) + " --strategy "
	switch kind {
	case seqlog.Duplicate, seqlog.Short:
		return repair + "renumber"
	case seqlog.TornTail:
		return repair + "truncate-tail"
	}
	return ""
}

// printLogFindings prints each finding, and each mend once.
func printLogFindings(w io.Writer, findings []logFinding) {
	told := map[string]bool{}
	for _, f := range findings {
		fmt.Fprintf(w, "%s: %s (%s)\n", f.Severity, indented(f.Message), f.Kind)
		if f.Mend != "" && !told[f.Mend] {
			told[f.Mend] = true
			fmt.Fprintf(w, "  mend: %s\n", f.Mend)
		}
	}
}

// logVerdict is what the exit code says of findings: any but a note is one.
func logVerdict(findings []logFinding) error {
	for _, f := range findings {
		if f.Severity != severityNote {
			return errFindings
		}
	}
	return nil
}
