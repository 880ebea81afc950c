package guard

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"noclobber/gate"
)

// TestTheToolsOfOurOwnServerAreNotJudgedTwice: their writes have been through the engine when the host's events come.
func TestTheToolsOfOurOwnServerAreNotJudgedTwice(t *testing.T) {
	for _, tool := range []string{"mcp__noclobber__doc_write", "mcp__plugin_noclobber_docs__doc_append", "mcp__mine__doc_splice"} {
		t.Run(tool, func(t *testing.T) {
			w := newWorld(t, rule("merge", "[[tool]]", `match = "mcp__*noclobber*__*"`, `kind = "write"`, `path = "path"`, `content = "content"`), "a\nb\n")
			call := gate.Call{Event: gate.Before, Context: gate.Context{Host: "claude", Session: "s1"}, ID: "c1", CWD: filepath.Dir(w.doc), Tool: tool, Host: abilities,
				Input: []byte(`{"path":"J.md","content":"x\n","if_version":"absent"}`)}
			require.Equal(t, gate.Verdict{}, w.guard().Before(call))
			_, err := w.guard().Apply(gate.Context{Host: "mcp", Session: "m1"}, w.doc, Change{Verb: VerbAppend, Content: []byte("c\n")})
			require.NoError(t, err, "the call holds no lease that its own server would wait for")
			call.Event, call.Response = gate.After, &gate.Response{}
			require.Empty(t, w.guard().After(call).Text)
			require.Empty(t, w.guard().Batch(gate.Call{Context: call.Context, CWD: filepath.Dir(w.doc), Host: abilities, Calls: []gate.Call{call}}).Text)
		})
	}
}

func TestShowMovesABaseAsAHostsReadDoes(t *testing.T) {
	w := newWorld(t, rule("merge"), "a\nb\nc\n")
	who := gate.Context{Host: "mcp", Session: "m1"}
	part := func(first, last int) func(Shown) (Lines, bool) {
		return func(Shown) (Lines, bool) { return Lines{first, last}, true }
	}
	for _, step := range []struct {
		first, last int
		whole       bool
	}{{1, 2, false}, {2, 2, false}, {3, 3, true}} {
		s, err := w.guard().Show(who, w.doc, part(step.first, step.last))
		require.NoError(t, err)
		require.Equal(t, step.whole, s.Whole, "lines %d to %d", step.first, step.last)
	}
	w.put("a\nb\nc\nd\n")
	s, err := w.guard().Show(who, w.doc, func(Shown) (Lines, bool) { return Lines{}, false })
	require.NoError(t, err)
	require.False(t, s.Whole, "another version stands there, of which nothing was shown")
	require.Equal(t, "a\nb\nc\nd\n", string(s.Text))
}

func TestASpliceFromAnOlderVersionTakesInWhatOthersPutThere(t *testing.T) {
	text := "<!-- anchor:x -->\n- one\n<!-- /anchor:x -->\n"
	w := newWorld(t, rule("anchors"), text)
	who := gate.Context{Host: "mcp", Session: "m1"}
	s, err := w.guard().Show(who, w.doc, func(Shown) (Lines, bool) { return Lines{1, 3}, true })
	require.NoError(t, err)
	w.put("<!-- anchor:x -->\n- one\n- theirs\n<!-- /anchor:x -->\n")
	splice := Change{Verb: VerbSplice, Anchor: "x", Content: []byte("- mine\n- one\n"), Version: string(s.Stamp.Version)}
	r, err := w.guard().Apply(who, w.doc, splice)
	require.NoError(t, err)
	require.Equal(t, []string{"- theirs"}, r.Kept)
	require.Equal(t, "<!-- anchor:x -->\n- mine\n- one\n- theirs\n<!-- /anchor:x -->\n", w.text())
	w.put("<!-- anchor:x -->\n- two\n<!-- /anchor:x -->\n")
	splice.Content = []byte("- uno\n")
	_, err = w.guard().Apply(who, w.doc, splice)
	var denied *Denied
	require.ErrorAs(t, err, &denied)
	require.Equal(t, gate.CauseConflict, denied.Refusal.Cause)
	require.NotEmpty(t, denied.Now.Version)
}
