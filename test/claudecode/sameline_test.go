package claudecode

import (
	"testing"

	"noclobber/test/modelapi"

	"github.com/stretchr/testify/assert"
)

// Both sessions edit the same line. The client applies B's edit to A's text, because B's old text is still a part of it.
func TestEditsOfTheSameLine(t *testing.T) {
	t.Parallel()
	const line = "- status: open"
	s := scenario{
		files:   map[string]string{journal: lines("# Journal", line, "- end")},
		clients: []string{"A", "B"},
		scripts: func(p *project) modelapi.Scripts {
			doc := p.path(journal)
			return modelapi.Scripts{
				"A": {turn("read", nil, read(doc)), turn("edit", after("B.read"), edit(doc, line, line+", taken by A"))},
				"B": {
					turn("read", nil, read(doc)),
					turn("edit", after("A.edit"), edit(doc, line, line+", taken by B")),
					{Name: "reread", Choose: ifRefused(read(doc))},
					turn("retry", nil, edit(doc, line+", taken by A", line+", taken by A, then B")),
				},
			}
		},
	}
	s.bare(t, func(t *testing.T, o *outcome) {
		assert.False(t, o.result("B", "edit").Failed)
		assert.Equal(t, lines("# Journal", line+", taken by B, taken by A", "- end"), o.read(journal), "garbled: neither wrote that")
	})
	s.gated(t, merged, func(t *testing.T, o *outcome) {
		o.requirePassed(t, "A", "edit")
		o.requireRefused(t, "B", "edit", journal, line+", taken by A")
		o.requirePassed(t, "B", "retry")
		assert.Equal(t, lines("# Journal", line+", taken by A, then B", "- end"), o.read(journal))
		o.requireKept(t, journal, lines("# Journal", line, "- end"), lines("# Journal", line+", taken by A", "- end"))
		o.requireQuiet(t)
	})
}

// Both sessions edit different lines: nothing to lose, and the gate stays out of it.
func TestEditsOfDifferentLines(t *testing.T) {
	t.Parallel()
	s := scenario{
		files:   map[string]string{journal: lines("# Journal", "- one", "- two", "- three")},
		clients: []string{"A", "B"},
		scripts: func(p *project) modelapi.Scripts {
			doc := p.path(journal)
			return modelapi.Scripts{
				"A": {turn("read", nil, read(doc)), turn("edit", after("B.read"), edit(doc, "- one", "- one by A"))},
				"B": {turn("read", nil, read(doc)), turn("edit", after("A.edit"), edit(doc, "- three", "- three by B"))},
			}
		},
	}
	both := func(t *testing.T, o *outcome) {
		assert.Equal(t, lines("# Journal", "- one by A", "- two", "- three by B"), o.read(journal))
	}
	s.bare(t, both)
	s.gated(t, merged, func(t *testing.T, o *outcome) {
		both(t, o)
		assert.False(t, o.result("B", "edit").Failed)
		o.requireKept(t, journal, lines("# Journal", "- one", "- two", "- three"), lines("# Journal", "- one by A", "- two", "- three"))
		o.requireQuiet(t)
	})
}
