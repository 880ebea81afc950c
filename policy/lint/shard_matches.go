package lint

import (
	"fmt"
	"slices"

	"noclobber/internal/report"
	"noclobber/internal/shard"
	"noclobber/policy"
)

// shardMatchesDocument finds shards and documents that are taken for each other.
type shardMatchesDocument struct{}

func (shardMatchesDocument) About() report.Check {
	return report.Check{
		ID: "shard-matches-document", Severity: report.Error, Title: "shards and the document they are folded into are taken for each other",
		Help: "In mode `shard` each writer owns one file, and a reducer folds these into the document. A document that looks like one of the shards is folded into itself, growing with each run; a shard about which another rule decides is judged by that rule, which may let nobody write it. So would be any other file that the pattern happens to match.",
	}
}

func (c shardMatchesDocument) Run(p *Pass) {
	for _, r := range p.Policy.Rules {
		if r.Mode != policy.Shard {
			continue
		}
		at := p.inRule(r, "shards")
		for _, name := range p.namesOf(r) {
			if _, taken := shard.Parse(r.Shards, name); taken {
				p.inPolicy(r, at, fmt.Sprintf("shards %q also match the document %s that they are folded into", r.Shards, name), shardMend)
			}
		}
		c.owned(p, r, at)
	}
}

// namesOf are the documents that a rule decides about and those that it names, there or not.
func (p *Pass) namesOf(r *policy.Rule) []string {
	var all []string
	for _, d := range p.documents(r) {
		all = append(all, d.Name)
	}
	for _, g := range p.Policy.Globs(r) {
		if g.Plain() && !slices.Contains(all, g.Text) {
			all = append(all, g.Text)
		}
	}
	return all
}

const shardMend = `keep the shards in a folder of their own: shards = "PROGRESS.d/{node}.md"`

// owned looks at which rule decides about a shard.
func (shardMatchesDocument) owned(p *Pass, r *policy.Rule, at place) {
	name := shard.Expand(r.Shards, shard.Name{Node: "some-node", Session: "some-session", Date: "2006-01-02"})
	if decides := p.Policy.MatchRel(name); decides != nil && decides != r.OfShards() {
		p.inPolicy(r, at, fmt.Sprintf("the shard %s falls under rule %q (mode %s), not under this one", name, decides.Name, decides.Mode),
			"except the shards from that rule, or put it before this one")
	}
}
