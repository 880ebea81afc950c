package guard

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"noclobber/gate"
	"noclobber/ledger"
)

// Two sessions read one document of a store, and both write it whole.
func TestAWholeWriteToAStoreIsMergedWithWhatAnotherSessionWrote(t *testing.T) {
	w := newStore(t, storeRule("merge"))
	w.texts[task] = "# Tasks\n- one\n"
	for _, session := range []string{"A", "B"} {
		shown, _ := w.read(session)
		require.Equal(t, "# Tasks\n- one\n", shown)
	}
	a := w.write("A", "# Tasks\n- one\n- of A\n").run()
	require.False(t, a.denied(), a.verdict.Text)
	assert.Contains(t, a.told, "Read it back: mcp__store__project_read {\"path\":\"claude/tasks.md\"}")

	b := w.call("B", "write", map[string]any{"content": "# Tasks\n- one\n- of B\n", "note": map[string]any{"kept": true}}).run()
	require.Equal(t, gate.Rewrite, b.verdict.Action, b.verdict.Text)
	assert.Contains(t, b.verdict.Text, "- of A")
	assert.Contains(t, b.input, `"note":{"kept":true}`)
	for _, line := range []string{"- one", "- of A", "- of B"} {
		assert.Equal(t, 1, strings.Count(w.texts[task], line+"\n"), w.texts[task])
	}
	_, back := w.read("B")
	assert.Empty(t, back.told)
	assert.Empty(t, w.scan())
}

func TestAWholeWriteToAStoreWithoutAReadIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		arrange func(w *storeWorld)
		says    string
	}{
		"nobody here has read it": {func(*storeWorld) {}, "Nobody here has read it"},
		"another session has":     {func(w *storeWorld) { w.read("A") }, "You have not read what stands there now"},
		"it was read too long ago": {func(w *storeWorld) {
			w.read("B")
			w.pass(3 * time.Minute)
		}, "You read it 3 min ago, longer than 2 min"},
		"a read that failed for another reason": {func(w *storeWorld) {
			c := w.call("B", "read", map[string]any{}).before()
			c.answer("the network is down", true)
			c.after().batch()
		}, "Nobody here has read it"},
		"a call of another session is not heard of": {func(w *storeWorld) {
			w.read("A")
			w.read("B")
			w.write("A", "- one\n- A\n").before().perform()
			w.pass(time.Minute)
		}, "session A made a call of which it is not known whether it took place"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newStore(t, storeRule("merge"))
			w.texts[task] = "- one\n"
			c.arrange(w)
			b := w.write("B", "- mine\n").before()
			require.True(t, b.denied())
			assert.Contains(t, b.verdict.Text, c.says)
			assert.Contains(t, b.verdict.Text, "Next: mcp__store__project_read {\"path\":\"claude/tasks.md\"}, then send your change")
			assert.LessOrEqual(t, len(b.verdict.Text), gate.MaxText)
		})
	}
}

func TestADocumentThatAStoreSaysIsNotThereMayBeCreated(t *testing.T) {
	w := newStore(t, storeRule("append"))
	require.True(t, w.write("A", "- first\n").before().denied())
	w.read("A")
	a := w.write("A", "- first\n").run()
	require.False(t, a.denied(), a.verdict.Text)
	assert.Equal(t, "- first\n", w.texts[task])

	w.pass(time.Second)
	b := w.write("B", "- mine\n").before()
	require.True(t, b.denied(), "it is there by now")
}

// A host that cannot rewrite input gets the very call that passes.
func TestWithoutRewritingTheMergedCallIsSpelledOut(t *testing.T) {
	w := newStore(t, storeRule("merge"))
	w.host.Rewrite = false
	w.texts[task] = "- one\n"
	w.read("A")
	w.read("B")
	w.write("A", "- one\n- of A\n").run()
	b := w.call("B", "write", map[string]any{"content": "- of B\n- one\n", "note": "x"}).before()
	require.True(t, b.denied())
	assert.Contains(t, b.verdict.Text, `send this instead: mcp__store__project_write {"content":"- of B\n- one\n- of A\n","note":"x","path":"claude/tasks.md"}`)
}

func TestTheStoresVersionIsFilledIn(t *testing.T) {
	w := newStore(t, storeRule("merge"))
	w.texts[task], w.version = "- one\n", 7
	w.read("A")
	a := w.write("A", "- one\n- of A\n").run()
	require.Equal(t, gate.Rewrite, a.verdict.Action)
	assert.Contains(t, a.verdict.Text, "if_version was set to 7")
	assert.Contains(t, a.input, `"if_version":7`)

	again := w.call("A", "write", map[string]any{"content": "- one\n- of A\n- more\n", "if_version": 8}).before()
	assert.Equal(t, gate.Pass, again.verdict.Action, "it is there already: the answer to the write told it")
}

func TestConflictsInAStoreAreRefusedByTheRulesOfFiles(t *testing.T) {
	for _, c := range []struct{ mode, text, says string }{
		{"merge", "- one by B\n", "somebody else changed the same place"},
		{"append", "- one by B\n", "It only grows"},
		{"cas", "- one\n- B\n", "it changed since you read it"},
		{"deny", "- one\n- B\n", "lets nobody write it"},
		{"merge", "", "leave it empty"},
		{"merge", "- one\n… rest of the file unchanged …\n", "placeholder"},
	} {
		t.Run(c.mode+" "+c.says, func(t *testing.T) {
			w := newStore(t, storeRule(c.mode))
			w.texts[task] = "- one\n"
			w.read("B")
			w.read("A")
			w.texts[task] = "- one by A\n"
			w.read("A")
			b := w.write("B", c.text).before()
			require.True(t, b.denied())
			assert.Contains(t, b.verdict.Text, c.says)
		})
	}
}

func TestAShrinkOfAStoresDocumentIsConfirmedByReadingIt(t *testing.T) {
	w := newStore(t, storeRule("merge", "min_loss = \"1 line\""))
	w.texts[task] = strings.Repeat("- some line of it\n", 20)
	w.read("A")
	require.True(t, w.write("A", "- little\n").run().denied())
	require.True(t, w.write("A", "- little\n").run().denied(), "a blind retry is no confirmation")
	w.read("A")
	a := w.write("A", "- little\n").run()
	require.False(t, a.denied(), a.verdict.Text)
	assert.Empty(t, w.scan())
}

func TestAppendsEditsAndDeletesInAStore(t *testing.T) {
	w := newStore(t, storeRule("append"))
	w.texts[task] = "- one\n"
	first := w.call("A", "append", map[string]any{"content": "- unread\n"}).run()
	require.False(t, first.denied(), first.verdict.Text)
	w.read("A")
	w.read("B")

	require.False(t, w.call("B", "append", map[string]any{"content": "- B\n"}).run().denied())
	edit := w.call("A", "edit", map[string]any{"old": "- unread\n", "new": "- unread\n- A\n"}).run()
	require.False(t, edit.denied(), edit.verdict.Text)
	for _, line := range []string{"- one", "- unread", "- A", "- B"} {
		assert.Equal(t, 1, strings.Count(w.texts[task], line+"\n"), w.texts[task])
	}
	changed := w.call("A", "edit", map[string]any{"old": "- one", "new": "- two"}).before()
	require.True(t, changed.denied())
	require.True(t, w.call("A", "delete", map[string]any{}).before().denied())
	assert.Empty(t, w.scan())
}

func TestADeleteInAStoreNeedsAReadAndAConfirmation(t *testing.T) {
	w := newStore(t, storeRule("merge"))
	w.texts[task] = "- one\n"
	require.True(t, w.call("A", "delete", map[string]any{}).run().denied())
	w.read("A")
	require.True(t, w.call("A", "delete", map[string]any{}).run().denied())
	w.read("A")
	d := w.call("A", "delete", map[string]any{}).run()
	require.False(t, d.denied(), d.verdict.Text)
	assert.Contains(t, d.told, "is gone")
	assert.Empty(t, w.scan())
}

// The store loses an acknowledged line, by a machine that loads no gate say: the next read by anybody tells.
func TestALineThatAStoreLostIsReportedByTheNextRead(t *testing.T) {
	w := newStore(t, storeRule("merge"))
	w.texts[task] = "- one\n"
	w.read("A")
	w.write("A", "- one\n- of A\n").run()
	w.texts[task] = "- one\n- of another machine\n"
	w.pass(time.Minute)
	_, back := w.read("B")
	assert.Contains(t, back.told, "was changed outside the gate")
	assert.Contains(t, back.told, "- of A")
	findings := w.scan()
	require.Len(t, findings, 1)
	assert.Equal(t, "lost-lines", findings[0].Kind)
}

// What a read has shown once is judged by the rule afterwards: a person may change a line of a page.
func TestASmallChangeOfWhatWasReadBackIsNoAlarm(t *testing.T) {
	w := newStore(t, storeRule("merge"))
	w.texts[task] = "- one\n"
	w.read("A")
	w.write("A", "- one\n- of A\n").run()
	w.read("A")
	w.texts[task] = "- one\n"
	_, back := w.read("B")
	assert.Empty(t, back.told)
	assert.Empty(t, w.scan())
}

func TestAReadWithoutTheFinalNewlineIsTheSameText(t *testing.T) {
	w := newStore(t, storeRule("append"))
	w.strip = true
	w.texts[task] = "- one\n- two\n"
	w.read("A")
	w.write("A", "- one\n- two\n- three\n").run()
	before := len(w.records())
	w.read("B")
	after := w.records()[before:]
	require.Len(t, after, 1)
	assert.Equal(t, ledger.Read, after[0].Event)
	w.read("B")
	assert.Len(t, w.records(), before+1, "it is recorded once")
}

// A prompt outlasts the lease: the write that was planned first lands last, over another one.
func TestAWriteThatLandsLateInAStoreIsPutRightByTheNextWrite(t *testing.T) {
	w := newStore(t, storeRule("merge"))
	w.texts[task] = "- one\n"
	w.read("A")
	w.read("B")
	a := w.write("A", "- one\n- of A\n").before()
	w.pass(time.Minute)
	w.read("B")
	b := w.write("B", "- zero\n- one\n").run()
	require.False(t, b.denied(), b.verdict.Text)
	a.perform().after().batch()
	require.Equal(t, "- one\n- of A\n", w.texts[task])
	assert.Contains(t, a.told, "- zero")
	findings := w.scan()
	require.Len(t, findings, 1)
	assert.Contains(t, findings[0].Message, "puts them back")

	w.read("C")
	c := w.write("C", "- one\n- of A\n- of C\n").run()
	require.Equal(t, gate.Rewrite, c.verdict.Action, c.verdict.Text)
	assert.Equal(t, "- zero\n- one\n- of A\n- of C\n", w.texts[task])
	w.read("C")
	assert.Empty(t, w.scan())
}

// A read shows a write whose own event has not come yet.
func TestAReadThatShowsAWriteUnderWayRecordsIt(t *testing.T) {
	w := newStore(t, storeRule("merge"))
	w.texts[task] = "- one\n"
	w.read("A")
	a := w.write("A", "- one\n- of A\n").before().perform()
	w.read("B")
	w.pass(time.Minute)
	b := w.write("B", "- one\n- of A\n- of B\n").run()
	require.False(t, b.denied(), b.verdict.Text)
	a.after().batch()
	assert.Equal(t, "- one\n- of A\n- of B\n", w.texts[task])
	w.read("B")
	assert.Empty(t, w.scan())
}

func TestAFailedCallLeavesTheHeadAndAsksForARead(t *testing.T) {
	w := newStore(t, storeRule("merge"))
	w.texts[task] = "- one\n"
	w.read("A")
	a := w.write("A", "- one\n- of A\n").before()
	a.answer("timed out", true)
	a.after().batch()
	assert.Contains(t, a.told, "failed, and whether it changed anything is not known. Next: mcp__store__project_read")
	last := w.records()[len(w.records())-1]
	assert.Equal(t, ledger.Unknown, last.Outcome)
	assert.Equal(t, last.Before, last.After)
	require.True(t, w.write("A", "- one\n- of A\n").run().denied())
	w.read("A")
	require.False(t, w.write("A", "- one\n- of A\n").run().denied())
}

// Two projects that name one store by one scheme mean one document; what no rule names is nobody's business.
func TestADocumentOfAStoreIsKnownByItsSchemeAndPath(t *testing.T) {
	w := newStore(t, storeRule("merge"))
	w.texts["other/x.md"] = "- one\n"
	free := w.call("A", "write", map[string]any{"path": "other/x.md", "content": "- two\n"}).run()
	assert.Equal(t, gate.Verdict{}, free.verdict)
	w.texts[task] = "- one\n"
	w.read("A")
	c := w.write("A", "- two\n").run()
	require.False(t, c.denied())
	alias := w.call("B", "write", map[string]any{"path": "/claude/./tasks.md", "content": "- three\n"}).before()
	require.True(t, alias.denied(), "another spelling of the same name")
	elsewhere := w.write("B", "- three\n")
	elsewhere.CWD = w.dir
	require.True(t, elsewhere.before().denied(), "the project's policy holds wherever its agent has gone")
}
