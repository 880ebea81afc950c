package guard

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"noclobber/gate"
)

// TestRecordReportsWhatItsWriterHadNotSeen: mode record lets every call pass; lines that go though their remover had never
// been shown them are an alarm, as if they went outside the gate, and come back by heal. What it had seen is meant.
func TestRecordReportsWhatItsWriterHadNotSeen(t *testing.T) {
	long := "# M\n" + strings.Repeat("- a line of A\n", 40)
	for name, c := range map[string]struct {
		play func(w *world)
		lost int64
	}{
		"another's lines": {func(w *world) {
			a, b := w.agent("A"), w.agent("B")
			a.read()
			b.read()
			a.write(long).run()
			b.write("# M\n- B\n").run()
		}, 40},
		"another's lines, and some of its own": {func(w *world) {
			w.put("# M\n- old\n")
			a, b := w.agent("A"), w.agent("B")
			b.read()
			a.write(long + "- old\n").run()
			b.write("# M\n").run()
		}, 40},
		"lines that stand twice, seen once": {func(w *world) {
			w.put("# M\n- a line of A\n")
			b := w.agent("B")
			b.read()
			w.agent("A").write(long).run()
			b.write("# M\n").run()
		}, 39},
		"another's lines, after an edit beside them": {func(w *world) {
			a, b := w.agent("A"), w.agent("B")
			w.put("# M\n- B\n\n- end\n")
			a.read()
			b.read()
			a.write("# M\n- B\n\n- end\n" + long).run()
			b.edit("- B\n", "- B's\n").run()
			b.write("# M\n- B's\n\n- end\n").run()
		}, 41},
		"everything, unread": {func(w *world) {
			w.agent("A").write(long).run()
			w.agent("B").write("x\n").run()
		}, 41},
		"few lines, within the rule's limits": {func(w *world) {
			w.put(long)
			b := w.agent("B")
			b.read()
			w.agent("A").append("- new\n").run()
			b.write(long + "- B\n").run()
		}, 0},
		"what it read": {func(w *world) {
			w.agent("A").write(long).run()
			b := w.agent("B")
			b.read()
			b.write("# M\n- B\n").run()
		}, 0},
		"what it wrote itself": {func(w *world) {
			a := w.agent("A")
			a.write(long).run()
			a.write("# M\n").run()
		}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, rule("record"), "# M\n")
			c.play(w)
			found := w.scan()
			if c.lost == 0 {
				require.Empty(t, found)
				return
			}
			require.Len(t, found, 1)
			require.Equal(t, "lost-lines", found[0].Kind)
			require.Contains(t, found[0].Message, "took away lines that its context had not been shown")
			require.Contains(t, found[0].Message, nLines(int(c.lost))+" lost")
			_, err := w.guard().Apply(gate.Context{Host: "cli"}, w.doc, Change{Verb: VerbHeal})
			require.NoError(t, err)
			require.Equal(t, 40, strings.Count(w.text(), "- a line of A\n"))
		})
	}
}

// TestRecordTellsTheWriterAtOnce: of what it wrote over, and of what it removed.
func TestRecordTellsTheWriterAtOnce(t *testing.T) {
	for name, c := range map[string]struct {
		read bool
		says string
	}{
		"unread": {false, "40 lines lost"},
		"read":   {true, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, rule("record"), strings.Repeat("- a line\n", 40))
			b := w.agent("B")
			told := func(made *call) {
				made.Event, made.Response = gate.After, &gate.Response{}
				text := w.guard().After(made.Call).Text
				require.Equal(t, c.says != "", text != "", text)
				require.Contains(t, text, c.says)
			}
			if c.read {
				b.read()
			}
			made := b.bash("rm J.md").before()
			require.NoError(t, os.Remove(w.doc))
			told(made)
			w.put(strings.Repeat("- a line\n", 40))
			if c.read {
				b.read()
			} else {
				b = w.agent("C")
			}
			told(b.write("x\n").before().perform())
		})
	}
}

// TestAMoveInModeRecordTakesNothingAway: the lines stand under the new name.
func TestAMoveInModeRecordTakesNothingAway(t *testing.T) {
	w := newWorld(t, rule("record"), strings.Repeat("- a line\n", 40))
	to := filepath.Join(filepath.Dir(w.doc), "moved.md")
	made := w.agent("A").bash("mv J.md moved.md").before()
	require.False(t, made.denied())
	require.NoError(t, os.Rename(w.doc, to))
	made.Event, made.Response = gate.After, &gate.Response{}
	require.Empty(t, w.guard().After(made.Call).Text)
	require.Empty(t, w.scan())
}

// TestWhatAContextAloneHasWrittenIsItsOwn: a command's output was never shown to it, and it may take it away again.
func TestWhatAContextAloneHasWrittenIsItsOwn(t *testing.T) {
	for helped, alarms := range map[bool]int{false: 0, true: 1} {
		w := newWorld(t, rule("record"), "")
		a := w.agent("A")
		long := "# M\n" + strings.Repeat("- a line\n", 40)
		a.runs("report --all > J.md", func() { w.put(long) })
		if helped {
			w.agent("B").append(strings.Repeat("- a line of B\n", 40)).run()
		}
		a.runs("rm J.md", func() { require.NoError(t, os.Remove(w.doc)) })
		require.Len(t, w.scan(), alarms)
	}
}
