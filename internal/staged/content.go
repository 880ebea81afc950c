package staged

import (
	"bytes"
	"errors"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/internal/report"
	"noclobber/internal/seqlog"
	"noclobber/policy"
)

// content judges the new text as such. What was wrong with it before is not this commit's doing.
func (c change) content() []Finding {
	if c.opaque() && c.format() != policy.JSONL {
		return nil
	}
	found := c.marks()
	if hasError(found) {
		return found // nothing else can be told of such a text
	}
	return append(append(found, c.placeholder()...), c.parsed()...)
}

func hasError(findings []Finding) bool {
	for _, f := range findings {
		if f.Severity == report.Error {
			return true
		}
	}
	return false
}

func (c change) format() policy.Format { return c.rule.FormatOf(c.path) }

// marks finds conflict markers that no parent has. One finding tells of all.
func (c change) marks() []Finding {
	had := map[string]int{}
	for _, v := range append(c.sides(), c.before) {
		for _, m := range document.ConflictMarks(v.text) {
			had[m.Text]++
		}
	}
	var quoted []Finding
	for _, m := range document.ConflictMarks(c.after.text) {
		if had[m.Text] > 0 {
			had[m.Text]--
			continue
		}
		f := c.finding(Marks, "line %d of %s is a conflict marker: %s", m.Line, c.name(), m.Text)
		f.Line = m.Line
		if !m.Quoted || c.merging() {
			return []Finding{f}
		}
		if f.Severity = report.Note; len(quoted) == 0 {
			f.Message += " (in a code block or a comment)"
			quoted = []Finding{f}
		}
	}
	return quoted
}

func (c change) sides() []version {
	var out []version
	for _, f := range c.forks {
		out = append(out, f.side)
	}
	return out
}

// placeholder finds a line that stands for text left out.
func (c change) placeholder() []Finding {
	if !c.before.exists() {
		return nil
	}
	find := document.Placeholder
	if f := c.format(); f == policy.JSON || f == policy.JSONL {
		find = document.JSONPlaceholder
	}
	line, n, found := find(c.after.text, c.before.text)
	if !found {
		return nil
	}
	f := c.finding(Placeholder, "line %d of %s stands for text that was left out: %s", n, c.name(), line)
	f.Line = n
	return []Finding{f}
}

// parsed finds mistakes in the document's format.
func (c change) parsed() []Finding {
	if c.format() == policy.JSONL {
		return c.rows()
	}
	err := gate.Mistake(c.rule, c.path, c.before.text, c.after.text)
	if err == nil {
		return nil
	}
	f := c.finding(InvalidFormat, "%s is no valid %s any longer: %v", c.name(), c.format(), err)
	if !c.before.exists() {
		f.Message = c.path + " is no valid " + string(c.format()) + ": " + err.Error()
	}
	var at *document.JSONError
	if errors.As(err, &at) {
		f.Line = at.Line
	}
	return []Finding{f}
}

// rows finds what the commit breaks in a log: each kind once, at its first row.
func (c change) rows() []Finding {
	opt := seqlog.Options{Seq: c.rule.Seq, First: c.rule.SeqFirst, Count: c.rule.SeqCount}
	var out []Finding
	above := 0 // findings about rows that were added count from the first of these
	if bytes.HasPrefix(c.after.text, c.before.text) {
		above = bytes.Count(c.before.text, []byte{'\n'})
	}
	told := map[seqlog.Kind]int{}
	for _, g := range seqlog.Grave(seqlog.CheckChange(c.before.text, c.after.text, opt)) {
		if told[g.Kind]++; told[g.Kind] > 1 {
			continue
		}
		f := c.finding(string(g.Kind), "%s: %s", c.name(), g.Message)
		f.Line = above + int(g.Line)
		out = append(out, f)
	}
	for i, f := range out {
		if n := told[seqlog.Kind(f.Kind)]; n > 1 {
			out[i].Message += " (and " + plural(n-1, "more row") + " like that)"
		}
	}
	return out
}
