package policy

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Weaker says whether a change of a policy file's text might protect less than before, and why, in one sentence.
// Only an edit that certainly adds protection is not weaker: rules and paths added or moved up to a stricter mode,
// limits lowered, exceptions dropped. old is nil where the file is new.
//
// A policy overrules those above it, which Weaker does not know; Set.Weaker does.
func Weaker(old, new []byte, file string) (bool, string) {
	read := Parse
	if filepath.Base(file) != FileName { // the user's: a stand-in for home compares as well as the true one
		read = func(file string, text []byte) (*Policy, error) { return ParseUser(file, text, "/~") }
	}
	return weakerText(old, new, file, read, nil)
}

// Weaker is as the function, and compares with the policies that file would overrule too.
func (s *Set) Weaker(file string, old, new []byte) (bool, string) {
	outer := []*Policy{}
	if s.userFile != "" && (s.same(file, s.userFile) || s.same(file, s.real(s.userFile))) {
		return weakerText(old, new, file, func(file string, text []byte) (*Policy, error) {
			return ParseUser(file, text, s.home)
		}, outer)
	}
	for _, l := range s.inForce(filepath.Dir(file)) {
		if l.broken != nil && !s.same(l.file, file) {
			return true, "the policy " + l.file + ", which it would overrule, is broken"
		}
		if l.policy != nil && !s.same(l.file, file) {
			outer = append(outer, l.policy)
		}
	}
	return weakerText(old, new, file, Parse, outer)
}

// weakerText compares texts. A nil outer means that the policies above are not known.
func weakerText(old, new []byte, file string, read func(string, []byte) (*Policy, error), outer []*Policy) (bool, string) {
	after, err := read(file, new)
	if err != nil {
		return true, fmt.Sprintf("the new text is no policy: %v", firstProblem(err))
	}
	before := &Policy{}
	if old != nil {
		if before, err = read(file, old); err != nil {
			return mendedWith(old, after)
		}
	}
	reason := comparison{before: before, after: after, outer: outer}.weaker()
	return reason != "", reason
}

// mendedWith judges the mending of a broken policy, whose rules nobody can compare: none may be missing.
func mendedWith(old []byte, after *Policy) (bool, string) {
	had := 0
	for line := range strings.Lines(string(old)) {
		if strings.HasPrefix(strings.TrimSpace(line), "[[protect]]") {
			had++
		}
	}
	if len(after.Rules) < had {
		return true, fmt.Sprintf("the broken policy had %s, the new one has %d", plural(had, "rule"), len(after.Rules))
	}
	return false, ""
}

func firstProblem(err error) error {
	var problems Problems
	if errors.As(err, &problems) && len(problems) > 1 {
		return problems[:1]
	}
	return err
}

// comparison is two states of one policy and those that it overrules.
type comparison struct {
	before, after *Policy
	outer         []*Policy
}

// weaker is why after may protect less than before, or "".
func (c comparison) weaker() string {
	old, new := c.before, c.after
	switch {
	case new.Lease < old.Lease:
		return "lease became shorter"
	case new.MaxDocument < old.MaxDocument:
		return "max_document became smaller"
	case old.Share != "" && new.Share != old.Share:
		return "share changed"
	}
	pairs, reason := pairRules(old.Rules, new.Rules)
	if reason != "" {
		return reason
	}
	for i, rule := range new.Rules {
		if reason := c.overrules(i, rule, pairs); reason != "" {
			return reason
		}
	}
	return c.toolsWeaker()
}

// pairRules finds every old rule again, at least as strict and in the same order: pairs[i] is what new rule i was.
func pairRules(old, new []*Rule) (pairs map[int]*Rule, reason string) {
	pairs = map[int]*Rule{}
	next := 0
	for _, was := range old {
		k := slices.IndexFunc(new[next:], func(is *Rule) bool { return loosened(is, was) == "" })
		switch {
		case k >= 0:
			pairs[next+k] = was
			next += k + 1
		case was.Mode != Off: // without its "off" more is protected
			return nil, lost(was, new)
		}
	}
	return pairs, ""
}

// lost says what became of a rule that is not there any more as it was.
func lost(was *Rule, new []*Rule) string {
	for _, is := range new {
		if is.Name != was.Name {
			continue
		}
		if why := loosened(is, was); why != "" {
			return fmt.Sprintf("rule %q: %s", was.Name, why)
		}
		return fmt.Sprintf("rule %q moved, and the last rule that matches wins", was.Name)
	}
	return fmt.Sprintf("rule %q is gone", was.Name)
}

// overrules says which stricter rule new rule i takes paths from.
func (c comparison) overrules(i int, rule *Rule, pairs map[int]*Rule) string {
	gained := ground(rule, pairs[i])
	if len(gained.paths) == 0 && len(gained.documents) == 0 {
		return ""
	}
	if c.outer == nil && rule.Mode == Off {
		return fmt.Sprintf("rule %q switches protection off", rule.Name)
	}
	for j := range i {
		if was := pairs[j]; was != nil {
			if why := c.takes(gained, rule, c.before, was); why != "" {
				return why
			}
		}
	}
	for _, p := range c.outer {
		for _, other := range p.Rules {
			if why := c.takes(gained, rule, p, other); why != "" {
				return why
			}
		}
	}
	return ""
}

// ground is what rule matches and was did not.
func ground(rule, was *Rule) Rule {
	if was == nil || len(rule.except) < len(was.except) || rule.Nested != was.Nested {
		return *rule
	}
	return Rule{
		paths:     slices.DeleteFunc(slices.Clone(rule.paths), func(p pattern) bool { return slices.Contains(was.paths, p) }),
		documents: slices.DeleteFunc(slices.Clone(rule.documents), func(d document) bool { return slices.Contains(was.documents, d) }),
	}
}

// takes says whether rule, on its gained ground, is more lenient than other, which held there before.
func (c comparison) takes(gained Rule, rule *Rule, p *Policy, other *Rule) string {
	why := lenient(rule, other)
	if why == "" || !c.shareGround(gained, p, other) {
		return ""
	}
	return fmt.Sprintf("rule %q would overrule %q of %s: %s", rule.Name, other.Name, p.File, why)
}

func (c comparison) shareGround(gained Rule, p *Policy, other *Rule) bool {
	for _, g := range gained.paths {
		for _, o := range other.paths {
			if overlap(c.after.absolute(g), p.absolute(o)) {
				return true
			}
		}
	}
	for _, g := range gained.documents {
		for _, o := range other.documents {
			if g.scheme == o.scheme && overlap(g.text, o.text) {
				return true
			}
		}
	}
	return false
}

// toolsWeaker compares the tool maps: the first that fits counts, so what comes first may blind those behind.
func (c comparison) toolsWeaker() string {
	next := 0
	var added []Tool
	for _, t := range c.after.Tools {
		if next < len(c.before.Tools) && sameTool(t, c.before.Tools[next]) {
			next++
			continue
		}
		if t.Kind == "read" {
			return fmt.Sprintf("tool %q would count as one that only reads", t.Match)
		}
		added = append(added, t)
		if why := blinds(t, c.before.Tools[next:]); why != "" {
			return why
		}
	}
	if next < len(c.before.Tools) {
		return fmt.Sprintf("tool %q is gone or changed", c.before.Tools[next].Match)
	}
	behind := BuiltinTools()
	for _, p := range c.outer {
		behind = append(behind, p.Tools...)
	}
	for _, t := range added {
		if why := blinds(t, behind); why != "" {
			return why
		}
	}
	return ""
}

func blinds(t Tool, behind []Tool) string {
	for _, b := range behind {
		if namesOverlap(t.Match, b.Match) {
			return fmt.Sprintf("tool %q would overrule %q", t.Match, b.Match)
		}
	}
	return ""
}

func sameTool(a, b Tool) bool {
	a.Line, b.Line = 0, 0
	return a == b
}
