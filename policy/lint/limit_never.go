package lint

import (
	"bytes"
	"fmt"

	"noclobber/internal/report"
	"noclobber/policy"
)

// limitNever finds limits that nothing can exceed.
type limitNever struct{}

func (limitNever) About() report.Check {
	return report.Check{
		ID: "limit-never", Severity: report.Warning, Title: "a limit that can never trigger",
		Help: "A loss of 100 % is all there is, so that `max_shrink = \"100%\"` refuses nothing. A `min_loss` above `max_shrink` makes that void, and one that is larger than a whole document lets that document be emptied in one write. Each is said of the documents that stand there.",
	}
}

func (c limitNever) Run(p *Pass) {
	for _, r := range p.Policy.Rules {
		if !losesText(r) {
			continue
		}
		c.shrink(p, r)
		if whole(r.MaxErosion) {
			p.inPolicy(r, p.limit(r, "max_erosion"), fmt.Sprintf("max_erosion %q of rule %q can never trigger: no more can go than there is", r.MaxErosion, r.Name), "write less than 100%")
		}
	}
	p.eachDocument(ownMinLoss, func(r *policy.Rule, d File, text []byte) {
		all := policy.Amount{Lines: bytes.Count(text, []byte("\n")), Bytes: int64(len(text))}
		if all.Bytes > 0 && !r.MinLoss.Reached(all, all) {
			p.inPolicy(r, p.limit(r, "min_loss"), fmt.Sprintf("min_loss %q of rule %q is more than all of %s: it may be emptied in one write", r.MinLoss, r.Name, d.Name), "write a smaller min_loss")
		}
	})
}

func (limitNever) shrink(p *Pass, r *policy.Rule) {
	switch {
	case whole(r.MaxShrink):
		p.inPolicy(r, p.limit(r, "max_shrink"), fmt.Sprintf("max_shrink %q of rule %q can never trigger: no more can go than there is", r.MaxShrink, r.Name), "write less than 100%")
	case r.MaxShrink.Parts == policy.PartLines && r.MinLoss.Parts == policy.PartLines && r.MinLoss.Lines > r.MaxShrink.Lines+1,
		r.MaxShrink.Parts == policy.PartBytes && r.MinLoss.Parts == policy.PartBytes && r.MinLoss.Bytes > r.MaxShrink.Bytes+1:
		p.inPolicy(r, p.limit(r, "max_shrink"), fmt.Sprintf("max_shrink %q of rule %q means nothing: losses below min_loss %q are never refused", r.MaxShrink, r.Name, r.MinLoss), "write a smaller min_loss")
	}
}

// losesText says whether a rule weighs losses.
func losesText(r *policy.Rule) bool {
	return r.Mode == policy.Merge || r.Mode == policy.CAS || r.Mode == policy.Anchors
}

// ownMinLoss says whether a rule weighs losses by another min_loss than the default.
func ownMinLoss(r *policy.Rule) bool {
	return losesText(r) && r.MinLoss != policy.Limit{Lines: 5, Bytes: 512, Parts: policy.PartLines | policy.PartBytes}
}

// whole says whether a limit is a share that no loss exceeds.
func whole(l policy.Limit) bool { return l.Parts == policy.PartPercent && l.Percent >= 100 }

// limit is where a rule has its limit from: itself or [defaults].
func (p *Pass) limit(r *policy.Rule, key string) place {
	at := p.inRule(r, key)
	if at.line != r.Line {
		return at
	}
	if in := p.key("defaults", key); in.line > 0 {
		return in
	}
	return at
}
