package guard

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"noclobber/gate"
)

// The forms in which hosts tell what a server answered; those of Claude Code 2.1.332 were captured.
func TestTheTextOfAnAnswer(t *testing.T) {
	const notice = `"Error: result (414,000 characters across 9,000 lines) exceeds maximum allowed tokens. Output has been saved to /tmp/x.txt."`
	for name, c := range map[string]struct {
		raw, path, want string
		shown           bool
	}{
		"contents":                              {`[{"type":"text","text":"- a\n"}]`, "0.text", "- a\n", true},
		"contents, without a path":              {`[{"type":"text","text":"- a\n"},{"type":"text","text":"- b\n"}]`, "", "- a\n- b\n", true},
		"contents in an object":                 {`{"content":[{"type":"text","text":"- a\n"}],"isError":false}`, "0.text", "- a\n", true},
		"the same, by its own path":             {`{"content":[{"type":"text","text":"- a\n"}]}`, "content.0.text", "- a\n", true},
		"a structured answer told as text":      {`"{\"content\":\"- a\\n\"}"`, "0.text", "- a\n", true},
		"an object in the first text":           {`[{"type":"text","text":"{\"markdown\":\"- a\"}"}]`, "markdown", "- a", true},
		"a text in JSON (mcp-obsidian)":         {`[{"type":"text","text":"\"# T\\n- a\\n\""}]`, "0.text.@fromstr", "# T\n- a\n", true},
		"plain text":                            {`"- a\n"`, "", "- a\n", true},
		"a document that is JSON":               {`[{"type":"text","text":"{\"a\":1}"}]`, "0.text", `{"a":1}`, true},
		"an answer that has no such text":       {`[{"type":"text","text":"- a"}]`, "document.text", "", false},
		"a page of more":                        {`[{"type":"text","text":"{\"markdown\":\"- a\",\"truncated\":true}"}]`, "markdown", "- a", false},
		"one that the host cut":                 {notice, "0.text", "", false},
		"one that the host cut, without a path": {notice, "", strings.Trim(notice, `"`), false},
	} {
		text, shown := answerText(&gate.Response{Raw: []byte(c.raw)}, c.path)
		assert.Equal(t, c.want, text, name)
		assert.Equal(t, c.shown, shown, name)
	}
	_, shown := answerText(&gate.Response{Raw: []byte(`[{"text":"- a"}]`), Cut: true}, "0.text")
	assert.False(t, shown)
	assert.Equal(t, `"v7"`, answerToken(&gate.Response{Raw: []byte(`[{"type":"text","text":"{\"version\":\"v7\"}"}]`)}, "version"))
	assert.Equal(t, `7`, answerToken(&gate.Response{Raw: []byte(`"{\"version\":7}"`)}, "version"))
}

// A read by a server's tool is a base like any other, so that a whole write through that server is merged.
func TestAReadThroughAMappedToolIsABase(t *testing.T) {
	w := newWorld(t, rule("merge"), "- one\n")
	call := func(session, tool string, input map[string]any) gate.Call {
		w.calls++
		input["path"] = w.doc
		data, err := json.Marshal(input)
		require.NoError(t, err)
		return gate.Call{
			Context: gate.Context{Host: "claude", Session: session}, ID: session + tool, CWD: filepath.Dir(w.doc), Input: data,
			Tool: "mcp__fs__" + tool, Host: abilities, Event: gate.Before,
		}
	}
	read := call("A", "read_text_file", map[string]any{})
	read.Event, read.Response = gate.After, &gate.Response{Raw: []byte(`"{\"content\":\"- one\\n\"}"`)}
	w.guard().After(read)
	require.False(t, w.agent("B").edit("- one\n", "- one\n- of B\n").run().denied())

	v := w.guard().Before(call("A", "write_file", map[string]any{"content": "- zero\n- one\n"}))
	require.Equal(t, gate.Rewrite, v.Action, v.Text)
	assert.Equal(t, []gate.Set{{Path: "content", Value: "- zero\n- one\n- of B\n"}}, v.Sets)
	_ = os.Remove(w.doc)
}

// A tool that writes or edits, as its input says, is mapped twice; the map counts whose field is there.
func TestAToolThatDoesTwoThingsHasTwoMaps(t *testing.T) {
	w := newStore(t, storeRule("append")+"[[tool]]\nmatch = \"mcp__*__update\"\nkind = \"write\"\npath = \"path\"\ncontent = \"whole.text\"\nscheme = \"project\"\n"+
		"[[tool]]\nmatch = \"mcp__*__update\"\nkind = \"edit\"\npath = \"path\"\nedits = \"edits\"\nold = \"old\"\nnew = \"new\"\nscheme = \"project\"\n")
	w.texts[task] = "- one\n"
	w.read("A")
	update := func(input map[string]any) *storeCall {
		c := w.call("A", "write", input)
		c.Tool = "mcp__store__update"
		return c.before()
	}
	assert.True(t, update(map[string]any{"whole": map[string]any{"text": "- two\n"}}).denied())
	assert.True(t, update(map[string]any{"edits": []any{map[string]any{"old": "- one", "new": "- two"}}}).denied())
	c := update(map[string]any{"edits": []any{map[string]any{"old": "- one", "new": "- one\n- two"}}})
	assert.False(t, c.denied(), c.verdict.Text)
}
