package cli

import (
	"github.com/spf13/cobra"

	"noclobber/internal/guard"
)

func newRestore(s Streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "restore PATH VERSION",
		Short: "bring an earlier version back",
		Example: `  noclobber log JOURNAL.md
  noclobber restore JOURNAL.md 3f2a9c118d2e`,
		Long: `Makes an earlier version the document's content again, also where the document is gone. What stands there now is
kept as a version too, so a restore can be undone by another one.`,
		Args: takes(2, 2, "a PATH and a VERSION (`noclobber log PATH` lists them)"),
		RunE: func(_ *cobra.Command, args []string) error {
			return s.change(args[0], guard.Change{Verb: guard.VerbRestore, Version: args[1]}, asJSON)
		},
	}
	jsonFlag(cmd, &asJSON)
	return cmd
}
