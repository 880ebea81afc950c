package staged

import (
	"errors"
	"path"
	"path/filepath"
	"strings"

	"noclobber/internal/report"
	"noclobber/policy"
)

// Policies are the rules in force with one tree.
type Policies interface {
	Find(path string) (policy.Match, error)
	Weaker(file string, old, new []byte) (bool, string)
}

// rules are the policies before a commit and those that come with it.
type rules struct {
	top           string
	before, after Policies
	broken        map[string]*policy.Broken
}

// of is the rule for a document: the one in force before the commit, else the one that comes with it. nil: none protects.
func (r rules) of(name string) *policy.Rule {
	full := filepath.Join(r.top, filepath.FromSlash(name))
	for i, set := range []Policies{r.before, r.after} {
		m, err := set.Find(full)
		var broken *policy.Broken
		if errors.As(err, &broken) && i == 1 { // one broken before is what this commit may mend
			r.broken[broken.File] = broken
		}
		if err == nil && m.Rule != nil && m.Rule.Mode != policy.Off && m.Protected {
			return m.Rule
		}
	}
	return nil
}

// brokenFindings tells of policies that kept documents from being judged.
func (r rules) brokenFindings() []Finding {
	var out []Finding
	for _, b := range r.broken {
		name := b.File
		if rel, err := filepath.Rel(r.top, b.File); err == nil && filepath.IsLocal(rel) {
			name = filepath.ToSlash(rel)
		}
		f := Finding{Kind: BrokenPolicy, Severity: report.Error, Path: name, Message: b.Error(), Final: true}
		if len(b.Problems) > 0 {
			f.Line, f.Message = b.Problems[0].Line, b.Problems[0].Message
			if b.Problems[0].Mend != "" {
				f.Message += " (" + b.Problems[0].Mend + ")"
			}
		}
		out = append(out, f)
	}
	return out
}

// isPolicy says that a path is a project's policy.
func isPolicy(name string) bool { return path.Base(name) == policy.FileName }

// policyFindings judges a change of a policy file.
func (r rules) policyFindings(c change) []Finding {
	full := filepath.Join(r.top, filepath.FromSlash(c.path))
	var old []byte
	if c.before.exists() {
		old = c.before.text
	}
	if c.after.exists() {
		if _, err := policy.Parse(full, c.after.text); err != nil {
			r.broken[full] = brokenBy(full, err)
			return nil
		}
	}
	now, what := c.after.text, "would protect less than before"
	if !c.after.exists() {
		now, what = []byte("version = 1\n"), "would be gone" // a policy without a rule
	}
	weaker, why := r.before.Weaker(full, old, now)
	if !weaker {
		return nil
	}
	return []Finding{{
		Kind: WeakerPolicy, Severity: report.Error, Path: c.path, Before: c.before.entry.ID, Parent: c.parent,
		Message: "the policy " + c.path + " " + what + ": " + strings.TrimSuffix(why, "."),
	}}
}

func brokenBy(file string, err error) *policy.Broken {
	var problems policy.Problems
	if !errors.As(err, &problems) {
		problems = policy.Problems{{File: file, Message: err.Error()}}
	}
	return &policy.Broken{File: file, Problems: problems}
}
