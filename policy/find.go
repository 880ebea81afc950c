package policy

import (
	"fmt"
	"path/filepath"
	"slices"
)

// Match is what the policies say of one path.
type Match struct {
	Protected bool    // by a rule, or built in
	Rule      *Rule   // the rule that decides; also one with the mode Off; nil where none does
	Policy    *Policy // the rule's
	Given     string  // the path as it was asked about
	Real      string  // the path with its links resolved
	Off       bool    // a rule says that it is not protected
	Builtin   Builtin // what protects it whatever the rules say
}

// decision is a rule that has something to say about a path; without a rule there is none.
type decision struct {
	rule   *Rule
	policy *Policy
}

func (d decision) made() bool     { return d.rule != nil }
func (d decision) protects() bool { return d.made() && d.rule.Mode != Off }

// or is d, unless only other protects: an "off" under one name does not unprotect what another name protects.
func (d decision) or(other decision) decision {
	if d.protects() || d.made() && !other.protects() {
		return d
	}
	return other
}

func (m *Match) decide(d decision) {
	m.Rule, m.Policy = d.rule, d.policy
	m.Protected = m.Builtin != 0 || d.protects()
	m.Off = d.made() && !m.Protected
}

// Find says which rule holds for path, an absolute and lexically clean path that need not exist.
//
// The path is matched as it resolves and as it is given; either may protect it, and the former counts where both do.
// Policies are asked from the nearest to the root, then the user's, until one has a rule that matches; a farther one is
// not asked then, broken or not. The error is *Broken, or says why the path cannot be resolved where that matters.
func (s *Set) Find(path string) (Match, error) {
	m := Match{Given: path, Real: path}
	resolved, err := s.files.Resolve(path)
	if err == nil {
		m.Real = resolved
	}
	m.Builtin = s.builtin(m.Given, m.Real)
	if err != nil && len(s.inForce(filepath.Dir(path))) > 0 {
		return m, fmt.Errorf("resolving %s: %w", path, err)
	}
	d, err := s.bothWays(m.Given, m.Real)
	m.decide(d)
	if m.Builtin == BuiltinPolicy {
		return m, nil // two broken policies would lock each other
	}
	return m, err
}

func (s *Set) bothWays(given, actual string) (decision, error) {
	d, err := s.under(actual, actual)
	if err != nil {
		return decision{}, err
	}
	if given != actual {
		asGiven, err := s.under(given, actual)
		if err != nil {
			return decision{}, err
		}
		d = d.or(asGiven)
	}
	if d.made() {
		return d, nil
	}
	return s.linked(actual), nil
}

// under asks the policies above path, then the user's.
func (s *Set) under(path, actual string) (decision, error) {
	policies := s.atOrAbove(filepath.Dir(path))
	if user := s.loadUser(); user != nil {
		policies = append(policies, user)
	}
	for _, l := range policies {
		if l.broken != nil {
			return decision{}, l.broken
		}
		d := s.direct(l.policy, path)
		if !d.protects() {
			d = d.or(s.alias(l.policy, actual))
		}
		if d.made() {
			return d, nil
		}
	}
	return decision{}, nil
}

// linked asks the policies where the call comes from about their links' targets.
func (s *Set) linked(actual string) decision {
	for _, dir := range s.from {
		for _, l := range s.inForce(dir) {
			if l.broken != nil {
				continue
			}
			if d := s.alias(l.policy, actual); d.made() {
				return d
			}
		}
	}
	return decision{}
}

// direct asks one policy about a path by its name.
func (s *Set) direct(p *Policy, path string) decision {
	subject := p.about(filepath.ToSlash(path))
	reaches := s.reach(p, path)
	r := p.last(subject, reaches)
	if folded := p.last(subject.folded(), reaches); folded != r && s.files.FoldsCase(filepath.Dir(path)) {
		r = folded
	}
	if r == nil {
		return decision{}
	}
	return decision{rule: r, policy: p}
}

// alias asks one policy about a real path by the names that it has through links in the policy's own patterns:
// a rule for "JOURNAL.md" holds for what that link points to.
func (s *Set) alias(p *Policy, actual string) decision {
	var found decision
	for _, base := range p.bases() {
		target := s.real(base)
		if target == base {
			continue
		}
		rest, below := relativeTo(slash(actual), slash(target))
		if !below {
			continue
		}
		found = found.or(s.direct(p, filepath.Join(base, filepath.FromSlash(rest))))
	}
	return found
}

// bases are the plain paths that the policy's patterns start with, its own directory among them, each once.
func (p *Policy) bases() []string {
	all := []string{p.Dir}
	for _, r := range p.everyRule() {
		for _, one := range r.paths {
			if b := p.base(one); !slices.Contains(all, b) {
				all = append(all, b)
			}
		}
	}
	return all
}

// reach says of each rule of p whether it reaches path: a project's rules stop at work trees and submodules inside it.
// A user's rules do not, since a home directory is full of work trees.
func (s *Set) reach(p *Policy, path string) func(*Rule) bool {
	nested := -1
	return func(r *Rule) bool {
		if r.Nested || p.User {
			return true
		}
		if nested < 0 {
			nested = 0
			if s.treeBetween(p.Dir, path) {
				nested = 1
			}
		}
		return nested == 0
	}
}

// treeBetween says whether a work tree begins below top and above path.
func (s *Set) treeBetween(top, path string) bool {
	for dir := filepath.Dir(path); len(dir) > len(top); dir = filepath.Dir(dir) {
		if s.isTree(dir) {
			return true
		}
	}
	return false
}
