package claudecode

import (
	"strings"
	"testing"

	"noclobber/test/modelapi"

	"github.com/stretchr/testify/assert"
)

// The main agent and a subagent of the same session write the same document: one session id, two contexts.
func TestSubagentAndMainAgentAtOnce(t *testing.T) {
	t.Parallel()
	base := []string{"# Journal", "- base 1"}
	s := scenario{
		files: map[string]string{journal: lines(base...)},
		scripts: func(p *project) modelapi.Scripts {
			doc := p.path(journal)
			return modelapi.Scripts{
				"A": {
					turn("spawn", nil, modelapi.Call{Tool: "Agent", Input: map[string]any{
						"description": "scripted", "prompt": "Do your own work. [[S]]", "subagent_type": "general-purpose"}}),
					{Name: "write", Amid: []string{"S.ready"}, Calls: []modelapi.Call{write(doc, lines(more(base, "- entry of A")...))}},
					{Name: "rest", Ended: []string{"S"}, Calls: []modelapi.Call{bash("true")}},
				},
				"S": append(modelapi.Script{
					turn("ready", nil, bash("true")),
					turn("write", after("A.write"), write(doc, lines(more(base, "- entry of S")...))),
				}, heed(doc, "- entry of S")...),
			}
		},
	}
	s.bare(t, func(t *testing.T, o *outcome) {
		assert.False(t, o.result("S", "write").Failed)
		assert.Equal(t, lines(more(base, "- entry of S")...), o.read(journal), "the main agent's entry is gone")
	})
	s.gated(t, appendOnly, func(t *testing.T, o *outcome) {
		assert.Equal(t, 1, strings.Count(o.api.Conversation("S").Opening(), startNote), "the subagent is told what is protected")
		o.requirePassed(t, "A", "write")
		o.requireRefused(t, "S", "write", journal, "- entry of A")
		assert.Equal(t, lines(more(base, "- entry of A", "- entry of S")...), o.read(journal))
		o.requireKept(t, journal, lines(base...), lines(more(base, "- entry of A")...))
		assert.Len(t, o.contexts(journal), 2, "the log tells the two apart")
		o.requireQuiet(t)
	})
}

// contexts are the sessions and agents whose writes a document's log holds.
func (p *project) contexts(doc string) map[writer]bool {
	p.t.Helper()
	all := map[writer]bool{}
	for _, r := range p.log(doc) {
		if r.Event == "result" {
			all[r.Writer] = true
		}
	}
	return all
}
