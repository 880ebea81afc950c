package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"noclobber/internal/guard"
	"noclobber/internal/seqlog"
	"noclobber/internal/seqlog/logfile"
)

// The strategies of a repair, in the order in which they are carried out.
const (
	truncateTail  = "truncate-tail"
	dropSynthetic = "drop-synthetic"
	renumberRows  = "renumber"
)

func newSeqlogRepair(s Streams) *cobra.Command {
	var (
		r      guard.LogRepair
		names  []string
		apply  bool
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "repair FILE --strategy NAME",
		Short: "plan how a damaged log is mended, and do it with --apply",
		Example: `  noclobber seqlog repair sessions/a.jsonl --strategy renumber            # prints the plan
  noclobber seqlog repair sessions/a.jsonl --strategy renumber --apply
  noclobber seqlog repair sessions/a.jsonl --strategy drop-synthetic --synthetic 'kind=="closer"'`,
		Long: `Prints what would be done to each row and what a check of the result finds; nothing is written without --apply.

renumber        gives each row, from the first duplicate on, the number that follows; packed rows included. No row is
                lost, nothing but the digits changes, and numbers that were missing stay missing (--close-gaps: not)
drop-synthetic  takes rows out that --synthetic chooses and a later row disproves: those right before a row that has
                no higher number than they
truncate-tail   cuts what stands behind the last whole row

With --apply the log as it was is kept beside it as FILE.<first 12 digits of its SHA-256>.bak, and the result is checked
again before it takes the log's place. A compressed log stays compressed, frame by frame.`,
		Args: takes(1, 1, "one FILE"),
	}
	numbers := newNumberFlags(cmd)
	cmd.Flags().StringSliceVar(&names, "strategy", nil, "`NAME` of what is to be done; may be given more than once")
	cmd.Flags().StringArrayVar(&r.Steps.Synthetic, "synthetic", nil, "gjson `CONDITION` that chooses rows; may be given more than once")
	cmd.Flags().BoolVar(&r.Steps.CloseGaps, "close-gaps", false, "renumber leaves out no number, though rows are missing")
	cmd.Flags().BoolVar(&apply, "apply", false, "write the mended log")
	jsonFlag(cmd, &asJSON)
	cmd.RunE = func(_ *cobra.Command, args []string) (err error) {
		if err := setSteps(&r.Steps, names); err != nil {
			return err
		}
		path := s.path(args[0])
		if r.Numbers, err = numbers.options(s, path); err != nil {
			return err
		}
		if apply {
			return s.repair(path, r, asJSON)
		}
		return s.planRepair(args[0], r, asJSON)
	}
	return cmd
}

// setSteps turns the names of strategies into steps.
func setSteps(steps *seqlog.Steps, names []string) error {
	known := []string{renumberRows, dropSynthetic, truncateTail}
	if len(names) == 0 {
		return hint(usageError{errors.New("repair needs a strategy")}, "--strategy %s; `noclobber seqlog check` tells what is wrong", strings.Join(known, ", "))
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return hint(usageError{fmt.Errorf("there is no strategy %q", name)}, "the strategies are %s", strings.Join(known, ", "))
		}
	}
	steps.Truncate, steps.Renumber = slices.Contains(names, truncateTail), slices.Contains(names, renumberRows)
	switch drop := slices.Contains(names, dropSynthetic); {
	case drop && len(steps.Synthetic) == 0:
		return hint(usageError{errors.New("drop-synthetic needs to be told which rows are synthetic")}, `--synthetic 'kind=="closer"'`)
	case !drop && len(steps.Synthetic) > 0:
		return hint(usageError{errors.New("--synthetic chooses rows that only drop-synthetic takes out")}, "add --strategy drop-synthetic")
	case steps.CloseGaps && !steps.Renumber:
		return hint(usageError{errors.New("--close-gaps says how to renumber")}, "add --strategy renumber")
	}
	return nil
}

// planRepair prints what a repair would do. The log is only read.
func (s Streams) planRepair(arg string, r guard.LogRepair, asJSON bool) error {
	f, log, err := openLog(s.path(arg))
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	result, err := log.Repair(io.Discard, r.Numbers, r.Steps)
	if err != nil {
		return refusedRepair(arg, err)
	}
	p := newRepairReport(arg, result)
	if err := p.print(s, asJSON); err != nil {
		return err
	}
	if worse := result.Worse(); len(worse) > 0 {
		slices.Sort(worse)
		return &guard.Denied{Document: arg, Text: fmt.Sprintf("%s cannot be mended so: it would have more findings than before of the kinds %v", arg, worse)}
	}
	if !asJSON && !result.Plan.Empty() {
		fmt.Fprintln(s.Err, "hint: nothing was written; --apply writes it")
	}
	return nil
}

// refusedRepair words why a log cannot be mended.
func refusedRepair(arg string, err error) error {
	var path *seqlog.PathError
	if errors.Is(err, seqlog.ErrDamagedRows) || errors.Is(err, logfile.ErrDamagedFrame) || errors.As(err, &path) {
		return &guard.Denied{Document: arg, Text: fmt.Sprintf("%s cannot be mended so: %v", arg, err)}
	}
	return fmt.Errorf("%s: %w", arg, err)
}

// repair mends the log.
func (s Streams) repair(path string, r guard.LogRepair, asJSON bool) error {
	receipt, err := s.guard(s.Dir).RepairLog(s.who(), path, r)
	if err != nil {
		return s.refused(err, asJSON)
	}
	p := newRepairReport(receipt.Document, receipt.Result)
	p.Backup, p.backup = receipt.Backup, beside(receipt.Receipt, receipt.Backup)
	if !receipt.Result.Plan.Empty() {
		p.Applied = true
		p.Version = string(receipt.After.Version)
	}
	return p.print(s, asJSON)
}

// repairReport is a plan of repair, or one that was carried out, as it is printed.
type repairReport struct {
	Log     string       `json:"log"`
	Applied bool         `json:"applied"`
	Plan    seqlog.Plan  `json:"plan"`
	Rows    [2]int64     `json:"rows"`   // before and after
	Events  [2]int64     `json:"events"` // before and after
	Left    []logFinding `json:"findings"`
	Backup  string       `json:"backup,omitempty"`
	Version string       `json:"version,omitempty"`

	backup string // for people
}

func newRepairReport(name string, r logfile.Result) *repairReport {
	r.Plan.Actions = orEmpty(r.Plan.Actions)
	return &repairReport{
		Log: name, Plan: r.Plan,
		Rows: [2]int64{r.Before.Rows, r.After.Rows}, Events: [2]int64{r.Before.Events, r.After.Events},
		Left: logFindings(name, r.After.Findings),
	}
}

func (p *repairReport) print(s Streams, asJSON bool) error {
	if asJSON {
		return printJSON(s.Out, p)
	}
	if p.Plan.Empty() {
		fmt.Fprintf(s.Out, "%s: nothing to mend by this strategy\n", p.Log)
	} else {
		p.printPlan(s.Out)
	}
	if p.backup != "" {
		fmt.Fprintf(s.Out, "as it was: %s\n", p.backup)
	}
	if len(p.Left) == 0 {
		fmt.Fprintln(s.Out, "the result has no findings")
		return nil
	}
	fmt.Fprintf(s.Out, "the result has %s:\n", count(len(p.Left), "finding"))
	printLogFindings(s.Out, p.Left)
	return nil
}

func (p *repairReport) printPlan(w io.Writer) {
	verb := "plan for"
	if p.Applied {
		verb = "mended"
	}
	fmt.Fprintf(w, "%s %s: %s; rows %d -> %d, events %d -> %d\n", verb, p.Log, planWords(p.Plan), p.Rows[0], p.Rows[1], p.Events[0], p.Events[1])
	const most = 12
	for i, a := range p.Plan.Actions {
		if i == most && len(p.Plan.Actions) > most+1 {
			total := p.Plan.Renumbered + p.Plan.Dropped
			fmt.Fprintf(w, "  … and so on, %d in all; --json lists the first %d\n", total, seqlog.MaxActions)
			return
		}
		fmt.Fprintf(w, "  %s\n", actionWords(a))
	}
}

func planWords(p seqlog.Plan) string {
	var parts []string
	if p.Renumbered > 0 {
		parts = append(parts, count(int(p.Renumbered), "row")+" renumbered")
	}
	if p.Dropped > 0 {
		parts = append(parts, count(int(p.Dropped), "row")+" dropped")
	}
	if p.CutBytes > 0 {
		parts = append(parts, count(int(p.CutBytes), "byte")+" cut off")
	}
	return strings.Join(parts, ", ")
}

func actionWords(a seqlog.Action) string {
	switch {
	case a.Verb == seqlog.Renumbered:
		return fmt.Sprintf("line %d: %d becomes %d%s", a.Line, *a.Seq, *a.To, packedWords(a.Count))
	case a.Verb == seqlog.Dropped:
		return fmt.Sprintf("line %d: drop the row with number %d%s", a.Line, *a.Seq, packedWords(a.Count))
	case a.Frame > 0:
		return fmt.Sprintf("frame %d: cut off %s", a.Frame, count(int(a.Bytes), "byte"))
	}
	return fmt.Sprintf("line %d: cut off %s", a.Line, count(int(a.Bytes), "byte"))
}

func packedWords(n int64) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" (a packed row of %d)", n)
}
