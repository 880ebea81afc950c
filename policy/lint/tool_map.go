package lint

import (
	"fmt"
	"slices"
	"strings"

	"noclobber/internal/report"
	"noclobber/policy"
)

// toolMap finds maps of tools that protect nothing, or that blind the gate.
type toolMap struct{}

func (toolMap) About() report.Check {
	return report.Check{
		ID: "tool-map", Severity: report.Warning, Title: "a [[tool]] that maps nothing, or too much",
		Help: "Remote documents are named by the `scheme` of a `[[tool]]`: a rule whose scheme no tool has protects nothing, and a tool whose scheme no rule names is not checked. A scheme that has a tool to write and none to read leaves every writer without a base, so that every whole write is refused; a store's documents have no shards, so that mode `shard` refuses them all. The first map that fits counts: one behind a broader one is never asked, and a `read` map that fits tools that write makes them pass unseen.",
	}
}

func (c toolMap) Run(p *Pass) {
	for _, r := range p.Policy.Rules {
		if r.Mode == policy.Shard && len(r.Documents) > 0 {
			p.inPolicy(r, p.inRule(r, "documents", "0"), fmt.Sprintf("a store's documents have no shards: every write of %q is refused", r.Documents[0]), `write mode = "append"`)
		}
		for i, d := range r.Documents {
			scheme, _, _ := strings.Cut(d, ":")
			c.scheme(p, r, p.inRule(r, "documents", itoa(i)), d, scheme)
		}
	}
	for i, t := range p.Policy.Tools {
		c.tool(p, i, t)
	}
}

// scheme looks for the tools of a remote document.
func (toolMap) scheme(p *Pass, r *policy.Rule, at place, document, scheme string) {
	writes, reads := false, false
	for _, t := range p.Policy.Tools {
		if t.Scheme == scheme {
			reads = reads || t.Kind == "read"
			writes = writes || t.Kind != "read"
		}
	}
	switch {
	case !writes && !reads:
		p.inPolicy(r, at, fmt.Sprintf("no [[tool]] has the scheme %q, so %q protects nothing", scheme, document), fmt.Sprintf("write a [[tool]] with scheme = %q for each tool of the store", scheme))
	case !reads:
		p.inPolicy(r, at, fmt.Sprintf("no [[tool]] of kind read has the scheme %q: nobody is known to have read %q before writing it", scheme, document), "map the tool that reads the document")
	}
}

func (toolMap) tool(p *Pass, i int, t policy.Tool) {
	at := p.key("tool", itoa(i), "match")
	for _, earlier := range p.Policy.Tools[:i] {
		if earlier.Shadows(t) {
			p.inPolicy(nil, at, fmt.Sprintf("the map of %q is never asked: %q (line %d) comes first and fits all of it", t.Match, earlier.Match, earlier.Line), "put the narrower map first")
			return
		}
	}
	if t.Scheme != "" && !p.names(t.Scheme) {
		p.inPolicy(nil, at, fmt.Sprintf("no rule names a document %q, so calls of %q are not checked", t.Scheme+":…", t.Match), fmt.Sprintf("write documents = [\"%s:*\"] in a rule", t.Scheme))
	}
	if t.Kind != "read" {
		return
	}
	for _, known := range policy.BuiltinTools() {
		if known.Kind != "read" && t.Shadows(known) {
			p.inPolicy(nil, at, fmt.Sprintf("%q counts as a tool that only reads, and fits %q, which writes: such calls pass unseen", t.Match, known.Match), "name the tools that read, one by one")
			return
		}
	}
}

// names says whether a rule is about remote documents of a scheme.
func (p *Pass) names(scheme string) bool {
	return slices.ContainsFunc(p.Policy.Rules, func(r *policy.Rule) bool {
		return slices.ContainsFunc(r.Documents, func(d string) bool { return strings.HasPrefix(d, scheme+":") })
	})
}
