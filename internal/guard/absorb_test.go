package guard

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"

	"noclobber/gate"
)

const copyName = "J.sync-conflict-20260101-101500-ABCDEFG.md"

// beside writes a file beside the document.
func (w *world) beside(name, text string) string {
	w.t.Helper()
	path := filepath.Join(filepath.Dir(w.doc), name)
	require.NoError(w.t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

func (w *world) absorb(paths ...string) ([]AbsorbReceipt, []Finding) {
	w.t.Helper()
	return w.guard().Absorb(gate.Context{Host: "cli"}, filepath.Dir(w.doc), paths, AbsorbOptions{})
}

// absorbed expects that everything was absorbed without a finding.
func (w *world) absorbed() AbsorbReceipt {
	w.t.Helper()
	receipts, findings := w.absorb()
	require.Empty(w.t, findings)
	require.Len(w.t, receipts, 1)
	return receipts[0]
}

func (w *world) exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func TestAbsorbMergesKeepsAndRemoves(t *testing.T) {
	w := newWorld(t, rule("append"), journal+"- 02 here\n")
	path := w.beside(copyName, journal+"- 02 there\n")
	require.Equal(t, "conflict-copy", w.scan()[0].Kind)
	r := w.absorbed()
	require.Equal(t, journal+"- 02 here\n- 02 there\n", w.text())
	require.False(t, w.exists(path))
	require.Equal(t, FateMerged, r.Copies[0].Fate)
	require.True(t, w.kept("- 02 there"))
	d, err := w.guard().Store().Read(w.doc)
	require.NoError(t, err)
	defer d.Unlock()
	s, err := d.Find(string(r.Copies[0].Version.Version))
	require.NoError(t, err)
	text, err := d.Bytes(s)
	require.NoError(t, err)
	require.Equal(t, journal+"- 02 there\n", string(text), "the copy's own bytes are not kept")
	require.Empty(t, w.scan())
	receipts, findings := w.absorb()
	require.Empty(t, receipts)
	require.Empty(t, findings)
}

// A process that was killed between merge and removal left the copy: the next run removes it and doubles nothing.
func TestAbsorbAgainAfterACrashDoublesNothing(t *testing.T) {
	for _, mode := range []string{"append", "merge"} {
		w := newWorld(t, rule(mode), journal+"- 02 here\n")
		path := w.beside(copyName, journal+"- wrote the importer\n")
		w.absorbed()
		once := w.text()
		w.beside(copyName, journal+"- wrote the importer\n")
		w.absorbed()
		require.Equal(t, once, w.text())
		require.False(t, w.exists(path))
	}
}

// Two machines with the same files and nothing else in common.
func TestAbsorbOnEveryNodeIsTheSame(t *testing.T) {
	for _, mode := range []string{"append", "merge"} {
		var texts []string
		for _, head := range []int{0, 1, 2} {
			versions := []string{journal + "- a\n## Notes\n- x\n", journal + "- b\n## Notes\n- y\n", journal + "- c\n"}
			w := newWorld(t, rule(mode), versions[head])
			w.beside(copyName, versions[(head+1)%3])
			w.beside("J (Ann's conflicted copy 2026-01-01).md", versions[(head+2)%3])
			w.absorbed()
			texts = append(texts, w.text())
		}
		require.Equal(t, texts[0], texts[1], mode)
		require.Equal(t, texts[0], texts[2], mode)
	}
}

// Entries that a person moved out of a journal do not come back with a copy from before.
func TestAbsorbDoesNotBringBackWhatWasTakenOutThroughTheGate(t *testing.T) {
	old := "# J\n- old entry one of 2024\n- old entry two of 2024\n- b\n"
	for _, mode := range []string{"append", "merge"} {
		w := newWorld(t, rule(mode), old)
		w.scan()
		require.NoError(t, w.rotateOut("# J\n- b\n"))
		w.beside(copyName, old+"- from the other machine\n")
		w.absorbed()
		require.Equal(t, "# J\n- b\n- from the other machine\n", w.text(), mode)
		path := w.beside(copyName, old)
		r := w.absorbed()
		require.Equal(t, FateSuperseded, r.Copies[0].Fate)
		require.Equal(t, "# J\n- b\n- from the other machine\n", w.text(), mode)
		require.False(t, w.exists(path))
	}
}

// rotateOut leaves a shorter text on purpose, as rotate does, whatever the mode.
func (w *world) rotateOut(text string) error {
	g := w.guard()
	return g.run(gate.Context{Host: "cli"}, w.doc, VerbRotate, func(*held) bool { return false }, func(h *held, call gate.Call, _ string) error {
		return h.perform(call, known([]byte(text)), VerbRotate, func() error { return h.put([]byte(text)) })
	})
}

const born = "- 2026-11-29 14:02 deployed the api to production\n"

// With a base that is certain, what a copy removed or changed since is taken over; without, both stand.
func TestAbsorbWithAStoredBase(t *testing.T) {
	for _, known := range []bool{true, false} {
		w := newWorld(t, rule("merge"), "- [ ] first task of all\n- second\n")
		if known {
			a := w.agent("a")
			a.read()
			require.False(t, a.write("- [ ] first task of all\n- second\n"+born).run().denied())
		} else {
			w.put("- [ ] first task of all\n- second\n" + born)
			w.scan()
		}
		w.put(w.text() + "- third, here\n")
		w.scan()
		w.beside(copyName, "- [x] first task of all\n"+born+"- fourth, there\n")
		_, findings := w.absorb()
		if known {
			require.Empty(t, findings)
			assert.Equal(t, 1, strings.Count(w.text(), "first task of all"), w.text())
			assert.Contains(t, w.text(), "[x]")
			assert.NotContains(t, w.text(), "second", "the copy removed it from a version that it was made from")
		} else {
			require.Len(t, findings, 1, "both forms stand, and that is said")
			require.Equal(t, "two-forms", findings[0].Kind)
			assert.Contains(t, w.text(), "[x]")
			assert.Contains(t, w.text(), "[ ]")
			assert.Contains(t, w.text(), "second")
		}
		assert.Contains(t, w.text(), "third, here")
		assert.Contains(t, w.text(), "fourth, there")
	}
}

// An agent that copies one line of a conflict copy by hand does not make the copy a descendant of what it wrote: the
// lines that the copy never saw are not taken for removed.
func TestAbsorbAfterSomebodyMergedAPartByHand(t *testing.T) {
	w := newWorld(t, rule("merge"), "- one\n- here, a line that only this machine has\n")
	w.scan()
	path := w.beside(copyName, "- one\n"+born+"- there, another line\n")
	old := time.Now().Add(-time.Hour)
	require.NoError(t, os.Chtimes(path, old, old))
	w.clock = time.Now().Add(time.Second)
	a := w.agent("a")
	a.read()
	require.False(t, a.write(w.text()+born).run().denied())
	w.absorbed()
	for _, line := range []string{"- here, a line that only this machine has", "- there, another line", strings.TrimSpace(born)} {
		require.Equal(t, 1, count(w.text(), line), "%q in\n%s", line, w.text())
	}
}

// What was here until the sync tool put another version in its place is the copy, on the machine that lost.
func TestAbsorbOnTheMachineThatLost(t *testing.T) {
	w := newWorld(t, rule("merge"), "- one\n- two\n")
	a := w.agent("a")
	a.read()
	require.False(t, a.write("- one\n- two\n"+born).run().denied())
	require.False(t, a.edit("- two\n", "- two, changed here\n").run().denied())
	mine := w.text()
	w.put("- one\n- two\n" + born + "- from the winner\n") // made from what stood before the edit
	w.beside(copyName, mine)
	w.scan()
	w.absorbed()
	require.Equal(t, "- one\n- two, changed here\n"+born+"- from the winner\n", w.text())
}

func TestAbsorbLeavesWhatIsNotItsOwn(t *testing.T) {
	tests := []struct {
		rule, name string
		make       func(w *world, path string) error
		kind       string // of the finding; empty: none
	}{
		{"a link to the document", "J (conflict 2026-01-02).md", func(w *world, p string) error { return os.Symlink(w.doc, p) }, "conflict-copy-kept"},
		{"the document under a second name", copyName, func(w *world, p string) error { return os.Link(w.doc, p) }, "conflict-copy-kept"},
		{"a directory", copyName, func(_ *world, p string) error { return os.Mkdir(p, 0o755) }, ""},
		{"a similar name, other contents", "J 2.md", func(_ *world, p string) error { return os.WriteFile(p, []byte("# J\nquite different\n"), 0o644) }, ""},
		{"a host that nobody knows", "J-box77.md", func(_ *world, p string) error { return os.WriteFile(p, []byte(journal+"- more\n"), 0o644) }, "conflict-copy-kept"},
		{"a case conflict", "j (Case Conflict).md", func(_ *world, p string) error { return os.WriteFile(p, []byte("- other\n"), 0o644) }, "conflict-copy-kept"},
		{"a download under way", ".syncthing.J.md.tmp", func(_ *world, p string) error { return os.WriteFile(p, []byte("# Jour"), 0o644) }, ""},
		{"an old version", "J~20260101-101500.md", func(_ *world, p string) error { return os.WriteFile(p, []byte("- old\n"), 0o644) }, ""},
		{"bytes", copyName, func(_ *world, p string) error { return os.WriteFile(p, []byte("a\x00b"), 0o644) }, "conflict-copy-kept"},
	}
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			w := newWorld(t, rule("merge"), journal)
			path := filepath.Join(filepath.Dir(w.doc), tt.name)
			require.NoError(t, tt.make(w, path))
			_, findings := w.absorb()
			require.Equal(t, journal, w.text())
			require.True(t, w.exists(path))
			if tt.kind == "" {
				require.Empty(t, findings)
				return
			}
			require.Len(t, findings, 1)
			require.Equal(t, tt.kind, findings[0].Kind)
			require.Contains(t, findings[0].Message, tt.name)
		})
	}
}

func TestAbsorbNamesThatNeedMoreThanAName(t *testing.T) {
	host, err := os.Hostname()
	require.NoError(t, err)
	for _, name := range []string{"J (1).md", "J 2.md", "J-DESKTOP-4F2K9QX.md", "J-" + host + ".md", "J.Conflict.md", "J.md~HEAD"} {
		w := newWorld(t, rule("append"), journal+"- 02 here\n")
		path := w.beside(name, journal+"- 02 there\n")
		w.absorbed()
		require.Equal(t, journal+"- 02 here\n- 02 there\n", w.text(), name)
		require.False(t, w.exists(path), name)
	}
}

func TestAbsorbComposesNames(t *testing.T) {
	w := newWorld(t, "version = 1\n[[protect]]\npaths = [\"*.md\"]\nmode = \"append\"\n", "")
	w.doc = filepath.Join(filepath.Dir(w.doc), norm.NFC.String("Tagebücher.md"))
	w.put(journal)
	path := w.beside(norm.NFD.String("Tagebücher.sync-conflict-20260101-101500-ABCDEFG.md"), journal+"- more\n")
	w.absorbed()
	require.Equal(t, journal+"- more\n", w.text())
	require.False(t, w.exists(path))
}

// A document that is missing may come back: its copy is neither made the document nor removed.
func TestAbsorbWithoutADocument(t *testing.T) {
	w := newWorld(t, rule("append"), "")
	path := w.beside(copyName, journal)
	_, findings := w.absorb()
	require.Len(t, findings, 1)
	require.Equal(t, "conflict-copy-alone", findings[0].Kind)
	require.True(t, w.exists(path))
	require.False(t, w.exists(w.doc))
}

// Where the rule's pattern takes in the copies too, they are no documents: no scan of theirs, no alarm when they go.
func TestCopiesAreNoDocuments(t *testing.T) {
	w := newWorld(t, "version = 1\n[[protect]]\npaths = [\"**\"]\nmode = \"append\"\n", journal+"- 02 here\n")
	w.beside(copyName, journal+"- 02 there\n")
	states, _, err := w.guard().Scan(filepath.Dir(w.doc), nil)
	require.NoError(t, err)
	for _, st := range states {
		require.NotContains(t, st.Document, "conflict")
	}
	w.absorbed()
	require.Empty(t, w.scan())
}

// A copy that became a known document before it was known to be one is removed as a document is: with its lease, its
// record and its index.
func TestAbsorbRemovesAKnownDocument(t *testing.T) {
	w := newWorld(t, "version = 1\n[[protect]]\npaths = [\"**\"]\nmode = \"append\"\n", journal+"- 02 here\n")
	path := w.beside("J (1).md", journal+"- 02 there\n")
	w.scan() // by its name it may be a document
	w.absorbed()
	require.False(t, w.exists(path))
	require.Empty(t, w.scan())
	d, err := w.guard().Store().Read(path)
	require.NoError(t, err)
	defer d.Unlock()
	require.Equal(t, "absent", string(d.Tail().Head.Version))
}

func TestAbsorbWaitsForALease(t *testing.T) {
	w := newWorld(t, rule("merge"), journal)
	path := w.beside(copyName, journal+"- wrote the importer\n")
	a := w.agent("a")
	a.read()
	c := a.write(journal + "- here\n").before()
	require.False(t, c.denied())
	_, findings := w.absorb()
	require.Len(t, findings, 1)
	require.Equal(t, "unabsorbed", findings[0].Kind)
	require.True(t, w.exists(path))
	c.perform().after().batch()
	w.absorbed()
	require.Equal(t, journal+"- here\n- wrote the importer\n", w.text())
}

func TestAbsorbDryRunChangesNothing(t *testing.T) {
	w := newWorld(t, rule("append"), journal+"- 02 here\n")
	path := w.beside(copyName, journal+"- 02 there\n")
	receipts, findings := w.guard().Absorb(gate.Context{Host: "cli"}, filepath.Dir(w.doc), nil, AbsorbOptions{DryRun: true})
	require.Empty(t, findings)
	require.Len(t, receipts, 1)
	require.Equal(t, FateMerged, receipts[0].Copies[0].Fate)
	require.False(t, receipts[0].Copies[0].Removed)
	require.NotEqual(t, receipts[0].Before.Version, receipts[0].After.Version)
	require.Equal(t, journal+"- 02 here\n", w.text())
	require.True(t, w.exists(path))
	_, err := w.guard().Store().Read(w.doc)
	require.Error(t, err, "a dry run made state")
}

// A copy that holds another value stays until somebody decides; then it goes by name, and its bytes are kept.
func TestAbsorbDropsWhatWasDecided(t *testing.T) {
	w := newWorld(t, "version = 1\n[[protect]]\npaths = [\"s.json\"]\nmode = \"merge\"\n", "")
	w.doc = filepath.Join(filepath.Dir(w.doc), "s.json")
	w.put("{\"a\": 1}\n")
	path := w.beside("s.sync-conflict-20260101-101500-ABCDEFG.json", "{\"a\": 2}\n")
	other := w.beside("s (conflict 2026-01-01).json", "{\"a\": 3}\n")
	_, findings := w.absorb()
	require.Len(t, findings, 2)
	require.Contains(t, findings[0].Mend, "--drop")
	receipts, findings := w.guard().Absorb(gate.Context{Host: "cli"}, filepath.Dir(w.doc), []string{path}, AbsorbOptions{Drop: true})
	require.Empty(t, findings)
	require.Equal(t, FateDropped, receipts[0].Copies[0].Fate)
	require.False(t, w.exists(path))
	require.True(t, w.exists(other))
	require.True(t, w.kept("\"a\": 2"))
	require.Equal(t, "{\"a\": 1}\n", w.text())
}

func TestAbsorbMarkersOfAnUnfinishedMerge(t *testing.T) {
	marked := "# J\n<<<<<<< HEAD\n- mine\n=======\n- theirs\n>>>>>>> other\n"
	w := newWorld(t, rule("append"), "# J\n- mine\n")
	path := w.beside("J.md.orig", marked)
	w.absorbed()
	require.Equal(t, "# J\n- mine\n- theirs\n", w.text())
	require.False(t, w.exists(path))

	w = newWorld(t, rule("merge"), "# J\n- mine\n")
	path = w.beside("J.md.orig", marked)
	_, findings := w.absorb()
	require.Len(t, findings, 1, "what a merge left out may have been left out on purpose")
	require.True(t, w.exists(path))
	require.Equal(t, "# J\n- mine\n", w.text())

	w = newWorld(t, rule("merge"), marked)
	w.beside(copyName, "# J\n- third\n")
	_, findings = w.absorb()
	require.Len(t, findings, 1)
	require.Contains(t, findings[0].Message, "finish that merge")
	require.Equal(t, marked, w.text())
}

func TestSessionsAreToldOfCopies(t *testing.T) {
	w := newWorld(t, rule("append"), journal)
	w.beside(copyName, journal+"- 02 there\n")
	note := w.guard().Session(gate.Call{Event: gate.SessionStart, Context: gate.Context{Host: "claude", Session: "N"}, CWD: filepath.Dir(w.doc)})
	require.Contains(t, note.Text, copyName)
	require.Contains(t, note.Text, "noclobber absorb")
}
