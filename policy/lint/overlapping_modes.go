package lint

import (
	"fmt"
	"slices"

	"noclobber/internal/report"
	"noclobber/policy"
)

// overlappingModes finds files for which two rules say different things and neither is an exception to the other.
type overlappingModes struct{}

func (overlappingModes) About() report.Check {
	return report.Check{
		ID: "overlapping-modes", Severity: report.Warning, Title: "two rules of different modes that share files by chance",
		Help: "The last rule that matches decides. That is meant where a later rule is narrower than an earlier one. Where neither contains the other (`notes/**` and `**/*.md`), which mode a file gets depends on the order of the file alone. Name the shared files in a third rule, or except them from one of the two.",
	}
}

func (c overlappingModes) Run(p *Pass) {
	told := map[[2]*policy.Rule]bool{}
	for i, rules := range p.rulesOf() {
		if len(rules) < 2 {
			continue
		}
		last := rules[len(rules)-1]
		for _, r := range rules[:len(rules)-1] {
			pair := [2]*policy.Rule{r, last}
			name := p.World.Files()[i].Name
			if told[pair] || r.Mode == last.Mode || c.exempts(p.Policy, last, r, name) {
				continue
			}
			told[pair] = true
			p.inPolicy(last, p.inRule(last), fmt.Sprintf("%s is %s by rule %q and %s by rule %q (line %d); the later one decides, and neither contains the other",
				name, last.Mode, last.Name, r.Mode, r.Name, r.Line), "except the file from one of them, or name it in a rule of its own")
		}
	}
}

// exempts says whether the pattern of the later rule that matches the file is narrower than the earlier rule.
func (overlappingModes) exempts(p *policy.Policy, later, earlier *policy.Rule, name string) bool {
	broad := p.Globs(earlier)
	return slices.ContainsFunc(p.Globs(later), func(g policy.Glob) bool {
		return g.Matches(name) && slices.ContainsFunc(broad, func(b policy.Glob) bool { return b.Covers(g) || g.Covers(b) })
	})
}
