package guard

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/ledger"
)

// storeWorld is a store that replaces whole documents, as a server of a host serves it, one project whose policy maps its
// tools, a clock, and agents.
type storeWorld struct {
	t       *testing.T
	dir     string
	clock   time.Time
	calls   int
	texts   map[string]string // what the store holds
	version int               // of its last write
	strip   bool              // its reads drop the final newline
	host    gate.Abilities
}

const task = "claude/tasks.md"

// storeRule is a policy with one rule for the documents of a store, and the maps of its tools.
func storeRule(mode string, more ...string) string {
	tool := func(kind string, lines ...string) string {
		return "[[tool]]\nmatch = \"mcp__*__project_" + kind + "\"\nkind = \"" + kind + "\"\npath = \"path\"\nscheme = \"project\"\n" + strings.Join(lines, "\n") + "\n"
	}
	return "version = 1\n[defaults]\nlease = \"15s\"\nwait = \"1ms\"\n[[protect]]\nname = \"tasks\"\ndocuments = [\"project:claude/*\"]\nmode = \"" + mode + "\"\n" +
		strings.Join(more, "\n") + "\n" +
		tool("read", `result = "0.text"`, `result_version = "1.version"`) +
		tool("write", `content = "content"`, `fresh = "2m"`, `version = "if_version"`, `result_version = "1.version"`) +
		tool("append", `content = "content"`) +
		tool("edit", `old = "old"`, `new = "new"`) +
		tool("delete")
}

func newStore(t *testing.T, policy string) *storeWorld {
	t.Helper()
	dir := memoryDir(t)
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "project"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "project", ".noclobber.toml"), []byte(policy), 0o644))
	host := abilities
	host.DropsCR = false
	return &storeWorld{t: t, dir: dir, clock: time.Now(), texts: map[string]string{}, host: host}
}

func (w *storeWorld) guard() *Guard {
	project := filepath.Join(w.dir, "project")
	return New(Config{
		Home: filepath.Join(w.dir, "home"), Now: func() time.Time { return w.clock }, From: project, Project: project,
		Lookup: func(string) (string, bool) { return "", false }, Files: unsynced{},
	})
}

func (w *storeWorld) pass(d time.Duration) { w.clock = w.clock.Add(d) }

// storeCall is one call of a tool on its way through the host.
type storeCall struct {
	gate.Call
	w       *storeWorld
	verdict gate.Verdict
	input   string // as it is carried out
	told    string // by the events after it
}

func (w *storeWorld) call(session, kind string, input map[string]any) *storeCall {
	w.t.Helper()
	w.calls++
	if input["path"] == nil {
		input["path"] = task
	}
	data, err := json.Marshal(input)
	require.NoError(w.t, err)
	return &storeCall{w: w, input: string(data), Call: gate.Call{
		Context: gate.Context{Host: "claude", Session: session}, ID: fmt.Sprintf("call-%d", w.calls), Input: data,
		CWD: filepath.Join(w.dir, "project"), Tool: "mcp__store__project_" + kind, Host: w.host,
	}}
}

func (w *storeWorld) write(session, text string) *storeCall {
	w.t.Helper()
	return w.call(session, "write", map[string]any{"content": text})
}

func (c *storeCall) before() *storeCall {
	c.w.t.Helper()
	c.Event = gate.Before
	c.verdict = c.w.guard().Before(c.Call)
	for _, s := range c.verdict.Sets {
		var err error
		if s.Raw {
			c.input, err = sjson.SetRaw(c.input, s.Path, s.Value)
		} else {
			c.input, err = sjson.Set(c.input, s.Path, s.Value)
		}
		require.NoError(c.w.t, err)
	}
	return c
}

func (c *storeCall) denied() bool { return c.verdict.Action == gate.Deny }

// perform is what the store does and answers.
func (c *storeCall) perform() *storeCall {
	if c.denied() {
		return c
	}
	w, path := c.w, gjson.Get(c.input, "path").Str
	arg := func(name string) string { return gjson.Get(c.input, name).Str }
	answer, failed := "done", false
	text, there := w.texts[path]
	put := func(text string) {
		w.version++
		w.texts[path] = text
	}
	switch strings.TrimPrefix(c.Tool, "mcp__store__project_") {
	case "read":
		answer, failed = text, !there
		if w.strip {
			answer = strings.TrimSuffix(answer, "\n")
		}
		if failed {
			answer = "document not found"
		}
	case "write":
		put(arg("content"))
	case "append":
		put(text + arg("content"))
	case "edit":
		changed, err := document.Apply([]byte(text), []document.Edit{{Old: arg("old"), New: arg("new")}})
		if failed = err != nil; !failed {
			put(string(changed))
		}
	case "delete":
		delete(w.texts, path)
	}
	c.answer(answer, failed)
	return c
}

func (c *storeCall) answer(text string, failed bool) {
	raw, err := json.Marshal([]any{map[string]any{"type": "text", "text": text}, map[string]any{"version": c.w.version}})
	require.NoError(c.w.t, err)
	c.Response = &gate.Response{Raw: raw, Failed: failed}
	if failed {
		c.Response.Error = text
	}
}

// after is the host's event after the call, with the input as it was carried out.
func (c *storeCall) after() *storeCall {
	if c.denied() || c.Response == nil {
		return c
	}
	done := c.Call
	done.Event, done.Input = gate.After, []byte(c.input)
	if c.Response.Failed {
		done.Event = gate.Failed
	}
	c.told += c.w.guard().After(done).Text
	return c
}

func (c *storeCall) batch() *storeCall {
	batch := gate.Call{Event: gate.Batch, Context: c.Context, CWD: c.CWD, Host: c.w.host, Calls: []gate.Call{c.Call}}
	c.told += c.w.guard().Batch(batch).Text
	return c
}

func (c *storeCall) run() *storeCall {
	c.w.t.Helper()
	return c.before().perform().after().batch()
}

// read shows a session the document, and returns what it was shown.
func (w *storeWorld) read(session string) (string, *storeCall) {
	w.t.Helper()
	c := w.call(session, "read", map[string]any{}).run()
	return gjson.GetBytes(c.Response.Raw, "0.text").Str, c
}

// records are what the document's log holds.
func (w *storeWorld) records() []ledger.Record {
	w.t.Helper()
	d, err := w.guard().Store().Read("project:" + task)
	require.NoError(w.t, err)
	defer func() { _ = d.Unlock() }()
	var out []ledger.Record
	require.NoError(w.t, d.Records(func(r ledger.Record) bool {
		out = append(out, r)
		return true
	}))
	return out
}

func (w *storeWorld) scan() []Finding {
	w.t.Helper()
	_, findings, err := w.guard().Scan(filepath.Join(w.dir, "project"), nil)
	require.NoError(w.t, err)
	var out []Finding
	for _, f := range findings {
		if f.Severity != "note" {
			out = append(out, f)
		}
	}
	return out
}
