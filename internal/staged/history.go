package staged

import (
	"bytes"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/policy"
)

// history judges what became of the lines that stood before.
func (c change) history() []Finding {
	old, now := c.before.text, c.after.text
	switch {
	case c.opaque():
		return c.bytesOnly()
	case document.Reflow(old, now), document.GrownReflow(old, now):
		return nil
	case grows(c.rule.Mode):
		return c.appended()
	}
	return c.shrunk()
}

// grows says whether every line of a document with that mode stays.
func grows(m policy.Mode) bool { return m == policy.Append || m == policy.Shard }

// opaque says that the text is none that lines could be told of.
func (c change) opaque() bool {
	size := int64(max(len(c.before.text), len(c.after.text)))
	return c.before.binary() || c.after.binary() || c.rule.MaxDocument > 0 && size > c.rule.MaxDocument
}

// bytesOnly judges bytes: what only grows at its end lost nothing.
func (c change) bytesOnly() []Finding {
	old, now := c.before.text, c.after.text
	lost := int64(len(old) - len(now))
	of := policy.Amount{Bytes: int64(len(old))}
	switch {
	case bytes.HasPrefix(now, old):
		return nil
	case grows(c.rule.Mode):
		return []Finding{c.finding(LostLines, "%s is too large or no text, so its lines cannot be told, and its first %d bytes are not what they were", c.name(), len(old))}
	case lost > 0 && c.rule.MinLoss.Reached(policy.Amount{Bytes: lost}, of) && c.rule.MaxShrink.Exceeded(policy.Amount{Bytes: lost}, of):
		return []Finding{c.finding(LostLines, "%s would shrink from %d to %d bytes, more than the rule allows (%s)", c.name(), len(old), len(now), c.rule.MaxShrink)}
	}
	return nil
}

// appended judges a document that only grows: every line counts, and so does their order.
func (c change) appended() []Finding {
	old, now := c.before.text, c.after.text
	if bytes.HasPrefix(now, old) {
		return nil // also where a last line without an end was written on
	}
	gone := c.excused(document.Lost(old, now).Lines)
	if len(gone) == 0 {
		if !c.merging() && !document.KeepsOrder(old, now) {
			f := c.finding(Reordered, "%s only grows (mode %s), and lines that stood in it would change their order", c.name(), c.rule.Mode)
			f.Line = firstChange(old, now)
			return []Finding{f}
		}
		return nil
	}
	f := c.finding(LostLines, "%s only grows (mode %s), and %s of %d would be lost or changed", c.name(), c.rule.Mode, plural(len(gone), "line"), lineCount(old))
	f.Lines, f.Line = gone, firstChange(old, now)
	return []Finding{f}
}

// shrunk judges a loss by the rule's limits.
func (c change) shrunk() []Finding {
	old, now := c.before.text, c.after.text
	loss := document.Shrink(old, now)
	gone := c.excused(loss.Gone)
	if c.merging() {
		loss.Lines, loss.Bytes = min(loss.Lines, len(gone)), min(loss.Bytes, sizeOf(gone))
	}
	if !gate.Beyond(loss, c.rule) {
		return nil
	}
	f := c.finding(LostLines, "%s would shrink by %d of %s and %d of %d bytes, more than the rule allows (%s)",
		c.name(), loss.Lines, plural(loss.OldLines, "line"), loss.Bytes, loss.OldBytes, c.rule.MaxShrink)
	f.Lines, f.Line = gone, firstChange(old, now)
	return []Finding{f}
}

// excused leaves out the lines that another side of the merge took away.
func (c change) excused(lines []string) []string {
	removed := map[string]int{}
	for _, f := range c.forks {
		if f.base.exists() {
			for _, l := range document.Lost(f.base.text, f.side.text).Lines {
				removed[l]++
			}
		}
	}
	if len(removed) == 0 {
		return lines
	}
	var out []string
	for _, l := range lines {
		if removed[l] > 0 {
			removed[l]--
			continue
		}
		out = append(out, l)
	}
	return out
}

func sizeOf(lines []string) int64 {
	var n int64
	for _, l := range lines {
		n += int64(len(l)) + 1
	}
	return n
}

// firstChange is the first line of now, 1-based, that is not as it was: where a person should look.
func firstChange(old, now []byte) int {
	o, n := bytes.Split(document.Normalize(old), []byte("\n")), bytes.Split(document.Normalize(now), []byte("\n"))
	i := 0
	for i < len(o) && i < len(n) && bytes.Equal(bytes.TrimRight(o[i], " \t"), bytes.TrimRight(n[i], " \t")) {
		i++
	}
	return max(1, min(i+1, lineCount(now)))
}
