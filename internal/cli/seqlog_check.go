package cli

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"noclobber/internal/seqlog"
	"noclobber/internal/seqlog/logfile"
)

func newSeqlogCheck(s Streams) *cobra.Command {
	var (
		asJSON bool
		all    bool
		long   int
	)
	cmd := &cobra.Command{
		Use:   "check FILE...",
		Short: "look for repeated, missing and torn rows; exit 1 if there are any",
		Example: `  noclobber seqlog check sessions/a.jsonl
  noclobber seqlog check --seq-first seq0 --seq-count 'events.#' session.jsonl.zst`,
		Long: `Reads logs to their end, plain ones and those compressed with zstd, in constant memory, and reports each thing that is
wrong with its line and byte offset: numbers that come again (duplicate), a batch that restarts below what is stored
(short), numbers that never come (gap) or come late (order), a torn end, rows glued together, lines that are no JSON or
no UTF-8, blank lines, and U+2028 in rows. Where a row has its number says the rule of the log, or --seq.`,
		Args: takes(1, -1, "at least one FILE"),
	}
	numbers := newNumberFlags(cmd)
	cmd.Flags().BoolVar(&all, "all", false, fmt.Sprintf("list all findings, not the first %d of a kind (with --json: %d)", listedFindings, seqlog.DefaultMaxFindings))
	cmd.Flags().IntVar(&long, "max-line", 0, "do not look into lines of more than `BYTES` (default 64 MiB)")
	jsonFlag(cmd, &asJSON)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		numbers.opt.MaxLine = long
		switch {
		case all:
			numbers.opt.MaxFindings = -1
		case !asJSON:
			numbers.opt.MaxFindings = listedFindings
		}
		c := logCheck{Streams: s, numbers: numbers}
		for _, arg := range args {
			if err := c.check(arg); err != nil {
				return err
			}
		}
		return c.print(asJSON)
	}
	return cmd
}

// listedFindings bounds the findings of one kind that people are shown.
const listedFindings = 20

// logCheck checks logs one after the other.
type logCheck struct {
	Streams
	numbers  *numberFlags
	findings []logFinding
	logs     []checkedLog
}

// checkedLog is what a check counted in one log.
type checkedLog struct {
	Path     string                `json:"path"`
	Lines    int64                 `json:"lines"`
	Rows     int64                 `json:"rows"`
	Events   int64                 `json:"events"`
	Bytes    int64                 `json:"bytes"` // of the text
	Next     *int64                `json:"next,omitempty"`
	Counts   map[seqlog.Kind]int64 `json:"counts"`
	Numbered bool                  `json:"numbered"`

	seq string
}

func (c *logCheck) check(arg string) error {
	path := c.path(arg)
	opt, err := c.numbers.options(c.Streams, path)
	if err != nil {
		return err
	}
	f, log, err := openLog(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	p := newProgress(c.Streams, f, arg)
	report, err := log.Check(opt, logfile.Watch{Progress: p.at, Grown: grown(f)})
	p.done()
	if err != nil {
		return fmt.Errorf("%s: %w", arg, err)
	}
	c.findings = append(c.findings, logFindings(arg, report.Findings)...)
	l := checkedLog{
		Path: arg, Lines: report.Lines, Rows: report.Rows, Events: report.Events, Bytes: report.Bytes,
		Counts: report.Counts, Numbered: report.Tail.Numbered, seq: opt.Seq,
	}
	if report.Tail.Numbered {
		l.Next = &report.Tail.Next
	}
	c.logs = append(c.logs, l)
	return nil
}

// atWork is how long a check waits for a writer that seems to be in the middle of a row.
const atWork = 100 * time.Millisecond

// grown waits for a writer and returns the file's size then.
func grown(f *os.File) func() int64 {
	asked := false
	return func() int64 {
		if asked {
			return 0
		}
		asked = true
		time.Sleep(atWork)
		info, err := f.Stat()
		if err != nil {
			return 0
		}
		return info.Size()
	}
}

func (c *logCheck) print(asJSON bool) error {
	if asJSON {
		err := printJSON(c.Out, struct {
			Findings []logFinding `json:"findings"`
			Logs     []checkedLog `json:"logs"`
		}{orEmpty(c.findings), c.logs})
		if err != nil {
			return err
		}
		return logVerdict(c.findings)
	}
	printLogFindings(c.Out, c.findings)
	for _, l := range c.logs {
		c.tell(l)
	}
	return logVerdict(c.findings)
}

// tell says on standard error what was looked at, and what was not.
func (c *logCheck) tell(l checkedLog) {
	fmt.Fprintf(c.Err, "%s: %s, %s", l.Path, count(int(l.Rows), "row"), count(int(l.Events), "event"))
	if l.Next != nil {
		fmt.Fprintf(c.Err, ", %d comes next", *l.Next)
	}
	fmt.Fprintln(c.Err)
	if !l.Numbered && l.Rows > 0 {
		fmt.Fprintf(c.Err, "hint: no row has a number at %s, so numbers were not checked; --seq names another path\n", l.seq)
	}
	listed := map[string]int64{}
	for _, f := range c.findings {
		if f.Path == l.Path {
			listed[f.Kind]++
		}
	}
	for kind, n := range l.Counts {
		if n > listed[string(kind)] {
			fmt.Fprintf(c.Err, "%d more of the kind %s are not listed; --all lists them\n", n-listed[string(kind)], kind)
		}
	}
}
