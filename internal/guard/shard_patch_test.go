package guard

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"noclobber/gate"
	"noclobber/internal/document"
)

// A host that writes by patches has no path of its own to be turned to the shard: the refusal spells the patch that writes
// there, and that patch passes as it stands.
func TestAPatchOfAViewIsToldThePatchOfTheShard(t *testing.T) {
	f := newFleet(t, "# J\n- 01\n")
	a := f.agent("s1")
	codex := gate.Abilities{Patches: true, ReadTool: "cat", EditTool: "apply_patch", WriteTool: "apply_patch", ShellTool: "the shell"}
	patch := func(op gate.Op, path string) *call {
		c := a.call("apply_patch", op)
		c.Host, c.Event = codex, gate.Before
		c.Ops[0].Path = path
		return c
	}
	last := "- 01"
	for _, entry := range []string{"- 02", "- 03"} { // the shard is not there, then it is
		c := patch(gate.Op{Kind: gate.Edit, Edits: []document.Edit{{Old: last + "\n", New: last + "\n" + entry + "\n", Lines: true}}}, f.doc)
		v := f.guard().Before(c.Call)
		require.Equal(t, gate.Deny, v.Action)
		_, rest, ok := strings.Cut(v.Text, "apply_patch:\n")
		require.True(t, ok, v.Text)
		envelope, _, ok := strings.Cut(rest, "*** End Patch")
		require.True(t, ok, v.Text)
		files, err := document.ParseEnvelope(envelope + "*** End Patch\n")
		require.NoError(t, err, envelope)
		require.Len(t, files, 1)

		op := gate.Op{Kind: gate.Edit, Edits: files[0].Hunks}
		if files[0].Kind == document.PatchAdd {
			op = gate.Op{Kind: gate.Write, Content: []byte(files[0].Content), HasContent: true}
		}
		told := patch(op, files[0].Path)
		require.Empty(t, f.guard().Before(told.Call))
		shard := strings.TrimPrefix(files[0].Path, filepath.Dir(f.doc)+string(filepath.Separator))
		f.putShard(filepath.Base(shard), f.patched(op, files[0].Path))
		told.Event, told.Response = gate.After, &gate.Response{}
		f.guard().After(told.Call)
		require.Contains(t, f.text(), last+"\n"+entry+"\n", "the view is folded anew")
		last = entry
	}
	require.Empty(t, f.scan())
}

// patched is what an operation leaves of a file.
func (f fleet) patched(op gate.Op, path string) string {
	f.t.Helper()
	if op.Kind == gate.Write {
		return string(op.Content)
	}
	d, err := observe(path, 1<<20, stampAll)
	require.NoError(f.t, err)
	text, err := document.Apply(d.data, op.Edits)
	require.NoError(f.t, err)
	return string(text)
}
