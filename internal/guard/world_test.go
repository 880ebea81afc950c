package guard

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/internal/fsx"
)

// world is a folder with one policy and one document, a clock, and agents that act on it through the
// gate as a host would: Before, the host's own write, After, Batch.
type world struct {
	t     *testing.T
	dir   string
	doc   string
	clock time.Time
	calls int
}

func newWorld(t *testing.T, policy, text string) *world {
	t.Helper()
	dir := memoryDir(t)
	w := &world{t: t, dir: dir, doc: filepath.Join(dir, "project", "J.md"), clock: time.Now()}
	require.NoError(t, os.MkdirAll(filepath.Dir(w.doc), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "project", ".noclobber.toml"), []byte(policy), 0o644))
	if text != "" {
		w.put(text)
	}
	return w
}

// memoryDir is a fresh directory, in memory where the system has such a place: what is waited for in
// these tests are other agents, not the disk.
func memoryDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "noclobber-")
	if err != nil {
		dir = t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	dir, err = filepath.EvalSymlinks(dir)
	require.NoError(t, err)
	return dir
}

// rule is a policy with one rule for the world's document.
func rule(mode string, more ...string) string {
	return "version = 1\n[defaults]\nlease = \"15s\"\nwait = \"1ms\"\n[[protect]]\nname = \"journal\"\npaths = [\"J.md\"]\nmode = \"" + mode + "\"\n" + strings.Join(more, "\n") + "\n"
}

func (w *world) put(text string) {
	w.t.Helper()
	tmp := w.doc + ".tmp"
	require.NoError(w.t, os.WriteFile(tmp, []byte(text), 0o644))
	require.NoError(w.t, os.Rename(tmp, w.doc))
}

func (w *world) text() string {
	w.t.Helper()
	b, err := os.ReadFile(w.doc)
	if os.IsNotExist(err) {
		return ""
	}
	require.NoError(w.t, err)
	return string(b)
}

// unsynced is the real file system without waiting for the disk: nothing here loses power.
type unsynced struct{ fsx.OS }

type unsyncedFile struct{ fsx.File }

func (unsyncedFile) Sync() error { return nil }

func (unsynced) SyncDir(string) error { return nil }

func (u unsynced) OpenFile(name string, flag int, perm os.FileMode) (fsx.File, error) {
	f, err := u.OS.OpenFile(name, flag, perm)
	return unsyncedFile{f}, err
}

// guard is a fresh process's guard.
func (w *world) guard() *Guard {
	return New(Config{
		Home: filepath.Join(w.dir, "home"), Now: func() time.Time { return w.clock },
		Lookup: func(string) (string, bool) { return "", false }, Files: unsynced{},
	})
}

func (w *world) pass(d time.Duration) { w.clock = w.clock.Add(d) }

// agent is one context of the host.
type agent struct {
	w    *world
	name string
}

func (w *world) agent(name string) *agent { return &agent{w, name} }

var abilities = gate.Abilities{Rewrite: true, Redirect: true, Batch: true, DropsCR: true, ReadTool: "Read", EditTool: "Edit", WriteTool: "Write", ShellTool: "Bash"}

func (a *agent) call(tool string, op gate.Op) *call {
	a.w.calls++
	op.Path, op.Via = a.w.doc, tool
	return &call{w: a.w, Call: gate.Call{
		Context: gate.Context{Host: "claude", Session: a.name}, ID: fmt.Sprintf("call-%d", a.w.calls),
		CWD: filepath.Dir(a.w.doc), Tool: tool, Known: true, Ops: []gate.Op{op}, Host: abilities,
	}}
}

func (a *agent) write(text string) *call {
	return a.call("Write", gate.Op{Kind: gate.Write, Content: []byte(text), HasContent: true, Fields: gate.Fields{Content: "content"}})
}

func (a *agent) edit(old, text string) *call {
	return a.call("Edit", gate.Op{Kind: gate.Edit, Edits: []document.Edit{{Old: old, New: text}}, Fields: gate.Fields{Old: "old_string", New: "new_string"}})
}

func (a *agent) bash(command string) *call {
	c := a.call("Bash", gate.Op{})
	c.Ops, c.Command, c.Shell = nil, command, "bash"
	return c
}

func (a *agent) append(text string) *call {
	return a.bash(fmt.Sprintf("cat >> J.md <<'EOF'\n%sEOF\n", text))
}

// read shows the agent the whole document.
func (a *agent) read() {
	if strings.Contains(a.readOnce(), "Read it again") {
		a.readOnce()
	}
}

// readOnce returns what the gate tells the context after its read.
func (a *agent) readOnce() string {
	c := a.call("Read", gate.Op{Kind: gate.Read})
	text := document.Normalize([]byte(a.w.text()))
	n := int(document.CountLines(text))
	c.Response = &gate.Response{Read: &gate.ReadResult{Path: a.w.doc, Content: text, FirstLine: 1, Lines: n, TotalLines: n}}
	c.Event = gate.After
	return a.w.guard().After(c.Call).Text
}

// call is one call on its way through the host.
type call struct {
	gate.Call
	w       *world
	verdict gate.Verdict
	wrote   bool
}

func (c *call) before() *call {
	c.w.t.Helper()
	stood := c.w.text()
	c.Event = gate.Before
	c.verdict = c.w.guard().Before(c.Call)
	require.Equal(c.w.t, stood, c.w.text(), "the document was touched in Before")
	return c
}

func (c *call) denied() bool { return c.verdict.Action == gate.Deny }

// perform is the host's own write of what the verdict left of the call.
func (c *call) perform() *call {
	c.w.t.Helper()
	if c.denied() {
		return c
	}
	old := c.w.text()
	existed := old != ""
	c.Response = &gate.Response{Created: !existed}
	switch {
	case c.Command != "":
		c.performShell()
	case c.Ops[0].Kind == gate.Write:
		c.Response.Replaced, c.Response.HasReplaced = document.Normalize([]byte(old)), existed
		c.w.put(strings.ReplaceAll(c.input("content", string(c.Ops[0].Content)), "\r\n", "\n"))
		c.wrote = true
	case c.Ops[0].Kind == gate.Edit:
		e := c.Ops[0].Edits[0]
		e.Old, e.New = c.input("old_string", e.Old), c.input("new_string", e.New)
		text, err := document.Apply([]byte(old), []document.Edit{e})
		if err != nil {
			c.Response.Failed = true
			return c
		}
		c.Response.Replaced, c.Response.HasReplaced = document.Normalize([]byte(old)), existed
		c.w.put(string(text))
		c.wrote = true
	}
	return c
}

// performShell knows the one command that these tests use: a heredoc appended.
func (c *call) performShell() {
	_, rest, ok := strings.Cut(c.Command, "<<'EOF'\n")
	require.True(c.w.t, ok, "this host runs appends only: %s", c.Command)
	text := strings.TrimSuffix(rest, "EOF\n")
	f, err := os.OpenFile(c.w.doc, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	require.NoError(c.w.t, err)
	_, err = f.WriteString(text)
	require.NoError(c.w.t, err)
	require.NoError(c.w.t, f.Close())
	c.wrote = true
}

func (c *call) input(field, given string) string {
	for _, s := range c.verdict.Sets {
		if s.Path == field {
			return s.Value
		}
	}
	return given
}

func (c *call) after() *call {
	if c.denied() || c.Response == nil {
		return c
	}
	c.Event = gate.After
	if c.Response.Failed {
		c.Event = gate.Failed
	}
	c.w.guard().After(c.Call)
	return c
}

func (c *call) batch() string {
	one := c.Call
	batch := gate.Call{Event: gate.Batch, Context: c.Context, CWD: c.CWD, Host: abilities, Calls: []gate.Call{one}}
	return c.w.guard().Batch(batch).Text
}

// run takes a call through the host without anything happening in between.
func (c *call) run() *call {
	c.w.t.Helper()
	c.before().perform().after().batch()
	return c
}

// scan looks at everything as `noclobber scan` does, and returns the findings that count.
func (w *world) scan() []Finding {
	w.t.Helper()
	_, findings, err := w.guard().Scan(filepath.Dir(w.doc), nil)
	require.NoError(w.t, err)
	var out []Finding
	for _, f := range findings {
		if f.Severity != "note" {
			out = append(out, f)
		}
	}
	return out
}

// kept reports whether some version that holds the line can be had from the ledger.
func (w *world) kept(line string) bool {
	w.t.Helper()
	d, err := w.guard().Store().Read(w.doc)
	require.NoError(w.t, err)
	defer d.Unlock()
	found := false
	require.NoError(w.t, d.Records(func(r ledgerRecord) bool {
		for _, s := range []ledgerStamp{r.Before, r.After, r.Proposal} {
			if text, err := d.Bytes(s); err == nil && bytes.Contains(text, []byte(line)) {
				found = true
			}
		}
		return !found
	}))
	return found
}
