package cli

import (
	"github.com/spf13/cobra"

	"noclobber/internal/guard"
)

func newAccept(s Streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "accept PATH",
		Short:   "make the document as it stands the baseline: its losses were meant",
		Example: "  noclobber accept JOURNAL.md",
		Long: `Settles what scan and status report of a document: the lines that went missing outside the gate were meant to go.
Nothing is written to the document, and its earlier versions stay where they are.`,
		Args: takes(1, 1, "one PATH"),
		RunE: func(_ *cobra.Command, args []string) error {
			return s.change(args[0], guard.Change{Verb: guard.VerbAccept}, asJSON)
		},
	}
	jsonFlag(cmd, &asJSON)
	return cmd
}
