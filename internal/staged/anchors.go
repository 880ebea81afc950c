package staged

import (
	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/policy"
)

// anchors judges what became of the named regions.
func (c change) anchors() []Finding {
	if c.rule.Mode != policy.Anchors || c.opaque() {
		return nil
	}
	marks := gate.MarksOf(c.rule)
	if !marks.Headings {
		if _, problems := document.ParseAnchors(c.before.text, marks); len(problems) > 0 {
			return c.stillDamaged(marks)
		}
	}
	merged := document.MergeAnchors(c.before.text, true, c.after.text, c.before.text, marks)
	var out []Finding
	for _, p := range merged.Refused {
		out = append(out, c.anchorFinding(p)...)
	}
	for _, name := range merged.Removed {
		if !c.anchorRemovedThere(name, marks) {
			out = append(out, c.finding(LostAnchor, "the section %q of %s would be gone", name, c.name()))
		}
	}
	return out
}

func (c change) anchorFinding(p document.AnchorProblem) []Finding {
	marks := gate.MarksOf(c.rule)
	f := c.finding(DamagedAnchor, "%s: %s", c.name(), p.Message)
	switch p.Kind {
	case document.Deleted:
		if c.anchorRemovedThere(p.Name, marks) {
			return nil
		}
		f = c.finding(LostAnchor, "the anchor %q of %s would be gone", p.Name, c.name())
	case document.New:
		if c.anchorFromThere(p.Name, marks) {
			return nil
		}
		f.Line = p.Line
	case document.Frozen:
		if c.merging() {
			return nil // either side may have been allowed to
		}
		f = c.finding(FrozenText, "%s: %s", c.name(), p.Message)
	default:
		f.Line = p.Line
	}
	return []Finding{f}
}

// stillDamaged judges a document whose markers were damaged before: they may be mended, and not damaged more.
func (c change) stillDamaged(marks document.Marks) []Finding {
	_, before := document.ParseAnchors(c.before.text, marks)
	_, after := document.ParseAnchors(c.after.text, marks)
	if len(after) <= len(before) {
		return nil
	}
	f := c.finding(DamagedAnchor, "%s: %s", c.name(), after[0].Message)
	f.Line = after[0].Line
	return []Finding{f}
}

// anchorRemovedThere says that another side of a merge removed an anchor.
func (c change) anchorRemovedThere(name string, marks document.Marks) bool {
	for _, f := range c.forks {
		if hasAnchor(f.base.text, name, marks) && !hasAnchor(f.side.text, name, marks) {
			return true
		}
	}
	return false
}

// anchorFromThere says that another side of a merge brought an anchor.
func (c change) anchorFromThere(name string, marks document.Marks) bool {
	for _, f := range c.forks {
		if hasAnchor(f.side.text, name, marks) {
			return true
		}
	}
	return false
}

func hasAnchor(text []byte, name string, marks document.Marks) bool {
	anchors, _ := document.ParseAnchors(text, marks)
	for _, n := range anchors.Names() {
		if n == name {
			return true
		}
	}
	return false
}
