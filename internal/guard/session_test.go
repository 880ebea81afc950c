package guard

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"noclobber/gate"
)

func TestASubagentIsToldWhatIsProtectedAndCountsNoRun(t *testing.T) {
	w := newWorld(t, rule("append", `expect = { min_growth = "1 line/run" }`), journal)
	begin := func(e gate.Event, agent, dir string) string {
		return w.guard().Session(gate.Call{Event: e, Context: gate.Context{Host: "claude", Session: "A", Agent: agent}, CWD: dir, Source: "startup"}).Text
	}
	project := filepath.Dir(w.doc)
	told := begin(gate.SessionStart, "", project)
	require.Contains(t, told, "J.md: append only")
	require.Equal(t, told, begin(gate.ContextStart, "agent-1", project), "where nothing needs attention, the same words")
	target, ok := w.guard().targetOf(w.doc)
	require.True(t, ok)
	require.Len(t, w.guard().facts(target).Runs, 1)
	require.Empty(t, begin(gate.ContextStart, "agent-1", w.dir), "no policy, no words")
	require.NoError(t, os.WriteFile(filepath.Join(project, ".noclobber.toml"), []byte("version = "), 0o600))
	require.Contains(t, begin(gate.ContextStart, "agent-1", project), "refused until it is mended")
}
