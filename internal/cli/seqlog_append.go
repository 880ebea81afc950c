package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"noclobber/internal/guard"
)

func newSeqlogAppend(s Streams) *cobra.Command {
	var (
		b      guard.Rows
		expect int64
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "append FILE --expect-seq N",
		Short: "add rows if number N is the one that comes next",
		Example: `  noclobber seqlog append sessions/a.jsonl --expect-seq 42 < rows.jsonl
  noclobber seqlog append sessions/new.jsonl --create --expect-seq 0 < rows.jsonl`,
		Long: `Adds the rows on standard input behind the log's last row. How the log ends is read anew under its lock: where another
writer has stored rows meanwhile nothing is written, and the refusal tells what is stored and what the batch begins
with. A log that vanished is not begun anew. A compressed log gets the rows as one frame.`,
		Args: takes(1, 1, "one FILE"),
	}
	numbers := newNumberFlags(cmd)
	cmd.Flags().Int64Var(&expect, "expect-seq", 0, "the number `N` that comes next, as the writer knows it (default: the batch's first)")
	cmd.Flags().BoolVar(&b.Create, "create", false, "begin a new log where there is none")
	cmd.Flags().BoolVar(&b.Heal, "heal-tail", false, "cut a torn end into a file beside the log first")
	jsonFlag(cmd, &asJSON)
	cmd.RunE = func(_ *cobra.Command, args []string) (err error) {
		if cmd.Flags().Changed("expect-seq") {
			b.Expect = &expect
		}
		path := s.path(args[0])
		if b.Numbers, err = numbers.options(s, path); err != nil {
			return err
		}
		if b.Text, err = s.text("noclobber seqlog append " + args[0] + " --expect-seq N < ROWS"); err != nil {
			return err
		}
		return s.appendRows(path, b, asJSON)
	}
	return cmd
}

func (s Streams) appendRows(path string, b guard.Rows, asJSON bool) error {
	r, err := s.guard(s.Dir).AppendRows(s.who(), path, b)
	if err != nil {
		return s.refusedRows(err, asJSON)
	}
	r.Before.At, r.After.At = 0, 0 // offsets in our own log: nobody else's business
	slipped := logFindings(r.Document, r.Slipped)
	if asJSON {
		err := printJSON(s.Out, struct {
			guard.RowsReceipt
			Findings []logFinding `json:"findings"`
		}{r, slipped})
		if err != nil {
			return err
		}
		return logVerdict(slipped)
	}
	fmt.Fprintf(s.Out, "appended to %s: %s -> %s, lines %d -> %d, bytes %d -> %d%s\n", r.Document,
		r.Before.Version.Short(), r.After.Version.Short(), r.Before.Lines, r.After.Lines, r.Before.Bytes, r.After.Bytes, comesNext(r.Next))
	if r.Healed != "" {
		fmt.Fprintf(s.Out, "  cut off and kept in %s\n", beside(r.Receipt, r.Healed))
	}
	if len(slipped) > 0 {
		fmt.Fprintln(s.Out, "another writer, which does not ask the gate, wrote at the same moment:")
		printLogFindings(s.Out, slipped)
	}
	return logVerdict(slipped)
}

// beside names a file beside a log as the log is named to people.
func beside(r guard.Receipt, path string) string {
	if more, ok := strings.CutPrefix(path, r.Path); ok && more != "" {
		return r.Document + more
	}
	return path
}

func comesNext(n *int64) string {
	if n == nil {
		return ""
	}
	return fmt.Sprintf(", %d comes next", *n)
}

// refusedRows also tells a refusal to a program that reads JSON: it may want to number its rows anew.
func (s Streams) refusedRows(err error, asJSON bool) error {
	var d *guard.RowsDenied
	if !asJSON || !errors.As(err, &d) {
		return s.refused(err, asJSON)
	}
	what, _ := explainDenied(&d.Denied)
	return errors.Join(err, printJSON(s.Out, struct {
		refusal
		Stored   guard.Stored `json:"stored"`
		First    *int64       `json:"first,omitempty"`
		Findings []logFinding `json:"findings"`
	}{refusal{Denied: true, Document: d.Document, Reason: what}, d.Stored, d.First, logFindings("batch", d.Findings)}))
}
