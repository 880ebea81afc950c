package claudecode

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"noclobber/test/modelapi"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	tasks      = "claude/open-tasks.md"
	remoteName = "project:" + tasks
)

// stored protects the documents of the store, which only its tools can read and write.
const stored = `version = 1

[[protect]]
name      = "handover"
documents = ["project:claude/*"]
mode      = "merge"

[[tool]]
match  = "mcp__*__project_read"
kind   = "read"
path   = "path"
result = "0.text"
scheme = "project"

[[tool]]
match   = "mcp__*__project_write"
kind    = "write"
path    = "path"
content = "content"
scheme  = "project"
fresh   = "90m"
`

func storeRead() modelapi.Call {
	return modelapi.Call{Tool: "mcp__store__project_read", Input: map[string]any{"path": tasks}}
}

func storeWrite(text string) modelapi.Call {
	return modelapi.Call{Tool: "mcp__store__project_write", Input: map[string]any{"path": tasks, "content": text}}
}

// hostStore gives the project's clients a store that keeps its documents out of their reach, and a document in it.
func hostStore(text string) func(p *project) {
	return func(p *project) {
		connectStoreIn(p, filepath.Join(p.home, "store"))
		require.NoError(p.t, os.MkdirAll(filepath.Dir(p.inStore()), 0o777))
		require.NoError(p.t, os.WriteFile(p.inStore(), []byte(text), 0o666))
	}
}

func (p *project) inStore() string { return filepath.Join(p.home, "store", filepath.FromSlash(tasks)) }

// holds is what the store has of the document.
func (p *project) holds() string {
	p.t.Helper()
	data, err := os.ReadFile(p.inStore())
	require.NoError(p.t, err)
	return string(data)
}

// Two sessions read one handover document of a hosted store, and for ninety minutes each writes it back whole with its own
// entries, as it remembers it: three entries of A are gone in the end, and every write was told "success".
func TestThreeLossesInNinetyMinutes(t *testing.T) {
	t.Parallel()
	base := []string{"# Open tasks", "- hand over the release"}
	entry := func(session string, n int) string { return fmt.Sprintf("- %s: task %d", session, n) }
	remembered := func(session string, n int) string {
		text := base
		for i := 1; i <= n; i++ {
			text = more(text, entry(session, i))
		}
		return lines(text...)
	}
	writes := func(session string, waits func(n int) []string) []modelapi.Turn {
		turns := []modelapi.Turn{turn("read", nil, storeRead())}
		for n := 1; n <= 3; n++ {
			turns = append(turns, turn(fmt.Sprintf("write%d", n), waits(n), storeWrite(remembered(session, n))))
		}
		return turns
	}
	s := scenario{
		setup:   hostStore(lines(base...)),
		clients: []string{"A", "B"},
		scripts: func(*project) modelapi.Scripts {
			return modelapi.Scripts{
				"A": writes("A", func(n int) []string {
					if n == 1 {
						return after("B.read")
					}
					return after(fmt.Sprintf("B.write%d", n-1))
				}),
				"B": writes("B", func(n int) []string { return after(fmt.Sprintf("A.write%d", n)) }),
			}
		},
	}
	s.bare(t, func(t *testing.T, o *outcome) {
		o.requireAcknowledged(t)
		assert.Equal(t, remembered("B", 3), o.holds(), "A's three entries are gone")
	})
	s.gated(t, stored, func(t *testing.T, o *outcome) {
		o.requireAcknowledged(t)
		for n := 1; n <= 3; n++ {
			for _, session := range []string{"A", "B"} {
				assert.Equal(t, 1, strings.Count(o.holds(), entry(session, n)+"\n"), "%s in\n%s", entry(session, n), o.holds())
			}
			write := fmt.Sprintf("write%d", n)
			assert.Contains(t, o.said("B", write), "was merged, not replaced")
			assert.Contains(t, o.said("B", write), entry("A", n))
			assert.Contains(t, o.said("A", write), "Read it back: mcp__store__project_read")
		}
		o.requireKept(t, remoteName, lines(base...), o.holds())
		o.requireQuiet(t)
	})
}

func (o *outcome) requireAcknowledged(t *testing.T) {
	t.Helper()
	for _, session := range []string{"A", "B"} {
		for n := 1; n <= 3; n++ {
			r := o.result(session, fmt.Sprintf("write%d", n))
			require.False(t, r.Failed, r.Text)
		}
	}
}

// A session that has not read the document is refused with the call that reads it; then another machine, which loads no
// gate, writes over it, and the read that shows it says so.
func TestAStoresDocumentIsReadFirstAndReadBack(t *testing.T) {
	t.Parallel()
	base := lines("# Open tasks", "- one")
	s := scenario{
		setup: hostStore(base),
		scripts: func(p *project) modelapi.Scripts {
			return modelapi.Scripts{"A": {
				turn("blind", nil, storeWrite(base+"- mine\n")),
				{Name: "look", Choose: func(c modelapi.Conversation) []modelapi.Call {
					return []modelapi.Call{calledFor(p.t, c.Results(c.Turns() - 1)[0].Text)}
				}},
				{Name: "write", Choose: func(c modelapi.Conversation) []modelapi.Call {
					return []modelapi.Call{storeWrite(c.Results(c.Turns() - 1)[0].Text + "- mine\n")}
				}},
				{Name: "readback", Choose: func(modelapi.Conversation) []modelapi.Call {
					require.NoError(p.t, os.WriteFile(p.inStore(), []byte(base+"- of another machine\n"), 0o666))
					return []modelapi.Call{storeRead()}
				}},
				{Name: "missing", Choose: func(modelapi.Conversation) []modelapi.Call {
					return []modelapi.Call{{Tool: "mcp__store__project_read", Input: map[string]any{"path": "claude/new.md"}}}
				}},
				turn("create", nil, modelapi.Call{Tool: "mcp__store__project_write", Input: map[string]any{"path": "claude/new.md", "content": "- first\n"}}),
			}}
		},
	}
	s.gated(t, stored, func(t *testing.T, o *outcome) {
		o.requireRefused(t, "A", "blind", remoteName)
		require.False(t, o.result("A", "write").Failed, o.result("A", "write").Text)
		assert.Contains(t, o.said("A", "readback"), "was changed outside the gate")
		assert.Contains(t, o.said("A", "readback"), "- mine")
		o.requireKept(t, remoteName, base, base+"- mine\n", base+"- of another machine\n")
		require.True(t, o.result("A", "missing").Failed)
		require.False(t, o.result("A", "create").Failed, o.result("A", "create").Text)
		a := o.noclobber("", "scan")
		assert.Equal(t, 1, a.exit, a.stdout)
		assert.Contains(t, a.stdout, "(lost-lines)")
	})
}

// calledFor is the call that a refusal spells out as the next step: a tool's name and its input.
func calledFor(t *testing.T, refusal string) modelapi.Call {
	t.Helper()
	_, next, ok := strings.Cut(refusal, "Next: ")
	require.True(t, ok, refusal)
	tool, rest, _ := strings.Cut(next, " ")
	var input map[string]any
	require.NoError(t, json.NewDecoder(strings.NewReader(rest)).Decode(&input), refusal)
	return modelapi.Call{Tool: tool, Input: input}
}
