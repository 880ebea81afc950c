package guard

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"noclobber/gate"
)

// The schedules in this file are those that the protocol's model (docs/model) found: each once lost a line.

// meddling is a file system in which somebody else acts at the last moment before a document is replaced: when the
// place for the new bytes is looked up, after the document was read.
type meddling struct {
	unsynced
	then func()
}

func (m *meddling) ReadDir(dir string) ([]os.DirEntry, error) {
	if then := m.then; filepath.Base(dir) == "tmp" && then != nil {
		m.then = nil
		then()
	}
	return m.unsynced.ReadDir(dir)
}

// batchMeanwhile is the end of the call's message, with something that happens before a repair is written.
func (c *call) batchMeanwhile(then func()) {
	config := c.w.guard().config
	config.Files = &meddling{then: then}
	New(config).Batch(gate.Call{Event: gate.Batch, Context: c.Context, CWD: c.CWD, Host: abilities, Calls: []gate.Call{c.Call}})
}

// mute is a host that does not tell what its write replaced.
func (c *call) mute() *call {
	c.Response.Replaced, c.Response.HasReplaced = nil, false
	return c
}

// settled lets all leases run out and looks once more.
func (w *world) settled() []Finding {
	w.t.Helper()
	w.pass(time.Hour)
	return w.scan()
}

// requireKept asks that a line stands once, or is reported with its bytes kept.
func (w *world) requireKept(line string) {
	w.t.Helper()
	if findings := w.settled(); count(w.text(), line) == 0 {
		require.True(w.t, reported(findings, line) || w.recordedLoss()[line], "%q is lost silently: %s\nlog %s", line, w.text(), w.history())
		require.True(w.t, w.kept(line))
		return
	}
	require.Equal(w.t, 1, count(w.text(), line), w.text())
}

// TestARepairThatMeetsAnotherWriteRecordsItFirst: between the plan of a repair and its write a call whose lease is
// over lands. What it replaced must not vanish into the repair.
func TestARepairThatMeetsAnotherWriteRecordsItFirst(t *testing.T) {
	for _, mode := range []string{"append", "merge"} {
		w, a, b := twoReaders(t, mode)
		late := b.write(journal + "- B was here\n").before()
		w.pass(time.Minute)
		w.put(journal + "- U was here\n")
		writes := a.write(journal + "- A was here\n").before() // records U's change
		w.pass(time.Minute)
		late.perform().mute().after() // replaces U's line: a repair is due
		late.batchMeanwhile(func() { writes.perform().mute() })
		writes.after().batch()
		for _, line := range []string{"- U was here", "- A was here", "- B was here"} {
			w.requireKept(line)
		}
	}
}

// TestWhatFollowsARepairIsNoPartOfIt: somebody overwrites a repair before it is recorded.
func TestWhatFollowsARepairIsNoPartOfIt(t *testing.T) {
	for _, mode := range []string{"append", "merge"} {
		w, a, b := twoReaders(t, mode)
		late := b.write(journal + "- B was here\n").before()
		w.pass(time.Minute)
		a.write(journal + "- A was here\n").run()
		late.perform().after()
		require.Equal(t, 0, count(w.text(), "- A was here"), "it waits for the repair")
		h := w.hold(t)
		text, ok := h.due()
		require.True(t, ok)
		require.NoError(t, h.replace(text))
		w.put(journal + "- U was here\n")
		_, err := h.mended(*h.doc.Tail().Repair, text)
		require.NoError(t, err)
		h.release()
		for _, line := range []string{"- A was here", "- B was here", "- U was here"} {
			w.requireKept(line)
		}
	}
}

// hold locks the world's document as a call under way does.
func (w *world) hold(t *testing.T) *held {
	t.Helper()
	g := w.guard()
	target, ok := g.targetOf(w.doc)
	require.True(t, ok)
	h, err := g.hold(t.Context(), target, g.writerOf(gate.Context{Host: "claude", Session: "X"}))
	require.NoError(t, err)
	return h
}

// TestACallThatWasNotMadeLeavesNothing: a person refused the call at the prompt, the message ends, and others have
// written meanwhile. What was refused must not be merged in.
func TestACallThatWasNotMadeLeavesNothing(t *testing.T) {
	for _, mode := range []string{"append", "merge"} {
		w, a, b := twoReaders(t, mode)
		refused := a.write(journal + "- A was here\n").before()
		w.pass(time.Minute)
		b.write(journal + "- B was here\n").run()
		require.Contains(t, refused.batch(), "- A was here", "the context is told what did not take place")
		w.settled()
		require.Equal(t, journal+"- B was here\n", w.text())
	}
}

// TestALateEventBringsNothingBack: another context has seen a line, and taken it away, before the event of the call
// that added it arrives.
func TestALateEventBringsNothingBack(t *testing.T) {
	w := newWorld(t, rule("merge"), journal)
	a, b := w.agent("A"), w.agent("B")
	a.read()
	slow := a.write(journal + "- A was here\n").before().perform()
	w.pass(time.Minute)
	b.read()
	require.False(t, b.write(journal+"- B instead\n").run().denied())
	slow.after().batch()
	require.Empty(t, w.settled())
	require.Equal(t, journal+"- B instead\n", w.text())
}

// TestAnEventBringsNothingBackThatWasRecorded: the host tells that the late call replaced a line, which was recorded by
// then, and was taken away by its own context before that event arrived.
func TestAnEventBringsNothingBackThatWasRecorded(t *testing.T) {
	w, a, b := twoReaders(t, "merge")
	late := a.write(journal + "- A was here\n").before()
	w.pass(time.Minute)
	b.write(journal + "- B was here\n").run()
	late.perform()
	require.False(t, b.write(journal+"- B instead\n").run().denied())
	late.after().batch()
	w.requireLines(map[string]int{"- A was here": 1, "- B was here": 0, "- B instead": 1})
}

// TestALateWriteBringsNothingBackThatIsBeingTakenAway: a call under way takes a line away that it had seen, after a late
// write took its place; the late call's event comes first.
func TestALateWriteBringsNothingBackThatIsBeingTakenAway(t *testing.T) {
	w, a, b := twoReaders(t, "merge")
	late := a.write(journal + "- A was here\n").before()
	w.pass(time.Minute)
	b.write(journal + "- B was here\n").run()
	second := b.write(journal + "- B instead\n").before()
	late.perform()
	second.perform()
	late.after().batch()
	second.after().batch()
	w.requireLines(map[string]int{"- A was here": 1, "- B was here": 0, "- B instead": 1})
}

// TestALateTextThatIsReplacedTakesNothingAway: the host tells that a call replaced a late text. Its own event
// never comes. What it lacks of the newer one it had not seen.
func TestALateTextThatIsReplacedTakesNothingAway(t *testing.T) {
	w, a, b := twoReaders(t, "merge")
	late := b.write(journal + "- B was here\n").before()
	w.pass(time.Minute)
	withA := "# Journal\n- A was here\n- 01 first\n- 02 second\n"
	a.write(withA).run()
	second := a.write(withA + "- A again\n").before()
	late.perform()
	second.perform().after().batch()
	w.requireLines(map[string]int{"- A was here": 1, "- A again": 1, "- B was here": 1})
}

// twoReaders is a document under a mode, and two contexts that have read it.
func twoReaders(t *testing.T, mode string) (w *world, a, b *agent) {
	t.Helper()
	w = newWorld(t, rule(mode), journal)
	a, b = w.agent("A"), w.agent("B")
	a.read()
	b.read()
	return w, a, b
}

// requireLines asks that nothing is left to report, and how often lines stand.
func (w *world) requireLines(want map[string]int) {
	w.t.Helper()
	require.Empty(w.t, w.settled(), w.history())
	for line, n := range want {
		require.Equal(w.t, n, count(w.text(), line), "%s in\n%s%s", line, w.text(), w.history())
	}
}

// TestALateWriteTakesNothingAway: a call whose lease is over lands on another one's write before that one reports.
// What the late text lacks it had never seen, so it is merged back and not given up as lost.
func TestALateWriteTakesNothingAway(t *testing.T) {
	for _, mode := range []string{"append", "merge"} {
		w := newWorld(t, rule(mode), journal)
		a, b, c := w.agent("A"), w.agent("B"), w.agent("C")
		for _, one := range []*agent{a, b, c} {
			one.read()
		}
		late := a.write(journal + "- A was here\n").before()
		w.pass(time.Minute)
		b.write(journal + "- B was here\n").run()
		over := c.write(journal + "- C was here\n").before().perform()
		late.perform()
		over.mute().after().batch()
		late.mute().after().batch()
		require.Empty(t, w.settled(), w.history())
		for _, line := range []string{"- A was here", "- B was here", "- C was here"} {
			require.Equal(t, 1, count(w.text(), line), "%s in\n%s%s", line, w.text(), w.history())
		}
	}
}

// TestALateWriteOverATextThatWaitsForItsRepair: the second late text was planned before the first one landed. What the
// repair of the first was to bring back must be in what stands at the end.
func TestALateWriteOverATextThatWaitsForItsRepair(t *testing.T) {
	for _, mode := range []string{"append", "merge"} {
		w, a, b := twoReaders(t, mode)
		late := b.write(journal + "- B was here\n").before()
		w.pass(time.Minute)
		a.write(journal + "- A was here\n").run()
		second := a.write(journal + "- A was here\n- A again\n").before()
		w.pass(time.Minute)
		late.perform().mute().after()
		second.perform().mute().after().batch()
		require.Empty(t, w.settled(), w.history())
		for _, line := range []string{"- A was here", "- A again", "- B was here"} {
			require.Equal(t, 1, count(w.text(), line), "%s in\n%s%s", line, w.text(), w.history())
		}
	}
}

// TestAnAppendBesideARepairThatWaits: while the repair has to wait, an append goes to what stands. The repair is not
// done by that.
func TestAnAppendBesideARepairThatWaits(t *testing.T) {
	for _, mode := range []string{"append", "merge"} {
		w := newWorld(t, rule(mode), journal)
		a, b, c, d := w.agent("A"), w.agent("B"), w.agent("C"), w.agent("D")
		a.read()
		b.read()
		late := b.write(journal + "- B was here\n").before()
		w.pass(time.Minute)
		a.write(journal + "- A was here\n").run()
		late.perform().mute().after()
		holds := c.append("- C was here\n").before()
		_, err := w.guard().Apply(gate.Context{Host: "cli"}, w.doc, Change{Verb: VerbAppend, Content: []byte("- by the verb\n")})
		require.NoError(t, err)
		d.append("- D was here\n").run()
		holds.perform().mute().after().batch()
		require.Empty(t, w.settled(), w.history())
		for _, line := range []string{"- A was here", "- B was here", "- C was here", "- D was here", "- by the verb"} {
			require.Equal(t, 1, count(w.text(), line), "%s %s in\n%s%s", mode, line, w.text(), w.history())
		}
	}
}

// TestWhatAReplacedTextHadTakenAwayIsReported: somebody takes a line away, and a gated write replaces that text before
// anybody has looked. The host tells what it replaced.
func TestWhatAReplacedTextHadTakenAwayIsReported(t *testing.T) {
	for _, mode := range []string{"append", "merge"} {
		w, a, b := twoReaders(t, mode)
		late := b.write(journal + "- B was here\n").before()
		w.pass(time.Minute)
		a.write(journal + "- A was here\n").run()
		w.put(journal + "- by somebody\n")
		late.perform().after().batch()
		for _, line := range []string{"- A was here", "- B was here", "- by somebody"} {
			w.requireKept(line)
		}
	}
}

// TestACallThatEndsWhileTheDocumentIsAway: a tool that replaces files takes longer than anybody waits, and what comes
// back lacks what the call had added.
func TestACallThatEndsWhileTheDocumentIsAway(t *testing.T) {
	for _, mode := range []string{"append", "merge"} {
		w := newWorld(t, rule(mode), journal)
		a := w.agent("A")
		a.read()
		c := a.write(journal + "- A was here\n").before().perform()
		require.NoError(t, os.Remove(w.doc))
		c.mute().after().batch()
		w.put(journal + "- from elsewhere\n")
		w.requireKept("- A was here")
		w.requireKept("- 02 second")
	}
}

// TestAnEndBeforeThatOfACallOnTopOfItIsRecorded: two appends, the second on the first; the first one's message ends while
// the second one's text stands, and then somebody overwrites both, and takes
// the document away.
func TestAnEndBeforeThatOfACallOnTopOfItIsRecorded(t *testing.T) {
	for _, mode := range []string{"append", "merge"} {
		w := newWorld(t, rule(mode), journal)
		a, b := w.agent("A"), w.agent("B")
		a.read()
		first := a.append("- A was here\n").before().perform()
		second := b.append("- B was here\n").before().perform()
		first.batch()
		w.put(journal + "- U was here\n")
		w.scan()
		require.NoError(t, os.Remove(w.doc))
		second.after().batch()
		for _, line := range []string{"- A was here", "- B was here", "- U was here"} {
			w.requireKept(line)
		}
	}
}
