package lint

import (
	"fmt"
	"slices"

	"noclobber/internal/report"
	"noclobber/policy"
)

// globEverything finds patterns that match every file there is.
type globEverything struct{}

func (globEverything) About() report.Check {
	return report.Check{
		ID: "glob-everything", Severity: report.Warning, Title: "a pattern that matches everything",
		Help: "`**` protects the sources, the build's output and whatever comes: every agent's ordinary edit is then judged as a change of a shared document, and refused where two differ. Name the documents, or their folder. Modes that refuse nothing (`record`, `off`) may match everything.",
	}
}

func (globEverything) Run(p *Pass) {
	for _, r := range p.Policy.Rules {
		if r.Mode == policy.Record || r.Mode == policy.Off {
			continue
		}
		for i, g := range p.Policy.Globs(r) {
			if !isEverything(g) || len(r.Except) > 0 {
				continue
			}
			p.inPolicy(r, p.inRule(r, "paths", itoa(i)),
				fmt.Sprintf("%q matches every file%s, so rule %q (mode %s) judges all work", g.Text, p.howMany(), r.Name, r.Mode),
				"name the shared documents, or their folder")
		}
	}
}

// isEverything asks about names that have nothing in common.
func isEverything(g policy.Glob) bool {
	return !slices.ContainsFunc([]string{"a", "Makefile", "src/main.go", "x/y/z/README.md"}, func(name string) bool { return !g.Matches(name) })
}

func (p *Pass) howMany() string {
	if n := len(p.World.Files()); n > 1 {
		return fmt.Sprintf(" (%d here)", n)
	}
	return ""
}
