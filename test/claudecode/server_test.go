package claudecode

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"noclobber/test/modelapi"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const memory = "MEMORY.md"

// served protects a journal and a memory; both are also served by noclobber mcp.
const served = `version = 1
[[protect]]
name  = "journal"
paths = ["JOURNAL.md"]
mode  = "append"
[[protect]]
name  = "memory"
paths = ["MEMORY.md"]
mode  = "merge"
`

// serve has the project's clients start noclobber mcp, as its users do.
func serve(p *project) {
	a := p.noclobber("", "init", "claude", "--mcp")
	require.Zero(p.t, a.exit, "noclobber init claude --mcp: %s%s", a.stdout, a.stderr)
	p.write(".claude/settings.json", `{"enableAllProjectMcpServers": true}`)
}

func doc(tool string, input map[string]any) modelapi.Call {
	return modelapi.Call{Tool: "mcp__noclobber__" + tool, Input: input}
}

// versionShown is the version that the turn before was shown.
func versionShown(c modelapi.Conversation) string {
	shown := regexp.MustCompile(`[0-9a-f]{64}`).FindString(c.Results(c.Turns() - 1)[0].Text)
	if shown == "" {
		return "none was shown"
	}
	return shown
}

// A works through the server, B with the client's own tools, on the same documents, both with the hooks wired in. A's text
// is from before B's entry.
func TestToolsOfTheServerBesideTheClientsOwn(t *testing.T) {
	t.Parallel()
	journalText, memoryText := lines("# Journal", "- base 1"), lines("# Memory", "one: 1", "two: 2", "three: 3")
	s := scenario{
		files:   map[string]string{journal: journalText, memory: memoryText},
		wired:   serve,
		clients: []string{"A", "B"},
		scripts: func(p *project) modelapi.Scripts {
			return modelapi.Scripts{
				"A": {
					turn("read", nil, doc("doc_read", map[string]any{"path": memory})),
					{Name: "write", After: after("B.edit"), Choose: func(c modelapi.Conversation) []modelapi.Call {
						text := lines("# Memory", "one: 1 by A", "two: 2", "three: 3")
						return []modelapi.Call{doc("doc_write", map[string]any{"path": memory, "content": text, "if_version": versionShown(c)})}
					}},
					turn("append", nil, doc("doc_append", map[string]any{"path": journal, "content": "- entry of A"})),
					turn("blind", nil, doc("doc_write", map[string]any{"path": journal, "content": "- only mine\n", "if_version": "absent"})),
					turn("free", nil, doc("doc_append", map[string]any{"path": "free.md", "content": "x"})),
					turn("look", nil, read(p.path(journal))),
				},
				"B": {
					turn("reads", after("A.read"), read(p.path(memory)), read(p.path(journal))),
					turn("edit", nil, edit(p.path(memory), "three: 3", "three: 3 by B"), edit(p.path(journal), "- base 1", "- base 1\n- entry of B")),
				},
			}
		},
	}
	s.gated(t, served, func(t *testing.T, o *outcome) {
		for _, turn := range []string{"read", "write", "append"} {
			assert.False(t, o.result("A", turn).Failed, o.result("A", turn).Text)
			assert.Empty(t, o.said("A", turn), "the gate has nothing to say of calls that went through it")
		}
		assert.Contains(t, o.result("A", "write").Text, "three: 3 by B", "the answer tells what was kept")
		assert.Contains(t, o.result("A", "write").Text, "doc_read it before")
		assert.True(t, o.result("A", "blind").Failed)
		assert.Contains(t, o.result("A", "free").Text, "no policy protects it")
		assert.Equal(t, lines("# Memory", "one: 1 by A", "two: 2", "three: 3 by B"), o.read(memory))
		assert.Equal(t, lines("# Journal", "- base 1", "- entry of B", "- entry of A"), o.read(journal))
		o.requireKept(t, journal, journalText)
		o.requireKept(t, memory, memoryText, lines("# Memory", "one: 1", "two: 2", "three: 3 by B"))
		o.requireQuiet(t)
	})
}

// A long document comes in pages that the client hands on whole: what it cut was not read.
func TestAPageOfALongDocumentReachesTheModelWhole(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&text, "fact %d: \"%s\"\n", i, strings.Repeat("known ", 12))
	}
	s := scenario{
		files: map[string]string{memory: text.String()},
		wired: serve,
		scripts: func(*project) modelapi.Scripts {
			return modelapi.Scripts{"A": {turn("read", nil, doc("doc_read", map[string]any{"path": memory}))}}
		},
	}
	s.gated(t, served, func(t *testing.T, o *outcome) {
		r := o.result("A", "read")
		var shown struct {
			Content  string
			NextLine int `json:"next_line"`
		}
		require.NoError(t, json.Unmarshal([]byte(r.Text), &shown), "%.300s", r.Text)
		assert.True(t, strings.HasPrefix(text.String(), shown.Content))
		assert.Equal(t, strings.Count(shown.Content, "\n")+1, shown.NextLine)
		assert.Greater(t, len(shown.Content), 60<<10)
	})
}
