package guard

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"noclobber/gate"
)

// runs takes an opaque command through the host; what it does meanwhile is up to the test. It returns what the model is told.
func (a *agent) runs(command string, does func()) string {
	c := a.bash(command).before()
	require.False(a.w.t, c.denied())
	does()
	c.Event, c.Response = gate.After, &gate.Response{}
	return a.w.guard().After(c.Call).Text
}

// TestACommandThatTakesThePolicyAway: what it did to the documents is judged by the policy that was in force.
func TestACommandThatTakesThePolicyAway(t *testing.T) {
	for name, weaken := range map[string]func(file string) error{
		"removed": os.Remove,
		"emptied": func(file string) error { return os.WriteFile(file, []byte("version = 1\n"), 0o644) },
		"broken":  func(file string) error { return os.WriteFile(file, []byte("version = \n"), 0o644) },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, rule("append"), journal)
			a := w.agent("A")
			a.read()
			file := filepath.Join(filepath.Dir(w.doc), ".noclobber.toml")
			told := a.runs("make clean", func() {
				require.NoError(t, weaken(file))
				require.NoError(t, os.Remove(w.doc))
			})
			require.Contains(t, told, file)
			require.Contains(t, told, "- 02 second", "the document's loss is told at once")
			kept := regexp.MustCompile(`cp (\S+) `).FindStringSubmatch(told)
			require.NotEmpty(t, kept, told)
			text, err := os.ReadFile(kept[1])
			require.NoError(t, err)
			require.Equal(t, rule("append"), string(text))
			require.NoError(t, os.WriteFile(file, text, 0o644))
			require.True(t, w.recordedLoss()["- 02 second"], w.history())
		})
	}
}

// TestACheckoutThatTakesThePolicyAlong: another branch has another policy or none, and git keeps this one's.
func TestACheckoutThatTakesThePolicyAlong(t *testing.T) {
	w := newWorld(t, rule("append"), journal)
	git := func(args ...string) {
		cmd := exec.Command("git", append([]string{"-c", "user.name=x", "-c", "user.email=x@example.com"}, args...)...)
		cmd.Dir = filepath.Dir(w.doc)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
	}
	file := filepath.Join(filepath.Dir(w.doc), ".noclobber.toml")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	git("init", "-q", "-b", "main")
	git("commit", "-q", "--allow-empty", "-m", "bare")
	git("branch", "bare")
	require.NoError(t, os.WriteFile(file, []byte("version = 1\n"), 0o644))
	git("add", ".noclobber.toml", "J.md")
	git("commit", "-q", "-m", "weaker")
	git("branch", "weaker")
	require.NoError(t, os.WriteFile(file, text, 0o644))
	git("commit", "-q", "-am", "policy")
	a := w.agent("A")
	a.read()
	for _, branch := range []string{"bare", "weaker"} {
		require.Empty(t, a.runs("make "+branch, func() { git("checkout", "-q", branch) }))
		git("checkout", "-q", "main")
		require.Empty(t, w.scan())
	}
}

// TestACommandThatStrengthensThePolicy is nobody's business.
func TestACommandThatStrengthensThePolicy(t *testing.T) {
	w := newWorld(t, rule("append"), journal)
	a := w.agent("A")
	a.read()
	told := a.runs("make policy", func() {
		more := rule("append") + "\n[[protect]]\npaths = [\"more.md\"]\nmode = \"append\"\n"
		require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(w.doc), ".noclobber.toml"), []byte(more), 0o644))
	})
	require.Empty(t, told)
}

// TestACommandThatTakesTheStateAway: the state beside a document goes, and with it what the document was compared with.
func TestACommandThatTakesTheStateAway(t *testing.T) {
	w := newWorld(t, rule("append"), journal)
	state := filepath.Join(filepath.Dir(w.doc), ".noclobber")
	require.NoError(t, os.Mkdir(state, 0o700))
	a := w.agent("A")
	a.read()
	require.False(t, a.append("- A was here\n").run().denied())
	require.Empty(t, a.runs("make tidy", func() { require.NoError(t, os.RemoveAll(state)) }), "nothing that stands was lost")
	require.NoError(t, os.Mkdir(state, 0o700))
	a.read()
	told := a.runs("make clean", func() {
		require.NoError(t, os.RemoveAll(state))
		w.put("# Journal\n")
	})
	require.Contains(t, told, "the state that kept its versions is gone")
	require.Contains(t, told, "noclobber accept")
	require.NotEmpty(t, w.scan())
}

// TestAScanAfterTheStateWasTakenAway reports what the index still knows, though no call has looked since.
func TestAScanAfterTheStateWasTakenAway(t *testing.T) {
	w := newWorld(t, rule("append"), journal)
	state := filepath.Join(filepath.Dir(w.doc), ".noclobber")
	require.NoError(t, os.Mkdir(state, 0o700))
	w.agent("A").read()
	require.NoError(t, os.RemoveAll(state))
	w.put("# Journal\n")
	found := w.scan()
	require.Len(t, found, 1)
	require.Contains(t, found[0].Message, "the state that kept its versions is gone")
	require.Len(t, w.scan(), 1)
}

// TestACallAfterTheStateWasTakenAway reports it as well, whatever looks first.
func TestACallAfterTheStateWasTakenAway(t *testing.T) {
	for name, first := range map[string]func(*agent){
		"read":   func(a *agent) { a.readOnce() },
		"append": func(a *agent) { a.append("- B was here\n").run() },
	} {
		w := newWorld(t, rule("append"), journal)
		state := filepath.Join(filepath.Dir(w.doc), ".noclobber")
		require.NoError(t, os.Mkdir(state, 0o700))
		w.agent("A").read()
		require.NoError(t, os.RemoveAll(state))
		w.put("# Journal\n")
		first(w.agent("B"))
		found := w.scan()
		require.Len(t, found, 1, name)
		require.Contains(t, found[0].Message, "the state that kept its versions is gone")
	}
}

// TestAStateThatIsBegunBesideADocumentForgetsNothing: what was known of it is kept in the user's state.
func TestAStateThatIsBegunBesideADocumentForgetsNothing(t *testing.T) {
	w := newWorld(t, rule("append"), journal)
	w.agent("A").read()
	require.NoError(t, os.Mkdir(filepath.Join(filepath.Dir(w.doc), ".noclobber"), 0o700))
	w.put(journal + "- more\n")
	require.Empty(t, w.scan())
}

// TestTheStateBesideADocumentIsKept: what keeps the versions is protected without a rule, also below a directory.
func TestTheStateBesideADocumentIsKept(t *testing.T) {
	w := newWorld(t, rule("append"), journal)
	dir := filepath.Dir(w.doc)
	require.NoError(t, os.MkdirAll(filepath.Join(dir, ".noclobber"), 0o700))
	a := w.agent("A")
	a.read()
	for command, want := range map[string]bool{
		"rm -rf .noclobber": true, "rm -rf .noclobber/docs": true, "find .noclobber -delete": true, "mv .noclobber ../x": true,
		": > .noclobber/docs/x/log": true, "git clean -fdx": true, "git clean -fdx -e build": true, "git stash -a": true,
		"git clean -fdx -e .noclobber": false, "git clean -fd": false, "git clean -fdx build": false, "git clean -fdx .": true, "git clean -ndx": false, "git stash": false,
		"rm -rf .": true, "rm -rf " + dir: true,
		"ls .noclobber": false, "ls -R .": false, "find . -name '*.go'": false, "cp -r . ../copy": false, "tar czf ../x.tgz .": false,
	} {
		c := a.bash(command).before()
		require.Equal(t, want, c.denied(), "%s: %s", command, c.verdict.Text)
	}
}
