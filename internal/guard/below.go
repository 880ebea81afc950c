package guard

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"noclobber/policy"
)

// policiesAt are the policies that a look at a directory is about: those in force there, and those that stand below it.
// Each broken one is a finding.
func (g *Guard) policiesAt(dir string) ([]*policy.Policy, []Finding) {
	var (
		policies []*policy.Policy
		findings []Finding
		told     = map[string]bool{}
	)
	for _, d := range append([]string{dir}, g.ruledBelow(dir)...) {
		list, err := g.policies.InForce(d)
		for _, p := range list {
			if !told[p.File] {
				told[p.File] = true
				policies = append(policies, p)
			}
		}
		for _, b := range brokenOnes(err) {
			if !told[b.File] {
				told[b.File] = true
				findings = append(findings, g.brokenPolicy(b))
			}
		}
	}
	return policies, findings
}

// AnyPolicy says whether some policy, broken or not, holds in a directory or stands below it.
func (g *Guard) AnyPolicy(dir string) bool {
	return g.policies.Any(dir) || len(g.ruledBelow(dir)) > 0
}

// brokenOnes takes apart what InForce says of policies that cannot be used.
func brokenOnes(err error) []*policy.Broken {
	joined, ok := err.(interface{ Unwrap() []error }) // this very join is taken apart
	if !ok {
		return nil
	}
	var out []*policy.Broken
	for _, one := range joined.Unwrap() {
		if b := (*policy.Broken)(nil); errors.As(one, &b) {
			out = append(out, b)
		}
	}
	return out
}

func (g *Guard) brokenPolicy(b *policy.Broken) Finding {
	name := policy.FileName
	if rel, err := filepath.Rel(g.namedFrom(filepath.Dir(b.File)), b.File); err == nil {
		name = filepath.ToSlash(rel)
	}
	return Finding{Kind: "broken-policy", Severity: "error", Path: name, Message: b.Error()}
}

// ruledBelow lists the directories below dir that have a policy of their own. A nested work tree is a project of its own,
// and is looked into only where a rule that holds here reaches into it.
func (g *Guard) ruledBelow(dir string) []string {
	policies, _ := g.policies.InForce(dir) // a broken one reaches nowhere
	top, intoTrees := resolved(dir), slices.ContainsFunc(policies, reachesTrees)
	left := maxWalk
	var out []string
	_ = filepath.WalkDir(top, func(path string, e fs.DirEntry, err error) error {
		if left--; left < 0 {
			return filepath.SkipAll
		}
		switch {
		case err != nil:
			return nil // unreadable: no policy there can be judged now
		case e.IsDir() && path != top && (PassedOver(e.Name()) || !intoTrees && isTree(path)):
			return filepath.SkipDir
		case e.Name() == policy.FileName && filepath.Dir(path) != top:
			out = append(out, filepath.Dir(path))
		}
		return nil
	})
	return out
}

func reachesTrees(p *policy.Policy) bool {
	return !p.User && slices.ContainsFunc(p.Rules, func(r *policy.Rule) bool { return r.Nested })
}

// isTree says whether a directory is the top of a work tree or submodule.
func isTree(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, ".git"))
	return err == nil
}
