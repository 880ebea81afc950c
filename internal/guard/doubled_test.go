package guard

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"noclobber/gate"
)

// Two hooks on one event, as where the host's plugin and its settings both start the gate, count one run.
func TestTwoHooksOnAStartAreOneRun(t *testing.T) {
	w := newWorld(t, rule("append", `expect = { min_growth = "1 line/run" }`), journal)
	start := func(session string) {
		w.guard().Session(gate.Call{Event: gate.SessionStart, Context: gate.Context{Host: "claude", Session: session}, CWD: filepath.Dir(w.doc), Source: "startup"})
	}
	runs := func() int {
		target, ok := w.guard().targetOf(w.doc)
		require.True(t, ok)
		return len(w.guard().facts(target).Runs)
	}
	start("A")
	w.pass(80 * time.Millisecond)
	start("A")
	require.Equal(t, 1, runs())
	start("B")
	require.Equal(t, 2, runs(), "another session is another run")
	w.pass(time.Hour)
	start("A")
	require.Equal(t, 3, runs(), "and so is one that was cleared and begins anew")
}

// One of two hooks on a call gives up waiting, the other one just gets the lease: the refusal counts, and what the other
// one has granted ends with the message.
func TestOfTwoHooksThatDisagreeTheRefusalLeavesNothingBehind(t *testing.T) {
	w := newWorld(t, rule("append"), journal)
	a, b := w.agent("A"), w.agent("B")
	a.read()
	b.read()
	held := a.write(journal + "- of A\n").before()
	require.False(t, held.denied())
	c := b.write(journal + "- of B\n").before()
	require.True(t, c.denied())
	require.Contains(t, c.verdict.Text, "send the same call again")
	held.perform().after()
	c.before()
	require.False(t, c.denied(), c.verdict.Text)
	c.Event = gate.Batch
	w.guard().Batch(gate.Call{Event: gate.Batch, Context: c.Context, CWD: c.CWD, Host: c.Host, Calls: []gate.Call{c.Call}})
	require.False(t, a.append("- and more\n").run().denied(), "B's lease is over")
	require.Equal(t, journal+"- of A\n- and more\n", w.text())
	require.Empty(t, w.scan())
}
