package guard

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"noclobber/gate"
)

// step is something that may happen to a document before a call is previewed.
type step struct {
	name string
	do   func(w *world, a *agent)
}

func steps() []step {
	return []step{
		{"reads", func(_ *world, a *agent) { a.read() }},
		{"appends", func(_ *world, a *agent) { a.append("- " + a.name + " more\n").run() }},
		{"writes whole", func(w *world, a *agent) { a.write(w.text() + "- " + a.name + "\n").run() }},
		{"is refused", func(_ *world, a *agent) { a.write("- gone\n").before() }},
		{"leaves a call open", func(w *world, a *agent) { a.write(w.text() + "- open\n").before() }},
		{"lands unheard", func(w *world, a *agent) { a.write(w.text() + "- unheard\n").before().perform() }},
		{"writes outside", func(w *world, _ *agent) { w.put(strings.Replace(w.text(), "- one\n", "", 1) + "- outside\n") }},
		{"lets time pass", func(w *world, _ *agent) { w.pass(time.Minute) }},
	}
}

// inquiry is one of the calls to be judged.
func inquiry(w *world, a *agent, which int) *call {
	switch which {
	case 0:
		return a.write(w.text() + "- asked\n")
	case 1:
		return a.write("- asked\n")
	case 2:
		return a.edit("- two", "- two, done")
	case 3:
		return a.append("- asked\n")
	case 4:
		return a.bash("rm J.md")
	default:
		return a.bash("echo x > J.md; python3 build.py")
	}
}

// TestAPreviewIsWhatTheHookThenSays compares each preview with the verdict on the same call right after it, whatever
// happened before, and asks that the preview left no trace.
func TestAPreviewIsWhatTheHookThenSays(t *testing.T) {
	all := steps()
	rapid.Check(t, func(rt *rapid.T) {
		mode := rapid.SampledFrom([]string{"append", "merge", "cas", "anchors", "shard", "deny", "record"}).Draw(rt, "mode")
		more := map[string]string{"shard": "shards = \"J.d/{node}.md\""}
		w := newWorld(t, rule(mode, more[mode]), "# J\n<!-- anchor:a -->\n- one\n- two\n<!-- /anchor:a -->\n- three\n")
		agents := []*agent{w.agent("ann"), w.agent("bob")}
		for range rapid.IntRange(0, 6).Draw(rt, "steps") {
			s := all[rapid.IntRange(0, len(all)-1).Draw(rt, "step")]
			s.do(w, rapid.SampledFrom(agents).Draw(rt, "who"))
		}
		c := inquiry(w, rapid.SampledFrom(agents).Draw(rt, "asks"), rapid.IntRange(0, 5).Draw(rt, "call"))
		c.Event = gate.Before
		before := snapshotOf(t, w.dir)
		p, err := w.guard().Preview(c.Call, Scene{})
		require.NoError(rt, err)
		require.Equal(rt, before, snapshotOf(t, w.dir), "a preview writes nothing")
		c.before()
		require.Equal(rt, c.verdict.Action, p.Verdict.Action, "preview: %s\nverdict: %s", p.Text, c.verdict.Text)
		require.Equal(rt, c.verdict.Text, p.Text)
		require.Equal(rt, c.verdict.Sets, p.Verdict.Sets)
	})
}

// snapshotOf is every file below a folder with its bytes.
func snapshotOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			all[path] = "folder"
			return err
		}
		text, err := os.ReadFile(path)
		all[path] = string(text)
		return err
	}))
	return all
}

func TestAPreviewTakesTheSceneForGranted(t *testing.T) {
	w := newWorld(t, rule("append"), "- one\n")
	call := w.agent("ann").write("- given\n- mine\n").Call
	call.Event = gate.Before
	p, err := w.guard().Preview(call, Scene{Given: map[string][]byte{w.doc: []byte("- given\n")}, Read: true})
	require.NoError(t, err)
	assert.Equal(t, "pass", p.Action)
	require.Len(t, p.Documents, 1)
	assert.EqualValues(t, 8, p.Documents[0].Head.Bytes)
	assert.Equal(t, p.Documents[0].Head, *p.Documents[0].Base)

	p, err = w.guard().Preview(call, Scene{})
	require.NoError(t, err)
	assert.Equal(t, "deny", p.Action)
	assert.Nil(t, p.Documents[0].Base)
}

func TestAPreviewNamesWhatACallTouches(t *testing.T) {
	w := newWorld(t, rule("append"), "- one\n")
	call := w.agent("ann").bash("cat J.md other.md; mv .noclobber.toml x; make").Call
	call.Event = gate.Before
	p, err := w.guard().Preview(call, Scene{})
	require.NoError(t, err)
	assert.NotEmpty(t, p.Opaque)
	protected := map[string]bool{}
	for _, op := range p.Ops {
		protected[filepath.Base(op.Path)] = op.Protected
	}
	assert.Equal(t, map[string]bool{"J.md": true, "other.md": false, ".noclobber.toml": true}, protected)
	require.Len(t, p.Builtin, 1)
	assert.Equal(t, "policy", p.Builtin[0].What)
	assert.Equal(t, "deny", p.Action)
}
