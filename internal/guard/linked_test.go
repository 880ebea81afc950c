package guard

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"noclobber/gate"
)

// TestADocumentThatBecomesALink: what stood there is gone from its name, and its log is no longer that of the name.
func TestADocumentThatBecomesALink(t *testing.T) {
	for name, swap := range map[string]func(w *world) error{
		"to another text": func(w *world) error {
			require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(w.doc), "other.md"), []byte("- secret\n"), 0o644))
			return os.Symlink("other.md", w.doc)
		},
		"to nothing": func(w *world) error { return os.Symlink("nowhere.md", w.doc) },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, rule("append"), journal)
			a := w.agent("A")
			a.read()
			told := a.runs("make link", func() {
				require.NoError(t, os.Remove(w.doc))
				require.NoError(t, swap(w))
			})
			require.Contains(t, told, "J.md was replaced outside the gate by a link")
			require.Contains(t, told, "- 02 second")
			found := w.scan()
			require.Len(t, found, 1, "until somebody has looked at it")
			require.Contains(t, found[0].Mend, "rm ")
			require.Len(t, w.scan(), 1)
			_, err := w.guard().Apply(gate.Context{Host: "cli"}, w.doc, Change{Verb: VerbRestore, Version: found[0].Before})
			require.ErrorContains(t, err, "is a link to")
			_, err = w.guard().Apply(gate.Context{Host: "cli"}, w.doc, Change{Verb: VerbAccept})
			require.NoError(t, err)
			require.Empty(t, w.scan())
			require.NoError(t, os.Remove(w.doc))
			version := found[0].Before
			_, err = w.guard().Apply(gate.Context{Host: "cli"}, w.doc, Change{Verb: VerbRestore, Version: version})
			require.NoError(t, err)
			require.Equal(t, journal, w.text())
		})
	}
}

// TestADocumentThatIsMovedBehindALink keeps its text: nothing is lost, then or later, whatever becomes of the text.
func TestADocumentThatIsMovedBehindALink(t *testing.T) {
	w := newWorld(t, rule("append"), journal)
	a := w.agent("A")
	a.read()
	moved := filepath.Join(filepath.Dir(w.doc), "moved.md")
	require.Empty(t, a.runs("make link", func() {
		require.NoError(t, os.Rename(w.doc, moved))
		require.NoError(t, os.Symlink("moved.md", w.doc))
	}))
	require.Empty(t, w.scan())
	a.read()
	require.False(t, a.write(w.text()+"- A was here\n").before().denied())
	require.NoError(t, os.WriteFile(moved, []byte("# Journal\n"), 0o644))
	require.Len(t, w.scan(), 1, "its own loss, told once")
}
