package lint

import (
	"fmt"
	"slices"

	"noclobber/internal/report"
	"noclobber/policy"
)

// globIgnored finds patterns whose files nobody looks at.
type globIgnored struct{}

func (globIgnored) About() report.Check {
	return report.Check{
		ID: "glob-ignored", Severity: report.Warning, Title: "a pattern that matches only ignored files",
		Help: "All files that the pattern matches lie in folders that are passed over when documents are looked for (`node_modules`, `vendor`, `.venv`, …), or git ignores them. The former are protected only from the first touch on, and `scan` never sees them; the latter are in no clone, so that CI and other machines check nothing. Private notes that git is meant to ignore deserve a `# lint:ignore glob-ignored`.",
	}
}

func (globIgnored) Run(p *Pass) {
	for _, r := range p.Policy.Rules {
		if r.Mode == policy.Off {
			continue
		}
		for i, g := range p.Policy.Globs(r) {
			if why := p.onlyIgnored(g); why != "" {
				p.inPolicy(r, p.inRule(r, "paths", itoa(i)), fmt.Sprintf("%q matches only %s", g.Text, why),
					"name documents that are kept, or say why these are meant")
			}
		}
	}
}

// onlyIgnored says what sort of files a pattern matches, where all of them are ignored.
func (p *Pass) onlyIgnored(g policy.Glob) string {
	matched := p.matching(g)
	switch {
	case slices.ContainsFunc(matched, func(f File) bool { return !f.Ignored }):
		return ""
	case len(matched) > 0:
		return fmt.Sprintf("files that git ignores (%d)", len(matched))
	}
	if slices.ContainsFunc(p.World.Passed(), g.Matches) {
		return "files in folders that are passed over"
	}
	return ""
}
