//go:build faultpoints

package fsx

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAProcessKilledInTheMiddleLeavesTheOldOrTheNewBytes(t *testing.T) {
	for _, c := range []struct {
		part, point string
		links       int
		want        string
	}{
		{"replace", "replace.before-stage", 1, "old\n"},
		{"replace", "replace.staged", 1, "old\n"},
		{"replace", "replace.placed", 1, "new\n"},
		{"replace", "replace.before-overwrite", 2, "old\n"},
		{"replace", "replace.overwritten", 2, "new\n"},
		{"append", "append.before-write", 1, "old\n"},
		{"append", "append.after-write", 1, "old\nnew\n"},
		{"append", "append.after-sync", 1, "old\nnew\n"},
	} {
		for _, temp := range []string{"", "tmp"} {
			dir := t.TempDir()
			path := filepath.Join(dir, "docs", "a.md")
			require.NoError(t, os.Mkdir(filepath.Dir(path), 0o700))
			write(t, path, "old\n")
			if c.links > 1 {
				require.NoError(t, os.Link(path, filepath.Join(dir, "other")))
			}
			if temp != "" {
				temp = filepath.Join(dir, temp)
			}
			cmd := part(c.part, path, temp)
			cmd.Env = append(cmd.Env, "NOCLOBBER_FAULT="+c.point)
			require.ErrorContains(t, cmd.Run(), "killed", c.point)
			require.Equal(t, c.want, text(t, path), c.point)
			for _, name := range names(t, filepath.Dir(path)) {
				require.True(t, name == "a.md" || temp == "" && strings.HasPrefix(name, tempPrefix), "%s leaves %s", c.point, name)
			}
		}
	}
}
