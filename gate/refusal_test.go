package gate

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A refusal as an agent reads it, whole.
func TestRefusalText(t *testing.T) {
	st := stateOf(journal+"- theirs\n", base(journal))
	p := Decide(callBy(claude()), writeOp("# Journal\n- 02 second\n- 03 mine\n"), ruleOf(t, "append"), st)
	require.NotNil(t, p.Refusal)
	want := "noclobber: nothing was written to J.md. It only grows (append, at the end), and this text lacks or changes lines that stand in it (it changed since you read it). " +
		"It holds 4 lines, 42 bytes (version 0123456789ab), last written by session 12345678 3 min ago.\n" +
		"  - 01 first\n" +
		"Next: Read it, then Edit /home/dev/project/J.md: old text = \"- theirs\\n\", new text = \"- theirs\\n- 03 mine\\n\".\n" +
		"Do not send the whole document."
	assert.Equal(t, want, p.Refusal.Text("J.md", 0))
}

func TestRefusalTextSaysToStop(t *testing.T) {
	r := Refusal{Why: "W.", Now: "N.", Lines: []string{"- a"}, Next: "do this.", Avoid: "do that"}
	assert.Equal(t, "noclobber: nothing was written to J.md. W. N.\n  - a\nNext: do this.\nDo not do that.", r.Text("J.md", 0))
	assert.Equal(t, "noclobber: nothing was written to J.md. W. N.\n  - a\nThis is refusal 2 for the same reason: stop and report this.\nWhat would pass: do this.\nDo not do that.", r.Text("J.md", 1))
	assert.Contains(t, r.Text("J.md", 2), "refusal 3 for the same reason: stop and report this")
}

func TestRefusalTextOfAGuardWithoutAllParts(t *testing.T) {
	assert.Equal(t, "noclobber: nothing was written to J.md. Why.", Refusal{Why: "Why."}.Text("J.md", 0))
}

// Every refusal fits, is whole text, names the document, says that nothing was written, why, what
// stands there, what to do next and what not to do, however long the names and lines are.
func TestRefusalTextBounds(t *testing.T) {
	checkScenes(t, func(t *rapid.T, s scene, p Plan) {
		if p.Action != Deny {
			return
		}
		s.stretch(t)
		if p = s.decide(); p.Action != Deny {
			return // longer lines are another share of the document
		}
		text := p.Refusal.Text(s.st.Name, rapid.IntRange(0, 3).Draw(t, "refusals"))
		require.LessOrEqual(t, len(text), MaxText)
		require.True(t, utf8.ValidString(text), "%q", text)
		require.True(t, strings.HasPrefix(text, "noclobber: nothing was written to "), text)
		require.Contains(t, text, s.st.Name[max(0, len(s.st.Name)-40):])
		require.Contains(t, text, "\nDo not ")
		require.True(t, strings.Contains(text, "\nNext: ") || strings.Contains(text, "\nWhat would pass: "), text)
		require.NotContains(t, text, "%!", "a broken format")
	})
}

// stretch makes a judgement's names and lines long.
func (s *scene) stretch(t *rapid.T) {
	long := strings.Repeat(rapid.SampledFrom([]string{"x", "é", "dir/", "日本"}).Draw(t, "what"), rapid.IntRange(0, 400).Draw(t, "how long"))
	s.st.Name, s.st.Path = long+"J.md", "/"+long+"J.md"
	s.st.By = "session " + long
	for _, text := range []*[]byte{&s.st.Head, &s.st.Disk, &s.st.Base} {
		*text = []byte(strings.ReplaceAll(string(*text), "theirs", long+" theirs"))
	}
}

// Where path and lines have an honest length, no part is cut: the next call stands there whole.
func TestRefusalNextStepIsWhole(t *testing.T) {
	checkScenes(t, func(t *rapid.T, s scene, p Plan) {
		if p.Action != Deny {
			return
		}
		s.st.Path = "/" + strings.Repeat("d", rapid.IntRange(0, maxPath-1).Draw(t, "path"))
		r := s.decide().Refusal
		require.LessOrEqual(t, len(r.Next), maxNext, r.Next)
		require.LessOrEqual(t, len(r.Avoid), maxAvoid)
		require.Contains(t, r.Text("notes/J.md", 0), "Next: "+r.Next)
	})
}

// Every reason says what stands there now, and who wrote it.
func TestRefusalTextTellsTheFacts(t *testing.T) {
	checkScenes(t, func(t *rapid.T, s scene, p Plan) {
		if p.Action != Deny {
			return
		}
		text := p.Refusal.Text("J.md", 0)
		switch {
		case !s.st.Exists:
			require.Contains(t, text, "It is not there now.")
		case s.st.Large:
			require.Contains(t, text, fmt.Sprintf("It holds %d bytes (version 0123456789ab), last written by session 12345678 3 min ago.", s.st.Size))
		default:
			require.Contains(t, text, fmt.Sprintf(" lines, %d bytes (version 0123456789ab), last written by session 12345678 3 min ago.", len(s.st.Head)))
		}
	})
}

func TestFactsOfNobody(t *testing.T) {
	st := stateOf(journal)
	st.By, st.Version = "", ""
	sentence{op: editOp("zzz", "x"), state: st, want: denies(CauseConflict, "It holds 3 lines, 33 bytes.\n")}.check(t, ruleOf(t, "merge"))
}

func TestStepsInWords(t *testing.T) {
	long := strings.Repeat("long ", 200)
	prove(t, "append", []sentence{
		{name: "the last line is too long to quote", op: writeOp("x\n- " + long + "\n"), state: stateOf("a\nb\n- " + long + "\n"), want: denies(CauseLost, "then Edit it: old text = its last line, new text = that line and then your new lines")},
		{name: "the line at the top is too long to quote", rule: []string{`at = "top"`}, op: appendOp("x\n"), state: stateOf(long + "\n"), want: denies(CausePlace, "old text = the line at the top")},
		{name: "what is new is too long to repeat", op: shellWriteOp("# Journal\n- 02 second\n" + long + "\n"), state: stateOf(journal), want: denies(CauseLost, "<<'EOF'\n<your new lines>\nEOF")},
		{name: "the heading's line is missing and all is long", rule: []string{`at = "after:Log"`}, op: appendOp("x\n"), state: stateOf(long + "\n"), want: denies(CausePlace, `add the line "## Log"`)},
		{name: "the anchor of the place is a heading with its signs", rule: []string{`at = "after:# Log"`}, op: appendOp("x\n"), state: stateOf("a\n"), want: denies(CausePlace, `new text = "a\n# Log\n<your new lines>\n"`)},
		{name: "a merged append is too long to quote", rule: []string{`on_rewrite = "deny"`}, op: writeOp(journal + "- " + long + "\n"), state: stateOf(journal+"- theirs\n", base(journal)), want: denies(CauseRewrite, "old text = its last line")},
		{name: "the path is longer than a step", op: shellWriteOp("- mine\n"), state: stateOf(journal, inFile("/"+strings.Repeat("d", 300))), want: denies(CauseRewrite, "cat >> THE_SAME_PATH")},
		{name: "the path is longer than a step, in words", op: editOp("zzz", "x"), state: stateOf(journal, inFile("/"+strings.Repeat("d", 300))), want: denies(CauseConflict, "Read it (the same path) in full")},
		{name: "a host that names no tools", call: ptr(callBy(Abilities{})), op: editOp("zzz", "x"), state: stateOf(journal), want: denies(CauseConflict, "read "+docPath+" in full")},
		{name: "a path that the shell would split", op: shellWriteOp("- mine\n"), state: stateOf(journal, inFile("/a b/it's.md")), want: denies(CauseRewrite, `cat >> '/a b/it'\''s.md' <<'EOF'`)},
	})
	prove(t, "merge", []sentence{
		{name: "a merged text is too long to quote", rule: []string{`on_rewrite = "deny"`}, op: writeOp(tasks + "- " + long + "\n"), state: stateOf("# Theirs\n- [ ] one\n- [ ] two\n- [ ] three\n", base(tasks)), want: denies(CauseRewrite, "then Edit just the lines that change")},
	})
	prove(t, "anchors", []sentence{
		{name: "more anchors than can be named", op: writeOp(manyAnchors(7) + "<!-- anchor:z -->\n<!-- /anchor:z -->\n"), state: stateOf(manyAnchors(7)), want: denies(CauseAnchor, `"a0", "a1", "a2", "a3", "a4", …`)},
		{name: "no anchor at all", op: writeOp("x\n<!-- anchor:z -->\n<!-- /anchor:z -->\n"), state: stateOf("x\n"), want: denies(CauseAnchor, "(it has none)")},
	})
}

func TestStepsInPowerShell(t *testing.T) {
	call := callBy(claude())
	call.Shell = "powershell"
	here := "@'\n- mine\n'@ | "
	prove(t, "append", []sentence{
		{name: "a command that adds", call: &call, op: shellWriteOp("- mine\n"), state: stateOf(journal, inFile("C:\\it's J.md")), want: denies(CauseRewrite, here+"Add-Content 'C:\\it''s J.md'")},
		{name: "our own verb", call: &call, op: shellWriteOp("- mine\n"), state: stateOf(journal, reach), want: denies(CauseRewrite, here+"noclobber append '"+docPath+"'")},
		{name: "the end of a here-string inside the text", call: &call, op: shellWriteOp("- mine\n'@ x\n"), state: stateOf(journal), want: denies(CauseRewrite, "@'\n<your new lines>\n'@ | ")},
		{name: "no final newline", call: &call, op: noText(), state: stateOf("- one"), want: denies(CauseNewline, "Add-Content '"+docPath+"' ''")},
	})
}

func manyAnchors(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "<!-- anchor:a%d -->\n<!-- /anchor:a%d -->\n", i, i)
	}
	return b.String()
}

func TestQuote(t *testing.T) {
	many := strings.Split(strings.TrimSpace(strings.Repeat("- a\n", 12)), "\n")
	assert.Equal(t, strings.Repeat("\n  - a", 8)+"\n  … and 4 more", Quote(many, 500))
	assert.Equal(t, "\n  … and 12 more", Quote(many, 20))
	assert.Empty(t, Quote(many, 3))
	assert.Empty(t, Quote(nil, 100))
	assert.Equal(t, "\n  "+strings.Repeat("x", maxQuoted-3)+"…", Quote([]string{strings.Repeat("x", 300)}, 500))
	assert.Equal(t, "\n  a \ufffd", Quote([]string{"a \xff\xfe"}, 500))
	assert.Equal(t, "\n  a", Quote([]string{"a \r\n"}, 500))
}

func TestClip(t *testing.T) {
	assert.Equal(t, "abc", clip("abc", 3))
	assert.Equal(t, "a…", clip("abcde", 4))
	assert.Equal(t, "é…", clip("éééé", 5))
	assert.Equal(t, "…", clip("abcde", 2))
	assert.Equal(t, "…é", clipStart("éééé", 5))
	assert.Equal(t, "…", clipStart("ééé", 4))
}

func TestShellQuote(t *testing.T) {
	assert.Equal(t, "/a/b-c_d.md", ShellQuote("/a/b-c_d.md"))
	assert.Equal(t, "'/a b'", ShellQuote("/a b"))
	assert.Equal(t, `'it'\''s'`, ShellQuote("it's"))
	assert.Equal(t, "''", ShellQuote(""))
	assert.Equal(t, "'$(rm)'", ShellQuote("$(rm)"))
}
