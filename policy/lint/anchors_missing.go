package lint

import (
	"bytes"
	"fmt"
	"strings"

	"noclobber/internal/document"
	"noclobber/internal/report"
	"noclobber/policy"
)

// anchorsMissing finds documents that lack the anchors that their rule relies on.
type anchorsMissing struct{}

func (anchorsMissing) About() report.Check {
	return report.Check{
		ID: "anchors-missing", Severity: report.Error, Title: "a document without the anchors that its rule relies on",
		Help: "A document in mode `anchors` that has no anchor gives no writer a place of its own, and one that grows `after:` a heading or an anchor that is not there can take no entry. The finding shows a line that looks like a marker of another form, where there is one.",
	}
}

func (c anchorsMissing) Run(p *Pass) {
	p.eachDocument(reliesOnAnchors, func(r *policy.Rule, d File, text []byte) {
		if r.Mode == policy.Append {
			c.place(p, r, d, text)
			return
		}
		anchors, damage := document.ParseAnchors(text, marksOf(r))
		if len(anchors.List()) > 0 || len(damage) > 0 || len(bytes.TrimSpace(text)) == 0 {
			return
		}
		if r.Style == "heading" {
			p.inDocument(r, d.Name, 0, "it has no heading, so that no section can be replaced", "begin it with a heading, or give it another mode")
			return
		}
		line, alike := lookalike(text, r)
		message := fmt.Sprintf("it has no anchor: no line is %s", r.Begin)
		if line > 0 {
			message += fmt.Sprintf("; line %d looks like a marker: %s", line, alike)
		}
		p.inDocument(r, d.Name, line, message, "put markers around each writer's part, write the rule's begin and end as the document has them, or choose another mode")
	})
}

func reliesOnAnchors(r *policy.Rule) bool {
	return r.Mode == policy.Anchors || r.Mode == policy.Append && r.At.Place == policy.After
}

// place looks for what an append document grows after.
func (anchorsMissing) place(p *Pass, r *policy.Rule, d File, text []byte) {
	at := document.At{Place: document.After, Anchor: r.At.Anchor, Begin: r.Begin}
	if _, err := document.Insert(text, document.FragmentInsertion([]byte("- entry\n")), at); err != nil {
		p.inDocument(r, d.Name, 0, fmt.Sprintf("it has no heading and no anchor %q, after which it is to grow", r.At.Anchor),
			"add the heading, or correct the rule's at")
	}
}

// lookalike is the first line that may be meant as a marker: a comment line that names a beginning, or the rule's own
// marker with something around it.
func lookalike(text []byte, r *policy.Rule) (line int, what string) {
	head, _, _ := strings.Cut(r.Begin, "NAME")
	head = strings.TrimSpace(head)
	n := 0
	for one := range bytes.Lines(text) {
		n++
		trimmed := strings.TrimSpace(string(one))
		folded := strings.ToLower(trimmed)
		comment := strings.HasPrefix(folded, "<!--") || strings.HasPrefix(folded, "%%") || strings.HasPrefix(folded, "[//]:")
		begins := strings.Contains(folded, "begin") || strings.Contains(folded, "start") || strings.Contains(folded, "anchor")
		if comment && begins || len(head) > 4 && strings.Contains(trimmed, head) {
			return n, trimmed
		}
	}
	return 0, ""
}
