package policy

import (
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// This file is for those who look at a policy and not at a path: linters.

// Glob is one pattern of a rule, as it is written.
type Glob struct {
	Text         string
	policy       *Policy
	alternatives []pattern
}

// Globs are the patterns of a rule of p, in the order of its Paths.
func (p *Policy) Globs(r *Rule) []Glob { return p.globs(r.Paths) }

// Exceptions are the patterns of a rule's Except, in order.
func (p *Policy) Exceptions(r *Rule) []Glob { return p.globs(r.Except) }

func (p *Policy) globs(texts []string) []Glob {
	s := scope{dir: slash(p.Dir), user: p.User}
	var all []Glob
	for _, text := range texts {
		ready, _, err := s.compile(text)
		if err == nil { // it was compiled before: Parse keeps no other
			all = append(all, Glob{text, p, ready})
		}
	}
	return all
}

// Matches says whether the pattern fits a "/"-separated path, relative to the policy's directory or absolute.
func (g Glob) Matches(name string) bool {
	s := g.policy.about(name)
	return slices.ContainsFunc(g.alternatives, func(p pattern) bool { return p.matches(s) })
}

// Plain says whether the pattern is one path.
func (g Glob) Plain() bool { return len(g.alternatives) == 1 && g.alternatives[0].plain }

// Base is the absolute path of what the pattern's leading plain names name: all of a plain pattern's.
func (g Glob) Base() string { return g.policy.base(g.alternatives[0]) }

// Overlaps says whether one path may match both patterns. It errs towards yes.
func (g Glob) Overlaps(other Glob) bool {
	return slices.ContainsFunc(g.alternatives, func(a pattern) bool {
		return slices.ContainsFunc(other.alternatives, func(b pattern) bool {
			return overlap(g.policy.absolute(a), other.policy.absolute(b))
		})
	})
}

// Covers says whether g matches everything that other matches. It errs towards no.
func (g Glob) Covers(other Glob) bool {
	covered := func(b pattern) bool {
		return slices.ContainsFunc(g.alternatives, func(a pattern) bool {
			return covers(g.policy.absolute(a), other.policy.absolute(b))
		})
	}
	return !slices.ContainsFunc(other.alternatives, func(b pattern) bool { return !covered(b) })
}

// Matching are all rules that match a path, as MatchRel looks at it, in the order of the file. The last one decides.
func (p *Policy) Matching(name string) []*Rule {
	s := p.about(name)
	var all []*Rule
	for _, r := range p.Rules {
		if r.matches(s) {
			all = append(all, r)
		}
	}
	return all
}

// covers says whether pattern a, without alternatives, matches everything that b matches.
func covers(a, b string) bool {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	// within[i][j]: x[i:] matches all that y[j:] matches.
	within := make([][]bool, len(x)+1)
	for i := len(x); i >= 0; i-- {
		within[i] = make([]bool, len(y)+1)
		for j := len(y); j >= 0; j-- {
			switch {
			case i == len(x):
				within[i][j] = j == len(y)
			case x[i] == "**":
				within[i][j] = within[i+1][j] || j < len(y) && within[i][j+1]
			case j < len(y) && y[j] != "**":
				within[i][j] = nameCovers(x[i], y[j]) && within[i+1][j+1]
			}
		}
	}
	return within[0][0]
}

// nameCovers is covers for patterns of one name.
func nameCovers(a, b string) bool {
	switch {
	case a == b || a == "*":
		return true
	case !hasGlob(b):
		return doublestar.MatchUnvalidated(a, b)
	case !hasGlob(a) || strings.Count(a, "*") != 1 || strings.ContainsAny(a, "?[{"):
		return false
	}
	head, tail, _ := strings.Cut(a, "*")
	headB, tailB := ends(b)
	return strings.HasPrefix(headB, head) && strings.HasSuffix(tailB, tail)
}

// Index says where the keys and values of a policy's text stand. A path is the names that lead to a key, elements of
// arrays counted from 0: "protect", "1", "paths", "0".
type Index struct {
	spots spots
	lines lines
}

// NewIndex looks through the text of a policy. Of one that is no TOML it finds what it can.
func NewIndex(text []byte) Index {
	source := strings.TrimPrefix(string(text), "\ufeff")
	return Index{locate(source), newLines(source)}
}

// Key is the 1-based line and column, in characters, of a key or an element; 0, 0 where there is none.
func (x Index) Key(path ...string) (line, col int) { return x.of(x.spots.keys, path) }

// Value is the same for what stands behind the key.
func (x Index) Value(path ...string) (line, col int) { return x.of(x.spots.values, path) }

func (x Index) of(spots map[string]place, path []string) (line, col int) {
	joined := ""
	for _, name := range path {
		joined = join(joined, name)
	}
	at, known := spots[joined]
	if !known {
		return 0, 0
	}
	return x.lines.of(at)
}
