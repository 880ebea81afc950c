package document

import (
	"bytes"
	"slices"
	"strings"
)

// AnchorConflict is a conflict inside an anchor; with an empty name, in the text around anchors.
type AnchorConflict struct {
	Name string
	Conflict
}

// AnchorMerge is what a whole write of an anchored document becomes.
type AnchorMerge struct {
	Text      []byte // the head, where anything was refused
	Conflicts []AnchorConflict
	Refused   []AnchorProblem
	Changed   []string // anchors that Text has otherwise than the head
	Removed   []string // headings of the head whose sections Text lacks: to be confirmed
	Added     []string // anchors that the head lacks
}

// Clean says that nothing conflicts and nothing is refused. Headings may still have been removed.
func (m AnchorMerge) Clean() bool { return len(m.Conflicts) == 0 && len(m.Refused) == 0 }

// MergeAnchors merges a proposal anchor by anchor, each three-way, and the text around them three-way, each anchor being
// one line there. Anchors that the writer has not seen stay. Without a base only text that cannot lose anything may
// change: no anchor, and around them no line may go.
func MergeAnchors(base []byte, hasBase bool, proposal, head []byte, m Marks) AnchorMerge {
	b, p, h := split(base).lines, split(proposal).lines, split(head).lines
	inHead, damage := m.parse(h)
	if len(damage) > 0 {
		return m.mend(proposal, head, p, h, damage)
	}
	inProp, damage := m.parse(p)
	if len(damage) > 0 {
		return AnchorMerge{Text: head, Refused: damage}
	}
	inBase, damage := m.parse(b)
	if !hasBase {
		b = h
	}
	j := anchorJoin{marks: m, seen: b, prop: newLayout(p, inProp), head: newLayout(h, inHead)}
	j.blind = !hasBase || len(damage) > 0
	if j.base = newLayout(b, inBase); j.blind {
		j.base = newLayout(h, inHead)
	}
	if m.Headings {
		j.pairSections()
	}
	if refused := j.refusals(); len(refused) > 0 {
		return AnchorMerge{Text: head, Refused: refused}
	}
	out := j.merge(hasBOM(head))
	if len(out.Refused) > 0 {
		out.Text = head
	}
	return out
}

// anchorJoin merges three layouts.
type anchorJoin struct {
	marks            Marks
	base, prop, head *layout
	seen             []line // the base, also where its markers are damaged
	blind            bool   // base is the head: the writer has seen nothing, or no anchors
	result           AnchorMerge
}

func (j *anchorJoin) merge(withBOM bool) AnchorMerge {
	b, _ := j.base.skeleton()
	p, _ := j.prop.skeleton()
	h, at := j.head.skeleton()
	around := mergeLines(b, p, h)
	for _, c := range around.Conflicts {
		c.Line = lineAt(at, c.Line)
		j.untoken(c.Base, j.base)
		j.untoken(c.Proposal, j.prop)
		j.untoken(c.Head, j.head)
		j.result.Conflicts = append(j.result.Conflicts, AnchorConflict{"", c})
	}
	j.orphans()
	if withBOM {
		j.result.Text = []byte(bom)
	}
	there := map[string]bool{}
	for _, l := range split(around.Text).lines {
		id, ok := tokenID(l)
		if !ok {
			j.result.Text = append(j.result.Text, l.raw...)
			continue
		}
		there[id] = true
		j.result.Text = append(append(j.result.Text, unended(j.unit(id))...), l.end()...)
	}
	for _, u := range j.head.units {
		if !there[u.id] {
			j.result.Removed = append(j.result.Removed, u.Name)
		}
	}
	j.audit()
	j.verify()
	return j.result
}

// audit reports lines that moved from one anchor to another and met a change there or here.
func (j *anchorJoin) audit() {
	if len(j.result.Conflicts) > 0 {
		return
	}
	for _, l := range unexplained(j.seen, j.prop.lines, j.head.lines, split(j.result.Text).lines) {
		at := slices.IndexFunc(j.head.lines, func(h line) bool { return bytes.Equal(h.key, l.key) })
		j.conflict("", Conflict{Base: keys([]line{l}), Line: max(at+1, 1)})
	}
}

// lineAt maps a line of the head's skeleton to the head's.
func lineAt(at []int, skeletonLine int) int {
	switch {
	case len(at) == 0:
		return 1
	case skeletonLine > len(at):
		return at[len(at)-1]
	}
	return at[skeletonLine-1]
}

// untoken shows an anchor's own line instead of its token.
func (j *anchorJoin) untoken(lines []string, l *layout) {
	for i, s := range lines {
		if id, ok := strings.CutPrefix(s, tokenMark); ok {
			if u, ok := l.byID[id]; ok {
				lines[i] = u.title()
			}
		}
	}
}

// unit merges one anchor and returns its text.
func (j *anchorJoin) unit(id string) []byte {
	b, inBase := j.base.byID[id]
	p, inProp := j.prop.byID[id]
	h, inHead := j.head.byID[id]
	switch {
	case !inHead:
		j.result.Added = append(j.result.Added, p.Name)
		c := composer{style: styleOf(j.head.lines, p.lines)}
		c.putProp(hunk{}, p.lines)
		return c.out
	case !inProp || sameLines(p.lines, h.lines) && !inBase:
		return rawText(h.lines)
	case !inBase:
		j.conflict(h.Name, Conflict{Proposal: keys(p.lines), Head: keys(h.lines), Line: h.Line})
		return rawText(h.lines)
	}
	m := mergeLines(b.lines, p.lines, h.lines)
	for _, c := range m.Conflicts {
		c.Line += h.from
		j.conflict(h.Name, c)
	}
	if !sameLines(split(m.Text).lines, h.lines) {
		j.result.Changed = append(j.result.Changed, h.Name)
	}
	return m.Text
}

func (j *anchorJoin) conflict(name string, c Conflict) {
	j.result.Conflicts = append(j.result.Conflicts, AnchorConflict{name, c})
}

// orphans reports anchors that one side removed and the other changed.
func (j *anchorJoin) orphans() {
	for _, b := range j.base.units {
		p, inProp := j.prop.byID[b.id]
		h, inHead := j.head.byID[b.id]
		switch {
		case inProp && !inHead && !sameLines(p.lines, b.lines):
			j.conflict(b.Name, Conflict{Base: keys(b.lines), Proposal: keys(p.lines), Line: 1})
		case inHead && !inProp && !sameLines(h.lines, b.lines):
			j.conflict(b.Name, Conflict{Base: keys(b.lines), Head: keys(h.lines), Line: h.Line})
		}
	}
}

// verify makes sure that the result has the anchors it should: none doubled, none of the head's gone.
func (j *anchorJoin) verify() {
	if j.marks.Headings || len(j.result.Conflicts) > 0 {
		return
	}
	all, damage := ParseAnchors(j.result.Text, j.marks)
	j.result.Refused = append(j.result.Refused, damage...)
	for _, a := range j.head.all.list {
		if _, ok := all.find(a.Name); !ok && len(damage) == 0 {
			j.result.Refused = append(j.result.Refused, deleted(a))
		}
	}
}

func deleted(a Anchor) AnchorProblem {
	return problem(Deleted, a.Name, a.Line, "of line %d is missing: anchors are not removed by a write", a.Line)
}

func rawText(lines []line) []byte {
	var out []byte
	for _, l := range lines {
		out = append(out, l.raw...)
	}
	return out
}

// unended takes the final line ending off.
func unended(doc []byte) []byte {
	if lines := split(doc).lines; ended(lines) {
		return doc[:len(doc)-len(lines[len(lines)-1].end())]
	}
	return doc
}
