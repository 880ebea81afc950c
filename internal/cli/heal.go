package cli

import (
	"github.com/spf13/cobra"

	"noclobber/internal/guard"
)

func newHeal(s Streams) *cobra.Command {
	var (
		asJSON bool
		from   string
	)
	cmd := &cobra.Command{
		Use:   "heal PATH",
		Short: "merge lost lines back into the document as it stands now",
		Example: `  noclobber scan
  noclobber heal JOURNAL.md
  noclobber heal JOURNAL.md --from 3f2a9c118d2e`,
		Long: `Merges back what scan and status report as lost: the lines that an overwrite outside the gate took away, and those of
calls whose outcome is unknown. What was added since stays, and a line that stands there again is not doubled. With --from
it is what that version has and the document lacks. A heal is a recorded write like any other; restore brings a version
back as it was instead.`,
		Args: takes(1, 1, "one PATH"),
		RunE: func(_ *cobra.Command, args []string) error {
			return s.change(args[0], guard.Change{Verb: guard.VerbHeal, Version: from}, asJSON)
		},
	}
	cmd.Flags().StringVar(&from, "from", "", "merge back what this version has (`noclobber log PATH` lists them)")
	jsonFlag(cmd, &asJSON)
	return cmd
}
