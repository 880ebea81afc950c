package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSplitVersion(t *testing.T) {
	for arg, want := range map[string][2]string{
		"J.md@3f2a9c":       {"J.md", "3f2a9c"},
		"J.md":              {"J.md", ""},
		"a@b/J.md":          {"a@b/J.md", ""},
		"a@b/J.md@3f2a9c":   {"a@b/J.md", "3f2a9c"},
		"me@home.md":        {"me@home.md", ""},
		"me@home.md@absent": {"me@home.md", "absent"},
	} {
		path, version := splitVersion(arg)
		assert.Equal(t, want, [2]string{path, version}, arg)
	}
}

func TestInstalledVersionOfAClientThatIsNotStarted(t *testing.T) {
	root := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(root, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o700))
		return path
	}
	npm := file("lib/claude-code/bin/claude.exe", "")
	file("lib/claude-code/package.json", `{"name": "claude-code", "version": "2.1.332"}`)
	assert.Equal(t, "2.1.332", installedVersion(npm))
	assert.Equal(t, "2.1.300", installedVersion(file("versions/2.1.300", "")))
	assert.Empty(t, installedVersion(file("bin/claude", "")))
	assert.Empty(t, installedVersion(filepath.Join(root, "none")))
}

func TestTheNullDeviceIsNoTerminal(t *testing.T) {
	f, err := os.Open(os.DevNull)
	require.NoError(t, err)
	defer func() { _ = f.Close() }()
	assert.False(t, isTerminal(f))
}
