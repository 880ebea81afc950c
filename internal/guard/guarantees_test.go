package guard

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"noclobber/gate"
	"noclobber/ledger"
)

// TestNoSilentShrink proves G2: a loss beyond the rule is refused with sizes and lines, one from
// outside is reported once per context and by scan until it is accepted.
func TestNoSilentShrink(t *testing.T) {
	long := "# List\n" + strings.Repeat("- an entry that is there to be lost\n", 40)
	long = numbered(long)
	t.Run("refused, then confirmed after a complete read", func(t *testing.T) {
		w := newWorld(t, rule("merge"), long)
		a := w.agent("A")
		a.read()
		short := strings.Join(strings.SplitAfter(long, "\n")[:10], "")
		c := a.write(short).before()
		require.True(t, c.denied())
		require.Contains(t, c.verdict.Text, "J.md")
		require.Contains(t, c.verdict.Text, "31 of 41 lines")
		require.True(t, a.write(short).before().denied(), "a blind retry is no confirmation")
		a.read()
		c = a.write(short).run()
		require.False(t, c.denied(), c.verdict.Text)
		require.Equal(t, short, w.text())
		require.Empty(t, w.scan(), "a confirmed shrink is no alarm")
	})
	t.Run("a read before the refusal is no confirmation", func(t *testing.T) {
		w := newWorld(t, rule("merge"), long)
		a := w.agent("A")
		a.read()
		require.True(t, a.write("# List\n- only this\n").before().denied())
		require.True(t, a.write("# List\n- only this\n").before().denied())
	})
	t.Run("another head voids the confirmation", func(t *testing.T) {
		w := newWorld(t, rule("merge"), long)
		a := w.agent("A")
		a.read()
		require.True(t, a.write("# List\n- only this\n").before().denied())
		a.read()
		w.put(long + "- by somebody else\n")
		require.True(t, a.write("# List\n- only this\n").before().denied())
	})
	t.Run("outside the gate: told once per context, a finding until accepted", func(t *testing.T) {
		w := newWorld(t, rule("append"), journal)
		a, b := w.agent("A"), w.agent("B")
		a.read()
		b.read()
		w.put("# Journal\n- 02 second\n")
		c := a.append("- 03 third\n").run()
		told := c.verdict.Text
		require.Contains(t, told, "01 first")
		require.Contains(t, told, "noclobber restore")
		require.Empty(t, a.append("- 04 fourth\n").before().verdict.Text, "told twice")
		require.Contains(t, b.append("- 05 fifth\n").before().verdict.Text, "01 first")
		require.Len(t, w.scan(), 1)
		require.Len(t, w.scan(), 1, "a finding stays until it is accepted")
		_, err := w.guard().Apply(gate.Context{Host: "cli"}, w.doc, Change{Verb: VerbAccept})
		require.NoError(t, err)
		require.Empty(t, w.scan())
	})
}

// numbered makes the lines of a text differ.
func numbered(text string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i := range lines {
		if i > 0 {
			lines[i] += " " + strings.Repeat("i", i)
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

// TestNothingUnrecoverable proves G3: whatever a gated change replaced can be restored byte by byte,
// with neither git nor a server.
func TestNothingUnrecoverable(t *testing.T) {
	texts := []string{
		"# Journal\n- 01 first\n", "\ufeff# Journal\r\n- 01 first\r\n- 02", "- caf\xe9 \xff\n- plain\n", "- one\n\x00binary\n",
	}
	for _, text := range texts {
		w := newWorld(t, rule("record"), text)
		version := ledger.VersionOf([]byte(text)).Short()
		c := w.agent("A").write("- all gone\n").run()
		require.False(t, c.denied())
		require.Equal(t, "- all gone\n", w.text())
		receipt, err := w.guard().Apply(gate.Context{Host: "cli"}, w.doc, Change{Verb: VerbRestore, Version: version})
		require.NoError(t, err)
		require.Equal(t, text, w.text())
		require.Equal(t, version, receipt.After.Version.Short())
		require.True(t, w.kept("- all gone"), "what a restore replaced is kept too")
	}
}

// TestBypassIsSeen proves G4: a change from outside is recorded with both versions and the calls then
// in flight, whoever looks next.
func TestBypassIsSeen(t *testing.T) {
	looks := map[string]func(w *world){
		"a write": func(w *world) { w.agent("B").append("- x\n").before() },
		"a read":  func(w *world) { w.agent("B").read() },
		"a scan":  func(w *world) { w.scan() },
		"a command of unknown effect": func(w *world) {
			c := w.agent("B").bash("make all")
			c.Event, c.Response = gate.After, &gate.Response{}
			w.guard().After(c.Call)
		},
		"a session's start": func(w *world) {
			w.guard().Session(gate.Call{Event: gate.SessionStart, Context: gate.Context{Host: "claude", Session: "N"}, CWD: filepath.Dir(w.doc)})
		},
	}
	for name, look := range looks {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, rule("append"), journal)
			w.scan()
			c := w.agent("A").bash("make all")
			c.Event = gate.Before
			require.Equal(t, gate.Pass, w.guard().Before(c.Call).Action)
			w.put("# Journal\n- 01 first\n")
			look(w)
			r := w.newest(ledger.External)
			require.Equal(t, ledger.VersionOf([]byte(journal)), r.Before.Version)
			require.Equal(t, ledger.VersionOf([]byte("# Journal\n- 01 first\n")), r.After.Version)
			require.Equal(t, []string{"- 02 second"}, r.Lines)
			require.True(t, r.Alarm)
			require.Contains(t, strings.Join(r.InFlight, "\n"), "make all")
			require.Empty(t, r.Writer.Session, "a change from outside is nobody's")
		})
	}
}

func (w *world) newest(event ledger.Event) ledger.Record {
	w.t.Helper()
	d, err := w.guard().Store().Read(w.doc)
	require.NoError(w.t, err)
	defer d.Unlock()
	var found ledger.Record
	require.NoError(w.t, d.Backward(func(r ledger.Record) bool {
		if r.Event == event {
			found = r
		}
		return found.Seq == 0
	}))
	require.NotZero(w.t, found.Seq, "no %s record in%s", event, w.history())
	return found
}

// TestNeverBricked proves G6: where the state cannot be written, protected documents are refused with
// the reason and a way out, and everything else keeps working.
func TestNeverBricked(t *testing.T) {
	w := newWorld(t, rule("append"), journal)
	state := filepath.Join(w.dir, "home", ".local", "state", "noclobber")
	require.NoError(t, os.MkdirAll(filepath.Dir(state), 0o755))
	require.NoError(t, os.WriteFile(state, []byte("a file where the state directory should be"), 0o644))
	c := w.agent("A").append("- 03\n").before()
	require.True(t, c.denied())
	require.Contains(t, c.verdict.Text, "J.md")
	require.Contains(t, c.verdict.Text, "Next:")
	require.LessOrEqual(t, len(c.verdict.Text), gate.MaxText)
	other := w.agent("A").write("text")
	other.Ops[0].Path = filepath.Join(w.dir, "project", "other.md")
	other.Event = gate.Before
	require.Equal(t, gate.Verdict{}, w.guard().Before(other.Call))
	note := w.guard().Session(gate.Call{Event: gate.SessionStart, Context: gate.Context{Host: "claude", Session: "A"}, CWD: filepath.Dir(w.doc)})
	require.Contains(t, note.Text, "J.md", "the start of a session says what is enforced")
	require.Contains(t, note.Text, state, "and what is wrong")
}

// TestBrokenPolicyRefusesAndCanBeMended is the other half of G6.
func TestBrokenPolicyRefusesAndCanBeMended(t *testing.T) {
	w := newWorld(t, "version = 1\n[[protect]]\npaths = [\"J.md\"]\nmode = \"apend\"\n", journal)
	c := w.agent("A").write("# Journal\n").before()
	require.True(t, c.denied())
	require.Contains(t, c.verdict.Text, ".noclobber.toml")
	require.Contains(t, c.verdict.Text, "append", "the mend")
	mend := w.agent("A").write(rule("append"))
	mend.Ops[0].Path = filepath.Join(w.dir, "project", ".noclobber.toml")
	mend.Event = gate.Before
	v := w.guard().Before(mend.Call)
	require.Equal(t, gate.Pass, v.Action, v.Text)
}

// TestNoFalseAlarms proves G7.
func TestNoFalseAlarms(t *testing.T) {
	quiet := func(t *testing.T, w *world) {
		t.Helper()
		require.Empty(t, w.scan(), w.history())
		late := w.agent(fmt.Sprintf("late %d", w.calls))
		require.Empty(t, late.append("- later\n").before().verdict.Text)
	}
	t.Run("an editor that adds", func(t *testing.T) {
		w := newWorld(t, rule("append"), journal)
		w.scan()
		w.put(journal + "- by hand\n")
		quiet(t, w)
	})
	t.Run("a reflow", func(t *testing.T) {
		w := newWorld(t, rule("append"), journal)
		w.scan()
		w.put(strings.ReplaceAll(strings.ReplaceAll(journal, "\n", "\r\n"), "- ", "* "))
		quiet(t, w)
	})
	t.Run("a time stamp", func(t *testing.T) {
		w := newWorld(t, rule("append"), journal)
		w.scan()
		require.NoError(t, os.Chtimes(w.doc, time.Now(), time.Now().Add(time.Hour)))
		quiet(t, w)
	})
	t.Run("a formatter after the write", func(t *testing.T) {
		w := newWorld(t, rule("merge"), journal)
		a := w.agent("A")
		a.read()
		c := a.write(journal + "- 03 third\n").before().perform()
		w.put(strings.ReplaceAll(w.text(), "- ", "* "))
		c.after().batch()
		require.Contains(t, w.text(), "* 03 third")
		quiet(t, w)
	})
	t.Run("git switch there and back", func(t *testing.T) {
		w := newWorld(t, rule("append"), journal)
		dir := filepath.Dir(w.doc)
		run := func(args ...string) {
			cmd := exec.Command("git", args...)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1",
				"GIT_AUTHOR_NAME=t", "GIT_AUTHOR_EMAIL=t@e", "GIT_COMMITTER_NAME=t", "GIT_COMMITTER_EMAIL=t@e")
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, string(out))
		}
		run("init", "-q", "-b", "one")
		run("add", "-A")
		run("commit", "-qm", "one")
		run("switch", "-qc", "two")
		w.put("# Journal\n- 02 second\n- another story\n")
		run("commit", "-qam", "two")
		w.scan()
		run("switch", "-q", "one")
		quiet(t, w)
		run("switch", "-q", "two")
		quiet(t, w)
	})
	t.Run("reading", func(t *testing.T) {
		w := newWorld(t, rule("deny"), journal)
		for _, command := range []string{"cat J.md", "grep -c first J.md > n.txt", "wc -l < J.md", "git diff -- J.md", "echo 'cp x J.md'"} {
			c := w.agent("A").bash(command)
			c.Event = gate.Before
			require.Equal(t, gate.Verdict{}, w.guard().Before(c.Call), command)
		}
	})
	t.Run("appending whatever it says", func(t *testing.T) {
		w := newWorld(t, rule("append"), journal)
		c := w.agent("A").append("- (the rest of the file stays unchanged)\n").run()
		require.False(t, c.denied(), c.verdict.Text)
		quiet(t, w)
	})
}
