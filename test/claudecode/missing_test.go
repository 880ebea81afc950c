package claudecode

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"noclobber/test/modelapi"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The gate's program is gone after it was wired in: the client blocks the call, since the entries say onFailure: block.
// With those words taken out the client lets the write pass without a word, which is its default.
func TestHookProgramMissing(t *testing.T) {
	t.Parallel()
	old := lines("# Journal", "- base 1")
	s := scenario{
		files: map[string]string{journal: old},
		scripts: func(p *project) modelapi.Scripts {
			return modelapi.Scripts{"A": {turn("write", nil, write(p.path(journal), lines("- entry of A")))}}
		},
	}
	overwritten := func(t *testing.T, o *outcome) {
		assert.False(t, o.result("A", "write").Failed)
		assert.Equal(t, lines("- entry of A"), o.read(journal), "the journal is gone")
	}
	s.bare(t, overwritten)
	unchanged := func(*project) {}
	s.orphaned(t, "blocked", unchanged, func(t *testing.T, o *outcome) {
		r := o.result("A", "write")
		assert.True(t, r.Failed)
		assert.Contains(t, r.Text, "onFailure", "the client says why")
		assert.Equal(t, old, o.read(journal))
	})
	s.orphaned(t, "without onFailure", func(p *project) {
		const name = ".claude/settings.local.json"
		require.Contains(t, p.read(name), `"onFailure"`)
		p.write(name, strings.ReplaceAll(p.read(name), `"onFailure"`, `"formerly"`))
	}, overwritten)
}

// orphaned plays a scenario with a gate that is wired in and then taken away.
func (s scenario) orphaned(t *testing.T, name string, change func(p *project), check func(t *testing.T, o *outcome)) {
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		p := newProject(t, s.files)
		tools, rest, _ := strings.Cut(p.search, string(os.PathListSeparator))
		own := t.TempDir()
		data, err := os.ReadFile(filepath.Join(tools, "noclobber"))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(own, "noclobber"), data, 0o700))
		p.search = own + string(os.PathListSeparator) + rest
		p.program = filepath.Join(own, "noclobber")
		s.wired = func(p *project) {
			change(p)
			require.NoError(t, os.Remove(p.program))
		}
		check(t, s.play(t, p, appendOnly))
	})
}
