package cli

import (
	"github.com/spf13/cobra"

	"noclobber/internal/guard"
)

func newAppend(s Streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "append PATH",
		Short:   "add the text on standard input where the document grows",
		Example: "  echo \"- shipped 1.2\" | noclobber append JOURNAL.md",
		Long: `Adds the text on standard input where the document's rule lets it grow (at its end, unless the rule says otherwise),
under the document's lock: nothing that others add at the same time is lost, and a missing final newline is mended first.
A document that is not there yet is created, with the folders that it lacks. The receipt tells the version before and after.`,
		Args: takes(1, 1, "one PATH"),
		RunE: func(_ *cobra.Command, args []string) error {
			text, err := s.text(`echo "- new entry" | noclobber append ` + args[0])
			if err != nil {
				return err
			}
			return s.change(args[0], guard.Change{Verb: guard.VerbAppend, Content: text}, asJSON)
		},
	}
	jsonFlag(cmd, &asJSON)
	return cmd
}
