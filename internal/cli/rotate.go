package cli

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"noclobber/internal/guard"
)

func newRotate(s Streams) *cobra.Command {
	var (
		r      guard.Rotation
		to     string
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "rotate PATH --to ARCHIVE --keep N",
		Short: "move old entries into an archive",
		Example: `  noclobber rotate JOURNAL.md --to archive/2026.md --keep 100 --dry-run
  noclobber rotate JOURNAL.md --to archive/2026.md --keep 100`,
		Long: `Moves all but the newest N entries of a document to the end of ARCHIVE, and records it: nothing counts as lost, and
an agent that still has the old text gets its new entry through without bringing the old ones back. An entry is a section
where the growing part has headings, else a list item or paragraph, and in JSON lines a row. Title and front matter stay.
The archive is on disk before the document loses a byte; a rotation that was interrupted in between can be run again.`,
		Args: takes(1, 1, "one PATH"),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case to == "":
				return hint(usageError{errors.New("rotate needs an archive")}, "noclobber rotate %s --to archive/%s --keep 100", args[0], args[0])
			case !cmd.Flags().Changed("keep") || r.Keep < 0:
				return hint(usageError{errors.New("rotate needs the number of entries that stay, 0 or more")}, "noclobber rotate %s --to %s --keep 100", args[0], to)
			}
			r.Archive = s.path(to)
			return s.rotate(args[0], r, asJSON)
		},
	}
	cmd.Flags().StringVar(&to, "to", "", "the `ARCHIVE` that takes the entries")
	cmd.Flags().IntVar(&r.Keep, "keep", 0, "how many of the newest entries stay (`N`)")
	cmd.Flags().BoolVar(&r.DryRun, "dry-run", false, "say what would move; write nothing")
	jsonFlag(cmd, &asJSON)
	return cmd
}

func (s Streams) rotate(arg string, r guard.Rotation, asJSON bool) error {
	receipt, err := s.guard(s.Dir).Rotate(s.who(), s.document(arg), r)
	if err != nil {
		return s.refused(err, asJSON)
	}
	receipt.Before.At, receipt.After.At = 0, 0
	if asJSON {
		return printJSON(s.Out, receipt)
	}
	return s.print(func(page *bytes.Buffer) {
		switch {
		case receipt.Moved == 0:
			fmt.Fprintf(page, "unchanged: %s has %s\n", receipt.Document, countEntries(receipt.Left))
		case receipt.DryRun:
			fmt.Fprintf(page, "would move %s of %s to %s; %d stay\n", countEntries(receipt.Moved), receipt.Document, receipt.Archive, receipt.Left)
		default:
			fmt.Fprintf(page, "moved %s of %s to %s; %d stay, lines %d -> %d\n", countEntries(receipt.Moved), receipt.Document, receipt.Archive,
				receipt.Left, receipt.Before.Lines, receipt.After.Lines)
		}
		printLines(page, "  note: ", receipt.Notes)
	})
}

func countEntries(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
}
