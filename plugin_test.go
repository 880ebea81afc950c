package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"noclobber/internal/cli/player"
)

const skillFile = "plugin/skills/shared-documents/SKILL.md"

// TestSkillCommandsPassTheGate runs each command that the skill teaches as an agent's Bash call, through the hook.
func TestSkillCommandsPassTheGate(t *testing.T) {
	skill, err := os.ReadFile(skillFile)
	require.NoError(t, err)
	h := sharedProject(t)
	commands := blocks(string(skill), "sh")
	require.GreaterOrEqual(t, len(commands), 5)
	for _, command := range commands {
		r, err := h.Do(player.Bash("s1", command))
		require.NoError(t, err, command)
		require.False(t, r.Refused, "%s\n%s", command, r.Text())
		require.False(t, r.Failed, "%s\n%s", command, r.Shown)
		require.Empty(t, r.Text(), command)
	}
	for name, want := range map[string]string{
		"JOURNAL.md":  "# Journal\n- an older entry\n- shipped 1.2\n- shipped 1.3\n  with the new parser\n",
		"HANDOVER.md": "# Handover\n<!-- anchor:next -->\n- [ ] ship 1.4\n<!-- /anchor:next -->\n",
		"MEMORY.md":   "# Memory\n- final\n\n# End\n",
	} {
		require.Equal(t, want, textOf(t, h, name))
	}
}

// TestSkillQuotesTheGate keeps what the skill quotes equal to what an agent is told. UPDATE=1 writes it anew.
func TestSkillQuotesTheGate(t *testing.T) {
	h := sharedProject(t)
	memory, journal := filepath.Join(h.Dir, "MEMORY.md"), filepath.Join(h.Dir, "JOURNAL.md")
	told := func(c player.Call) string {
		r, err := h.Do(c)
		require.NoError(t, err)
		return strings.ReplaceAll(r.Text(), h.Dir+string(filepath.Separator), "")
	}
	told(player.Read("s1", memory))
	told(player.Read("s2", memory))
	require.Empty(t, told(player.Edit("s1", memory, "- draft\n", "- draft\n- by another session\n")))
	quoted := map[string]string{
		"receipt": told(player.Write("s2", memory, "# Memory\n- draft\n\n# End\n- mine\n")),
		"refusal": told(player.Write("s2", journal, "# Journal\n- mine\n")),
	}
	quotes(t, skillFile, quoted)
}

// sharedProject is a project with one document of each kind that the skill speaks of.
func sharedProject(t *testing.T) *player.Host {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	h := &player.Host{
		Dir: filepath.Join(dir, "project"), Hook: []string{"noclobber", "hook", "claude"},
		Env: append(os.Environ(), "HOME="+filepath.Join(dir, "home"), "XDG_STATE_HOME="),
	}
	for name, text := range map[string]string{
		".noclobber.toml": `version = 1
[[protect]]
paths = ["JOURNAL.md"]
mode  = "append"
[[protect]]
paths = ["HANDOVER.md"]
mode  = "anchors"
[[protect]]
paths = ["MEMORY.md"]
mode  = "merge"
`,
		"JOURNAL.md":  "# Journal\n- an older entry\n",
		"HANDOVER.md": "# Handover\n<!-- anchor:next -->\n- [ ] ship 1.3\n<!-- /anchor:next -->\n",
		"MEMORY.md":   "# Memory\n- draft\n\n# End\n",
	} {
		require.NoError(t, os.MkdirAll(h.Dir, 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(h.Dir, name), []byte(text), 0o600))
	}
	return h
}

func textOf(t *testing.T, h *player.Host, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(h.Dir, name))
	require.NoError(t, err)
	return string(text)
}

// TestPluginManifests checks what the client reads before anything runs: names that agree, and files that are there. The
// client's own validator has the last word (test/claudecode).
func TestPluginManifests(t *testing.T) {
	var market struct {
		Name    string
		Plugins []struct{ Name, Source string }
	}
	var plugin struct{ Name, Version, License string }
	require.NoError(t, json.Unmarshal(fileText(t, ".claude-plugin/marketplace.json"), &market))
	require.Len(t, market.Plugins, 1)
	dir := filepath.FromSlash(market.Plugins[0].Source)
	require.NoError(t, json.Unmarshal(fileText(t, filepath.Join(dir, ".claude-plugin", "plugin.json")), &plugin))
	require.Equal(t, market.Plugins[0].Name, plugin.Name)
	require.FileExists(t, filepath.Join(dir, "hooks", "hooks.json"))
	head, _, ok := strings.Cut(strings.TrimPrefix(string(fileText(t, skillFile)), "---\n"), "\n---\n")
	require.True(t, ok, "the skill has no front matter")
	require.Contains(t, head, "name: "+filepath.Base(filepath.Dir(skillFile))+"\n")
}

func fileText(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return text
}
