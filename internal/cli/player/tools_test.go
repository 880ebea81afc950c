package player

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestToolsActAsTheClientDoes(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "new", "J.md")
	h := &Host{Dir: dir}
	do := func(c Call) Result {
		t.Helper()
		r, err := h.Do(c)
		require.NoError(t, err)
		return r
	}
	read := func() string {
		t.Helper()
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		return string(text)
	}

	do(Write("s", path, "a\r\nb\r\n"))
	assert.Equal(t, "a\nb\n", read(), "a whole write drops CR")

	require.NoError(t, os.WriteFile(path, []byte("a\r\nb\r\n"), 0o600))
	require.NoError(t, os.Chmod(path, 0o600))
	do(Edit("s", path, "a\nb", "a\nc"))
	assert.Equal(t, "a\r\nc\r\n", read(), "an edit keeps CR LF")
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm(), "the mode is kept")
	assert.Equal(t, "a\nc\n", do(Read("s", path)).Shown, "a read shows LF")

	require.NoError(t, os.WriteFile(path, []byte("x\nx\n"), 0o600))
	assert.True(t, do(Edit("s", path, "x", "y")).Failed, "twice there")
	assert.True(t, do(Edit("s", path, "z", "y")).Failed, "not there")
	assert.Equal(t, "x\nx\n", read())

	link := filepath.Join(dir, "link.md")
	if err := os.Symlink(path, link); err == nil {
		assert.True(t, do(Write("s", link, "no")).Failed, "a link as last component is refused")
	}
	left, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	assert.Len(t, left, 1, "no temp file is left")
}

func TestParseOfAnswers(t *testing.T) {
	for _, c := range []struct {
		stdout    string
		refused   bool
		rewritten bool
		text      string
	}{
		{"", false, false, ""},
		{"\n", false, false, ""},
		{`{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"no"}}`, true, false, "no"},
		{`{"hookSpecificOutput":{"updatedInput":{"content":"x"},"additionalContext":"merged"}}`, false, true, "merged"},
	} {
		a, err := parse([]byte(c.stdout))
		require.NoError(t, err)
		assert.Equal(t, c.refused, a.refused, c.stdout)
		assert.Equal(t, c.rewritten, a.input != nil, c.stdout)
		assert.Equal(t, c.text, a.text, c.stdout)
	}
	_, err := parse([]byte("plain text"))
	assert.Error(t, err)
}
