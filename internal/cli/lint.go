package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"noclobber/internal/build"
	"noclobber/internal/fsx"
	"noclobber/internal/guard"
	"noclobber/internal/report"
	"noclobber/policy"
	"noclobber/policy/lint"
)

// linting is what lint is asked to do.
type linting struct {
	paths  []string
	format string
	asJSON bool
	fix    bool
}

func newLint(s Streams) *cobra.Command {
	var o linting
	cmd := &cobra.Command{
		Use:   "lint [PATH...]",
		Short: "check policies, and the documents and settings around them; exit 1 on findings",
		Example: `  noclobber lint                     # the policies in force here, and those below
  noclobber lint --fix               # mend what takes no judgement
  noclobber lint --format sarif > noclobber.sarif
  noclobber lint policies/team.toml  # any policy file`,
		Long: `Looks for rules that do not do what their writer thought: misspelt keys, patterns that match nothing or everything,
rules that never decide, anchors and formats that the documents do not have, hook settings with a hole. Runs the
policy's [[test]] tables through the real decision. Nothing is written, but for --fix.
Formats: text, json, sarif (code scanning), github (annotations), gitlab (code quality). All checks: docs/checks.md.`,
		Args: takes(0, -1, "any number of PATHs"),
		RunE: func(_ *cobra.Command, args []string) error {
			o.paths = args
			return s.lint(o)
		},
	}
	cmd.Flags().StringVar(&o.format, "format", "text", "text, json, sarif, github or gitlab")
	cmd.Flags().BoolVar(&o.fix, "fix", false, "mend what takes no judgement, in the policy files")
	jsonFlag(cmd, &o.asJSON)
	return cmd
}

func (s Streams) lint(o linting) error {
	if o.asJSON {
		o.format = string(report.JSON)
	}
	format, err := report.ParseFormat(o.format)
	if err != nil {
		return usageError{err}
	}
	files, err := s.policyFiles(o.paths)
	if err != nil {
		return err
	}
	r := report.Report{Tool: "noclobber", Version: build.This().Version, Checks: lint.About(), Looked: len(files)}
	for _, file := range files {
		if o.fix {
			if err := s.fix(file); err != nil {
				return err
			}
		}
		r.Findings = append(r.Findings, s.lintFile(file)...)
	}
	if len(files) == 0 {
		r.Findings = append(r.Findings, noPolicyFound(s.Dir))
	}
	if err := format.Write(s.Out, r); err != nil {
		return err
	}
	if format == report.Text {
		s.remark("%s looked at", count(len(files), "policy file"))
	}
	if r.Failed() {
		return errFindings
	}
	return nil
}

// noPolicyFound is what a run is told whose policy did not arrive.
func noPolicyFound(dir string) report.Finding {
	return report.Finding{
		Kind: "no-policy", Severity: report.Warning,
		Message: "no " + policy.FileName + " stands in " + dir + ", above or below it, so nothing is protected", Mend: "noclobber init proposes one",
	}
}

// policyFiles are the policies that the arguments name: files, or folders with all that hold there and lie below.
func (s Streams) policyFiles(args []string) ([]string, error) {
	if len(args) == 0 {
		args = []string{s.Dir}
	}
	var files []string
	for _, path := range s.paths(args) {
		info, err := os.Stat(path)
		switch {
		case err != nil:
			return nil, absentError{err}
		case info.IsDir():
			files = append(append(files, s.policiesFor(path)...), policiesBelow(path)...)
		default:
			files = append(files, path)
		}
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}

// policiesFor are the files of the policies in force in a folder, broken ones too.
func (s Streams) policiesFor(dir string) []string {
	policies, err := s.guard(dir).Policies().InForce(dir)
	var files []string
	for _, p := range policies {
		files = append(files, p.File)
	}
	for _, b := range brokenPolicies(err) {
		files = append(files, b.File)
	}
	return files
}

// policiesBelow are the policies of projects inside a folder.
func policiesBelow(dir string) []string {
	left := maxSurveyed
	var files []string
	_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if left--; left < 0 {
			return filepath.SkipAll
		}
		switch {
		case err != nil:
			return nil // a folder that cannot be read has no policy that could be
		case e.IsDir() && path != dir && passedOver(e.Name()):
			return filepath.SkipDir
		case e.Name() == policy.FileName && !e.IsDir():
			files = append(files, path)
		}
		return nil
	})
	return files
}

// lintFile runs all checks over one policy.
func (s Streams) lintFile(file string) []report.Finding {
	name := s.relative(file)
	text, err := os.ReadFile(file)
	if err != nil {
		return []report.Finding{{Kind: "policy-syntax", Severity: report.Error, Path: name, Message: err.Error(), Mend: "make it a file that you may read"}}
	}
	trial := s.trial(file, text)
	subject := lint.Subject{File: file, Name: name, Text: text}
	g := trial.guard()
	subject.Policy, subject.Problems = parsed(g, trial.file)
	if subject.Policy != nil {
		subject.World = newLintWorld(s, trial, g, subject.Policy)
	}
	return lint.Run(subject, lint.Checks())
}

// trial is a policy as if it were in force, and a guard that asks it.
type trial struct {
	config guard.Config
	file   string // what it acts as
}

// trial puts a text in the place of the policy that its file is, or that it is meant to become.
func (s Streams) trial(file string, text []byte) trial {
	t := trial{config: s.config(filepath.Dir(file)), file: file}
	switch {
	case file == t.config.Policy:
	case filepath.Base(file) == policy.FileName:
	case strings.Contains(string(text), `"~/`): // paths that only a user's policy may have
		t.config.Policy = file
	default:
		t.file = filepath.Join(filepath.Dir(file), policy.FileName)
	}
	t.config.Instead = map[string][]byte{t.file: text}
	return t
}

// guard is a new one, which has asked nothing yet.
func (t trial) guard() *guard.Guard { return guard.New(t.config) }

// parsed is the policy file as a guard has read it.
func parsed(g *guard.Guard, file string) (*policy.Policy, policy.Problems) {
	policies, err := g.Policies().InForce(filepath.Dir(file))
	for _, p := range policies {
		if p.File == file {
			return p, nil
		}
	}
	for _, b := range brokenPolicies(err) {
		if b.File == file {
			return nil, b.Problems
		}
	}
	return nil, policy.Problems{{File: file, Kind: policy.BadSyntax, Message: "it is not in force where it lies"}}
}

// fix makes the mends of a policy that take no judgement, until there are no more.
func (s Streams) fix(file string) error {
	text, id, err := fsx.ReadSettled(file, fsx.ReadOptions{})
	if err != nil {
		return err
	}
	mended, made := text, 0
	for range maxFixes {
		n := 0
		_, problems := s.tried(file, mended)
		if mended, n = policy.ApplyEdits(mended, fixes(problems)); n == 0 {
			break
		}
		made += n
	}
	if made == 0 {
		return nil
	}
	if err := fsx.Replace(file, mended, fsx.ReplaceOptions{IfID: &id}); err != nil {
		return err
	}
	s.remark("%s: %s mended", s.relative(file), count(made, "mistake"))
	return nil
}

// tried is a policy text as it is read where it lies.
func (s Streams) tried(file string, text []byte) (*policy.Policy, policy.Problems) {
	t := s.trial(file, text)
	return parsed(t.guard(), t.file)
}

// maxFixes bounds the rounds of mending: a mend may bring the next mistake to light.
const maxFixes = 10

func fixes(problems policy.Problems) []policy.Edit {
	var all []policy.Edit
	for _, p := range problems {
		if p.Fix != nil {
			all = append(all, *p.Fix)
		}
	}
	return all
}

// relative is a path as reports have it: relative to the working directory where it lies below.
func (s Streams) relative(path string) string {
	if rel, err := filepath.Rel(s.Dir, path); err == nil && filepath.IsLocal(rel) {
		path = rel
	}
	return filepath.ToSlash(path)
}
