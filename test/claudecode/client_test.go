package claudecode

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"testing"
	"time"

	"noclobber/test/realclient"
)

// client is the path of the real client, or an error that says how to install it. CLAUDE_BIN names another one.
func client() (string, error) {
	if given := os.Getenv("CLAUDE_BIN"); given != "" {
		return given, nil
	}
	return realclient.Client{Dir: "claude-code", Package: "@anthropic-ai/claude-code", Program: "claude"}.Path()
}

// needClient gives the client, or skips the test, which fails in CI.
func needClient(t *testing.T) string {
	t.Helper()
	path, err := client()
	return realclient.Need(t, path, err)
}

// session is one run of the client.
type session struct {
	cmd    *exec.Cmd
	stdout bytes.Buffer
	stderr bytes.Buffer
	err    error
}

// startClient runs `claude -p` on a script in its own process group, which is killed when the context ends.
func startClient(ctx context.Context, p *project, api, script string) *session {
	args := append([]string{
		"-p", "Do the scripted work. [[" + script + "]]",
		"--model", "claude-opus-5-5",
		"--permission-mode", "acceptEdits",
		"--allowedTools", "Bash,mcp__store,mcp__noclobber",
		"--output-format", "stream-json", "--verbose",
	}, p.args...)
	s := &session{cmd: exec.CommandContext(ctx, p.client, args...)}
	s.cmd.Dir = p.dir
	s.cmd.Env = append(append(p.env(), offline()...),
		"ANTHROPIC_BASE_URL="+api, "ANTHROPIC_API_KEY=offline", "CLAUDE_CODE_TMPDIR="+p.tmp)
	s.cmd.Stdout, s.cmd.Stderr = &s.stdout, &s.stderr
	s.cmd.WaitDelay = 5 * time.Second
	realclient.OwnGroup(s.cmd)
	s.err = s.cmd.Start()
	return s
}

// offline is the environment in which the client calls nobody but the model.
func offline() []string {
	return []string{
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_TELEMETRY=1", "DISABLE_ERROR_REPORTING=1",
		"DISABLE_AUTOUPDATER=1", "IS_SANDBOX=1",
	}
}

// wait returns when the client has ended, and ends whatever it left behind.
func (s *session) wait() error {
	if s.err != nil {
		return s.err
	}
	err := s.cmd.Wait()
	realclient.KillGroup(s.cmd)
	return err
}
