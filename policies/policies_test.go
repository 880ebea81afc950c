package policies_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"noclobber/internal/cli"
	"noclobber/policies"
	"noclobber/policy"
)

// parsed is a ready-made policy as it parses where it is meant to lie.
func parsed(t *testing.T, name string) (*policy.Policy, []byte) {
	t.Helper()
	text, ok := policies.Read(name)
	require.True(t, ok, name)
	var (
		p   *policy.Policy
		err error
	)
	if policies.ForUser(text) {
		p, err = policy.ParseUser("/home/dev/.config/noclobber/policy.toml", text, "/home/dev")
	} else {
		p, err = policy.Parse("/p/.noclobber.toml", text)
	}
	require.NoError(t, err, name)
	return p, text
}

// linted is what lint says of a policy in a folder of its own.
func linted(t *testing.T, name string, text []byte) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	file := filepath.Join(dir, name+".toml")
	require.NoError(t, os.WriteFile(file, text, 0o644))
	var out, errs bytes.Buffer
	code := cli.Main([]string{"lint", file}, cli.Streams{
		In: strings.NewReader(""), Out: &out, Err: &errs, Dir: dir,
		Lookup: func(name string) (string, bool) { return dir, name == "HOME" },
	})
	require.LessOrEqual(t, code, 1, errs.String())
	return out.String()
}

func TestReadyMadePoliciesHaveNothingToLint(t *testing.T) {
	require.Len(t, policies.Names(), 12)
	for _, name := range policies.Names() {
		_, text := parsed(t, name)
		assert.Empty(t, linted(t, name, text), name)
	}
}

func TestEachSaysWhatItProtectsAndShowsIt(t *testing.T) {
	for _, name := range policies.Names() {
		p, text := parsed(t, name)
		assert.NotEmpty(t, policies.About(text), name)
		assert.Contains(t, string(text), "\n# Protects ", "%s: from what", name)
		assert.NotEmpty(t, p.Rules, name)
		assert.NotEmpty(t, p.Tests, name)
		assert.True(t, strings.HasPrefix(string(text), "#:schema ./"), name)
		story := filepath.Join("..", "testdata", "script", "policy_"+strings.ReplaceAll(name, "-", "_")+".txtar")
		assert.FileExists(t, story)
	}
}

// TestNoTestOfAPolicyPassesByItself turns every expectation around: lint must notice each.
func TestNoTestOfAPolicyPassesByItself(t *testing.T) {
	turned := strings.NewReplacer(`expect = "pass"`, `expect = "deny"`, `expect = "deny"`, `expect = "rewrite"`, `expect = "rewrite"`, `expect = "pass"`)
	for _, name := range policies.Names() {
		p, text := parsed(t, name)
		said := linted(t, name, []byte(turned.Replace(string(text))))
		assert.Equal(t, len(p.Tests), strings.Count(said, "(test-failed)"), "%s:\n%s", name, said)
	}
}

func TestAnUnknownNameIsNotFound(t *testing.T) {
	for _, name := range []string{"", "journal", "../policies/journals", "embed.go"} {
		_, ok := policies.Read(name)
		assert.False(t, ok, name)
	}
}
