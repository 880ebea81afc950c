package claudecode

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// answer is what a run of noclobber printed and its exit code.
type answer struct {
	stdout string
	stderr string
	exit   int
}

// noclobber runs a verb in the project.
func (p *project) noclobber(stdin string, args ...string) answer {
	p.t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := p.command(p.program, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewBufferString(stdin), &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		require.NoError(p.t, err)
	}
	return answer{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// wire lets noclobber wire itself into the project's client settings, as its users do.
func (p *project) wire() {
	p.t.Helper()
	a := p.noclobber("", "init", "claude")
	require.Zero(p.t, a.exit, "noclobber init claude: %s%s", a.stdout, a.stderr)
	require.FileExists(p.t, p.path(".claude/settings.local.json"))
}

// version names bytes as noclobber does.
func version(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// record is the part of a log record that the tests look at.
type record struct {
	Event  string
	Call   string
	Before stamp
	After  stamp
	Writer writer
	Alarm  bool
}

type stamp struct{ Version string }

type writer struct{ Session, Agent string }

// log is what `noclobber log` lists of a document.
func (p *project) log(doc string) []record {
	p.t.Helper()
	records, err := p.records(doc)
	require.NoError(p.t, err)
	return records
}

func (p *project) records(doc string) ([]record, error) {
	p.t.Helper()
	a := p.noclobber("", "log", "--json", doc)
	if a.exit != 0 {
		return nil, fmt.Errorf("noclobber log %s: exit %d: %s%s", doc, a.exit, a.stdout, a.stderr)
	}
	var report struct{ Records []record }
	err := json.Unmarshal([]byte(a.stdout), &report)
	return report.Records, err
}

// hasIntent says whether a call that may change the document has been judged.
func (p *project) hasIntent(doc string) bool {
	records, err := p.records(doc)
	return err == nil && slices.ContainsFunc(records, func(r record) bool { return r.Event == "intent" })
}

// requireKept proves that texts which once stood in a document can be had again, byte for byte.
func (p *project) requireKept(t *testing.T, doc string, texts ...string) {
	t.Helper()
	listed := map[string]bool{}
	for _, r := range p.log(doc) {
		listed[r.Before.Version], listed[r.After.Version] = true, true
	}
	for _, text := range texts {
		v := version(text)
		require.True(t, listed[v], "noclobber log %s does not list %s, the version of:\n%s\nbut:\n%s",
			doc, v[:12], brief(text), p.noclobber("", "log", doc).stdout)
		a := p.noclobber("", "show", doc+"@"+v)
		require.Zero(t, a.exit, "noclobber show %s@%s: %s", doc, v[:12], a.stderr)
		require.True(t, a.stdout == text, "noclobber show %s@%s printed other bytes:\n%s", doc, v[:12], brief(a.stdout))
	}
}

// requireVerified proves that the logs and snapshots are sound.
func (p *project) requireVerified(t *testing.T) {
	t.Helper()
	a := p.noclobber("", "verify")
	require.Zero(t, a.exit, "noclobber verify: %s%s", a.stdout, a.stderr)
}

// requireQuiet proves that nothing is reported as lost.
func (p *project) requireQuiet(t *testing.T) {
	t.Helper()
	a := p.noclobber("", "scan")
	require.Zero(t, a.exit, "noclobber scan: %s%s", a.stdout, a.stderr)
}

// requireReceipt proves that a call went through and that its model was told by the gate how the document stands now, with
// the lines of others.
func (o *outcome) requireReceipt(t *testing.T, script, turn, doc string, lines ...string) {
	t.Helper()
	r := o.result(script, turn)
	require.False(t, r.Failed, "%s.%s was refused: %s", script, turn, r.Text)
	said := o.said(script, turn)
	requireSaid(t, said, doc, lines...)
	assert.Regexp(t, `\d+ lines?`, said, "no line count")
}

// requireRefused proves that a call was refused by the gate, by the document's name and with the lines at stake.
func (o *outcome) requireRefused(t *testing.T, script, turn, doc string, lines ...string) {
	t.Helper()
	r := o.result(script, turn)
	require.True(t, r.Failed, "%s.%s was not refused: %s", script, turn, r.Text)
	assert.Contains(t, r.Text, "PreToolUse", "not a hook's refusal")
	requireSaid(t, r.Text, doc, lines...)
}

// requirePassed proves that a call went through and that the gate had nothing to say about it.
func (o *outcome) requirePassed(t *testing.T, script, turn string) {
	t.Helper()
	r := o.result(script, turn)
	require.False(t, r.Failed, "%s.%s was refused: %s", script, turn, r.Text)
	assert.Empty(t, o.said(script, turn))
}

func requireSaid(t *testing.T, text, doc string, lines ...string) {
	t.Helper()
	assert.Contains(t, text, doc, "the document is not named")
	for _, line := range lines {
		assert.Contains(t, text, line, "the line is not named")
	}
}
