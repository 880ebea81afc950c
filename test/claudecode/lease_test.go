package claudecode

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"noclobber/test/modelapi"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const shortLease = appendOnly + `
[defaults]
lease = "1s"
`

// slowPrompt stands in for a permission prompt: it holds A's write, after the gate has judged it, until a condition holds.
func slowPrompt(until string) string {
	return `grep -q 'entry of A' || exit 0; cd "$CLAUDE_PROJECT_DIR"; touch "$TMPDIR/asked"
for try in $(seq 1200); do ` + until + ` && exit; sleep 0.1; done`
}

// A's write waits for a permission prompt until after its lease. B writes meanwhile, and then A's bytes land on top: when
// B's turn is long over, or at the very moment when the client reports B's call.
func TestPromptOutlastsTheLease(t *testing.T) {
	t.Parallel()
	for name, until := range map[string]string{
		"after the other's turn":        `test -e "$TMPDIR/closed"`,
		"while the other's call closes": `grep -q 'entry of B' JOURNAL.md`,
	} {
		t.Run(name, func(t *testing.T) { promptOutlastsTheLease(t, until) })
	}
}

func promptOutlastsTheLease(t *testing.T, until string) {
	base := []string{"# Journal", "- base 1"}
	s := scenario{
		files:   map[string]string{journal: lines(base...)},
		setup:   func(p *project) { p.hook("PreToolUse", "Write", slowPrompt(until)) },
		clients: []string{"A", "B"},
		scripts: func(p *project) modelapi.Scripts {
			doc := p.path(journal)
			return modelapi.Scripts{
				"A": {turn("write", nil, write(doc, lines(more(base, "- entry of A")...)))},
				"B": {
					{Name: "write", Amid: []string{"A.write"}, Do: func() error { return p.awaitPrompt(journal) },
						Calls: []modelapi.Call{write(doc, lines(more(base, "- entry of B")...))}},
					turn("close", nil, bash(`touch "$TMPDIR/closed"`)),
				},
			}
		},
	}
	s.bare(t, func(t *testing.T, o *outcome) {
		assert.False(t, o.result("B", "write").Failed)
		assert.Equal(t, lines(more(base, "- entry of A")...), o.read(journal), "B's entry is gone")
	})
	s.gated(t, shortLease, func(t *testing.T, o *outcome) {
		assert.False(t, o.result("B", "write").Failed, "the lease is over, B need not wait for the prompt")
		assertEachOnce(t, o.read(journal), more(base, "- entry of A", "- entry of B")...)
		o.requireKept(t, journal, lines(base...), lines(more(base, "- entry of B")...), o.read(journal))
		o.requireQuiet(t)
		o.requireReceipt(t, "A", "write", journal, "- entry of B")
	})
}

// awaitPrompt returns when A is being asked and the gate, where there is one, has judged its write.
func (p *project) awaitPrompt(doc string) error {
	return p.await("A's prompt", func() bool {
		_, err := os.Stat(filepath.Join(p.tmp, "asked"))
		return err == nil && (p.read(".noclobber.toml") == "" || p.hasIntent(doc))
	})
}

// The same with the hook's two halves driven by hand, and a prompt that is never answered for a third call: its lease
// runs out and locks nobody out.
func TestHookPairHeldApart(t *testing.T) {
	t.Parallel()
	base := []string{"# Journal", "- base 1"}
	a, abandoned := lines(more(base, "- entry of A")...), lines(more(base, "- never written")...)
	s := scenario{
		files: map[string]string{journal: lines(base...)},
		scripts: func(p *project) modelapi.Scripts {
			return modelapi.Scripts{"B": {turn("write", nil, write(p.path(journal), lines(more(base, "- entry of B")...)))}}
		},
		clients: []string{"B"},
	}
	s.bare(t, func(t *testing.T, o *outcome) {
		o.land(journal, a)
		assertLost(t, o.read(journal), "- entry of B")
	})
	s.wired = func(p *project) {
		for id, text := range map[string]string{"call-a": a, "call-x": abandoned} {
			session := "session of " + id
			p.hookEvent("SessionStart", session, map[string]any{"source": "startup"})
			require.Empty(t, p.hookEvent("PreToolUse", session, writeCall(id, p.path(journal), text)), "nothing to object to")
			time.Sleep(1500 * time.Millisecond) // longer than the lease
		}
	}
	s.gated(t, shortLease, func(t *testing.T, o *outcome) {
		o.requirePassed(t, "B", "write")
		replaced := o.read(journal)
		o.land(journal, a)
		call := writeCall("call-a", o.path(journal), a)
		call["tool_response"] = map[string]any{"type": "update", "filePath": o.path(journal), "content": a,
			"structuredPatch": []any{}, "originalFile": replaced, "userModified": false}
		told := o.hookEvent("PostToolUse", "session of call-a", call)
		told += o.hookEvent("PostToolBatch", "session of call-a", map[string]any{"tool_calls": []any{map[string]any{
			"tool_name": "Write", "tool_input": call["tool_input"], "tool_use_id": "call-a", "tool_response": "updated"}}})
		requireSaid(t, told, journal, "- entry of B")
		assertEachOnce(t, o.read(journal), more(base, "- entry of A", "- entry of B")...)
		assert.NotContains(t, o.read(journal), "never written")
		o.requireKept(t, journal, lines(base...), replaced)
		o.requireQuiet(t)
	})
}

// writeCall is the payload of a call of Write.
func writeCall(id, path, content string) map[string]any {
	return map[string]any{"tool_name": "Write", "tool_use_id": id, "tool_input": map[string]any{"file_path": path, "content": content}}
}

// hookEvent drives the hook as the client does, and gives what it prints.
func (p *project) hookEvent(event, session string, payload map[string]any) string {
	p.t.Helper()
	payload["hook_event_name"], payload["session_id"], payload["cwd"] = event, session, p.dir
	payload["transcript_path"], payload["permission_mode"] = "", "default"
	data, err := json.Marshal(payload)
	require.NoError(p.t, err)
	a := p.noclobber(string(data), "hook", "claude")
	require.Zero(p.t, a.exit, "%s: %s", event, a.stderr)
	return a.stdout
}

// land puts bytes where the client's Write puts them: a new file, renamed over the old one.
func (p *project) land(name, text string) {
	p.t.Helper()
	p.write(name+".tmp", text)
	require.NoError(p.t, os.Rename(p.path(name+".tmp"), p.path(name)))
}
