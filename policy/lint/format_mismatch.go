package lint

import (
	"bytes"
	"errors"
	"fmt"

	"noclobber/internal/document"
	"noclobber/internal/report"
	"noclobber/policy"
)

// formatMismatch finds documents that are not what their rule takes them for.
type formatMismatch struct{}

func (formatMismatch) About() report.Check {
	return report.Check{
		ID: "format-mismatch", Severity: report.Error, Title: "a document that does not parse as its format",
		Help: "JSON is merged by members and JSON lines by rows only while they parse; what does not parse is merged as text, line by line, and no write is checked to parse. A JSON document in a mode that adds lines or wants marker lines cannot stay JSON.",
	}
}

func (c formatMismatch) Run(p *Pass) {
	for _, r := range p.Policy.Rules {
		c.mode(p, r)
	}
	wanted := func(r *policy.Rule) bool { return r.Mode != policy.Deny }
	p.eachDocument(wanted, func(r *policy.Rule, d File, text []byte) {
		format := r.FormatOf(d.Name)
		if err := parses(format, text); err != nil {
			p.inDocument(r, d.Name, lineOf(err), fmt.Sprintf("it does not parse as %s: %v", format, err), mendFormat(format))
		}
	})
}

func parses(format policy.Format, text []byte) error {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	switch {
	case len(bytes.TrimSpace(text)) == 0, bytes.IndexByte(text, 0) >= 0: // to be filled, or compressed
		return nil
	case format == policy.JSON:
		return document.CheckJSON(text, false)
	case format == policy.JSONL:
		return document.CheckJSONL(text, true)
	}
	return nil
}

// lineOf is the line that an error of package document is about.
func lineOf(err error) int {
	var bad *document.JSONError
	if errors.As(err, &bad) {
		return bad.Line
	}
	return 0
}

func mendFormat(f policy.Format) string {
	if f == policy.JSONL {
		return "noclobber seqlog check shows what is wrong with it, seqlog repair mends it; or write the rule's format"
	}
	return "mend the document, or write the rule's format"
}

// mode reports JSON in a mode that JSON has no room for.
func (formatMismatch) mode(p *Pass, r *policy.Rule) {
	if r.Mode != policy.Append && r.Mode != policy.Anchors {
		return
	}
	for i, g := range p.Policy.Globs(r) {
		if r.FormatOf(g.Text) == policy.JSON {
			p.inPolicy(r, p.inRule(r, "paths", itoa(i)), fmt.Sprintf("%q is JSON, which cannot grow by lines or hold marker lines (mode %s)", g.Text, r.Mode),
				`write mode = "merge", which merges JSON by its members`)
		}
	}
}
