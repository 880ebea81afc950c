package mcpserver_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestALongDocumentIsReadInPartsThatTogetherCountAsRead(t *testing.T) {
	var all strings.Builder
	for i := range 900 {
		fmt.Fprintf(&all, "%d. %s\n", i, strings.Repeat("fact ", 20))
	}
	w := newWorld(t, nil)
	w.put(".noclobber.toml", strings.Replace(policyText, `"64KiB"`, `"1MiB"`, 1))
	w.put("MEMORY.md", all.String())
	c := w.connect(nil)
	r := c.did("doc_read", args{"path": "MEMORY.md"})
	assert.Equal(t, false, r.out["complete"])
	assert.Less(t, len(r.text[0]), 70<<10)
	read := r.text[0]
	short := "new\n" + read
	refused := c.call("doc_write", args{"path": "MEMORY.md", "content": short, "if_version": r.out["version"], "drop": 1000})
	require.True(t, refused.failed, "the rest was not shown")
	for r.out["next_line"] != nil {
		r = c.did("doc_read", args{"path": "MEMORY.md", "first_line": r.out["next_line"]})
		read += r.text[0]
	}
	assert.Equal(t, all.String(), read)
	c.did("doc_write", args{"path": "MEMORY.md", "content": short, "if_version": r.out["version"], "drop": 1000})
	assert.Equal(t, short, w.text("MEMORY.md"))
}

func TestARangeOfLines(t *testing.T) {
	w := newWorld(t, map[string]string{"MEMORY.md": "a\r\nb\r\nc\r\nd"})
	c := w.connect(nil)
	for _, tc := range []struct {
		first, last int
		want        string
		next        any
	}{
		{1, 2, "a\r\nb\r\n", 3.0}, {2, 0, "b\r\nc\r\nd", nil}, {4, 9, "d", nil}, {0, 1, "a\r\n", 2.0},
	} {
		r := c.did("doc_read", args{"path": "MEMORY.md", "first_line": tc.first, "last_line": tc.last})
		assert.Equal(t, tc.want, r.text[0])
		assert.Equal(t, tc.next, r.out["next_line"])
	}
	for _, bad := range [][2]int{{5, 0}, {-1, 0}, {3, 2}, {1, -1}} {
		assert.True(t, c.call("doc_read", args{"path": "MEMORY.md", "first_line": bad[0], "last_line": bad[1]}).failed, "%v", bad)
	}
	version := c.did("doc_read", args{"path": "MEMORY.md"}).out["version"]
	c.did("doc_write", args{"path": "MEMORY.md", "content": "a\nB\nc\nd", "if_version": version})
	assert.Equal(t, "a\r\nB\r\nc\r\nd", w.text("MEMORY.md"), "the document keeps its line endings")
}

func TestAnAbsentDocument(t *testing.T) {
	w := newWorld(t, nil)
	c := w.connect(nil)
	r := c.did("doc_read", args{"path": "MEMORY.md"})
	assert.Equal(t, false, r.out["exists"])
	assert.Equal(t, "absent", r.out["version"])
	require.True(t, c.call("doc_write", args{"path": "MEMORY.md", "content": "a\n"}).failed, "if_version is required")
	require.True(t, c.call("doc_write", args{"path": "MEMORY.md", "content": "a\n", "if_version": ""}).failed)
	c.did("doc_write", args{"path": "MEMORY.md", "content": "a\n", "if_version": "absent"})
	r = c.call("doc_write", args{"path": "MEMORY.md", "content": "b\n", "if_version": "absent"})
	require.True(t, r.failed, "it exists by now")
	assert.Equal(t, "a\n", w.text("MEMORY.md"))
	r = c.call("doc_write", args{"path": "MEMORY.md", "content": "b\n", "if_version": "ffffffffffff"})
	require.True(t, r.failed, "there is no such version")
	assert.Contains(t, r.text[0], "doc_read")
}

func TestADocumentAboveMaxDocumentTakesAppendsAlone(t *testing.T) {
	w := newWorld(t, map[string]string{"JOURNAL.md": strings.Repeat("- an entry\n", 10_000)})
	c := w.connect(nil)
	r := c.did("doc_read", args{"path": "JOURNAL.md"})
	assert.Equal(t, "", r.text[0])
	assert.Equal(t, w.version("JOURNAL.md"), r.out["version"])
	assert.EqualValues(t, 110_000, r.out["bytes"])
	assert.Contains(t, r.text[1], "above max_document")
	c.did("doc_append", args{"path": "JOURNAL.md", "content": "- the last\n"})
	assert.True(t, strings.HasSuffix(w.text("JOURNAL.md"), "- an entry\n- the last\n"))
	r = c.call("doc_write", args{"path": "JOURNAL.md", "content": "x\n", "if_version": w.version("JOURNAL.md")})
	require.True(t, r.failed)
	assert.Contains(t, r.out["next"], "doc_append")
	r = c.call("doc_splice", args{"path": "JOURNAL.md", "anchor": "a", "content": "x\n"})
	require.True(t, r.failed)
	assert.Contains(t, r.text[0], "above max_document")
}

func TestAVersionIsNotBroughtBackOverOneThatIsNotKept(t *testing.T) {
	w := newWorld(t, map[string]string{"JOURNAL.md": "- one\n"})
	c := w.connect(nil)
	small := c.did("doc_read", args{"path": "JOURNAL.md"}).out["version"]
	large := strings.Repeat("- an entry\n", 10_000)
	w.put("JOURNAL.md", large)
	require.True(t, c.call("doc_restore", args{"path": "JOURNAL.md", "version": small}).failed)
	assert.Equal(t, large, w.text("JOURNAL.md"))
}

func TestBytesThatAreNoText(t *testing.T) {
	latin := "caf\xe9\nzwei\ndrei\n"
	w := newWorld(t, map[string]string{"MEMORY.md": latin, "data.bin": "\x00\x01\xff"})
	c := w.connect(nil)
	r := c.did("doc_read", args{"path": "MEMORY.md"})
	assert.Equal(t, "caf\ufffd\nzwei\ndrei\n", r.text[0])
	raw, err := base64.StdEncoding.DecodeString(r.out["content_base64"].(string))
	require.NoError(t, err)
	assert.Equal(t, latin, string(raw))
	c.did("doc_append", args{"path": "MEMORY.md", "content": "vier\n"})
	assert.Equal(t, latin+"vier\n", w.text("MEMORY.md"))
	r = c.did("doc_write", args{"path": "MEMORY.md", "content": "caf\ufffd\nZWEI\ndrei\nvier\n", "if_version": w.version("MEMORY.md")})
	assert.Equal(t, "caf\xe9\nZWEI\ndrei\nvier\n", w.text("MEMORY.md"), "a line that is written back unchanged keeps its bytes")

	r = c.did("doc_read", args{"path": "data.bin"})
	raw, err = base64.StdEncoding.DecodeString(r.out["content_base64"].(string))
	require.NoError(t, err)
	assert.Equal(t, "\x00\x01\xff", string(raw))
	c.did("doc_write", args{"path": "data.bin", "content": "text now\n", "if_version": r.out["version"]})
	first := r.out["version"]
	c.did("doc_restore", args{"path": "data.bin", "version": first})
	assert.Equal(t, "\x00\x01\xff", w.text("data.bin"))
}

func TestAnEntryForAShardedDocument(t *testing.T) {
	w := newWorld(t, nil)
	c := w.connect(nil)
	r := c.did("doc_append", args{"path": "PROGRESS.md", "content": "- done\n"})
	assert.Contains(t, r.out["document"], "PROGRESS.d/")
	require.NotNil(t, r.out["view"])
	assert.Equal(t, "PROGRESS.md", r.out["view"].(map[string]any)["document"])
	assert.Contains(t, w.text("PROGRESS.md"), "- done\n")
}
