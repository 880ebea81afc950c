package document

import "fmt"

// refusals lists what the proposal may not do, before anything is merged.
func (j *anchorJoin) refusals() []AnchorProblem {
	var out []AnchorProblem
	if !j.marks.Headings {
		out = append(out, j.missing()...)
	}
	if !j.marks.AllowNew {
		out = append(out, j.unknown()...)
	}
	if j.marks.Frozen {
		out = append(out, j.thawed()...)
	}
	if j.blind {
		out = append(out, j.unseen()...)
	}
	return out
}

// missing lists the anchors that the proposal lacks although its writer has seen them.
func (j *anchorJoin) missing() []AnchorProblem {
	var out []AnchorProblem
	for _, a := range j.head.all.list {
		_, inProp := j.prop.all.find(a.Name)
		_, inBase := j.base.all.find(a.Name)
		if inBase && !inProp {
			out = append(out, deleted(a))
		}
	}
	return out
}

// unknown lists the anchors that neither the head nor the base has.
func (j *anchorJoin) unknown() []AnchorProblem {
	var out []AnchorProblem
	report := func(a Anchor) {
		out = append(out, problem(New, a.Name, a.Line, "in line %d is not in the document: new anchors are not allowed", a.Line))
	}
	if j.marks.Headings {
		for _, u := range j.prop.units {
			_, inHead := j.head.byID[u.id]
			_, inBase := j.base.byID[u.id]
			if !inHead && !inBase {
				report(u.Anchor)
			}
		}
		return out
	}
	for _, a := range j.prop.all.list {
		_, inHead := j.head.all.find(a.Name)
		_, inBase := j.base.all.find(a.Name)
		if !inHead && !inBase {
			report(a)
		}
	}
	return out
}

// thawed reports the first change of the text around anchors. New anchors, and whether they may come, are another rule.
func (j *anchorJoin) thawed() []AnchorProblem {
	base, _ := j.base.skeleton()
	prop, at := j.known(j.prop.skeleton())
	in := interner{}
	changed := changes(in.number(base), in.number(prop), len(in))
	if len(changed) == 0 {
		return nil
	}
	first := changed[0]
	var what string
	if first.insertion() {
		what = fmt.Sprintf("%q was added", j.shownLine(prop[first.from], j.prop))
	} else {
		what = fmt.Sprintf("%q was changed, moved or removed", j.shownLine(base[first.lo], j.base))
	}
	return []AnchorProblem{{Frozen, "", lineAt(at, first.from+1), "text outside the anchors is frozen: " + what}}
}

// known is a skeleton without the tokens of new anchors.
func (j *anchorJoin) known(skeleton []line, at []int) (lines []line, lineAt []int) {
	for i, l := range skeleton {
		if !j.isNew(l) {
			lines, lineAt = append(lines, l), append(lineAt, at[i])
		}
	}
	return lines, lineAt
}

func (j *anchorJoin) isNew(l line) bool {
	id, ok := tokenID(l)
	_, inBase := j.base.byID[id]
	return ok && !inBase
}

func (j *anchorJoin) shownLine(l line, in *layout) string {
	s := keys([]line{l})
	j.untoken(s, in)
	return s[0]
}

// unseen lists what a writer that has seen nothing would change or lose.
func (j *anchorJoin) unseen() []AnchorProblem {
	var out []AnchorProblem
	for _, h := range j.head.units {
		p, ok := j.prop.byID[h.id]
		if !ok || !sameLines(p.lines, h.lines) {
			out = append(out, problem(Blind, h.Name, h.Line, "would change, but this writer has not read the document"))
		}
	}
	h, at := j.head.skeleton()
	p, _ := j.prop.skeleton()
	for _, l := range gone(h, p) {
		if _, isToken := tokenID(h[l]); !isToken {
			return append(out, AnchorProblem{Blind, "", at[l], fmt.Sprintf(
				"line %d, %q, would go, but this writer has not read the document", at[l], j.shownLine(h[l], j.head))})
		}
	}
	return out
}

// mend judges a write of a head whose markers are damaged: it passes if all it changes is marker lines, without taking a
// sound anchor away or damaging it.
func (m Marks) mend(proposal, head []byte, p, h []line, damage []AnchorProblem) AnchorMerge {
	if !sameLines(m.withoutMarkers(p), m.withoutMarkers(h)) || !m.soundStay(p, h, damage) {
		return AnchorMerge{Text: head, Refused: damage}
	}
	return AnchorMerge{Text: Merge(head, proposal, head).Text}
}

func (m Marks) withoutMarkers(lines []line) []line {
	begin, end := m.begin(), m.end()
	var out []line
	for _, l := range lines {
		_, isBegin := begin.name(l.key)
		_, isEnd := end.name(l.key)
		if !isBegin && !isEnd {
			out = append(out, l)
		}
	}
	return out
}

func (m Marks) soundStay(p, h []line, damage []AnchorProblem) bool {
	damaged := map[string]bool{}
	for _, d := range damage {
		damaged[d.Name] = true
	}
	now, left := m.parse(p)
	for _, d := range left {
		if !damaged[d.Name] {
			return false
		}
	}
	before, _ := m.parse(h)
	for _, a := range before.list {
		if _, ok := now.find(a.Name); !ok && !damaged[a.Name] {
			return false
		}
	}
	return true
}
