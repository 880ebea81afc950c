package lint

import (
	"fmt"
	"slices"

	"noclobber/internal/report"
	"noclobber/policy"
)

// exceptCancels finds exceptions that leave nothing of their rule, or that take nothing from it.
type exceptCancels struct{}

func (exceptCancels) About() report.Check {
	return report.Check{
		ID: "except-cancels", Severity: report.Warning, Title: "an exception that cancels its rule, or does nothing",
		Help: "`except` takes files away from `paths`. One that covers a pattern of the rule leaves nothing of it; one that cannot meet any pattern of the rule has a misspelt path, or stands in the wrong rule, and what it was to exempt is protected.",
	}
}

func (c exceptCancels) Run(p *Pass) {
	for _, r := range p.Policy.Rules {
		exceptions := p.Policy.Exceptions(r)
		if len(exceptions) == 0 || len(r.Paths) == 0 {
			continue
		}
		c.cancelled(p, r, exceptions)
		c.useless(p, r, exceptions)
	}
}

func (exceptCancels) cancelled(p *Pass, r *policy.Rule, exceptions []policy.Glob) {
	for i, g := range p.Policy.Globs(r) {
		if j := slices.IndexFunc(exceptions, func(e policy.Glob) bool { return e.Covers(g) }); j >= 0 {
			p.inPolicy(r, p.inRule(r, "paths", itoa(i)),
				fmt.Sprintf("except %q takes everything that %q matches away from rule %q", exceptions[j].Text, g.Text, r.Name),
				"narrow the exception, or drop the pattern")
			continue
		}
		matched := p.matching(g)
		left := slices.ContainsFunc(matched, func(f File) bool {
			return !slices.ContainsFunc(exceptions, func(e policy.Glob) bool { return e.Matches(f.Name) })
		})
		if len(matched) > 0 && !left {
			p.inPolicy(r, p.inRule(r, "paths", itoa(i)),
				fmt.Sprintf("the exceptions of rule %q take every file away that %q matches today", r.Name, g.Text),
				"narrow the exceptions, or drop the pattern")
		}
	}
}

func (exceptCancels) useless(p *Pass, r *policy.Rule, exceptions []policy.Glob) {
	globs := p.Policy.Globs(r)
	for i, e := range exceptions {
		if !slices.ContainsFunc(globs, e.Overlaps) {
			p.inPolicy(r, p.inRule(r, "except", itoa(i)),
				fmt.Sprintf("except %q takes nothing away: no path of rule %q can match it", e.Text, r.Name),
				"correct the exception, or move it to the rule that it is about")
		}
	}
}
