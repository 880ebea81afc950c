package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"noclobber/internal/build"
	"noclobber/internal/gitrepo"
	"noclobber/internal/precommit"
	"noclobber/internal/report"
	"noclobber/internal/siblings"
	"noclobber/internal/staged"
	"noclobber/policy"
)

// commitCheck is what precommit is asked to do.
type commitCheck struct {
	between string
	message string
	allow   []string
	reason  string
	format  string
	asJSON  bool
}

func newPrecommit(s Streams) *cobra.Command {
	var o commitCheck
	cmd := &cobra.Command{
		Use:   "precommit",
		Short: "judge what is staged against HEAD; exit 1 where protected documents would lose something",
		Example: `  noclobber precommit
  noclobber precommit --range origin/main..HEAD                              # CI, on a pull request
  noclobber precommit --allow JOURNAL.md --reason "moved 2025 to the wiki"   # this loss is meant`,
		Long: `Judges the index, never the work tree: lines that append documents lose, losses beyond the rule elsewhere, documents
removed or moved to where no rule protects them, anchors, rows of numbered logs, conflict markers and conflict copies,
JSON that does not parse, and policies that become weaker. The policy that counts is the one in HEAD; one that comes
with the commit counts for what HEAD's does not protect. In a merge, what the other side removed is no loss.

A change that is meant is allowed by a line of the commit message, or with --allow, which is kept until the commit is
made and then put into its message by the commit-msg hook:

  ` + staged.Trailer + `: PATH REASON

A hook that runs before the message is written cannot know that line; --message FILE is for the commit-msg hook. The
variables PRE_COMMIT_FROM_REF and PRE_COMMIT_TO_REF of pre-commit stand for --range.`,
		Args: takes(0, 0, "no arguments"),
		RunE: func(_ *cobra.Command, _ []string) error { return s.precommit(o) },
	}
	cmd.Flags().StringVar(&o.between, "range", "", "judge the commits `FROM..TO` instead")
	cmd.Flags().StringVar(&o.message, "message", "", "read allowances from the commit message in `FILE`, and add those given with --allow")
	cmd.Flags().StringArrayVar(&o.allow, "allow", nil, "the change of `PATH` is meant; needs --reason")
	cmd.Flags().StringVar(&o.reason, "reason", "", "why, in a few `WORDS`")
	cmd.Flags().StringVar(&o.format, "format", string(report.Text), "print `FORM`: "+formatNames())
	jsonFlag(cmd, &o.asJSON)
	return cmd
}

// formatNames lists the forms of a report for help texts.
func formatNames() string {
	var names []string
	for _, f := range report.Formats() {
		names = append(names, string(f))
	}
	return strings.Join(names, ", ")
}

func (s Streams) precommit(o commitCheck) error {
	form, err := o.check()
	if err != nil {
		return err
	}
	repo, err := gitrepo.Open(s.Dir)
	if err != nil {
		return hint(usageError{err}, "precommit judges what is staged in a git repository; `noclobber scan` looks at documents without one")
	}
	defer repo.Close()
	home := s.home()
	j := precommit.Judge{Repo: repo, UserPolicy: policy.UserFile(home, s.env("XDG_CONFIG_HOME")), Home: home, Owner: copyOf}
	out, err := s.judged(j, o)
	if err != nil {
		return err
	}
	return s.printOutcome(out, form)
}

// copyOf says whose conflict copy a file is by its name.
func copyOf(name string) (owner string, sure bool) {
	for _, r := range siblings.Of(name) {
		if r.Kind != siblings.Namesake {
			return r.Owner, r.Sure
		}
	}
	return "", false
}

// check refuses flags that do not go together.
func (o *commitCheck) check() (report.Format, error) {
	switch {
	case len(o.allow) > 0 && strings.TrimSpace(o.reason) == "":
		return "", hint(usageError{errors.New("--allow needs a reason")}, "--reason 'why the lines go'")
	case len(o.allow) == 0 && o.reason != "":
		return "", usageError{errors.New("--reason goes with --allow")}
	case o.between != "" && (o.message != "" || len(o.allow) > 0):
		return "", hint(usageError{errors.New("--range judges commits that exist; --message and --allow are for one that is made")},
			"in a commit's message the line \"%s: PATH REASON\" allows its change", staged.Trailer)
	case o.asJSON:
		return report.JSON, nil
	}
	form, err := report.ParseFormat(o.format)
	if err != nil {
		return "", usageError{err}
	}
	return form, nil
}

// judged runs the kind of check that is asked for.
func (s Streams) judged(j precommit.Judge, o commitCheck) (precommit.Outcome, error) {
	if between := orElse(o.between, s.pushed()); between != "" && o.message == "" && len(o.allow) == 0 {
		from, to, err := precommit.ParseRange(between)
		if err != nil {
			return precommit.Outcome{}, usageError{err}
		}
		out, err := j.Range(from, to)
		if errors.Is(err, precommit.ErrHistory) {
			err = hint(usageError{err}, "fetch it: git fetch --unshallow; in GitHub Actions `fetch-depth: 0`, in GitLab `GIT_DEPTH: 0`")
		}
		return out, err
	}
	var said precommit.Said
	for _, path := range o.allow {
		said.Allow = append(said.Allow, staged.Allowance{Path: s.inRepo(j.Repo, path), Reason: strings.TrimSpace(o.reason), By: "--allow"})
	}
	if o.message != "" {
		text, err := os.ReadFile(s.path(o.message))
		if err != nil {
			return precommit.Outcome{}, usageError{fmt.Errorf("reading the commit message: %w", err)}
		}
		said.Message = text
	}
	out, err := j.Staged(said)
	if errors.Is(err, gitrepo.ErrBare) {
		return out, hint(usageError{err}, "--range FROM..TO judges commits")
	}
	if err != nil {
		return out, err
	}
	return out, s.passOn(j.Repo, o, out)
}

// pushed is the range that the pre-commit framework asks about, in its pre-push stage and with --from-ref.
func (s Streams) pushed() string {
	from, to := s.env("PRE_COMMIT_FROM_REF"), s.env("PRE_COMMIT_TO_REF")
	if from == "" || to == "" {
		return ""
	}
	return from + ".." + to
}

// inRepo is a path of the command line as the repository has it: ":/" begins at its top, as git's do.
func (s Streams) inRepo(repo *gitrepo.Repo, arg string) string {
	if below, ok := strings.CutPrefix(arg, ":/"); ok {
		return below
	}
	dir := s.Dir
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	full := arg
	if !filepath.IsAbs(full) {
		full = filepath.Join(dir, arg)
	}
	if rel, err := filepath.Rel(repo.Top, full); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(arg)
}

// passOn puts what was allowed with --allow into the commit's message, or says that it belongs there.
func (s Streams) passOn(repo *gitrepo.Repo, o commitCheck, out precommit.Outcome) error {
	var lines []string
	for _, a := range out.Used {
		if a.By == "--allow" {
			lines = append(lines, a.String())
		}
	}
	switch {
	case len(lines) == 0:
		return nil
	case o.message != "":
		return repo.AddTrailers(s.path(o.message), lines)
	case len(o.allow) > 0:
		s.remark("recorded for the commit that is staged now; where no commit-msg hook of noclobber runs, end its message with:\n%s", strings.Join(lines, "\n"))
	}
	return nil
}

func (s Streams) printOutcome(out precommit.Outcome, form report.Format) error {
	r := report.Report{Tool: "noclobber", Version: build.This().Version, Checks: staged.Checks(), Looked: out.Looked}
	for _, f := range out.Findings {
		one := report.Finding{Kind: f.Kind, Severity: f.Severity, Path: f.Path, Line: f.Line, Message: f.Text()}
		if f.Severity == report.Error {
			one.Mend = out.Scene.Mend(f)
		}
		r.Findings = append(r.Findings, one)
	}
	if err := form.Write(s.Out, r); err != nil {
		return err
	}
	switch {
	case r.Failed():
		return errFindings
	case !out.Policy && form == report.Text:
		s.remark("no .noclobber.toml is committed or stands here, so nothing is protected")
	}
	return nil
}
