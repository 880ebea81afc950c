//go:build unix

package guard

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"noclobber/gate"
)

// A residual is one entry of docs/residual-risks.md: a command that the gate lets pass and that changes the document.
type residual struct {
	id      string
	command string
	once    bool // seen by the call's own after-event
	needs   string
	setup   string // bash, in the project
	between string // bash, between the check and the run
	later   string // bash, once the call is over
	env     []string
}

func residuals() []residual {
	return []residual{
		{id: "RR-01", once: true, command: `python3 -c "open('J' + chr(46) + 'md', 'w')"`, needs: "python3"},
		{id: "RR-02", once: true, command: `sh ./fix.sh`, setup: `echo 'echo gone > J.md' > fix.sh`},
		{id: "RR-03", once: true, command: `./tool`, setup: `printf '#!/bin/sh\n. ./part\n' > tool; echo 'echo gone > J.md' > part; chmod +x tool`},
		{id: "RR-04", once: true, command: `make notes`, setup: `printf 'notes:\n\t@echo gone > J.md\n' > Makefile`, needs: "make"},
		{id: "RR-05", once: true, command: `f=$(awk '{ print $1 }' list.txt); echo gone > "$f"`, setup: `echo J.md > list.txt`, needs: "awk"},
		{id: "RR-06", once: true, command: `xargs truncate -s 0 < list.txt`, setup: `echo J.md > list.txt`},
		{id: "RR-07", once: true, command: `rm -f J.old; echo gone > J.*`, setup: `touch J.old`},
		{id: "RR-08", once: true, command: `rev gone.txt | sh`, setup: `echo 'dm.J > enog ohce' > gone.txt`, needs: "rev"},
		{id: "RR-09", once: true, command: `git wipe`, setup: gitSetup + `git config alias.wipe '!echo gone > J.md'`, needs: "git"},
		{id: "RR-10", once: true, command: `git reset -q --hard`, setup: gitSetup + `echo '- not committed' >> J.md`, needs: "git"},
		{id: "RR-11", once: true, command: `tar -xf old.tar`, setup: `cp J.md keep; echo gone > J.md; tar -cf old.tar J.md; cp keep J.md`, needs: "tar"},
		{id: "RR-12", once: true, command: `find . -name '*.md' -newer old -exec truncate -s 0 {} +`, setup: `touch -d yesterday old`},
		{id: "RR-13", command: `sh ./later.sh > /dev/null 2>&1 &`, setup: `echo 'while [ ! -e go ]; do sleep 0.05; done; echo gone > J.md; touch done' > later.sh`,
			later: `touch go; while [ ! -e done ]; do sleep 0.05; done`},
		{id: "RR-14", command: `git commit -q --allow-empty -m x`, setup: gitSetup + `printf '#!/bin/sh\necho gone > J.md\n' > .git/hooks/post-commit; chmod +x .git/hooks/post-commit`, needs: "git"},
		{id: "RR-15", command: `wc -l J.md`, setup: `mkdir bin; printf '#!/bin/sh\necho gone > J.md\n' > bin/wc; chmod +x bin/wc`, env: []string{"PATH=bin:" + os.Getenv("PATH")}},
		{id: "RR-16", command: `ls`, setup: `echo 'ls() { echo gone > J.md; }' > rc`, env: []string{"BASH_ENV=rc"}},
		{id: "RR-17", command: `ssh thishost 'echo gone > J.md'`, setup: `mkdir bin; printf '#!/bin/sh\nshift; exec sh -c "$1"\n' > bin/ssh; chmod +x bin/ssh`, env: []string{"PATH=bin:" + os.Getenv("PATH")}},
		{id: "RR-18", once: true, command: `echo gone > out.md`, between: `ln -s J.md out.md`},
		{id: "RR-19", command: `set -- *.md; echo gone > "$2"`, setup: `touch a.md .b.md`, env: []string{"BASHOPTS=dotglob"}},
	}
}

const gitSetup = `git init -q . && git config user.name t && git config user.email t@example.org && git add -A && git commit -qm base && `

// TestResidualRisks runs what docs/residual-risks.md says is not seen before it runs: it passes, and it is found out, at once or by
// the next look, with the lost lines kept.
func TestResidualRisks(t *testing.T) {
	for _, r := range residuals() {
		t.Run(r.id, func(t *testing.T) {
			if _, err := exec.LookPath(r.needs); r.needs != "" && err != nil {
				t.Skipf("no %s on this machine", r.needs)
			}
			w := newWorld(t, rule("append"), journal)
			w.shell(r.setup, nil)
			w.guard().Session(gate.Call{Event: gate.SessionStart, Source: "startup", CWD: filepath.Dir(w.doc), Context: gate.Context{Host: "claude", Session: "A"}})
			stood := w.text()
			c := w.agent("A").bash(r.command)
			c.before()
			require.False(t, c.denied(), "seen before it runs: take it off the page\n%s", c.verdict.Text)
			w.shell(r.between, r.env)
			out, err := w.shellResult(r.command, r.env)
			told := c.reported(out, err)
			w.shell(r.later, nil)
			require.NotEqual(t, stood, w.text(), "the example changes nothing")
			findings := w.scan()
			require.NotEmpty(t, findings)
			require.Equal(t, r.once, strings.Contains(told, "J.md"), "told after the call: %q", told)
			require.True(t, w.kept("- 02 second"))
		})
	}
}

// TestResidualRisksPage keeps docs/residual-risks.md and the test in step.
func TestResidualRisksPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/residual-risks.md")
	require.NoError(t, err)
	rows := regexp.MustCompile("(?m)^\\| (RR-\\d+) \\| .* \\| `(.+)` \\| (at once|by the next look) \\|$").FindAllStringSubmatch(string(page), -1)
	all := residuals()
	require.Len(t, rows, len(all))
	for i, r := range all {
		require.Equal(t, r.id, rows[i][1])
		require.Equal(t, r.command, strings.ReplaceAll(rows[i][2], `\|`, "|"), r.id)
		require.Equal(t, r.once, rows[i][3] == "at once", r.id)
	}
}

// shell runs a command that nobody judges.
func (w *world) shell(command string, env []string) {
	w.t.Helper()
	out, err := w.shellResult(command, env)
	require.NoError(w.t, err, "%s\n%s", command, out)
}

// shellResult runs a command in the project as a host does, and gives its output.
func (w *world) shellResult(command string, env []string) (string, error) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-c", command)
	cmd.Dir = filepath.Dir(w.doc)
	cmd.Env = append([]string{"HOME=" + filepath.Join(w.dir, "home"), "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1"}, env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	w.t.Cleanup(func() {
		if cmd.Process != nil {
			_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // what it left behind
		}
	})
	var out bytes.Buffer
	cmd.Stdout = &out
	err := cmd.Run()
	return out.String(), err
}

// reported tells the gate how a command ended, and returns what the gate then tells the agent.
func (c *call) reported(out string, err error) string {
	c.Event = gate.After
	c.Response = &gate.Response{Stdout: strings.TrimRight(out, "\n")}
	if err != nil {
		c.Event, c.Response.Failed = gate.Failed, true
	}
	return c.w.guard().After(c.Call).Text + "\n" + c.batch()
}
