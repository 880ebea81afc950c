package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"noclobber/internal/document"
	"noclobber/internal/guard"
	"noclobber/policy"
)

func newMergeDriver(s Streams) *cobra.Command {
	style := document.MarkStyle{Ours: "ours", Theirs: "theirs"}
	cmd := &cobra.Command{
		Use:   "merge-driver BASE OURS THEIRS PATH",
		Short: "merge one file for git by the rules of the policy; `init` registers it",
		Example: `  git config merge.noclobber.driver 'noclobber merge-driver --marker-size %L %O %A %B %P'
  echo '/JOURNAL.md merge=noclobber' >> .gitattributes`,
		Long: `Merges the versions BASE, OURS and THEIRS of the document at PATH as its rule says: entries that both sides appended
stand whole one after the other, anchors, JSON members and rows merge one by one. The result is written to OURS and
depends on the contents alone, so a rebase leaves what a merge leaves. Exit 1 with git's conflict markers where both
sides changed the same. Needs no state, and merges as text what no policy protects.`,
		Args: takes(4, 4, "BASE OURS THEIRS PATH, which git puts in for %O %A %B %P"),
		RunE: func(_ *cobra.Command, args []string) error { return s.mergeForGit(args, style) },
	}
	cmd.Flags().IntVar(&style.Size, "marker-size", 0, "length of conflict markers (default 7)")
	return cmd
}

func (s Streams) mergeForGit(args []string, style document.MarkStyle) error {
	sides := guard.Sides{MarkStyle: style}
	for i, into := range []*[]byte{&sides.Base, &sides.Ours, &sides.Theirs} {
		text, err := os.ReadFile(s.path(args[i]))
		if err != nil {
			return fmt.Errorf("merging %s: %w", args[3], err)
		}
		*into = text
	}
	path := s.path(args[3])
	text, clean := guard.MergeSides(s.ruleFor(path), path, sides)
	if err := os.WriteFile(s.path(args[1]), text, 0o666); err != nil {
		return fmt.Errorf("merging %s: %w", args[3], err)
	}
	if !clean {
		return errFindings // git says which file it is
	}
	return nil
}

// ruleFor is the rule of a path; nil where none protects it. A policy that cannot be read must not stop a merge.
func (s Streams) ruleFor(path string) *policy.Rule {
	m, err := s.guard(s.Dir).Policies().Find(path)
	if err != nil {
		s.remark("%s is merged as text: %v", path, err)
		return nil
	}
	if !m.Protected {
		return nil
	}
	return m.Rule
}

// The names under which git knows the driver.
const (
	driverSection = "merge.noclobber"
	driverName    = "by the rules of .noclobber.toml"
)

// The lines that init puts around its own in .gitattributes.
const (
	attributesBegin = "# noclobber: merged by the rules of .noclobber.toml, where `noclobber init` registered the driver"
	attributesEnd   = "# noclobber: end"
)

// registerDriver tells git to merge the documents of the policy here by its rules.
func (s Streams) registerDriver(l *steps) error {
	if _, ok := gitSays(s.Dir, "rev-parse", "--git-dir"); !ok {
		return nil
	}
	p := s.policyHere()
	if p == nil || len(p.MergeLines()) == 0 {
		return nil
	}
	binary, err := ownPath()
	if err != nil {
		return fmt.Errorf("finding this program: %w", err)
	}
	if err := s.configureDriver(l, binary); err != nil {
		return err
	}
	return l.setAttributes(s.attributesFile(), attributesOf(p))
}

// policyHere is the policy of the working directory itself; nil where there is none, or where it does not parse.
func (s Streams) policyHere() *policy.Policy {
	policies, err := s.guard(s.Dir).Policies().InForce(s.Dir)
	if err != nil {
		return nil
	}
	for _, p := range policies {
		if !p.User && sameFile(p.Dir, s.Dir) {
			return p
		}
	}
	return nil
}

// errNoConfig says that git did not take a setting.
var errNoConfig = errors.New("git config failed")

func (s Streams) configureDriver(l *steps, binary string) error {
	driver := driverCommand(binary)
	if now, _ := gitSays(s.Dir, "config", "--local", "--get", driverSection+".driver"); now == driver+"\n" {
		return nil
	}
	for _, setting := range [][2]string{{"name", driverName}, {"driver", driver}} {
		if _, ok := gitSays(s.Dir, "config", "--local", driverSection+"."+setting[0], setting[1]); !ok {
			return fmt.Errorf("registering the merge driver of %s: %w", s.Dir, errNoConfig)
		}
	}
	l.add("wired", "git config "+driverSection, "git merges these documents by their rules in this clone and its worktrees")
	return nil
}
