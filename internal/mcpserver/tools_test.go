package mcpserver_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReadGivesTheTextAndTheVersionThatWriteTakes(t *testing.T) {
	w := newWorld(t, map[string]string{"MEMORY.md": "a\nb\nc\n"})
	c := w.connect(nil)
	r := c.did("doc_read", args{"path": "MEMORY.md"})
	assert.Equal(t, "a\nb\nc\n", r.text[0], "the first block is the text itself")
	assert.Equal(t, "a\nb\nc\n", r.out["content"])
	assert.Equal(t, w.version("MEMORY.md"), r.out["version"])
	assert.Equal(t, true, r.out["complete"])
	r = c.did("doc_write", args{"path": "MEMORY.md", "content": "a\nB\nc\nd\n", "if_version": r.out["version"]})
	assert.Equal(t, "a\nB\nc\nd\n", w.text("MEMORY.md"))
	assert.Equal(t, "written", r.out["outcome"])
	assert.Equal(t, w.version("MEMORY.md"), r.out["version_after"])
	assert.EqualValues(t, 6, r.out["bytes_before"])
	assert.EqualValues(t, 8, r.out["bytes_after"])
	assert.EqualValues(t, 3, r.out["lines_before"])
	assert.EqualValues(t, 4, r.out["lines_after"])
	assert.Equal(t, []any{"b"}, r.out["gone"])
}

func TestAppendNeedsNoVersionAndCreates(t *testing.T) {
	w := newWorld(t, map[string]string{"JOURNAL.md": "- one"})
	c := w.connect(nil)
	r := c.did("doc_append", args{"path": "JOURNAL.md", "content": "- two"})
	assert.Equal(t, "- one\n- two\n", w.text("JOURNAL.md"), "on a line of its own, which is ended")
	assert.Contains(t, r.text[0], "lines 1 -> 2")
	c.did("doc_append", args{"path": "MEMORY.md", "content": "- first\n"})
	assert.Equal(t, "- first\n", w.text("MEMORY.md"))
	assert.True(t, c.call("doc_append", args{"path": "MEMORY.md", "content": " \n"}).failed)
}

func TestAStaleWriteIsMergedWhereTheModeMerges(t *testing.T) {
	w := newWorld(t, map[string]string{"MEMORY.md": "a\nb\nc\nd\ne\n"})
	c := w.connect(nil)
	version := c.did("doc_read", args{"path": "MEMORY.md"}).out["version"]
	w.put("MEMORY.md", "a\nb\nc\nd\ne\nof another\n")
	r := c.did("doc_write", args{"path": "MEMORY.md", "content": "A\nb\nc\nd\ne\n", "if_version": version})
	assert.Equal(t, "A\nb\nc\nd\ne\nof another\n", w.text("MEMORY.md"))
	assert.Equal(t, true, r.out["merged"])
	assert.Equal(t, []any{"of another"}, r.out["kept"])
	assert.Contains(t, strings.Join(r.text, ""), "doc_read it before you write it whole again")

	r = c.call("doc_write", args{"path": "MEMORY.md", "content": "A\nb\nc\nd\ne\n", "if_version": version, "strict": true})
	require.True(t, r.failed, "strict compares and swaps")
	assert.Equal(t, "refused", r.out["outcome"])
	assert.Equal(t, w.version("MEMORY.md"), r.out["version_after"])
}

func TestAConflictSaysWhatStandsThereAndWhatToCall(t *testing.T) {
	w := newWorld(t, map[string]string{"MEMORY.md": "a\nb\nc\n", "state.json": "{\"a\":1}\n"})
	c := w.connect(nil)
	version := c.did("doc_read", args{"path": "MEMORY.md"}).out["version"]
	w.put("MEMORY.md", "a\ntheirs\nc\n")
	r := c.call("doc_write", args{"path": "MEMORY.md", "content": "a\nmine\nc\n", "if_version": version})
	require.True(t, r.failed)
	assert.Equal(t, "a\ntheirs\nc\n", w.text("MEMORY.md"))
	assert.Equal(t, "conflict", r.out["cause"])
	assert.Equal(t, w.version("MEMORY.md"), r.out["version_before"])
	assert.Contains(t, r.text[0], "theirs")
	assert.Contains(t, r.out["next"], "doc_read")
	assert.Contains(t, r.out["next"], "if_version="+w.version("MEMORY.md")[:12])

	version = c.did("doc_read", args{"path": "state.json"}).out["version"]
	w.put("state.json", "{\"a\":2}\n")
	r = c.call("doc_write", args{"path": "state.json", "content": "{\"a\":3}\n", "if_version": version})
	require.True(t, r.failed, "a mode that does not merge compares and swaps")
	assert.Equal(t, "{\"a\":2}\n", w.text("state.json"))
	r = c.did("doc_read", args{"path": "state.json"})
	c.did("doc_write", args{"path": "state.json", "content": "{\"a\":3}\n", "if_version": r.out["version"]})
	assert.Equal(t, "{\"a\":3}\n", w.text("state.json"))
}

func TestARecordedDocumentIsComparedAndSwapped(t *testing.T) {
	w := newWorld(t, map[string]string{"kept.txt": "a\n"})
	c := w.connect(nil)
	version := c.did("doc_read", args{"path": "kept.txt"}).out["version"]
	w.put("kept.txt", "a\nof another\n")
	r := c.call("doc_write", args{"path": "kept.txt", "content": "b\n", "if_version": version})
	require.True(t, r.failed)
	assert.Equal(t, "a\nof another\n", w.text("kept.txt"))
	assert.Contains(t, r.text[0], "doc_read")
}

func TestAVersionKnownFromAReceiptIsNotReadYet(t *testing.T) {
	w := newWorld(t, map[string]string{"MEMORY.md": "a\nb\n"})
	c := w.connect(nil)
	version := c.did("doc_append", args{"path": "MEMORY.md", "content": "mine\n"}).out["version_after"]
	r := c.call("doc_write", args{"path": "MEMORY.md", "content": "mine\n", "if_version": version})
	require.True(t, r.failed, "lines that it was never shown would go")
	assert.Equal(t, "a\nb\nmine\n", w.text("MEMORY.md"))
	assert.Equal(t, "not-read", r.out["cause"])
	c.did("doc_write", args{"path": "MEMORY.md", "content": "a\nb\nmine\nmore\n", "if_version": version})
	c.did("doc_read", args{"path": "MEMORY.md"})
	c.did("doc_write", args{"path": "MEMORY.md", "content": "b\nmine\nmore\n", "if_version": w.version("MEMORY.md")})
	assert.Equal(t, "b\nmine\nmore\n", w.text("MEMORY.md"))
}

func TestAfterAReadAnAppendLeavesAVersionThatIsKnown(t *testing.T) {
	w := newWorld(t, map[string]string{"MEMORY.md": "a\nb\n"})
	c := w.connect(nil)
	c.did("doc_read", args{"path": "MEMORY.md"})
	version := c.did("doc_append", args{"path": "MEMORY.md", "content": "mine\n"}).out["version_after"]
	c.did("doc_write", args{"path": "MEMORY.md", "content": "a\nmine\n", "if_version": version})
	assert.Equal(t, "a\nmine\n", w.text("MEMORY.md"))
}

func TestALossIsRefusedUntilItIsMeant(t *testing.T) {
	var lines []string
	for i := range 40 {
		lines = append(lines, fmt.Sprintf("- fact number %d, with a few words to make it longer", i))
	}
	w := newWorld(t, map[string]string{"MEMORY.md": strings.Join(lines, "\n") + "\n"})
	c := w.connect(nil)
	version := c.did("doc_read", args{"path": "MEMORY.md"}).out["version"]
	short := strings.Join(lines[:10], "\n") + "\n"
	r := c.call("doc_write", args{"path": "MEMORY.md", "content": short, "if_version": version})
	require.True(t, r.failed)
	assert.Equal(t, "shrink", r.out["cause"])
	assert.Contains(t, r.out["next"], "drop=30")
	c.did("doc_write", args{"path": "MEMORY.md", "content": short, "if_version": version, "drop": 30})
	assert.Equal(t, short, w.text("MEMORY.md"))
}

const handover = "# Handover\n<!-- anchor:next -->\n- ship\n<!-- /anchor:next -->\n<!-- anchor:log -->\n- day 1\n<!-- /anchor:log -->\n"

func TestASpliceReplacesOneAnchor(t *testing.T) {
	w := newWorld(t, map[string]string{"HANDOVER.md": handover, "PLAN.md": "# Plan\n\n## Now\n\nold\n\n## Later\n\nlater\n"})
	c := w.connect(nil)
	r := c.did("doc_read", args{"path": "HANDOVER.md"})
	assert.Equal(t, []any{"next", "log"}, r.out["anchors"])
	w.put("HANDOVER.md", strings.Replace(handover, "- day 1\n", "- day 1\n- day 2\n", 1))
	c.did("doc_splice", args{"path": "HANDOVER.md", "anchor": "next", "content": "- test\n- ship"})
	assert.Equal(t, "# Handover\n<!-- anchor:next -->\n- test\n- ship\n<!-- /anchor:next -->\n<!-- anchor:log -->\n- day 1\n- day 2\n<!-- /anchor:log -->\n", w.text("HANDOVER.md"))
	c.did("doc_splice", args{"path": "PLAN.md", "anchor": "Now", "content": "new\n"})
	assert.Equal(t, "# Plan\n\n## Now\n\nnew\n\n## Later\n\nlater\n", w.text("PLAN.md"))
	r = c.call("doc_splice", args{"path": "HANDOVER.md", "anchor": "none", "content": "x\n"})
	require.True(t, r.failed)
	assert.Contains(t, r.text[0], `"next" "log"`)
}

func TestASpliceOfAnAnchorThatSomebodyChangedIsMergedOrRefused(t *testing.T) {
	w := newWorld(t, map[string]string{"HANDOVER.md": handover})
	c := w.connect(nil)
	assert.Equal(t, "- ship\n", c.did("doc_read", args{"path": "HANDOVER.md", "anchor": "next"}).text[0])
	w.put("HANDOVER.md", strings.Replace(handover, "- ship\n", "- ship\n- theirs\n", 1))
	r := c.did("doc_splice", args{"path": "HANDOVER.md", "anchor": "next", "content": "- mine\n- ship\n"})
	assert.Contains(t, w.text("HANDOVER.md"), "- mine\n- ship\n- theirs\n")
	assert.Equal(t, true, r.out["merged"])

	c.did("doc_read", args{"path": "HANDOVER.md"})
	w.put("HANDOVER.md", strings.Replace(handover, "- ship\n", "- shipped\n", 1))
	r = c.call("doc_splice", args{"path": "HANDOVER.md", "anchor": "next", "content": "- mine\n- ship it\n- theirs\n"})
	require.True(t, r.failed)
	assert.Contains(t, r.text[0], "- shipped")
	assert.Contains(t, w.text("HANDOVER.md"), "- shipped\n")
	c.did("doc_read", args{"path": "HANDOVER.md", "anchor": "next"})
	c.did("doc_splice", args{"path": "HANDOVER.md", "anchor": "next", "content": "- mine\n"})
	c.did("doc_splice", args{"path": "HANDOVER.md", "anchor": "next", "content": "- mine again\n"})
	assert.Contains(t, w.text("HANDOVER.md"), "<!-- anchor:next -->\n- mine again\n<!-- /anchor:next -->")
}

func TestAVersionIsBroughtBack(t *testing.T) {
	w := newWorld(t, map[string]string{"MEMORY.md": "a\n"})
	c := w.connect(nil)
	first := w.version("MEMORY.md")
	c.did("doc_append", args{"path": "MEMORY.md", "content": "b\n"})
	h := c.did("doc_history", args{"path": "MEMORY.md"})
	entries := h.out["entries"].([]any)
	require.Len(t, entries, 2)
	assert.Equal(t, first, entries[0].(map[string]any)["version_before"])
	assert.Equal(t, true, entries[0].(map[string]any)["restorable"])
	one := c.did("doc_history", args{"path": "MEMORY.md", "limit": 1})
	assert.Equal(t, true, one.out["more"])
	older := c.did("doc_history", args{"path": "MEMORY.md", "before": entries[0].(map[string]any)["seq"]})
	assert.Len(t, older.out["entries"], 1)

	r := c.call("doc_restore", args{"path": "MEMORY.md", "version": first, "if_version": first})
	require.True(t, r.failed, "another version stands there")
	assert.Contains(t, r.text[0], "doc_history")
	r = c.did("doc_restore", args{"path": "MEMORY.md", "version": first[:12], "if_version": h.out["version"]})
	assert.Equal(t, "a\n", w.text("MEMORY.md"))
	assert.Equal(t, []any{"b"}, r.out["gone"])
	require.True(t, c.call("doc_restore", args{"path": "MEMORY.md", "version": "123456789abc"}).failed)
}

// TestTwoConnectionsLoseNothing: each edit is a read and a write from what was read, as models make them.
func TestTwoConnectionsLoseNothing(t *testing.T) {
	w := newWorld(t, map[string]string{"MEMORY.md": "# Memory\n", "JOURNAL.md": "# Journal\n"})
	var wg sync.WaitGroup
	for _, name := range []string{"A", "B"} {
		c := w.connect(nil)
		wg.Go(func() {
			for i := range 20 {
				line := fmt.Sprintf("- %s %d\n", name, i)
				c.did("doc_append", args{"path": "JOURNAL.md", "content": line})
				r := c.did("doc_read", args{"path": "MEMORY.md"})
				c.did("doc_write", args{"path": "MEMORY.md", "content": r.text[0] + line, "if_version": r.out["version"]})
			}
		})
	}
	wg.Wait()
	for _, name := range []string{"MEMORY.md", "JOURNAL.md"} {
		requireEachOnce(t, w.text(name), "A", "B")
	}
}

func requireEachOnce(t *testing.T, text string, names ...string) {
	t.Helper()
	for _, name := range names {
		for i := range 20 {
			require.Equal(t, 1, strings.Count(text, fmt.Sprintf("- %s %d\n", name, i)), "entry %s %d in:\n%s", name, i, text)
		}
	}
}
