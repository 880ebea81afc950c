package precommit

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPreCommitWithTheInstalledProgram: pre-commit reads .pre-commit-hooks.yaml and runs the noclobber on PATH.
func TestPreCommitWithTheInstalledProgram(t *testing.T) {
	preCommit := manager(t, "pre-commit", "")
	for name, c := range map[string]struct {
		id, stage    string
		knowsMessage bool
	}{
		"commit-msg": {"noclobber-commit-msg-installed", "commit-msg", true},
		"pre-commit": {"noclobber-installed", "pre-commit", false},
	} {
		t.Run(name, func(t *testing.T) {
			p := newProject(t)
			p.config(hookRepo(p, ".pre-commit-hooks.yaml"), c.id)
			p.must(preCommit, "install", "-t", c.stage)
			p.commits(c.knowsMessage)
		})
	}
}

// TestPreCommitBuildsTheProgram: pre-commit builds noclobber from its repository, as those do who have no Go project.
func TestPreCommitBuildsTheProgram(t *testing.T) {
	preCommit := manager(t, "pre-commit", "")
	if testing.Short() {
		t.Skip("-short: it builds every program of the project once more")
	}
	p := newProject(t)
	for _, name := range []string{"GOMODCACHE", "GOCACHE", "GOPROXY"} { // HOME is another one here
		value, err := exec.Command("go", "env", name).Output()
		require.NoError(t, err)
		p.env = append(p.env, name+"="+strings.TrimSpace(string(value)))
	}
	p.env = append(p.env, "PATH="+withoutNoclobber())
	p.config(hookRepo(p, tracked(t)...), "noclobber-commit-msg")
	// Built now: inside `git commit -a` the hook's GIT_INDEX_FILE keeps Go from finding its revision.
	p.must(preCommit, "install", "-t", "commit-msg", "--install-hooks")
	p.write("JOURNAL.md", short)
	out, err := p.run("git", "commit", "-qam", "one less")
	require.Error(t, err, out)
	require.Contains(t, out, "JOURNAL.md only grows")
	t.Logf("refused:\n%s", out)
	p.must("git", "commit", "-qam", "prune", "-m", "Noclobber-Allow: JOURNAL.md it is in the wiki")
}

// withoutNoclobber is PATH without the directory that TestMain put first.
func withoutNoclobber() string {
	_, rest, _ := strings.Cut(os.Getenv("PATH"), string(os.PathListSeparator))
	return rest
}

// config writes pre-commit's configuration and commits it.
func (p project) config(repo, id string) {
	p.Helper()
	rev := strings.TrimSpace(p.must("git", "-C", repo, "rev-parse", "HEAD"))
	p.write(".pre-commit-config.yaml", "repos:\n- repo: "+repo+"\n  rev: "+rev+"\n  hooks:\n  - id: "+id+"\n")
	p.must("git", "add", ".pre-commit-config.yaml")
	p.must("git", "commit", "-qm", "pre-commit")
}

// hookRepo is a repository with some of this project's files.
func hookRepo(p project, names ...string) string {
	p.Helper()
	dir := p.TempDir()
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join("..", "..", name))
		require.NoError(p, err)
		path := filepath.Join(dir, name)
		require.NoError(p, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(p, os.WriteFile(path, text, 0o666))
	}
	p.must("git", "-C", dir, "init", "-q")
	p.must("git", "-C", dir, "add", ".")
	p.must("git", "-C", dir, "commit", "-qm", "hooks")
	return dir
}

// tracked are this project's files, also those that are not committed yet.
func tracked(t *testing.T) []string {
	t.Helper()
	out, err := exec.Command("git", "-C", filepath.Join("..", ".."), "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	require.NoError(t, err)
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

// TestLefthook: the commit-msg job of docs/precommit.md, in the version from Go's proxy and in that from npm.
func TestLefthook(t *testing.T) {
	for name, place := range map[string]string{
		"go":  "lefthook",
		"npm": filepath.Join("npm", "node_modules", ".bin", "lefthook"),
	} {
		t.Run(name, func(t *testing.T) {
			lefthook := manager(t, "lefthook ("+name+")", place)
			p := newProject(t)
			p.env = append(p.env, "PATH="+filepath.Dir(lefthook)+string(os.PathListSeparator)+os.Getenv("PATH"), "LEFTHOOK_BIN="+lefthook)
			p.write("lefthook.yml", example(t, "lefthook.yml"))
			p.must(lefthook, "install")
			p.must("git", "add", "lefthook.yml")
			p.must("git", "commit", "-qm", "lefthook")
			p.commits(true)

			out := p.must("noclobber", "init", "--policy-only", "--git-hook")
			require.Contains(t, out, "lefthook generates it", "its hook is left alone, and the job to write is named")
			require.Contains(t, out, "noclobber precommit --message {1}")
		})
	}
}

// TestHusky: `noclobber init --git-hook` writes into the hook that husky lets people write, before what stands there.
func TestHusky(t *testing.T) {
	husky := manager(t, "husky", filepath.Join("npm", "node_modules", ".bin", "husky"))
	p := newProject(t)
	p.must(husky)
	require.Equal(t, ".husky/_", strings.TrimSpace(p.must("git", "config", "core.hooksPath")))
	p.write(".husky/commit-msg", "echo theirs ran\nexit 0\n")
	out := p.must("noclobber", "init", "--policy-only", "--git-hook")
	require.Contains(t, out, "husky runs it before each commit")
	p.must("git", "add", ".husky")
	require.Contains(t, p.must("git", "commit", "-qm", "husky"), "theirs ran")
	p.commits(true)

	p.must("noclobber", "uninstall")
	text, err := os.ReadFile(filepath.Join(p.dir, ".husky", "commit-msg"))
	require.NoError(t, err)
	require.Equal(t, "echo theirs ran\nexit 0\n", string(text))
}

// TestManagersKeepOurHook: whoever installs a manager later does not lose the hook of `init --git-hook`, or is told.
func TestManagersKeepOurHook(t *testing.T) {
	preCommit := manager(t, "pre-commit", "")
	p := newProject(t)
	p.must("noclobber", "init", "--policy-only", "--git-hook")
	p.write(".pre-commit-config.yaml", "repos: []\n")
	p.must("git", "add", ".pre-commit-config.yaml")
	p.must(preCommit, "install", "-t", "commit-msg")
	p.commits(true)
	require.Contains(t, p.must("noclobber", "uninstall"), "commit-msg.legacy")
	p.write("JOURNAL.md", "gone\n")
	p.must("git", "commit", "-qam", "nobody judges this any longer")
}

// example is a code block of docs/precommit.md: what the page tells is what is tried.
func example(t *testing.T, name string) string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "precommit.md"))
	require.NoError(t, err)
	_, rest, found := strings.Cut(string(page), "# "+name+"\n")
	require.True(t, found, "docs/precommit.md shows no %s", name)
	text, _, _ := strings.Cut(rest, "```")
	return text
}
