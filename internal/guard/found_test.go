package guard

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"noclobber/gate"
	"noclobber/ledger"
)

// The tests of this file are bugs that were found by trying to break the gate, each as its whole kind.

// TestVerbsMoveNoBase: a verb run by an agent's session must not count as a read of what it merged in.
func TestVerbsMoveNoBase(t *testing.T) {
	for _, verb := range []Change{
		{Verb: VerbAppend, Content: []byte("- by the verb\n")},
		{Verb: VerbWrite, Content: []byte(journal + "- by the verb\n"), Version: ledger.VersionOf([]byte(journal)).Short()},
	} {
		w := newWorld(t, rule("merge"), journal)
		a := w.agent("A")
		a.read()
		w.put(journal + "- by an editor\n")
		_, err := w.guard().Apply(gate.Context{Host: "claude", Session: "A"}, w.doc, verb)
		require.NoError(t, err)
		c := a.write(journal + "- from memory\n").run()
		require.False(t, c.denied(), c.verdict.Text)
		for _, line := range []string{"- by an editor", "- by the verb", "- from memory"} {
			require.Equal(t, 1, count(w.text(), line), "%s: %q in\n%s", verb.Verb, line, w.text())
		}
	}
}

// TestOwnVerbAppendIsNotDoubled: what a context appended through the verb and repeats is one entry.
func TestOwnVerbAppendIsNotDoubled(t *testing.T) {
	w := newWorld(t, rule("append"), journal)
	a := w.agent("A")
	a.read()
	_, err := w.guard().Apply(gate.Context{Host: "claude", Session: "A"}, w.doc, Change{Verb: VerbAppend, Content: []byte("- by the verb\n")})
	require.NoError(t, err)
	a.write(journal + "- by the verb\n- and more\n").run()
	require.Equal(t, journal+"- by the verb\n- and more\n", w.text())
}

func TestRestoreOfAbsentIsRefused(t *testing.T) {
	w := newWorld(t, rule("merge"), journal)
	_, err := w.guard().Apply(gate.Context{Host: "cli"}, w.doc, Change{Verb: VerbRestore, Version: "absent"})
	require.ErrorAs(t, err, new(*Denied))
	require.Equal(t, journal, w.text())
}

// TestAlarmsAreToldByEveryLook: a recorded loss reaches a context that only reads, and a new session.
func TestAlarmsAreToldByEveryLook(t *testing.T) {
	w := newWorld(t, rule("append"), journal)
	w.scan()
	w.put("# Journal\n- 02 second\n")
	require.Len(t, w.scan(), 1)
	note := w.guard().Session(gate.Call{Event: gate.SessionStart, Context: gate.Context{Host: "claude", Session: "N"}, CWD: filepath.Dir(w.doc)})
	require.Contains(t, note.Text, "01 first")
	c := w.agent("R").call("Read", gate.Op{Kind: gate.Read})
	c.Event = gate.After
	c.Response = &gate.Response{Read: &gate.ReadResult{Content: []byte(w.text()), FirstLine: 1, Lines: 3, TotalLines: 3}}
	require.Contains(t, w.guard().After(c.Call).Text, "01 first")
}

// TestHardLinks: a command that writes through another name of the document writes the document.
func TestHardLinks(t *testing.T) {
	w := newWorld(t, rule("append"), journal)
	require.NoError(t, os.Link(w.doc, filepath.Join(filepath.Dir(w.doc), "twin.md")))
	w.scan()
	for _, command := range []string{"echo x > twin.md", "sed -i s/a/b/ twin.md", "truncate -s 0 twin.md"} {
		c := w.agent("A").bash(command)
		require.True(t, c.before().denied(), command)
	}
	require.False(t, w.agent("B").bash("cat twin.md; rm twin.md").before().denied())
}

// TestNotebookCells: a cell change on a notebook that somebody else changed since is refused.
func TestNotebookCells(t *testing.T) {
	w := newWorld(t, "version = 1\n[[protect]]\npaths = [\"*.ipynb\"]\nmode = \"merge\"\n", "")
	w.doc = filepath.Join(filepath.Dir(w.doc), "n.ipynb")
	w.put("{\"cells\": [1]}\n")
	cell := func(a *agent) *call { return a.call("NotebookEdit", gate.Op{Kind: gate.Edit, Cells: true}) }
	show := func(a *agent) {
		c := a.call("Read", gate.Op{Kind: gate.Read})
		c.Event, c.Response = gate.After, &gate.Response{}
		w.guard().After(c.Call)
	}
	a, b := w.agent("A"), w.agent("B")
	show(a)
	show(b)
	change := func(c *call, text string) {
		require.False(t, c.before().denied(), c.verdict.Text)
		w.put(text)
		c.Response = &gate.Response{}
		c.after().batch()
	}
	change(cell(a), "{\"cells\": [2]}\n")
	change(cell(a), "{\"cells\": [3]}\n")
	require.True(t, cell(b).before().denied(), "B's notebook is stale")
	show(b)
	change(cell(b), "{\"cells\": [4]}\n")
}

// TestACellBesideOneThatChanged: it passes, and shows its context nothing of what changed beside it.
func TestACellBesideOneThatChanged(t *testing.T) {
	w := newWorld(t, "version = 1\n[[protect]]\npaths = [\"*.ipynb\"]\nmode = \"merge\"\nformat = \"json\"\n", "")
	w.doc = filepath.Join(filepath.Dir(w.doc), "n.ipynb")
	notebook := func(a, b string) string {
		return fmt.Sprintf("{\n \"cells\": [\n  {\n   \"id\": \"a\",\n   \"source\": %q\n  },\n  {\n   \"id\": \"b\",\n   \"source\": %q\n  }\n ]\n}", a, b)
	}
	w.put(notebook("1", "2"))
	change := func(by *agent, cell, text string) *call {
		c := by.call("NotebookEdit", gate.Op{Kind: gate.Edit, Cells: true, Cell: gate.Cell{Name: cell}}).before()
		if !c.denied() {
			w.put(text)
			c.Response = &gate.Response{}
			c.after().batch()
		}
		return c
	}
	a, b := w.agent("A"), w.agent("B")
	require.True(t, change(b, "b", "").denied(), "it was never read")
	a.read()
	b.read()
	require.False(t, change(a, "a", notebook("A's", "2")).denied())
	require.False(t, change(b, "b", notebook("A's", "B's")).denied())
	require.False(t, change(b, "b", notebook("A's", "B's again")).denied(), "its own change is seen")
	require.True(t, change(b, "a", "").denied(), "A's is not")

	whole := b.write(notebook("1", "B's last")).run()
	require.False(t, whole.denied(), whole.verdict.Text)
	require.Equal(t, notebook("A's", "B's last"), w.text())
}

// TestDirectoriesThatHoldWhatIsAlwaysProtected: taking the parent away is taking the thing away.
func TestDirectoriesThatHoldWhatIsAlwaysProtected(t *testing.T) {
	w := newWorld(t, rule("append"), journal)
	w.scan()
	for _, command := range []string{"rm -rf " + filepath.Join(w.dir, "home"), "mv " + filepath.Join(w.dir, "home", ".local") + " /tmp/x"} {
		require.True(t, w.agent("A").bash(command).before().denied(), command)
	}
}

// TestProtectionThatEnds: a document that a nested repository takes out of its rule is a finding.
func TestProtectionThatEnds(t *testing.T) {
	w := newWorld(t, "version = 1\n[[protect]]\npaths = [\"notes/*.md\"]\nmode = \"append\"\n", "")
	w.doc = filepath.Join(filepath.Dir(w.doc), "notes", "J.md")
	require.NoError(t, os.MkdirAll(filepath.Join(filepath.Dir(w.doc), "x"), 0o755))
	w.put(journal)
	g := w.guard()
	_, findings, err := g.Scan(filepath.Dir(filepath.Dir(w.doc)), nil)
	require.NoError(t, err)
	require.Empty(t, findings)
	require.NoError(t, os.Mkdir(filepath.Join(filepath.Dir(w.doc), ".git"), 0o755))
	_, findings, err = w.guard().Scan(filepath.Dir(filepath.Dir(w.doc)), nil)
	require.NoError(t, err)
	require.Len(t, findings, 1)
	require.Equal(t, "unprotected", findings[0].Kind)
}

// TestAppendingIsNoReading: a command that appends and then overwrites has not seen what it replaces.
func TestAppendingIsNoReading(t *testing.T) {
	w := newWorld(t, rule("merge"), journal)
	w.scan()
	c := w.agent("A").bash("echo x >> J.md; cat > J.md <<'EOF'\nx\nEOF\n")
	require.True(t, c.before().denied())
}

// TestALastLineThatIsWrittenOnIsNotLost: only bytes were added, whoever wrote the first half.
func TestALastLineThatIsWrittenOnIsNotLost(t *testing.T) {
	w := newWorld(t, rule("append"), "# Journal\n- one\n- tw")
	a := w.agent("A")
	a.read()
	w.put("# Journal\n- one\n- two\n- three\n")
	require.Empty(t, w.scan())
	w.put("# Journal\n- one\n- tw\n")
	require.NotEmpty(t, w.scan(), "a line that is cut is lost")
}

// TestARemovedDocumentIsReportedUntilItIsAccepted: it is away each time, and known to be.
func TestARemovedDocumentIsReportedUntilItIsAccepted(t *testing.T) {
	w := newWorld(t, rule("append"), journal)
	w.agent("A").read()
	require.NoError(t, os.Remove(w.doc))
	for range 3 {
		require.Len(t, w.scan(), 1)
	}
	_, err := w.guard().Apply(gate.Context{Host: "cli"}, w.doc, Change{Verb: VerbAccept})
	require.NoError(t, err)
	require.Empty(t, w.scan())
}

// TestAnAppendToADocumentOfOneVersion: mode cas lets nobody write blindly, neither a shell nor the verb.
func TestAnAppendToADocumentOfOneVersion(t *testing.T) {
	w := newWorld(t, rule("cas"), journal)
	_, err := w.guard().Apply(gate.Context{Host: "cli"}, w.doc, Change{Verb: VerbAppend, Content: []byte("- x\n")})
	require.ErrorContains(t, err, "noclobber write")
	require.Equal(t, journal, w.text())
	require.NoError(t, os.Remove(w.doc))
	_, err = w.guard().Apply(gate.Context{Host: "cli"}, w.doc, Change{Verb: VerbAppend, Content: []byte("- x\n")})
	require.NoError(t, err, "a new document has no version yet")
}

// TestManyDocumentsInOneCall: more than can be held open are refused by their number, not by what the system lacks then.
func TestManyDocumentsInOneCall(t *testing.T) {
	w := newWorld(t, "version = 1\n[[protect]]\npaths = [\"d/*.md\"]\nmode = \"append\"\n", "")
	dir := filepath.Join(filepath.Dir(w.doc), "d")
	require.NoError(t, os.Mkdir(dir, 0o755))
	for i := range maxHeld + 1 {
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.md", i)), []byte("- one\n"), 0o644))
	}
	w.scan()
	c := w.agent("A").bash("rm -r d").before()
	require.True(t, c.denied())
	require.Contains(t, c.verdict.Text, "2001 protected documents at once")
}
