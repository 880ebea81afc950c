package policy

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// realDisk is the system's own files.
type realDisk struct{}

func (realDisk) ReadFile(name string) ([]byte, error)   { return os.ReadFile(name) }
func (realDisk) Lstat(name string) (fs.FileInfo, error) { return os.Lstat(name) }
func (realDisk) FoldsCase(string) bool                  { return false }

func (realDisk) Resolve(path string) (string, error) {
	rest := ""
	for {
		resolved, err := filepath.EvalSymlinks(path)
		if err == nil {
			return filepath.Join(resolved, rest), nil
		}
		rest = filepath.Join(filepath.Base(path), rest)
		path = filepath.Dir(path)
	}
}

func TestFindOnARealDisk(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	write := func(name, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(root, name), []byte(text), 0o644))
	}
	write(".noclobber.toml", rules("append: notes/**/*.md, JOURNAL.md"))
	write("notes/a.md", "")
	write("store/j.md", "")
	write("sub/.git", "gitdir: elsewhere")
	require.NoError(t, os.Symlink("notes", filepath.Join(root, "n")))
	require.NoError(t, os.Symlink(filepath.Join("store", "j.md"), filepath.Join(root, "JOURNAL.md")))
	s := NewSet(realDisk{}, filepath.Join(root, "none", "policy.toml"), root)
	for name, want := range map[string]string{
		"notes/a.md": "append", "n/a.md": "append", "n/new/b.md": "append", "store/j.md": "append", "JOURNAL.md": "append",
		"store/k.md": "none", "notes/a.md/x": "none", "notes/" + strings.Repeat("x", 300) + "/y.txt": "none",
		"none/policy.toml": "policy", ".noclobber.toml": "policy", "n/.noclobber.toml": "policy",
	} {
		assert.Equal(t, want, found(t, s, filepath.Join(root, name)), name)
	}
}
