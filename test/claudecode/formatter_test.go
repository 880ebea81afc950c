package claudecode

import (
	"slices"
	"testing"

	"noclobber/test/modelapi"

	"github.com/stretchr/testify/assert"
)

// The user has a formatter as a PostToolUse hook, which runs beside the gate's own. What it changes is a reflow, and the
// models go on sending the text as they know it.
func TestFormatterAsSecondPostHook(t *testing.T) {
	t.Parallel()
	s := scenario{
		files: map[string]string{journal: lines("# Journal", "- base 1"), other: "nothing\n"},
		setup: func(p *project) {
			p.hook("PostToolUse", "Write|Edit", `sed -i 's/^\* /- /' "$CLAUDE_PROJECT_DIR/JOURNAL.md"`)
		},
		clients: []string{"A", "B"},
		scripts: func(p *project) modelapi.Scripts {
			doc := p.path(journal)
			return modelapi.Scripts{
				"A": slices.Concat(modelapi.Script{
					turn("first", nil, write(doc, lines("# Journal", "- base 1", "* first of A"))),
					{Name: "look", Ended: []string{"B"}, Calls: []modelapi.Call{read(p.path(other))}},
					turn("second", nil, write(doc, lines("# Journal", "- base 1", "* first of A", "* second of A"))),
				}, heed(doc, "* second of A")),
				"B": slices.Concat(modelapi.Script{
					turn("write", after("A.first"), write(doc, lines("# Journal", "- base 1", "* entry of B"))),
				}, heed(doc, "* entry of B")),
			}
		},
	}
	s.bare(t, func(t *testing.T, o *outcome) {
		assertLost(t, o.read(journal), "- entry of B")
	})
	s.gated(t, appendOnly, func(t *testing.T, o *outcome) {
		o.requireRefused(t, "B", "write", journal)
		assertEachOnce(t, o.read(journal), "# Journal", "- base 1", "- first of A", "- second of A", "- entry of B")
		for _, r := range o.log(journal) {
			assert.False(t, r.Alarm, "a reflow is no alarm: %+v", r)
		}
		o.requireQuiet(t)
	})
}
