package policy

import "strings"

// shardRule is what holds for the shards of a rule: each only grows at its end.
func (r *reader) shardRule(of *Rule) *Rule {
	glob := shardGlob(of.Shards)
	compiled, err := r.scope.pattern(glob)
	if err != nil {
		return nil // reported where shards was read
	}
	s := *of
	s.Mode, s.At, s.ShardOf = Append, At{}, of
	s.Paths, s.paths = []string{glob}, []pattern{compiled}
	s.Except, s.except, s.Documents, s.documents = nil, nil, nil, nil
	s.Shards, s.Expect, s.shard = "", Expect{}, nil
	s.Seal = false // a sync tool carries permission bits: sealing them here is a change that it finds in conflict with others
	return &s
}

// shardGlob is the pattern that all shards of a rule match, and little else: what a name says is read by package shard.
func shardGlob(shards string) string {
	var b strings.Builder
	for i := 0; i < len(shards); {
		switch rest := shards[i:]; {
		case strings.HasPrefix(rest, "{"):
			b.WriteByte('*')
			i += strings.IndexByte(rest, '}') + 1
		default:
			b.WriteByte(shards[i])
			i++
		}
	}
	return b.String()
}

// names reports whether a path of the rule is spelled out: such a name is the document, even where its shards could have it too.
func (r *Rule) names(s subject) bool {
	for _, p := range r.paths {
		if p.plain && p.matches(s) {
			return true
		}
	}
	return false
}

// ruleFor is the rule itself, or that of its shards, if it is about s.
func (r *Rule) ruleFor(s subject) *Rule {
	switch {
	case r.shard != nil && r.shard.matches(s) && !r.names(s):
		return r.shard
	case r.matches(s):
		return r
	}
	return nil
}

// everyRule are the rules of a policy with those of their shards.
func (p *Policy) everyRule() []*Rule {
	var all []*Rule
	for _, r := range p.Rules {
		all = append(all, r)
		if r.shard != nil {
			all = append(all, r.shard)
		}
	}
	return all
}

// OfShards is what holds for the shards of a rule; nil where it has none.
func (r *Rule) OfShards() *Rule { return r.shard }
