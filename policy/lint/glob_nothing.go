package lint

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"noclobber/internal/report"
	"noclobber/policy"
)

// globNothing finds patterns that match no file.
type globNothing struct{}

func (globNothing) About() report.Check {
	return report.Check{
		ID: "glob-nothing", Severity: report.Warning, Title: "a pattern that matches no file",
		Help: "A rule that matches nothing reads as handled and protects nothing. It is reported where no pattern of a rule matches a file, and where a single pattern matches none but a file has nearly its name. Where the document is still to come, say so: `# lint:ignore glob-nothing written by the first run`.",
	}
}

func (c globNothing) Run(p *Pass) {
	for _, r := range p.Policy.Rules {
		if r.Mode == policy.Off || len(r.Paths) == 0 {
			continue
		}
		var idle []policy.Glob
		globs := p.Policy.Globs(r)
		for _, g := range globs {
			if !p.hits(g) {
				idle = append(idle, g)
			}
		}
		for _, g := range idle {
			c.report(p, r, g, len(idle) == len(globs))
		}
	}
}

// hits says whether a pattern matches any file, those in folders that are passed over included: about these globIgnored
// has more to say.
func (p *Pass) hits(g policy.Glob) bool {
	return len(p.matching(g)) > 0 || slices.ContainsFunc(p.World.Passed(), g.Matches)
}

func (globNothing) report(p *Pass, r *policy.Rule, g policy.Glob, whole bool) {
	near := p.nearName(g)
	if near == "" && !whole {
		return // a pattern for documents to come, in a rule that protects something
	}
	mend := p.mendNothing(g, near)
	at := p.inRule(r, "paths", itoa(slices.Index(r.Paths, g.Text)))
	message := fmt.Sprintf("no file matches %q", g.Text)
	if whole {
		message += fmt.Sprintf(", so rule %q protects nothing", r.Name)
	}
	p.inPolicy(r, at, message, mend)
}

// mendNothing says why a pattern may match nothing.
func (p *Pass) mendNothing(g policy.Glob, near string) string {
	info, err := p.World.Lstat(g.Base())
	switch {
	case near != "":
		return fmt.Sprintf("did you mean %q?", near)
	case g.Plain() && err == nil && info.IsDir():
		return fmt.Sprintf("it is a folder: write %q for everything below it", g.Text+"/**")
	case g.Plain() && err == nil:
		return "it stands in a work tree of its own: write nested = true, or a policy there"
	}
	return "correct the path, drop the pattern, or say that the document is still to come"
}

// nearName is a file that a pattern was probably to match: one with nearly its last name, or with its name elsewhere.
func (p *Pass) nearName(g policy.Glob) string {
	want := path.Base(g.Text)
	best, least := "", min(len(want)/3, 2)+1
	for _, f := range p.World.Files() {
		if f.Rule != nil && f.Rule.Mode != policy.Off && path.Base(f.Name) != want {
			continue // another rule's
		}
		d := policy.Distance(strings.ToLower(path.Base(f.Name)), strings.ToLower(want))
		if d < least && (g.Plain() || d == 0) {
			best, least = f.Name, d
		}
	}
	return best
}
