package mcpserver_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOnlyProtectedDocumentsUnderARootAreServed(t *testing.T) {
	w := newWorld(t, map[string]string{"JOURNAL.md": "- one\n", "free.md": "free\n", "shut.md": "shut\n", ".claude/settings.json": "{}"})
	outside := filepath.Join(filepath.Dir(w.dir), "other")
	require.NoError(t, os.Mkdir(outside, 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(outside, ".noclobber.toml"), []byte(policyText), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(outside, "JOURNAL.md"), []byte("- theirs\n"), 0o666))
	mine := filepath.Join(w.home, "MEMORY.md")
	require.NoError(t, os.WriteFile(mine, []byte("- mine\n"), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(w.home, "policy.toml"), []byte("version = 1\n[[protect]]\nname = \"mine\"\npaths = [\"~/MEMORY.md\"]\nmode = \"merge\"\n"), 0o666))
	c := w.connect(nil)
	for _, refused := range []struct{ path, says string }{
		{"free.md", "no policy protects it"},
		{"/etc/passwd", "no policy protects it"},
		{"../other/JOURNAL.md", "--root"},
		{filepath.Join(outside, "JOURNAL.md"), "lies outside"},
		{".noclobber.toml", "belongs to noclobber itself"},
		{".", "no policy protects it"},
		{"", "path is empty"},
		{"JOURNAL.md\x00", "NUL"},
		{"http://x/JOURNAL.md", "no policy protects it"},
		{"project:claude/x.md", "no policy protects it"},
		{"file://elsewhere/JOURNAL.md", "no file:///"},
	} {
		for _, tool := range []struct {
			name string
			args map[string]any
		}{
			{"doc_read", args{"path": refused.path}},
			{"doc_append", args{"path": refused.path, "content": "x\n"}},
			{"doc_write", args{"path": refused.path, "content": "x\n", "if_version": "absent"}},
			{"doc_splice", args{"path": refused.path, "content": "x\n", "anchor": "a"}},
			{"doc_history", args{"path": refused.path}},
			{"doc_restore", args{"path": refused.path, "version": "0123456789ab"}},
		} {
			r := c.call(tool.name, tool.args)
			require.True(t, r.failed, "%s %s", tool.name, refused.path)
			assert.Contains(t, r.text[0], refused.says, "%s %s", tool.name, refused.path)
		}
	}
	assert.Equal(t, policyText, w.text(".noclobber.toml"))
	assert.Equal(t, "free\n", w.text("free.md"))
	c.did("doc_append", args{"path": mine, "content": "- more\n"})
	c.did("doc_append", args{"path": "~/MEMORY.md", "content": "- yet more\n"})
	text, err := os.ReadFile(mine)
	require.NoError(t, err)
	assert.Equal(t, "- mine\n- more\n- yet more\n", string(text))

	wide := w.config()
	wide.Roots = []string{outside}
	w.connectTo(wide, nil).did("doc_append", args{"path": "../other/JOURNAL.md", "content": "- and mine\n"})

	r := c.call("doc_append", args{"path": "shut.md", "content": "x\n"})
	require.True(t, r.failed)
	assert.Contains(t, r.text[0], "lets nobody write it")
	assert.Contains(t, r.out["next"], "leave it")
	version := c.did("doc_read", args{"path": "shut.md"}).out["version"]
	assert.True(t, c.call("doc_restore", args{"path": "shut.md", "version": version}).failed)
}

func TestABrokenPolicyIsNamed(t *testing.T) {
	w := newWorld(t, map[string]string{"JOURNAL.md": "- one\n"})
	c := w.connect(nil)
	w.put(".noclobber.toml", policyText+"\n[[protect]]\nname = \"x\"\npathz = []\n")
	r := c.call("doc_append", args{"path": "JOURNAL.md", "content": "x\n"})
	require.True(t, r.failed)
	assert.Contains(t, r.text[0], ".noclobber.toml:47:1")
	w.put(".noclobber.toml", policyText)
	c.did("doc_append", args{"path": "JOURNAL.md", "content": "x\n"})
}

// oddNames are names that a shell, a URI or a careless join would get wrong.
var oddNames = []string{
	"odd/with space.md", "odd/-dash.md", "odd/quote\"'.md", "odd/new\nline.md", "odd/ünï.md", "odd/%41.md", "odd/a#b?c.md",
	"odd/$(touch x).md", "odd/日本.md", "odd/{a}.md", "odd/a+b&c.md", "odd/deep/er/x.md", "odd/back\\slash.md", "odd/" + strings.Repeat("long", 50) + ".md",
}

func TestOddNames(t *testing.T) {
	w := newWorld(t, nil)
	c := w.connect(nil)
	require.NoError(t, os.MkdirAll(filepath.Join(w.dir, "odd/deep/er"), 0o777))
	for _, name := range oddNames {
		c.did("doc_append", args{"path": name, "content": "- one\n"})
		c.did("doc_append", args{"path": "./odd/../" + name, "content": "- two\n"})
		assert.Equal(t, "- one\n- two\n", w.text(name))
	}
	list, err := c.ListResources(t.Context(), nil)
	require.NoError(t, err)
	require.Len(t, list.Resources, len(oddNames))
	for _, r := range list.Resources {
		res, err := c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: r.URI})
		require.NoError(t, err, r.URI)
		assert.Equal(t, "- one\n- two\n", res.Contents[0].Text)
		c.did("doc_append", args{"path": r.URI, "content": "- three\n"})
	}
	for _, name := range oddNames {
		assert.Equal(t, "- one\n- two\n- three\n", w.text(name))
	}
}

func TestALinkIsWrittenWhereItLeadsTo(t *testing.T) {
	w := newWorld(t, nil)
	real := filepath.Join(filepath.Dir(w.dir), "synced.md")
	require.NoError(t, os.WriteFile(real, []byte("- one\n"), 0o666))
	require.NoError(t, os.Symlink(real, filepath.Join(w.dir, "JOURNAL.md")))
	w.connect(nil).did("doc_append", args{"path": "JOURNAL.md", "content": "- two\n"})
	assert.Equal(t, "- one\n- two\n", w.text("JOURNAL.md"))
	info, err := os.Lstat(filepath.Join(w.dir, "JOURNAL.md"))
	require.NoError(t, err)
	assert.NotZero(t, info.Mode()&os.ModeSymlink)
}
