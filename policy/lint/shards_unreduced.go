package lint

import (
	"bytes"
	"fmt"

	"noclobber/internal/report"
	"noclobber/internal/shard"
	"noclobber/policy"
)

// shardsUnreduced finds entries of shards that the document does not show.
type shardsUnreduced struct{}

func (shardsUnreduced) About() report.Check {
	return report.Check{
		ID: "shards-unreduced", Severity: report.Warning, Title: "shards that are not folded into their document",
		Help: "Writers add to their own shards; readers look at the document that a reducer makes of them. Lines that stand in a shard and not in the document are read by nobody. `noclobber reduce` folds them. Where another node rebuilds the document (`reduce = \"NODE\"`), or it is not there, that is a note.",
	}
}

func (c shardsUnreduced) Run(p *Pass) {
	for _, r := range p.Policy.Rules {
		if r.Mode != policy.Shard {
			continue
		}
		documents, there := c.lines(p, p.documents(r))
		shards := c.shards(p, r)
		missing, first := 0, ""
		for _, f := range shards {
			text, err := p.World.ReadFile(f.Name)
			if err != nil {
				continue
			}
			if n := unshown(text, documents); n > 0 {
				missing += n
				first = f.Name
			}
		}
		if missing > 0 {
			c.report(p, r, there, missing, len(shards), first)
		}
	}
}

// lines are the lines of documents, without the blanks around them.
func (shardsUnreduced) lines(p *Pass, documents []File) (all map[string]bool, name string) {
	all = map[string]bool{}
	for _, d := range documents {
		text, err := p.World.ReadFile(d.Name)
		if err != nil {
			continue
		}
		name = d.Name
		for line := range bytes.Lines(text) {
			all[string(bytes.TrimSpace(line))] = true
		}
	}
	return all, name
}

// shards are the files of a rule's writers.
func (shardsUnreduced) shards(p *Pass, r *policy.Rule) []File {
	var all []File
	for _, f := range p.World.Files() {
		if _, is := shard.Parse(r.Shards, f.Name); is && f.Rule == r.OfShards() {
			all = append(all, f)
		}
	}
	return all
}

// unshown counts the lines of a shard that no document has, headings aside, which documents share.
func unshown(text []byte, documents map[string]bool) int {
	n := 0
	for line := range bytes.Lines(text) {
		trimmed := bytes.TrimSpace(line)
		if len(trimmed) > 0 && trimmed[0] != '#' && !documents[string(trimmed)] {
			n++
		}
	}
	return n
}

func (shardsUnreduced) report(p *Pass, r *policy.Rule, document string, lines, shards int, first string) {
	f := report.Finding{
		Path:    p.World.Report(first),
		Message: fmt.Sprintf("%s of %s missing in %s", count(lines, "line"), count(shards, "shard"), document), Mend: "noclobber reduce " + document,
	}
	if document == "" {
		f.Severity, f.Mend = report.Note, "noclobber reduce"
		f.Message = fmt.Sprintf("the document that %s (%s) would be folded into is not there", count(shards, "shard"), count(lines, "line"))
	}
	if r.Reduce != "local" {
		f.Severity, f.Mend = report.Note, "node "+r.Reduce+" folds them"
	}
	p.add(r, f)
}
