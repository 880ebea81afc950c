package claudecode

import (
	"encoding/json"
	"testing"

	"noclobber/test/modelapi"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// mapped tells the gate what the tools of the MCP server of the tests do.
const mapped = merged + `
[[tool]]
match   = "mcp__*__project_write"
kind    = "write"
path    = "path"
content = "content"
[[tool]]
match   = "mcp__*__project_read"
kind    = "read"
path    = "path"
result  = "0.text"
`

// Both sessions write a document through an MCP server that replaces whole documents. B does what the refusal says:
// reads with the server's own tool and writes again.
func TestWholeWritesThroughAnMCPServer(t *testing.T) {
	t.Parallel()
	base := []string{"# Journal", "- base 1"}
	old, a, b := lines(base...), lines(more(base, "- entry of A")...), lines(more(base, "- entry of B")...)
	store := func(text string) modelapi.Call {
		return modelapi.Call{Tool: "mcp__store__project_write", Input: map[string]any{"path": journal, "content": text}}
	}
	load := modelapi.Call{Tool: "mcp__store__project_read", Input: map[string]any{"path": journal}}
	s := scenario{
		files:   map[string]string{journal: old},
		setup:   connectStore,
		clients: []string{"A", "B"},
		scripts: func(*project) modelapi.Scripts {
			return modelapi.Scripts{
				"A": {turn("write", nil, store(a))},
				"B": {
					turn("write", after("A.write"), store(b)),
					{Name: "reread", Choose: ifRefused(load)},
					{Name: "retry", Choose: func(c modelapi.Conversation) []modelapi.Call {
						return []modelapi.Call{store(c.Results(c.Turns() - 1)[0].Text + "- entry of B\n")}
					}},
				},
			}
		},
	}
	s.bare(t, func(t *testing.T, o *outcome) {
		assert.False(t, o.result("B", "write").Failed)
		assert.Equal(t, b, o.read(journal), "A's entry is gone")
	})
	s.gated(t, mapped, func(t *testing.T, o *outcome) {
		o.requirePassed(t, "A", "write")
		o.requireRefused(t, "B", "write", journal, "- entry of A", "project_read")
		assert.False(t, o.result("B", "retry").Failed)
		assert.Equal(t, lines(more(base, "- entry of A", "- entry of B")...), o.read(journal))
		o.requireKept(t, journal, old, a)
		o.requireQuiet(t)
	})
}

// connectStore gives the project's clients the MCP server, for the project's own files.
func connectStore(p *project) { connectStoreIn(p, p.dir) }

func connectStoreIn(p *project, dir string) {
	servers, err := json.Marshal(map[string]any{"mcpServers": map[string]any{"store": map[string]any{
		"command": program(p.t, "mcpstore"), "args": []string{dir}}}})
	require.NoError(p.t, err)
	p.write(".mcp.json", string(servers))
	p.write(".claude/settings.json", `{"enableAllProjectMcpServers": true}`)
}
