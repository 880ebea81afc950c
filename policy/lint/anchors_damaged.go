package lint

import (
	"bytes"
	"fmt"

	"noclobber/internal/document"
	"noclobber/internal/report"
	"noclobber/policy"
)

// anchorsDamaged finds markers that do not pair up.
type anchorsDamaged struct{}

func (anchorsDamaged) About() report.Check {
	return report.Check{
		ID: "anchors-damaged", Severity: report.Error, Title: "markers that are doubled, reversed, unclosed or nested",
		Help: "Where the markers of a document do not pair up, nobody can say which region a write is about: every write is refused, except one that changes marker lines alone. Of nested anchors the outermost is the unit, so that the inner one can be spliced by nobody; that is reported as a note.",
	}
}

func (anchorsDamaged) Run(p *Pass) {
	p.eachDocument(usesMarkers, func(r *policy.Rule, d File, text []byte) {
		anchors, damage := document.ParseAnchors(text, marksOf(r))
		for _, one := range damage {
			p.inDocument(r, d.Name, one.Line, one.Message+": "+lineAt(text, one.Line), "mend the marker lines: every begin marker has one end marker behind it")
		}
		for _, a := range anchors.List() {
			if a.Outer != "" {
				p.add(r, report.Finding{
					Path: p.World.Report(d.Name), Line: a.Line, Severity: report.Note,
					Message: fmt.Sprintf("anchor %q stands inside anchor %q, which is the unit: it is not replaced by itself", a.Name, a.Outer),
					Mend:    "end the outer anchor before it, if each is somebody's own",
				})
			}
		}
	})
}

// usesMarkers says whether a rule's documents have marker lines.
func usesMarkers(r *policy.Rule) bool { return r.Mode == policy.Anchors && r.Style != "heading" }

func marksOf(r *policy.Rule) document.Marks {
	return document.Marks{Begin: r.Begin, End: r.End, Headings: r.Style == "heading", AllowNew: r.New, Frozen: r.Outside == "frozen"}
}

// lineAt is a line of a text, 1-based, without what surrounds it.
func lineAt(text []byte, n int) string {
	for line := range bytes.Lines(text) {
		if n--; n == 0 {
			return string(bytes.TrimSpace(line))
		}
	}
	return ""
}
