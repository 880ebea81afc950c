package clients

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"noclobber/test/realclient"

	"github.com/stretchr/testify/require"
)

const journal = "JOURNAL.md"

const policy = `version = 1
[[protect]]
name  = "journal"
paths = ["JOURNAL.md"]
mode  = "append"
`

// project is a fresh project directory with a home for each client.
type project struct {
	t    *testing.T
	root string
	dir  string
}

func newProject(t *testing.T, text string) *project {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	p := &project{t: t, root: root, dir: filepath.Join(root, "project")}
	require.NoError(t, os.Mkdir(p.dir, 0o700))
	p.put(journal, text)
	p.sh("git init -q -b main . && git add -A && git -c user.name=T -c user.email=t@localhost commit -qm one")
	return p
}

func (p *project) path(name string) string { return filepath.Join(p.dir, name) }

// home is the home of every client of the project: they share the state that the gate keeps in it.
func (p *project) home() string {
	dir := filepath.Join(p.root, "home")
	require.NoError(p.t, os.MkdirAll(dir, 0o700))
	return dir
}

// put writes a file of the project, as another program would.
func (p *project) put(name, text string) { p.file(p.path(name), text) }

// file writes any file.
func (p *project) file(path, text string) {
	p.t.Helper()
	require.NoError(p.t, os.MkdirAll(filepath.Dir(path), 0o777))
	require.NoError(p.t, os.WriteFile(path, []byte(text), 0o666))
}

func (p *project) read(name string) string {
	p.t.Helper()
	text, err := os.ReadFile(p.path(name))
	require.NoError(p.t, err)
	return string(text)
}

// env is the whole environment of every process of the project: nothing of the machine's but PATH.
func (p *project) env() []string {
	tmp := filepath.Join(p.root, "tmp")
	require.NoError(p.t, os.MkdirAll(tmp, 0o700))
	return []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + p.home(), "TMPDIR=" + tmp, "TERM=dumb", "LANG=C.UTF-8", "NO_COLOR=1", "CI=1",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull,
	}
}

func (p *project) sh(script string) {
	p.t.Helper()
	cmd := exec.Command("bash", "-euc", script)
	cmd.Dir, cmd.Env = p.dir, p.env()
	out, err := cmd.CombinedOutput()
	require.NoError(p.t, err, "%s\n%s", script, out)
}

// noclobber runs a verb in the project; it must succeed.
func (p *project) noclobber(stdin string, args ...string) string {
	p.t.Helper()
	out, err := p.verb(stdin, args...)
	require.NoError(p.t, err, "noclobber %s: %s", strings.Join(args, " "), out)
	return out
}

func (p *project) verb(stdin string, args ...string) (string, error) {
	cmd := exec.Command("noclobber", args...)
	cmd.Dir, cmd.Env, cmd.Stdin = p.dir, p.env(), strings.NewReader(stdin)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// record is the part of a log record that the tests look at.
type record struct {
	Event   string
	Tool    string
	Op      string
	Outcome string
	Cause   string
	Writer  struct{ Host, Session string }
	Alarm   bool
}

// log is what `noclobber log` lists of the journal.
func (p *project) log() []record {
	p.t.Helper()
	var report struct{ Records []record }
	require.NoError(p.t, json.Unmarshal([]byte(p.noclobber("", "log", "--json", journal)), &report))
	return report.Records
}

// session is one run of a client.
type session struct {
	cmd *exec.Cmd
	out bytes.Buffer
}

// start runs a client on a script, in a process group of its own that ends with the context.
func (p *project) start(ctx context.Context, c client, path, api, script string) *session {
	s := &session{cmd: exec.CommandContext(ctx, path, c.args("Do the scripted work. [["+script+"]]")...)}
	s.cmd.Dir = p.dir
	s.cmd.Env = append(p.env(), c.env(api)...)
	s.cmd.Stdout, s.cmd.Stderr = &s.out, &s.out
	s.cmd.WaitDelay = 5 * time.Second
	realclient.OwnGroup(s.cmd)
	return s
}

// run runs a session to its end.
func (s *session) run() error {
	err := s.cmd.Run()
	if s.cmd.Process != nil {
		realclient.KillGroup(s.cmd)
	}
	return err
}
