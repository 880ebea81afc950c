package cli

import (
	"bytes"
	"strconv"

	"github.com/spf13/cobra"

	"noclobber/internal/guard"
	"noclobber/ledger"
)

func newStatus(s Streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "status [PATH...]",
		Short:   "list the protected documents: version, last writer, what needs attention",
		Example: "  noclobber status",
		Long: `Lists the documents that the policies in force here and those below protect, or those given, as they stand on disk.
What needs attention follows below the table; "scan" reports the same and exits 1 for it.`,
		Args: takes(0, -1, "any number of PATHs"),
		RunE: func(_ *cobra.Command, args []string) error {
			states, findings, err := s.scan(args)
			if err != nil {
				return err
			}
			clean(states)
			if asJSON {
				return printJSON(s.Out, struct {
					Documents []guard.Status  `json:"documents"`
					Findings  []guard.Finding `json:"findings"`
				}{orEmpty(states), orEmpty(findings)})
			}
			return s.print(func(page *bytes.Buffer) {
				printStates(page, states)
				printFindings(page, findings)
			})
		},
	}
	jsonFlag(cmd, &asJSON)
	return cmd
}

// clean leaves out what the report says elsewhere, and offsets in our own log.
func clean(states []guard.Status) {
	for i := range states {
		states[i].Head.At = 0
		states[i].Findings = nil
	}
}

func printStates(page *bytes.Buffer, states []guard.Status) {
	if len(states) == 0 {
		return
	}
	rows := [][]string{{"DOCUMENT", "MODE", "VERSION", "LINES", "LAST WRITTEN BY", "ATTENTION"}}
	for _, st := range states {
		rows = append(rows, []string{
			st.Document, string(st.Mode), versionOrAbsent(st.Head), strconv.FormatInt(st.Head.Lines, 10), orElse(st.Changed, "-"), attention(st),
		})
	}
	printTable(page, rows)
}

func versionOrAbsent(s ledger.Stamp) string {
	if s.Version == "" {
		return string(ledger.Absent)
	}
	return s.Version.Short()
}

func attention(st guard.Status) string {
	switch {
	case st.Alarms > 0:
		return count(st.Alarms, "alarm")
	case st.Open > 0:
		return count(st.Open, "call") + " under way"
	}
	return "-"
}
