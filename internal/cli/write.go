package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"noclobber/internal/guard"
)

func newWrite(s Streams) *cobra.Command {
	var (
		c      = guard.Change{Verb: guard.VerbWrite}
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "write PATH --if-version V",
		Short: "write a whole document that was made from version V",
		Example: `  v=$(noclobber read JOURNAL.md --version-only)
  noclobber read JOURNAL.md | sed 's/draft/final/' | noclobber write JOURNAL.md --if-version "$v"`,
		Long: `Makes the text on standard input the document's content, as an edit of version V: what others added since V is
merged in, and where both changed the same lines nothing is written. V is "absent" for a document that is not there.
A write that takes away more than the rule allows is refused, unless --drop says how many lines are meant to go.`,
		Args: takes(1, 1, "one PATH"),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := checkWrite(c, args[0]); err != nil {
				return err
			}
			var err error
			c.Content, err = s.text("noclobber write " + args[0] + " --if-version " + c.Version + " < FILE")
			if err != nil {
				return err
			}
			return s.change(args[0], c, asJSON)
		},
	}
	cmd.Flags().StringVar(&c.Version, "if-version", "", "the `VERSION` that the text was made from")
	cmd.Flags().BoolVar(&c.Strict, "strict", false, "write nothing if the document has another version by now")
	cmd.Flags().IntVar(&c.Drop, "drop", 0, "up to `N` lines are meant to go")
	jsonFlag(cmd, &asJSON)
	return cmd
}

func checkWrite(c guard.Change, path string) error {
	switch {
	case c.Version == "":
		return hint(usageError{errors.New("write needs the version that the text was made from")},
			"noclobber read %s --version-only prints it; \"absent\" for a new document", path)
	case c.Drop < 0:
		return usageError{errors.New("--drop takes a number of lines, 0 or more")}
	}
	return nil
}
