package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"noclobber/internal/seqlog"
	"noclobber/internal/seqlog/logfile"
)

func newSeqlog(s Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "seqlog VERB",
		Short: "check, append to and mend JSONL logs whose rows are numbered",
		Example: `  noclobber seqlog check sessions/*.jsonl
  noclobber seqlog append sessions/a.jsonl --expect-seq 42 < rows.jsonl
  noclobber seqlog repair sessions/a.jsonl --strategy renumber`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownLogVerb(cmd, args[0])
			}
			return cmd.Help()
		},
	}
	const title = "on logs"
	cmd.AddGroup(&cobra.Group{ID: title, Title: title})
	for _, verb := range []*cobra.Command{newSeqlogCheck(s), newSeqlogAppend(s), newSeqlogRepair(s)} {
		verb.GroupID = title
		cmd.AddCommand(verb)
	}
	return cmd
}

func unknownLogVerb(cmd *cobra.Command, name string) error {
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	err := usageError{fmt.Errorf("unknown verb %q", "seqlog "+name)}
	if near := nearest(name, names); near != "" {
		return hint(err, "did you mean `%s %s`?", cmd.CommandPath(), near)
	}
	return hint(err, "the verbs are %s", strings.Join(names, ", "))
}

// numberFlags say where rows have their numbers; without them the rule of the log does.
type numberFlags struct {
	cmd *cobra.Command
	opt seqlog.Options
}

// defaultSeq is where a row has its number when neither a flag nor a rule says so.
const defaultSeq = "seq"

func newNumberFlags(cmd *cobra.Command) *numberFlags {
	f := &numberFlags{cmd: cmd}
	cmd.Flags().StringVar(&f.opt.Seq, "seq", "", "JSON `PATH` of a row's number (default: what the log's rule says, else seq)")
	cmd.Flags().StringVar(&f.opt.First, "seq-first", "", "JSON `PATH` of a packed row's first number")
	cmd.Flags().StringVar(&f.opt.Count, "seq-count", "", "JSON `PATH` of how many events a packed row holds")
	return f
}

// options are those of one log.
func (f *numberFlags) options(s Streams, path string) (seqlog.Options, error) {
	opt := f.opt
	if (opt.First == "") != (opt.Count == "") {
		return opt, hint(usageError{errors.New("packed rows need both --seq-first and --seq-count")}, "for example: --seq-first seq0 --seq-count 'events.#'")
	}
	if opt.Numbered() {
		return opt, nil
	}
	m, err := s.guard(s.Dir).Policies().Find(path)
	if err != nil {
		return opt, hint(err, "--seq PATH goes without the policy")
	}
	if m.Protected && m.Rule != nil {
		opt.Seq, opt.First, opt.Count = m.Rule.Seq, m.Rule.SeqFirst, m.Rule.SeqCount
	}
	if !opt.Numbered() {
		opt.Seq = defaultSeq
	}
	return opt, nil
}

// openLog opens a log for reading. The file must be closed.
func openLog(path string) (*os.File, *logfile.Log, error) {
	f, err := os.Open(path)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = absentError{fmt.Errorf("%s does not exist", path)}
		}
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = usageError{fmt.Errorf("%s is no regular file", path)}
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	log, err := logfile.New(f, info.Size())
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())
	}
	return f, log, nil
}
