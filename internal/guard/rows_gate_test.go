package guard

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"noclobber/gate"
	"noclobber/internal/seqlog/zframe"
	"noclobber/ledger"
)

// TestTheGateChecksNumbers: a call that would break a log's numbers is refused, whichever tool makes it, and one that
// goes on passes. The refusal tells the number that comes next.
func TestTheGateChecksNumbers(t *testing.T) {
	log := seqRows(0, 1, 2)
	last := strings.TrimSuffix(seqRows(2), "\n")
	for name, c := range map[string]struct {
		make func(*agent) *call
		says string // empty: it passes
		want string
	}{
		"an append that goes on":      {func(a *agent) *call { return a.append(seqRows(3)) }, "", seqRows(0, 1, 2, 3)},
		"an append that repeats":      {func(a *agent) *call { return a.append(seqRows(2)) }, "3", ""},
		"an append that leaves out":   {func(a *agent) *call { return a.append(seqRows(5)) }, "3", ""},
		"an append of torn rows":      {func(a *agent) *call { return a.append(`{"seq":3,"e` + "\n") }, "JSON", ""},
		"an append of a blank line":   {func(a *agent) *call { return a.append("\n" + seqRows(3)) }, "", log + "\n" + seqRows(3)},
		"a whole write that goes on":  {func(a *agent) *call { return a.write(log + seqRows(3)) }, "", seqRows(0, 1, 2, 3)},
		"a whole write that repeats":  {func(a *agent) *call { return a.write(log + seqRows(2)) }, "3", ""},
		"an edit that goes on":        {func(a *agent) *call { return a.edit(last, last+"\n"+strings.TrimSuffix(seqRows(3), "\n")) }, "", seqRows(0, 1, 2, 3)},
		"an edit that repeats":        {func(a *agent) *call { return a.edit(last, last+"\n"+last) }, "3", ""},
		"an edit in the log's middle": {func(a *agent) *call { return a.edit(seqRows(1), seqRows(1, 1)) }, "", ""}, // refused by mode append, whatever for
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, logRule(), log)
			a := w.agent("A")
			a.read()
			made := c.make(a).run()
			if c.want != "" {
				require.False(t, made.denied(), made.verdict.Text)
				require.Equal(t, c.want, w.text())
				return
			}
			require.True(t, made.denied())
			require.Contains(t, made.verdict.Text, c.says)
			require.Equal(t, log, w.text())
		})
	}
}

// TestTwoAgentsThatTakeOneNumber: both read the log, both write row 3; the second one is told that it is taken, in every
// order of their steps.
func TestTwoAgentsThatTakeOneNumber(t *testing.T) {
	for _, how := range []string{"write", "edit", "append"} {
		interleavings([]int{3, 3}, func(order []int) {
			w := newWorld(t, logRule(), seqRows(0, 1, 2))
			calls := make([]*call, 2)
			steps := make([][]func(), 2)
			for i := range calls {
				a := w.agent(fmt.Sprintf("A%d", i))
				a.read()
				row := fmt.Sprintf(`{"seq":3,"by":"A%d"}`, i)
				last := strings.TrimSuffix(seqRows(2), "\n")
				steps[i] = []func(){func() {
					switch how {
					case "write":
						calls[i] = a.write(seqRows(0, 1, 2) + row + "\n")
					case "edit":
						calls[i] = a.edit(last, last+"\n"+row)
					case "append":
						calls[i] = a.append(row + "\n")
					}
					calls[i].before()
				}, func() { calls[i].perform() }, func() { calls[i].after().batch() }}
			}
			at := []int{0, 0}
			for _, i := range order {
				steps[i][at[i]]()
				at[i]++
			}
			require.Equal(t, 1, strings.Count(w.text(), `"seq":3`), "%s, order %v:\n%s", how, order, w.text())
			require.NotEqual(t, calls[0].denied(), calls[1].denied(), "%s, order %v", how, order)
		})
	}
}

// TestAppendsToANumberedLogExcludeEachOther: two appends of the OS that were both granted would take the same number,
// so that their leases are not shared.
func TestAppendsToANumberedLogExcludeEachOther(t *testing.T) {
	w := newWorld(t, logRule(), seqRows(0))
	first := w.agent("A").append(seqRows(1)).before()
	require.False(t, first.denied())
	second := w.agent("B").append(seqRows(1)).before()
	require.True(t, second.denied())
	require.Contains(t, second.verdict.Text, "holds its lease")
	first.perform().after().batch()
	require.True(t, w.agent("B").append(seqRows(1)).before().denied())
	require.False(t, w.agent("B").append(seqRows(2)).before().denied())
}

// TestAppendsOfUnknownRowsAreLookedAtAfterwards: what a program appends is known once it stands there.
func TestAppendsOfUnknownRowsAreLookedAtAfterwards(t *testing.T) {
	told := func(rows string) string {
		w := newWorld(t, logRule(), seqRows(0, 1, 2))
		c := w.agent("A").bash("./emit >> J.md").before()
		require.False(t, c.denied(), c.verdict.Text)
		w.put(w.text() + rows)
		c.Event, c.Response = gate.After, &gate.Response{}
		return w.guard().After(c.Call).Text
	}
	require.Empty(t, told(seqRows(3)))
	text := told(seqRows(2))
	require.Contains(t, text, "number 2 comes again")
	require.Contains(t, text, "noclobber seqlog repair")
}

// TestTheVerbsCheckNumbers: `noclobber append` is held to a log's numbers like any other writer.
func TestTheVerbsCheckNumbers(t *testing.T) {
	w := newWorld(t, logRule(), seqRows(0, 1, 2))
	add := func(text string) error {
		_, err := w.guard().Apply(gate.Context{Host: "cli"}, w.doc, Change{Verb: VerbAppend, Content: []byte(text)})
		return err
	}
	var denied *Denied
	require.ErrorAs(t, add(seqRows(2)), &denied)
	require.Contains(t, denied.Text, "3 comes next")
	require.NoError(t, add(seqRows(3)))
	require.Equal(t, seqRows(0, 1, 2, 3), w.text())
}

// TestLargeAndCompressedLogsAreChecked: of a log that is not held in memory only the end is read, and the shell appends
// nothing to a compressed one.
func TestLargeAndCompressedLogsAreChecked(t *testing.T) {
	large := strings.Replace(logRule(), "[defaults]\n", "[defaults]\nmax_document = \"64B\"\n", 1)
	w := newWorld(t, large, seqRows(0, 1, 2, 3, 4, 5, 6, 7))
	a := w.agent("A")
	c := a.append(seqRows(5)).before()
	require.True(t, c.denied())
	require.Contains(t, c.verdict.Text, "8 comes next")
	require.False(t, a.append(seqRows(8)).before().denied())

	packed, err := new(zframe.Encoder).Encode([]byte(seqRows(0, 1)), true)
	require.NoError(t, err)
	w = newWorld(t, logRule(), string(packed))
	c = w.agent("A").append(seqRows(2)).before()
	require.True(t, c.denied())
	require.Contains(t, c.verdict.Text, "noclobber seqlog append")
}

// TestAVanishedLogIsNotBegunAnewByAnybody: whatever writes, until the log is back or its end is accepted.
func TestAVanishedLogIsNotBegunAnewByAnybody(t *testing.T) {
	vanish := func(t *testing.T) *world {
		w := newWorld(t, logRule(), seqRows(0, 1))
		w.agent("R").read()
		w.scan()
		require.NoError(t, os.Remove(w.doc))
		return w
	}
	for name, make := range map[string]func(*agent) *call{
		"a whole write":              func(a *agent) *call { return a.write(seqRows(0)) },
		"a whole write from a shell": func(a *agent) *call { return a.bash("cat > J.md <<'EOF'\n" + seqRows(0) + "EOF\n") },
		"an append":                  func(a *agent) *call { return a.append(seqRows(2)) },
		"a program's append":         func(a *agent) *call { return a.bash("./emit >> J.md") },
		"a copy":                     func(a *agent) *call { return a.bash("cp other J.md") },
		"an edit that creates":       func(a *agent) *call { return a.edit("", seqRows(0)) },
	} {
		t.Run(name, func(t *testing.T) {
			w := vanish(t)
			for _, who := range []string{"R", "N", "N"} { // one that has read it, one that has not, and that one again
				c := make(w.agent(who)).before()
				require.True(t, c.denied())
				require.Contains(t, c.verdict.Text, "noclobber restore")
				require.Contains(t, c.verdict.Text, "noclobber accept")
			}
			_, err := w.guard().Apply(gate.Context{Host: "cli"}, w.doc, Change{Verb: VerbAccept})
			require.NoError(t, err)
			require.False(t, make(w.agent("N")).before().denied(), "its end was meant")
		})
	}
	t.Run("the verb, until it is restored", func(t *testing.T) {
		w := vanish(t)
		add := Change{Verb: VerbAppend, Content: []byte(seqRows(2))}
		_, err := w.guard().Apply(gate.Context{Host: "cli"}, w.doc, add)
		require.ErrorContains(t, err, "it vanished")
		require.NoFileExists(t, w.doc)
		_, err = w.guard().Apply(gate.Context{Host: "cli"}, w.doc, Change{Verb: VerbRestore, Version: string(ledger.VersionOf([]byte(seqRows(0, 1))))})
		require.NoError(t, err)
		_, err = w.guard().Apply(gate.Context{Host: "cli"}, w.doc, add)
		require.NoError(t, err)
		require.Equal(t, seqRows(0, 1, 2), w.text())
	})
	t.Run("healing brings it back", func(t *testing.T) {
		w := vanish(t)
		w.scan()
		_, err := w.guard().Apply(gate.Context{Host: "cli"}, w.doc, Change{Verb: VerbHeal})
		require.NoError(t, err)
		require.Equal(t, seqRows(0, 1), w.text())
	})
}
