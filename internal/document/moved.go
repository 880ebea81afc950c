package document

// findMoved finds lines that moved and met a change that the other side made as well: both moved the line, to different
// places; one moved what the other deleted; one moved it to where the other added an equal one. The parts merge without
// touching, and yet the line would be there twice, or again, or too rarely.
func (c *composer) findMoved(byProp, byHead []hunk) {
	tally := map[string]*deltas{}
	for _, o := range c.settled {
		if o.shared {
			watch(tally, c.base[o.lo:o.hi])
			watch(tally, o.lines)
		}
	}
	if len(tally) == 0 {
		return
	}
	for _, h := range byProp {
		count(tally, c.base[h.lo:h.hi], c.prop[h.from:h.upTo], func(d *deltas) *int { return &d.prop })
	}
	for _, h := range byHead {
		count(tally, c.base[h.lo:h.hi], c.head[h.from:h.upTo], func(d *deltas) *int { return &d.head })
	}
	for _, o := range c.settled {
		count(tally, c.base[o.lo:o.hi], o.lines, func(d *deltas) *int { return &d.merged })
	}
	c.reportMoved(tally)
}

func watch(tally map[string]*deltas, lines []line) {
	for _, l := range lines {
		if !l.blank() {
			tally[string(l.key)] = &deltas{}
		}
	}
}

// deltas is how often more a line is there than in the base, in each text.
type deltas struct{ prop, head, merged int }

func count(tally map[string]*deltas, gone, come []line, field func(*deltas) *int) {
	for _, l := range gone {
		if d := tally[string(l.key)]; d != nil {
			*field(d)--
		}
	}
	for _, l := range come {
		if d := tally[string(l.key)]; d != nil {
			*field(d)++
		}
	}
}

// off says that the merged text does not have the line as often as the changes of the sides, each made once or both
// made as one, can explain.
func (d deltas) off() bool {
	least, most := d.prop+d.head, d.prop+d.head
	switch {
	case d.prop >= 0 && d.head >= 0:
		least = max(d.prop, d.head)
	case d.prop <= 0 && d.head <= 0:
		most = min(d.prop, d.head)
	}
	return d.merged < least || d.merged > most
}

func (c *composer) reportMoved(tally map[string]*deltas) {
	for i, l := range c.head {
		c.reportOnce(tally, l, i+1)
	}
	for _, l := range c.prop {
		c.reportOnce(tally, l, 1)
	}
}

func (c *composer) reportOnce(tally map[string]*deltas, l line, number int) {
	d := tally[string(l.key)]
	if d == nil || !d.off() {
		return
	}
	delete(tally, string(l.key))
	here := keys([]line{l})
	conflict := Conflict{Base: here, Line: number}
	if d.prop >= 0 {
		conflict.Proposal = here
	}
	if d.head >= 0 {
		conflict.Head = here
	}
	c.conflicts = append(c.conflicts, conflict)
}

// unexplained lists the lines of a merged text whose number the changes of the two sides do not explain; see off. Parts
// that were merged one by one cannot see what moved from one to another.
func unexplained(base, prop, head, merged []line) []line {
	in := interner{}
	texts := [][]int32{in.number(base), in.number(prop), in.number(head), in.number(merged)}
	counts := make([][4]int, len(in))
	for t, ids := range texts {
		for _, id := range ids {
			counts[id][t]++
		}
	}
	var out []line
	for _, lines := range [][]line{head, prop} {
		for _, l := range lines {
			c := &counts[in[string(l.key)]]
			d := deltas{c[1] - c[0], c[2] - c[0], c[3] - c[0]}
			if !l.blank() && d.off() {
				out = append(out, l)
				*c = [4]int{}
			}
		}
	}
	return out
}
