package lint

import (
	"fmt"
	"slices"
	"strings"

	"noclobber/internal/report"
	"noclobber/policy"
)

// keyIdle finds keys that mean nothing in the rule where they stand.
type keyIdle struct{}

func (keyIdle) About() report.Check {
	return report.Check{
		ID: "key-idle", Severity: report.Warning, Title: "a key that does nothing in its rule",
		Help: "`at` in a rule that merges, `keep` for a Markdown file, `max_shrink` where nothing may be lost anyway, `seal` for a store's documents, `fresh` for a tool without `scheme`: the writer of the rule expected something of it. The finding says in which modes, or for which formats, the key counts.",
	}
}

// idleKey says where a key counts.
type idleKey struct {
	key     string
	modes   []policy.Mode
	formats []policy.Format // nil: any
}

func idleKeys() []idleKey {
	weighs := []policy.Mode{policy.Merge, policy.CAS, policy.Anchors}
	writes := []policy.Mode{policy.Append, policy.Anchors, policy.Merge, policy.CAS}
	grows := []policy.Mode{policy.Append, policy.Shard}
	merges := []policy.Mode{policy.Merge}
	rows := []policy.Format{policy.JSONL}
	logs := append(slices.Clone(writes), policy.Record)
	return []idleKey{
		{"at", grows, nil},
		{"outside", []policy.Mode{policy.Anchors}, nil}, {"new", []policy.Mode{policy.Anchors}, nil},
		{"style", []policy.Mode{policy.Anchors}, nil},
		{"begin", []policy.Mode{policy.Anchors, policy.Append}, nil}, {"end", []policy.Mode{policy.Anchors}, nil},
		{"shards", []policy.Mode{policy.Shard}, nil}, {"reduce", []policy.Mode{policy.Shard}, nil},
		{"key", merges, []policy.Format{policy.JSON, policy.JSONL}}, {"keep", merges, []policy.Format{policy.JSON}},
		{"seq", logs, rows}, {"seq_first", logs, rows}, {"seq_count", logs, rows},
		{"max_shrink", weighs, nil}, {"min_loss", weighs, nil}, {"shrink", weighs, nil},
		{"on_rewrite", writes, nil},
		{"expect", append(slices.Clone(logs), policy.Shard, policy.Deny), nil},
		{"max_erosion", append(slices.Clone(logs), policy.Shard), nil},
	}
}

func (keyIdle) Run(p *Pass) {
	keys := idleKeys()
	for i, r := range p.Policy.Rules {
		for _, k := range keys {
			at := p.key("protect", itoa(i), k.key)
			if at.line == 0 {
				continue
			}
			if why := k.idle(p, r); why != "" {
				p.inPolicy(r, at, fmt.Sprintf("%s does nothing in rule %q: %s", k.key, r.Name, why), "take it out, or change the mode")
			}
		}
	}
	idleForStores(p)
	idleForFiles(p)
}

// idleForStores finds keys about files in rules that name remote documents alone.
func idleForStores(p *Pass) {
	for i, r := range p.Policy.Rules {
		if len(r.Paths) > 0 {
			continue
		}
		for _, key := range []string{"except", "seal", "nested"} {
			if at := p.key("protect", itoa(i), key); at.line != 0 {
				p.inPolicy(r, at, fmt.Sprintf("%s does nothing in rule %q: it is about files, and the rule names documents of a store", key, r.Name), "take it out")
			}
		}
	}
}

// idleForFiles finds keys about stores in maps of tools that work on files.
func idleForFiles(p *Pass) {
	for i, t := range p.Policy.Tools {
		if t.Scheme != "" {
			continue
		}
		for _, key := range []string{"fresh", "version", "result_version"} {
			if at := p.key("tool", itoa(i), key); at.line != 0 {
				p.inPolicy(nil, at, fmt.Sprintf("%s does nothing in the map of %q: it is about documents of a store, and the map has no scheme", key, t.Match), "write scheme, or take it out")
			}
		}
	}
}

// idle says why a key means nothing in a rule; "" where it counts.
func (k idleKey) idle(p *Pass, r *policy.Rule) string {
	if !slices.Contains(k.modes, r.Mode) {
		return fmt.Sprintf("it counts in mode %s, not in %s", words(k.modes), r.Mode)
	}
	if k.formats == nil || len(r.Paths) == 0 {
		return ""
	}
	names := p.namesOf(r)
	for _, g := range p.Policy.Globs(r) {
		names = append(names, g.Text)
	}
	for _, name := range names {
		if slices.Contains(k.formats, r.FormatOf(name)) {
			return ""
		}
	}
	return fmt.Sprintf("it counts for %s, and no path is that", words(k.formats))
}

func words[T ~string](all []T) string {
	texts := make([]string, len(all))
	for i, one := range all {
		texts[i] = string(one)
	}
	return strings.Join(texts, ", ")
}
