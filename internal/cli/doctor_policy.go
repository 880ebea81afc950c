package cli

import (
	"errors"
	"fmt"
	"strings"

	"noclobber/internal/guard"
	"noclobber/policy"
)

// policyCheck is what was looked at of one policy.
type policyCheck struct {
	File      string `json:"file"`
	Rules     int    `json:"rules"`
	Documents int    `json:"documents"` // that this machine knows
}

func (c *checkup) examinePolicies(s Streams, g *guard.Guard) {
	policies, err := g.Policies().InForce(s.Dir)
	for _, broken := range brokenPolicies(err) {
		c.addBroken(broken)
	}
	c.Findings = append(c.Findings, s.noPolicy()...)
	for _, p := range policies {
		check := policyCheck{File: p.File, Rules: len(p.Rules)}
		if known, err := g.Store().Index(p.File).Load(); err == nil {
			check.Documents = len(known)
		}
		c.Policies = append(c.Policies, check)
		for _, r := range p.Rules {
			c.examineShards(p, r)
		}
	}
}

// brokenPolicies takes a joined error apart.
func brokenPolicies(err error) []*policy.Broken {
	if err == nil {
		return nil
	}
	var out []*policy.Broken
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			out = append(out, brokenPolicies(e)...)
		}
		return out
	}
	if b := (*policy.Broken)(nil); errors.As(err, &b) {
		return []*policy.Broken{b}
	}
	return nil
}

func (c *checkup) addBroken(b *policy.Broken) {
	if len(b.Problems) == 0 {
		c.add("broken-policy", severityError, b.File, b.Error(), "mend the policy file")
	}
	for _, p := range b.Problems {
		mend := orElse(p.Mend, "mend the policy file")
		p.Mend = ""
		c.add("broken-policy", severityError, b.File, p.String(), mend)
	}
}

// examineShards warns of shards that two machines would write.
func (c *checkup) examineShards(p *policy.Policy, r *policy.Rule) {
	if r.Mode != policy.Shard || strings.Contains(r.Shards, "{node}") || strings.Contains(r.Shards, "{session}") {
		return
	}
	c.add("shared-shard", severityWarning, p.File, fmt.Sprintf("%s:%d: shards = %q names one file for all machines, so that a sync tool will find conflicts in it",
		p.File, r.Line, r.Shards), "put {node} or {session} into the name")
}
