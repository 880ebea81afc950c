package precommit

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMain builds noclobber once and puts it first on PATH, where the hooks find it.
func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "noclobber-precommit")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = os.RemoveAll(dir) }()
	out, err := exec.Command("go", "build", "-o", dir+string(os.PathSeparator), "noclobber").CombinedOutput()
	if err != nil {
		fmt.Fprintf(os.Stderr, "building noclobber: %v\n%s", err, out)
		return 1
	}
	path := dir + string(os.PathListSeparator) + os.Getenv("PATH")
	if err := os.Setenv("PATH", path); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// manager finds a hook manager: on PATH, or where .ci/hook-managers put it.
func manager(t *testing.T, name, inCache string) string {
	t.Helper()
	if inCache == "" {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	} else if path := filepath.Join(cache(t), inCache); isFile(path) {
		return path
	}
	if os.Getenv("CI") != "" {
		t.Fatalf("%s is not there: .ci/hook-managers installs it", name)
	}
	t.Skipf("%s is not there: .ci/hook-managers installs it", name)
	return ""
}

func cache(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("XDG_CACHE_HOME")
	if dir == "" {
		home, err := os.UserHomeDir()
		require.NoError(t, err)
		dir = filepath.Join(home, ".cache")
	}
	return filepath.Join(dir, "noclobber-ci", "git-hooks")
}

func isFile(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// project is a repository with a journal, and what is set up in it.
type project struct {
	*testing.T
	dir string
	env []string
}

const (
	journal = "# Journal\n- one\n- two\n"
	grown   = journal + "- three\n"
	short   = "# Journal\n- one\n"
	rules   = "version = 1\n\n[[protect]]\nname = \"journal\"\npaths = [\"JOURNAL.md\"]\nmode = \"append\"\n"
)

func newProject(t *testing.T) project {
	t.Helper()
	home := t.TempDir()
	p := project{T: t, dir: t.TempDir()}
	p.env = append(os.Environ(),
		"HOME="+home, "XDG_STATE_HOME=", "XDG_CONFIG_HOME=", "PRE_COMMIT_HOME="+filepath.Join(home, "pre-commit"),
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull,
		"GIT_AUTHOR_NAME=Test", "GIT_AUTHOR_EMAIL=test@localhost", "GIT_COMMITTER_NAME=Test", "GIT_COMMITTER_EMAIL=test@localhost",
	)
	p.must("git", "init", "-q", "-b", "main", ".")
	p.write("JOURNAL.md", journal)
	p.write(".noclobber.toml", rules)
	p.must("git", "add", ".")
	p.must("git", "commit", "-qm", "first")
	return p
}

func (p project) write(name, text string) {
	p.Helper()
	path := filepath.Join(p.dir, name)
	require.NoError(p, os.MkdirAll(filepath.Dir(path), 0o777))
	require.NoError(p, os.WriteFile(path, []byte(text), 0o666))
}

func (p project) run(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = p.dir, p.env
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (p project) must(name string, args ...string) string {
	p.Helper()
	out, err := p.run(name, args...)
	require.NoError(p, err, "%s %v\n%s", name, args, out)
	return out
}

// commits plays what every manager must get right. Where the message is known to the hook it may allow a loss.
func (p project) commits(knowsMessage bool) {
	p.Helper()
	p.write("JOURNAL.md", grown)
	p.must("git", "commit", "-qam", "an entry more")

	p.write("JOURNAL.md", short)
	out, err := p.run("git", "commit", "-qam", "two less")
	require.Error(p, err, out)
	require.Contains(p, out, "JOURNAL.md only grows (mode append), and 2 lines of 4 would be lost")
	require.Contains(p, out, "- two")
	require.Contains(p, out, "mend: git show HEAD:JOURNAL.md")
	p.Logf("refused:\n%s", out)

	if knowsMessage {
		p.must("git", "commit", "-qam", "prune", "-m", "Noclobber-Allow: JOURNAL.md they are in the wiki")
	} else {
		p.must("git", "add", "JOURNAL.md")
		p.must("noclobber", "precommit", "--allow", "JOURNAL.md", "--reason", "they are in the wiki")
		p.must("git", "commit", "-qm", "prune", "-m", "Noclobber-Allow: JOURNAL.md they are in the wiki")
	}
	p.must("noclobber", "precommit", "--range", "HEAD~2..HEAD")
}
