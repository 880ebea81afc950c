package cli

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"noclobber/internal/guard"
)

func newAbsorb(s Streams) *cobra.Command {
	var (
		opt    guard.AbsorbOptions
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "absorb [PATH...]",
		Short: "merge the conflict copies that sync tools left back into their documents",
		Example: `  noclobber absorb --dry-run
  noclobber absorb notes/ JOURNAL.md`,
		Long: `Finds the copies that Syncthing, Dropbox, OneDrive, iCloud, Google Drive, Nextcloud, Resilio, Unison, Obsidian Sync,
rclone, git and editors leave beside a protected document, and merges what they hold back into it. Every copy's bytes
are kept in the document's log before it goes; one that still holds something stays where it is and is reported. Every
machine that does this with the same files writes the same bytes. PATH is a document, a copy, or a directory, which
stands for the documents below it; without one it is this directory and what the policies above it protect.`,
		Args: takes(0, -1, "any number of PATHs"),
		RunE: func(_ *cobra.Command, args []string) error {
			if opt.Drop && len(args) == 0 {
				return usageError{errors.New("--drop needs the COPY that is to go")}
			}
			receipts, findings := s.guard(s.Dir).Absorb(s.who(), s.Dir, s.paths(args), opt)
			if len(args) == 0 {
				findings = append(findings, s.noPolicy()...)
			}
			return s.reportAbsorbed(receipts, findings, asJSON)
		},
	}
	cmd.Flags().BoolVar(&opt.DryRun, "dry-run", false, "say what would be done and change nothing")
	cmd.Flags().BoolVar(&opt.Drop, "drop", false, "remove the copies named even if they still hold something; their bytes are kept")
	jsonFlag(cmd, &asJSON)
	return cmd
}

func (s Streams) reportAbsorbed(receipts []guard.AbsorbReceipt, findings []guard.Finding, asJSON bool) error {
	for i := range receipts {
		receipts[i].Before.At, receipts[i].After.At = 0, 0
	}
	if asJSON {
		err := printJSON(s.Out, struct {
			Documents []guard.AbsorbReceipt `json:"documents"`
			Findings  []guard.Finding       `json:"findings"`
		}{orEmpty(receipts), orEmpty(findings)})
		if err != nil {
			return err
		}
		return verdict(findings)
	}
	err := s.print(func(page *bytes.Buffer) {
		for _, r := range receipts {
			printAbsorbed(page, r)
		}
		printFindings(page, findings)
	})
	if err != nil {
		return err
	}
	if len(receipts) == 0 {
		s.remark("no conflict copies to absorb")
	}
	return verdict(findings)
}

// printAbsorbed tells what became of a document and of each of its copies.
func printAbsorbed(page *bytes.Buffer, r guard.AbsorbReceipt) {
	would := ""
	if r.DryRun {
		would = "would be "
	}
	if r.Before.Version == r.After.Version {
		fmt.Fprintf(page, "%s: unchanged, %s\n", r.Document, stampWords(r.After))
	} else {
		fmt.Fprintf(page, "%s: %s -> %s, lines %d -> %d, bytes %d -> %d\n", r.Document, r.Before.Version.Short(), r.After.Version.Short(),
			r.Before.Lines, r.After.Lines, r.Before.Bytes, r.After.Bytes)
	}
	for _, c := range r.Copies {
		if c.Fate == guard.FateKept {
			fmt.Fprintf(page, "  %s: stays\n", c.Copy)
			continue
		}
		fmt.Fprintf(page, "  %s: %s%s, %sremoved; its bytes are version %s\n", c.Copy, would, c.Fate, would, c.Version.Version.Short())
	}
	printLines(page, "  note: ", r.Notes)
}
