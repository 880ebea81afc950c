package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"noclobber/internal/follow"
	"noclobber/internal/guard"
)

func newWatch(s Streams) *cobra.Command {
	var (
		asJSON bool
		run    string
	)
	cmd := &cobra.Command{
		Use:   "watch [PATH...]",
		Short: "follow the protected documents live: keep every version that appears, alarm on losses",
		Example: `  noclobber watch
  noclobber watch JOURNAL.md --run 'notify-send "$NOCLOBBER_MESSAGE"'`,
		Long: `Follows the documents that the policies in force here protect, or those given, until it is interrupted. Every version
that appears is kept, whoever wrote it, and can be brought back; a loss outside the gate is told at once: as text, with
--json as one object a line, and with --run by a command that gets the finding as JSON on standard input and in
NOCLOBBER_KIND, NOCLOBBER_PATH, NOCLOBBER_MESSAGE, NOCLOBBER_BEFORE and NOCLOBBER_AFTER.
Versions that stand for less than 60 ms may be missed, and so is all of what a process writes while none of this runs.`,
		Args: takes(0, -1, "any number of PATHs"),
		RunE: func(_ *cobra.Command, args []string) error {
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			return s.watch(ctx, args, asJSON, run)
		},
	}
	jsonFlag(cmd, &asJSON)
	cmd.Flags().StringVar(&run, "run", "", "a command for the shell to run at each alarm")
	return cmd
}

// watching is one run of watch.
type watching struct {
	Streams
	asJSON bool
	run    string
	only   []string // documents; nil: all
	seen   map[string]string
	told   map[string]bool // alarms
}

// watched is one line of watch --json.
type watched struct {
	Time     string         `json:"time"`
	Event    string         `json:"event"` // version, alarm
	Document string         `json:"document"`
	Before   string         `json:"before,omitempty"`
	After    string         `json:"after,omitempty"`
	Lines    int64          `json:"lines"`
	Finding  *guard.Finding `json:"finding,omitempty"`
}

func (s Streams) watch(ctx context.Context, args []string, asJSON bool, run string) error {
	w := &watching{Streams: s, asJSON: asJSON, run: run, seen: map[string]string{}, told: map[string]bool{}}
	if len(args) > 0 {
		w.only = s.named(args)
	}
	var failed error
	err := follow.Run(ctx, follow.Options{
		Dirs: s.guard(s.Dir).WatchDirs(s.Dir, w.only), Skip: guard.SkipsDir,
		Changed: func(paths []string) {
			if failed == nil {
				failed = w.look(paths)
			}
		},
	})
	if err == nil {
		err = failed
	}
	return err
}

// look looks at the documents among the paths, or at all, and tells what is new.
func (w *watching) look(paths []string) error {
	if paths == nil {
		paths = w.only
	} else if paths = w.documents(paths); len(paths) == 0 {
		return nil
	}
	states, findings, err := w.guard(w.Dir).Scan(w.Dir, paths)
	if err != nil {
		return err
	}
	for _, st := range states {
		before, known := w.seen[st.Path]
		now := st.Head.Version.Short()
		if w.seen[st.Path] = now; known && before != now {
			if err := w.tell(watched{Event: "version", Document: st.Document, Before: before, After: now, Lines: st.Head.Lines}); err != nil {
				return err
			}
		}
	}
	for _, f := range findings {
		key := strings.Join([]string{f.Kind, f.Path, f.Before, f.After}, "\x00")
		if f.Severity == severityNote || w.told[key] || f.Kind == "unprotected" {
			continue
		}
		w.told[key] = true
		if err := w.tell(watched{Event: "alarm", Document: f.Path, Before: f.Before, After: f.After, Finding: &f}); err != nil {
			return err
		}
		w.alarm(f)
	}
	return nil
}

// documents are those of the paths that a policy protects.
func (w *watching) documents(paths []string) []string {
	g := w.guard(w.Dir)
	return slices.DeleteFunc(paths, func(path string) bool {
		m, err := g.Find(path)
		return err != nil || !m.Protected || m.Rule == nil || w.only != nil && !w.asked(path)
	})
}

func (w *watching) asked(path string) bool {
	return slices.ContainsFunc(w.only, func(o string) bool { return o == path || strings.HasPrefix(path, o+string(filepath.Separator)) })
}

func (w *watching) tell(e watched) error {
	e.Time = time.Now().UTC().Format(time.RFC3339)
	if w.asJSON {
		line, err := json.Marshal(e)
		if err != nil {
			return err
		}
		_, err = w.Out.Write(append(line, '\n'))
		return err
	}
	return w.print(func(page *bytes.Buffer) {
		if e.Finding == nil {
			fmt.Fprintf(page, "%s %s: %s -> %s, %s\n", e.Time, e.Document, e.Before, e.After, count(int(e.Lines), "line"))
			return
		}
		fmt.Fprintf(page, "%s ", e.Time)
		printFindings(page, []guard.Finding{*e.Finding})
	})
}

// alarm runs the command. That it fails is told, and changes nothing else.
func (w *watching) alarm(f guard.Finding) {
	if w.run == "" {
		return
	}
	text, err := json.Marshal(f)
	if err != nil {
		return
	}
	cmd := exec.Command("sh", "-c", w.run)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = w.Dir, bytes.NewReader(text), w.Err, w.Err
	cmd.Env = append(os.Environ(), "NOCLOBBER_KIND="+f.Kind, "NOCLOBBER_PATH="+f.Path, "NOCLOBBER_MESSAGE="+f.Message,
		"NOCLOBBER_BEFORE="+f.Before, "NOCLOBBER_AFTER="+f.After)
	if err := cmd.Run(); err != nil {
		w.remark("noclobber: the command of --run: %v", err)
	}
}
