package mcpserver_test

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"noclobber/internal/guard"
	"noclobber/internal/mcpserver"
	"noclobber/ledger"
)

// policyText protects a document of each kind.
const policyText = `version = 1
[defaults]
max_document = "64KiB"

[[protect]]
name  = "journal"
paths = ["JOURNAL.md", "odd/**"]
mode  = "append"

[[protect]]
name  = "memory"
paths = ["MEMORY.md"]
mode  = "merge"

[[protect]]
name  = "handover"
paths = ["HANDOVER.md"]
mode  = "anchors"

[[protect]]
name  = "plan"
paths = ["PLAN.md"]
mode  = "anchors"
style = "heading"

[[protect]]
name  = "state"
paths = ["state.json"]
mode  = "cas"

[[protect]]
name  = "kept"
paths = ["kept.txt", "data.bin"]
mode  = "record"

[[protect]]
name  = "shut"
paths = ["shut.md"]
mode  = "deny"

[[protect]]
name   = "fleet"
paths  = ["PROGRESS.md"]
mode   = "shard"
shards = "PROGRESS.d/{node}.md"
`

// world is a project with a policy, and what serves it.
type world struct {
	t    *testing.T
	dir  string
	home string
}

func newWorld(t *testing.T, files map[string]string) *world {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	w := &world{t: t, dir: filepath.Join(root, "project"), home: filepath.Join(root, "home")}
	require.NoError(t, os.Mkdir(w.dir, 0o777))
	require.NoError(t, os.Mkdir(w.home, 0o700))
	w.put(".noclobber.toml", policyText)
	for name, text := range files {
		w.put(name, text)
	}
	return w
}

// put is another program's doing.
func (w *world) put(name, text string) {
	w.t.Helper()
	path := filepath.Join(w.dir, filepath.FromSlash(name))
	require.NoError(w.t, os.MkdirAll(filepath.Dir(path), 0o777))
	require.NoError(w.t, os.WriteFile(path, []byte(text), 0o666))
}

func (w *world) text(name string) string {
	w.t.Helper()
	text, err := os.ReadFile(filepath.Join(w.dir, filepath.FromSlash(name)))
	require.NoError(w.t, err)
	return string(text)
}

func (w *world) version(name string) string { return string(ledger.VersionOf([]byte(w.text(name)))) }

func (w *world) config() mcpserver.Config {
	return mcpserver.Config{
		Guard: guard.Config{Home: w.home, From: w.dir, Policy: filepath.Join(w.home, "policy.toml")}, Version: "v0.0.0-test", Log: w.t.Output(),
	}
}

// client is the SDK's client on a connection of its own.
type client struct {
	*mcp.ClientSession
	t *testing.T
}

func (w *world) connect(options *mcp.ClientOptions) client {
	w.t.Helper()
	return w.connectTo(w.config(), options)
}

func (w *world) connectTo(c mcpserver.Config, options *mcp.ClientOptions) client {
	w.t.Helper()
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- mcpserver.Serve(toServer, fromServer, nil, c)
		_ = fromServer.Close()
	}()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "v1"}, options).
		Connect(w.t.Context(), &mcp.IOTransport{Reader: toClient, Writer: fromClient}, nil)
	require.NoError(w.t, err)
	w.t.Cleanup(func() {
		_ = fromClient.Close()
		require.NoError(w.t, <-done)
	})
	return client{session, w.t}
}

// answered is a tool's answer.
type answered struct {
	failed bool
	text   []string
	out    map[string]any
}

func (c client) call(tool string, args map[string]any) answered {
	c.t.Helper()
	res, err := c.CallTool(c.t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
	require.NoError(c.t, err)
	return answerOf(c.t, res)
}

// did is a call that must not be refused.
func (c client) did(tool string, args map[string]any) answered {
	c.t.Helper()
	a := c.call(tool, args)
	require.False(c.t, a.failed, a.text)
	return a
}

func answerOf(t *testing.T, res *mcp.CallToolResult) answered {
	t.Helper()
	a := answered{failed: res.IsError}
	for _, c := range res.Content {
		a.text = append(a.text, c.(*mcp.TextContent).Text)
	}
	if res.StructuredContent != nil {
		text, err := json.Marshal(res.StructuredContent)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(text, &a.out))
	}
	return a
}

type args = map[string]any
