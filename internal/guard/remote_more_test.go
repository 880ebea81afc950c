package guard

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"noclobber/gate"
)

// stored makes another document of the store the one of a call.
func (c *storeCall) of(path string) *storeCall {
	c.Input = []byte(strings.ReplaceAll(string(c.Input), task, path))
	c.input = string(c.Input)
	return c
}

// The rules about formats are those of files: members merge, kept facts stay, numbers follow.
func TestAStoresJSONIsMergedByMembersAndKeepsItsFacts(t *testing.T) {
	const doc = "claude/state.json"
	w := newStore(t, storeRule("merge", `keep = ["recovery"]`))
	w.texts[doc] = "{\"recovery\": \"no\", \"tools\": 1}\n"
	for _, session := range []string{"A", "B"} {
		w.call(session, "read", map[string]any{}).of(doc).run()
	}
	require.False(t, w.write("A", "{\"recovery\": \"yes\", \"tools\": 1}\n").of(doc).run().denied())
	b := w.write("B", "{\"recovery\": \"no\", \"tools\": 2}\n").of(doc).run()
	require.False(t, b.denied(), b.verdict.Text)
	assert.JSONEq(t, `{"recovery": "yes", "tools": 2}`, w.texts[doc])

	broken := w.write("B", "{\"recovery\": \n").of(doc).before()
	require.True(t, broken.denied())
}

func TestAStoresLogKeepsItsNumbers(t *testing.T) {
	const doc = "claude/events.jsonl"
	w := newStore(t, storeRule("append", `format = "jsonl"`, `seq = "seq"`))
	w.texts[doc] = "{\"seq\":1}\n{\"seq\":2}\n"
	w.call("A", "read", map[string]any{}).of(doc).run()
	double := w.call("A", "append", map[string]any{"content": "{\"seq\":2}\n"}).of(doc).before()
	require.True(t, double.denied())
	assert.Contains(t, double.verdict.Text, "so 3 comes next")
	require.False(t, w.call("A", "append", map[string]any{"content": "{\"seq\":3}\n"}).of(doc).run().denied())
}

// What a late write took away waits for the next one: heal spells out the call that brings it back now, accept drops it.
func TestWhatWaitsForTheNextWriteIsHealedOrAccepted(t *testing.T) {
	late := func(t *testing.T) *storeWorld {
		w := newStore(t, storeRule("append"))
		w.texts[task] = "- one\n"
		w.read("A")
		w.read("B")
		a := w.write("A", "- one\n- of A\n").before()
		w.pass(time.Minute)
		w.read("B")
		require.False(t, w.write("B", "- one\n- of B\n").run().denied())
		a.perform().after().batch()
		require.Len(t, w.scan(), 1)
		return w
	}
	who := gate.Context{Host: "cli"}

	w := late(t)
	r, err := w.guard().Apply(who, "project:"+task, Change{Verb: VerbHeal})
	require.NoError(t, err)
	require.NotNil(t, r.Call)
	assert.Equal(t, `mcp__store__project_write {"path":"claude/tasks.md","content":"- one\n- of A\n- of B\n"}`, r.Call.String())
	w.read("C")
	c := w.write("C", "- one\n- of A\n- of B\n").run()
	require.False(t, c.denied(), c.verdict.Text)
	assert.Equal(t, "- one\n- of A\n- of B\n", w.texts[task])
	w.read("C")
	assert.Empty(t, w.scan())

	w = late(t)
	_, err = w.guard().Apply(who, "project:"+task, Change{Verb: VerbAccept})
	require.NoError(t, err)
	assert.Empty(t, w.scan())
}

// A new session is told what the store lost.
func TestASessionThatBeginsIsToldWhatAStoreLost(t *testing.T) {
	w := newStore(t, storeRule("append"))
	w.texts[task] = "- one\n- two\n"
	w.read("A")
	w.texts[task] = "- one\n"
	w.read("A")
	start := gate.Call{Event: gate.SessionStart, Source: "startup", Context: gate.Context{Host: "claude", Session: "N"}, CWD: w.call("N", "read", map[string]any{}).CWD, Host: w.host}
	text := w.guard().Session(start).Text
	assert.Contains(t, text, "project:claude/*: append only")
	assert.Contains(t, text, "- two")
}

// A host that gives calls no id is known by what the call does, also when its input was rewritten.
func TestARewrittenCallWithoutAnIDIsStillThatCall(t *testing.T) {
	w := newStore(t, storeRule("merge"))
	w.host.Batch = false
	w.texts[task] = "- one\n"
	w.read("A")
	w.read("B")
	w.write("A", "- one\n- of A\n").run()
	b := w.write("B", "- zero\n- one\n")
	b.ID = ""
	b.before().perform().after()
	require.Equal(t, gate.Rewrite, b.verdict.Action)
	assert.Contains(t, b.told, "Read it back")
	assert.Equal(t, "- zero\n- one\n- of A\n", w.texts[task])
	assert.Empty(t, w.scan())
}

// A call that was refused at the host's own prompt has no event but the end of its message: nothing was written.
func TestACallRefusedAtThePromptLeavesTheStoreAsItWas(t *testing.T) {
	w := newStore(t, storeRule("merge"))
	w.texts[task] = "- one\n"
	w.read("A")
	w.read("B")
	a := w.write("A", "- one\n- of A\n").before()
	a.Response = &gate.Response{Failed: true, Error: "The user doesn't want to proceed with this tool use."}
	a.batch()
	assert.Empty(t, a.told)
	b := w.write("B", "- one\n- of B\n").run()
	require.False(t, b.denied(), b.verdict.Text)
}

func TestAMoveInAStoreNeedsAReadOfBothNames(t *testing.T) {
	w := newStore(t, storeRule("merge")+"[[tool]]\nmatch = \"mcp__*__project_move\"\nkind = \"move\"\npath = \"path\"\nto = \"to\"\nscheme = \"project\"\n")
	w.texts[task], w.texts["claude/b.md"] = "- one\n", "- two\n"
	w.read("A")
	m := w.call("A", "move", map[string]any{"to": "claude/b.md"}).before()
	require.True(t, m.denied())
	assert.Contains(t, m.verdict.Text, `mcp__store__project_read {"path":"claude/b.md"}`)
}

// What the host shows in an answer's place is no document.
func TestAnAnswerThatTheHostCutIsNoRead(t *testing.T) {
	w := newStore(t, storeRule("merge"))
	w.texts[task] = "- one\n"
	w.read("A")
	c := w.call("B", "read", map[string]any{}).before()
	c.Response = &gate.Response{Raw: []byte(`"Error: result (414,000 characters across 9,000 lines) exceeds maximum allowed tokens. Output has been saved to /tmp/x.txt."`)}
	c.after().batch()
	assert.Empty(t, c.told)
	assert.Empty(t, w.scan())
	require.True(t, w.write("B", "- mine\n").before().denied())
}

// Somebody put back by hand what waited: nothing waits any more.
func TestWhatSomebodyPutBackWaitsNoLonger(t *testing.T) {
	w := newStore(t, storeRule("append"))
	w.texts[task] = "- one\n"
	w.read("A")
	w.read("B")
	a := w.write("A", "- one\n- of A\n").before()
	w.pass(time.Minute)
	w.read("B")
	w.write("B", "- one\n- of B\n").run()
	a.perform().after().batch()
	require.Len(t, w.scan(), 1)
	w.texts[task] = "- one\n- of B\n- of A\n"
	w.read("C")
	assert.Empty(t, w.scan())
}

// A host may have two hooks, or ask twice: the same answer each time, and one record.
func TestAnEventThatComesTwiceChangesNothingInAStore(t *testing.T) {
	w := newStore(t, storeRule("merge"))
	w.texts[task], w.version = "- one\n", 3
	w.read("A")
	w.read("B")
	w.write("A", "- one\n- of A\n").run()
	b := w.write("B", "- zero\n- one\n").before()
	first := b.verdict
	require.Equal(t, gate.Rewrite, first.Action)
	require.Equal(t, first, b.before().verdict)
	b.perform().after()
	told, records := b.told, len(w.records())
	require.NotEmpty(t, told)
	b.after()
	assert.Equal(t, told, b.told)
	assert.Len(t, w.records(), records)
}
