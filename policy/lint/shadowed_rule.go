package lint

import (
	"fmt"
	"slices"

	"noclobber/internal/report"
	"noclobber/policy"
)

// shadowedRule finds rules that never decide.
type shadowedRule struct{}

func (shadowedRule) About() report.Check {
	return report.Check{
		ID: "shadowed-rule", Severity: report.Warning, Title: "a rule that later ones shadow",
		Help: "Inside a file the last rule that matches decides. A rule whose every pattern a later rule matches too never decides anything; one whose every file a later rule decides about does nothing today. Broad rules belong first, their exceptions after them.",
	}
}

func (c shadowedRule) Run(p *Pass) {
	for i, r := range p.Policy.Rules {
		if len(r.Paths) == 0 {
			continue
		}
		if by := c.shadow(p.Policy, r, p.Policy.Rules[i+1:]); by != nil {
			p.inPolicy(r, p.inRule(r), fmt.Sprintf("rule %q never decides: rule %q (line %d) comes later and matches everything that it matches", r.Name, by.Name, by.Line),
				"put the broader rule first, or drop one of them")
			continue
		}
		c.idle(p, r)
	}
}

// shadow is a later rule that matches whatever the patterns of r match.
func (shadowedRule) shadow(p *policy.Policy, r *policy.Rule, later []*policy.Rule) *policy.Rule {
	var last *policy.Rule
	for _, g := range p.Globs(r) {
		i := slices.IndexFunc(later, func(by *policy.Rule) bool { return coversGlob(p, by, r, g) })
		if i < 0 {
			return nil
		}
		last = later[i]
	}
	return last
}

// coversGlob says whether rule by matches all that the pattern g of rule r matches and reaches as far.
func coversGlob(p *policy.Policy, by, r *policy.Rule, g policy.Glob) bool {
	if r.Nested && !by.Nested || slices.ContainsFunc(p.Exceptions(by), g.Overlaps) {
		return false
	}
	return slices.ContainsFunc(p.Globs(by), func(b policy.Glob) bool { return b.Covers(g) })
}

// idle reports a rule that matches files and decides about none.
func (shadowedRule) idle(p *Pass, r *policy.Rule) {
	by := map[*policy.Rule]bool{}
	for _, matching := range p.rulesOf() {
		if !slices.Contains(matching, r) {
			continue
		}
		last := matching[len(matching)-1]
		if last == r {
			return
		}
		by[last] = true
	}
	if len(by) != 1 {
		return // no file, or a broad rule whose files several exceptions share
	}
	for other := range by {
		p.inPolicy(r, p.inRule(r), fmt.Sprintf("every file that rule %q matches today is decided by the later rule %q (line %d)", r.Name, other.Name, other.Line),
			"put the broader rule first, or drop one of them")
	}
}
