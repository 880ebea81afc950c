package claudecode

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// project is a fresh project directory with a home of its own, and the environment that everything in it runs in.
type project struct {
	t       *testing.T
	client  string // the real client
	program string // noclobber
	dir     string
	home    string
	tmp     string
	search  string   // PATH
	args    []string // of the client, besides those of all scenarios
}

func newProject(t *testing.T, files map[string]string) *project {
	t.Helper()
	client := needClient(t)
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	p := &project{
		t:       t,
		client:  client,
		program: program(t, "noclobber"),
		dir:     filepath.Join(root, "project"),
		home:    filepath.Join(root, "home"),
		tmp:     filepath.Join(root, "tmp"),
		search:  os.Getenv("PATH"),
	}
	for _, dir := range []string{p.dir, p.home, p.tmp} {
		require.NoError(t, os.Mkdir(dir, 0o700))
	}
	for name, text := range files {
		p.write(name, text)
	}
	return p
}

// path is the absolute path of a file of the project.
func (p *project) path(name string) string { return filepath.Join(p.dir, filepath.FromSlash(name)) }

// write is another program's doing: neither an agent's nor the gate's.
func (p *project) write(name, text string) {
	p.t.Helper()
	require.NoError(p.t, os.MkdirAll(filepath.Dir(p.path(name)), 0o777))
	require.NoError(p.t, os.WriteFile(p.path(name), []byte(text), 0o666))
}

// read gives a file's bytes; a file that is not there has none.
func (p *project) read(name string) string {
	p.t.Helper()
	data, err := os.ReadFile(p.path(name))
	if !os.IsNotExist(err) {
		require.NoError(p.t, err)
	}
	return string(data)
}

// env is the whole environment of every process of the project: nothing of the machine's but PATH.
func (p *project) env() []string {
	return []string{
		"PATH=" + p.search, "HOME=" + p.home, "TMPDIR=" + p.tmp, "TERM=dumb", "LANG=C.UTF-8",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull,
		"GIT_AUTHOR_NAME=Test", "GIT_AUTHOR_EMAIL=test@localhost", "GIT_COMMITTER_NAME=Test", "GIT_COMMITTER_EMAIL=test@localhost",
	}
}

// command is a command in the project's directory and environment.
func (p *project) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = p.dir, p.env()
	return cmd
}

// sh runs a shell script in the project, outside of all agents.
func (p *project) sh(script string) {
	p.t.Helper()
	out, err := p.command("bash", "-euc", script).CombinedOutput()
	require.NoError(p.t, err, "%s\n%s", script, out)
}

// hook adds a hook of the user's own to the project's shared settings: a shell command at an event.
func (p *project) hook(event, matcher, command string) {
	p.t.Helper()
	settings := map[string]any{"hooks": map[string]any{event: []any{map[string]any{
		"matcher": matcher,
		"hooks":   []any{map[string]any{"type": "command", "command": command}},
	}}}}
	data, err := json.MarshalIndent(settings, "", "  ")
	require.NoError(p.t, err)
	p.write(".claude/settings.json", string(data))
}

// await returns when something has come about, and after two minutes with an error.
func (p *project) await(what string, come func() bool) error {
	for range 1200 {
		if come() {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return fmt.Errorf("%s did not come", what)
}
