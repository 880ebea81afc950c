package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"noclobber/internal/guard"
)

func newSplice(s Streams) *cobra.Command {
	var (
		anchor string
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:     "splice PATH --anchor NAME",
		Short:   "replace what stands in one anchor by the text on standard input",
		Example: "  echo \"- [ ] ship 1.2\" | noclobber splice HANDOVER.md --anchor next",
		Long: `Replaces the content of one anchor, the lines between its markers, by the text on standard input.
Everything outside the anchor, the markers included, stays byte for byte.`,
		Args: takes(1, 1, "one PATH"),
		RunE: func(_ *cobra.Command, args []string) error {
			if anchor == "" {
				return hint(usageError{errors.New("splice needs the anchor's name")}, "noclobber splice %s --anchor NAME", args[0])
			}
			text, err := s.text(`echo "new text" | noclobber splice ` + args[0] + ` --anchor ` + anchor)
			if err != nil {
				return err
			}
			return s.change(args[0], guard.Change{Verb: guard.VerbSplice, Content: text, Anchor: anchor}, asJSON)
		},
	}
	cmd.Flags().StringVar(&anchor, "anchor", "", "the anchor's `NAME`")
	jsonFlag(cmd, &asJSON)
	return cmd
}
