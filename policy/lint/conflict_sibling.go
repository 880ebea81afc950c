package lint

import (
	"bytes"
	"fmt"
	"path"
	"slices"

	"noclobber/internal/report"
	"noclobber/internal/siblings"
	"noclobber/policy"
)

// conflictSibling finds copies that sync tools left beside documents.
type conflictSibling struct{}

func (conflictSibling) About() report.Check {
	return report.Check{
		ID: "conflict-sibling", Severity: report.Error, Title: "a copy that a sync tool or a merge left beside a document",
		Help: "Two machines wrote the document before they saw each other; the tool kept one version under the name and parked the other beside it (`JOURNAL.sync-conflict-….md`, `JOURNAL (conflicted copy).md`, `JOURNAL.md.orig`). Nobody reads the parked one, so its lines are lost. `noclobber absorb` merges them back.",
	}
}

func (conflictSibling) Run(p *Pass) {
	for _, f := range p.World.Files() {
		owner, tool, sure := siblings.Owner(path.Base(f.Name))
		if owner == "" {
			continue
		}
		name := path.Join(path.Dir(f.Name), owner)
		i := slices.IndexFunc(p.World.Files(), func(o File) bool { return siblings.Same(o.Name, name) })
		r := p.Policy.MatchRel(name)
		if i >= 0 {
			r = p.World.Files()[i].Rule
		}
		if r == nil || r.Mode == policy.Off || !sure && (i < 0 || !p.related(f.Name, name)) {
			continue
		}
		found := report.Finding{
			Path:    p.World.Report(f.Name),
			Message: fmt.Sprintf("it looks like a copy of %s that %s left", name, tool), Mend: "noclobber absorb " + name,
		}
		if !sure {
			found.Severity = report.Warning
			found.Message += ": by its name, which a person may have chosen, and by lines that both have"
		}
		p.add(r, found)
	}
}

// related says whether two files share lines that are no mere layout.
func (p *Pass) related(a, b string) bool {
	first, errA := p.World.ReadFile(a)
	second, errB := p.World.ReadFile(b)
	if errA != nil || errB != nil {
		return false
	}
	lines := map[string]bool{}
	for line := range bytes.Lines(first) {
		lines[string(bytes.TrimSpace(line))] = true
	}
	for line := range bytes.Lines(second) {
		if text := string(bytes.TrimSpace(line)); len(text) > 3 && text[0] != '#' && lines[text] {
			return true
		}
	}
	return false
}
