package lint

import (
	"fmt"

	"noclobber/internal/report"
	"noclobber/policy"
)

// tooLarge finds documents that their mode cannot handle.
type tooLarge struct{}

func (tooLarge) About() report.Check {
	return report.Check{
		ID: "too-large", Severity: report.Error, Title: "a document above max_document in a mode that merges",
		Help: "Documents above `max_document` are only appended to, recorded or denied: in the modes `merge`, `anchors`, `cas` and `shard` every write of them is refused. Rotate the document, raise the limit, or choose `append`.",
	}
}

func (tooLarge) Run(p *Pass) {
	for _, d := range p.World.Files() {
		if d.Rule == nil || d.Size <= d.Rule.MaxDocument {
			continue
		}
		switch d.Rule.Mode {
		case policy.Merge, policy.Anchors, policy.CAS, policy.Shard:
			p.inDocument(d.Rule, d.Name, 0, fmt.Sprintf("its %d bytes are more than max_document (%s), so every write is refused (mode %s)",
				d.Size, policy.FormatSize(d.Rule.MaxDocument), d.Rule.Mode), "rotate it, or raise max_document in [defaults]")
		}
	}
}
