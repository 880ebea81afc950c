package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"noclobber/internal/follow"
	"noclobber/internal/guard"
	"noclobber/policy"
)

// reduceFlags are the flags of reduce.
type reduceFlags struct {
	check, dry, asJSON, watch bool
	compact                   time.Duration
}

func newReduce(s Streams) *cobra.Command {
	var f reduceFlags
	cmd := &cobra.Command{
		Use:   "reduce [PATH...]",
		Short: "fold the shards of all writers into the documents that show them",
		Example: `  noclobber reduce                    # every view of the policies in force here
  noclobber reduce PROGRESS.md --dry-run
  noclobber reduce --check            # in CI: exit 1 if a view lacks an entry`,
		Long: `Rebuilds documents of the mode "shard" from the files that the writers own. The result depends on the document's own
text and on the shards alone: any order and any number of folds, on any machine, give the same bytes. Entries are ordered
by their time stamps, those without one by writer and position; a heading or an anchor of the document that a shard names
takes what follows. A copy that a sync tool left of a shard is not folded, and lines that a shard lost outside the gate
stay until that loss is accepted. Exit 1: a view is out of date (--check), or something needs attention.`,
		Args: takes(0, -1, "any number of PATHs"),
		RunE: func(_ *cobra.Command, args []string) error {
			if !f.watch {
				return s.reduce(args, f)
			}
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			return s.reduceLive(ctx, args, f)
		},
	}
	cmd.Flags().BoolVar(&f.check, "check", false, "change nothing; exit 1 if a view is out of date")
	cmd.Flags().BoolVar(&f.dry, "dry-run", false, "change nothing; show what would be added")
	cmd.Flags().BoolVar(&f.watch, "watch", false, "go on, and fold whenever a shard changes")
	cmd.Flags().DurationVar(&f.compact, "compact", 0, "first join shards of this machine that nobody added to for so long (168h) into one file")
	cmd.MarkFlagsMutuallyExclusive("watch", "check", "dry-run", "compact")
	jsonFlag(cmd, &f.asJSON)
	return cmd
}

// reduceLive folds whenever something changes below the policies' directories, until it is interrupted.
func (s Streams) reduceLive(ctx context.Context, args []string, f reduceFlags) error {
	paths, err := s.views(args)
	if err != nil {
		return err
	}
	var failed error
	err = follow.Run(ctx, follow.Options{
		Dirs: s.guard(s.Dir).WatchDirs(s.Dir, nil), Skip: guard.SkipsDir,
		Changed: func(changed []string) {
			if failed != nil || changed != nil && !s.anyShard(changed) {
				return
			}
			receipts, findings, err := s.foldAll(paths, f)
			receipts = changedOnly(receipts)
			if failed = err; err == nil && (len(receipts) > 0 || changed == nil && len(findings) > 0) {
				failed = s.printFolds(receipts, findings, f)
			}
		},
	})
	return errors.Join(err, failed)
}

// anyShard reports whether a shard, or a view, is among the files.
func (s Streams) anyShard(paths []string) bool {
	g := s.guard(s.Dir)
	return slices.ContainsFunc(paths, func(path string) bool {
		m, err := g.Policies().Find(path)
		return err == nil && m.Rule != nil && (m.Rule.Mode == policy.Shard || m.Rule.ShardOf != nil)
	})
}

func changedOnly(all []guard.FoldReceipt) []guard.FoldReceipt {
	return slices.DeleteFunc(all, func(r guard.FoldReceipt) bool { return r.Before.Version == r.After.Version })
}

func (s Streams) reduce(args []string, f reduceFlags) error {
	paths, err := s.views(args)
	if err != nil {
		return err
	}
	var compacted []guard.Compacted
	for _, path := range paths {
		if f.compact == 0 {
			break
		}
		c, err := s.guard(s.Dir).Compact(s.who(), path, f.compact)
		if err != nil {
			return s.refused(err, f.asJSON)
		}
		compacted = append(compacted, c)
	}
	receipts, findings, err := s.foldAll(paths, f)
	if err != nil {
		return s.refused(err, f.asJSON)
	}
	if !f.asJSON {
		err = s.print(func(page *bytes.Buffer) { printCompacted(page, compacted) })
	}
	if err != nil {
		return err
	}
	if err := s.printFolds(receipts, findings, f); err != nil {
		return err
	}
	return verdict(findings)
}

func (s Streams) printFolds(receipts []guard.FoldReceipt, findings []guard.Finding, f reduceFlags) error {
	if f.asJSON {
		return printJSON(s.Out, struct {
			Views    []guard.FoldReceipt `json:"views"`
			Findings []guard.Finding     `json:"findings"`
		}{orEmpty(receipts), orEmpty(findings)})
	}
	return s.print(func(page *bytes.Buffer) {
		for _, r := range receipts {
			printFold(page, r, f)
		}
		printFindings(page, findings)
	})
}

func printCompacted(page *bytes.Buffer, all []guard.Compacted) {
	for _, c := range all {
		if len(c.Shards) == 0 {
			fmt.Fprintf(page, "nothing to compact: %s\n", c.Document)
			continue
		}
		fmt.Fprintf(page, "compacted %s of %s into %s\n", count(len(c.Shards), "shard"), c.Document, c.Archive)
		printLines(page, "  - ", c.Shards)
	}
}

// foldAll folds every view; what keeps one from being folded is a finding beside the others.
func (s Streams) foldAll(paths []string, f reduceFlags) (receipts []guard.FoldReceipt, findings []guard.Finding, err error) {
	for _, path := range paths {
		g := s.guard(s.Dir)
		r, err := g.Fold(s.who(), path, guard.FoldOptions{Dry: f.check || f.dry})
		var denied *guard.Denied
		if errors.As(err, &denied) && len(paths) > 1 {
			findings = append(findings, guard.Finding{Kind: "not-folded", Severity: severityWarning, Path: denied.Document, Message: denied.Text})
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		r.Before.At, r.After.At = 0, 0
		receipts = append(receipts, r)
		findings = append(findings, r.Findings...)
		if r.Stale && f.check {
			findings = append(findings, guard.Finding{
				Kind: "stale-view", Severity: severityWarning, Path: r.Document, Lines: firstOf(r.Added),
				Message: fmt.Sprintf("%s lacks %s that its shards have", r.Document, count(len(r.Added), "line")), Mend: "noclobber reduce " + r.Document,
			})
		}
	}
	return receipts, findings, nil
}

func firstOf(lines []string) []string { return lines[:min(len(lines), maxShown)] }

func printFold(page *bytes.Buffer, r guard.FoldReceipt, f reduceFlags) {
	lines := 0
	for _, sh := range r.Shards {
		lines += int(sh.Lines)
	}
	of := fmt.Sprintf("%s, %s", count(len(r.Shards), "shard"), count(lines, "line"))
	switch {
	case r.Stale:
		fmt.Fprintf(page, "out of date: %s (%s) lacks %s\n", r.Document, of, count(len(r.Added), "line"))
		printLines(page, "  + ", r.Added)
		printLines(page, "  - ", r.Lost)
	case f.check || f.dry || r.Before.Version == r.After.Version:
		fmt.Fprintf(page, "up to date: %s (%s)\n", r.Document, of)
	default:
		printReceipt(page, r.Receipt)
	}
	for _, sh := range r.Shards {
		switch {
		case sh.Missing:
			fmt.Fprintf(page, "  note: %s is missing; what it last held is kept\n", sh.Path)
		case sh.Unfinished:
			fmt.Fprintf(page, "  note: the last line of %s is unfinished\n", sh.Path)
		}
	}
}

// views are the documents to fold: those that are named (a directory means those below it), or all that are in force here.
func (s Streams) views(args []string) ([]string, error) {
	g := s.guard(s.Dir)
	if len(args) == 0 {
		all := g.Views(s.Dir)
		if len(all) == 0 {
			return nil, hint(usageError{errors.New("no policy in force here has a rule with the mode shard")}, "docs/shards.md shows one")
		}
		return all, nil
	}
	var out []string
	for _, path := range s.paths(args) {
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			for _, v := range s.guard(path).Views(path) {
				if strings.HasPrefix(v, path+string(os.PathSeparator)) {
					out = append(out, v)
				}
			}
			continue
		}
		if t, err := g.Target(path); err == nil && t.Rule.ShardOf != nil {
			return nil, hint(usageError{fmt.Errorf("%s is a shard", path)}, "name the document that it is folded into: %s", strings.Join(t.Rule.ShardOf.Paths, ", "))
		} else if err == nil && t.Rule.Mode != policy.Shard {
			return nil, hint(usageError{fmt.Errorf("%s has no shards", path)}, "its rule has the mode %s", t.Rule.Mode)
		}
		out = append(out, path)
	}
	return out, nil
}
