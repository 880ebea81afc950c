package staged

import (
	"fmt"
	"strings"

	"noclobber/gate"
	"noclobber/internal/report"
)

// Finding is one thing that a commit would do to a protected document.
type Finding struct {
	Kind     string
	Severity report.Severity
	Path     string   // "/"-separated, from the top
	From     string   // what the document was called before; "" if as now
	Line     int      // 1-based, in the new text; 0: the document as a whole
	Message  string   // a sentence without its end
	Lines    []string // that are gone
	Before   string   // the blob that stood before, for mends; "" if there was none
	Parent   string   // the parent that has it
	Final    bool     // no allowance counts
	Own      bool     // all that is gone came with the last commit: it may be about to be amended
}

// Text is the message with the lines that are gone, as many as messages quote.
func (f Finding) Text() string {
	if len(f.Lines) == 0 {
		return f.Message
	}
	return f.Message + ":" + strings.TrimRight(gate.Quote(f.Lines, gate.MaxText), "\n")
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
