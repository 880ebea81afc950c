package gate

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func background(op Op) Op { op.Background = true; return op }

// noText is an append whose text is not known: date >> J.md.
func noText() Op { return Op{Kind: Append, Path: docPath, Via: ">>", Shell: true} }

// byTool is an append by a tool with typed input.
func byTool(text string) Op {
	return Op{Kind: Append, Path: docPath, Via: "mcp__x__append", Content: []byte(text), HasContent: true, Fields: Fields{Content: "text"}}
}

func TestOperations(t *testing.T) {
	t.Run("append", testAppendOperation)
	t.Run("shell write", testShellWrite)
	t.Run("in-place", testInPlace)
	t.Run("unknown write", testUnknownWrite)
	t.Run("delete and move", testRemove)
	t.Run("create", testCreate)
	t.Run("background append", testBackground)
}

func testAppendOperation(t *testing.T) {
	t.Run("append", func(t *testing.T) {
		prove(t, "append", []sentence{
			{name: "pass", op: appendOp("- mine\n"), state: stateOf(journal), want: passes(journal + "- mine\n")},
			{name: "unknown text", op: noText(), state: stateOf(journal), want: passes(unknown)},
			{name: "what it says is no reason", op: appendOp("[... rest of the file unchanged ...]\n"), state: stateOf(journal), want: passes(journal + "[... rest of the file unchanged ...]\n")},
			{name: "onto what the host finds, while a repair waits", op: appendOp("- mine\n"), state: stateOf(journal+"- put back\n", disk(journal)), want: passes(journal + "- mine\n")},
			{
				name: "at is not the end: the append that does it right", rule: []string{`at = "top"`}, op: appendOp("- mine\n"),
				state: stateOf(journal, base(journal), reach), want: denies(CausePlace, "at the top", "noclobber append "+docPath+" <<'EOF'\n- mine\nEOF"),
			},
			{
				name: "at is not the end: the edit where the CLI cannot reach the state", rule: []string{`at = "top"`}, op: appendOp("- mine\n"),
				state: stateOf(journal, base(journal)), want: denies(CausePlace, `new text = "# Journal\n- mine\n- 01 first\n"`),
			},
			{
				name: "at is not the end: the edit for a typed tool", rule: []string{`at = "after:Journal"`}, op: byTool("- mine\n"),
				state: stateOf(journal, base(journal), reach), want: denies(CausePlace, `after "Journal"`, `new text = "# Journal\n- mine\n- 01 first\n"`),
			},
			{
				name: "no final newline: the heredoc that does it right", op: appendOp("- mine\n"),
				state: stateOf("- one"), want: denies(CauseNewline, "cat >> "+docPath+" <<'EOF'\n\n- mine\nEOF"),
			},
			{
				name: "no final newline: noclobber append, where it reaches the state", op: appendOp("- mine\n"),
				state: stateOf("- one", reach), want: denies(CauseNewline, "noclobber append "+docPath+" <<'EOF'\n- mine\nEOF"),
			},
			{
				name: "no final newline: unknown text", op: noText(),
				state: stateOf("- one"), want: denies(CauseNewline, "echo >> "+docPath),
			},
			{
				name: "no final newline: a typed tool", op: byTool("- mine\n"),
				state: stateOf("- one"), want: denies(CauseNewline, "with a newline before its text"),
			},
			{name: "no final newline, but the text begins with one", op: appendOp("\n- mine\n"), state: stateOf("- one"), want: passes("- one\n- mine\n")},
			{name: "no final newline, but the text begins with CR LF", op: appendOp("\r\n- mine\r\n"), state: stateOf("- one"), want: passes("- one\r\n- mine\r\n")},
			{name: "no final newline, and nothing is added", op: appendOp(""), state: stateOf("- one"), want: passes("- one")},
			{name: "above max_document", op: appendOp("- mine\n"), state: stateOf("", large), want: passes(unknown)},
			{name: "with NUL bytes", op: appendOp("- mine\n"), state: stateOf("a\x00b\n", binary), want: passes(unknown)},
			{name: "with NUL bytes and without a final newline", op: appendOp("- mine\n"), state: stateOf("a\x00b", binary), want: denies(CauseNewline)},
		})
	})
	t.Run("rows of JSON", func(t *testing.T) {
		jsonl, torn, row := []string{`format = "jsonl"`}, "{\"a\":1}\n{\"a\":\n", "{\"a\":2}\n"
		prove(t, "append", []sentence{
			{name: "whole rows", rule: jsonl, op: appendOp(row + "\n" + row), state: stateOf(row), want: passes(row + row + "\n" + row)},
			{name: "a torn row", rule: jsonl, op: appendOp(row + "{\"a\":"), state: stateOf(row), want: denies(CauseRows, "line 2, column 6", "each row whole and on one line")},
			{name: "an object over several lines", rule: jsonl, op: appendOp("{\n \"a\": 2\n}\n"), state: stateOf(row), want: denies(CauseRows, "line 1")},
			{name: "by extension", op: appendOp("- mine\n"), state: stateOf(row, inFile("/p/e.jsonl")), want: denies(CauseRows)},
			{name: "in a new log", rule: jsonl, op: appendOp("- mine\n"), state: State{Path: docPath}, want: denies(CauseRows)},
			{name: "in a log above max_document", rule: jsonl, op: appendOp("- mine\n"), state: State{Path: docPath, Exists: true, Large: true}, want: denies(CauseRows)},
			{name: "what is torn already is no reason", rule: jsonl, op: appendOp(row), state: stateOf(torn), want: passes(torn + row)},
			{name: "nor a licence", rule: jsonl, op: appendOp("{\"a\":\n"), state: stateOf(torn), want: denies(CauseRows)},
			{name: "a log that holds no row", rule: jsonl, op: appendOp("- mine\n"), state: stateOf("- one\n"), want: passes("- one\n- mine\n")},
		})
		prove(t, "merge", []sentence{
			{name: "another mode", rule: jsonl, op: appendOp("- mine\n"), state: stateOf(row), want: passes(row + "- mine\n")},
		})
	})
	t.Run("anchors", func(t *testing.T) {
		prove(t, "anchors", []sentence{
			{name: "pass", op: appendOp("mine\n"), state: stateOf(status), want: passes(status + "mine\n")},
			{name: "no final newline", op: appendOp("mine\n"), state: stateOf("x"), want: denies(CauseNewline)},
			{name: "frozen outside", rule: []string{`outside = "frozen"`}, op: appendOp("mine\n"), state: stateOf(status, reach), want: denies(CauseFrozen, "noclobber splice "+docPath)},
			{name: "an anchor would be doubled", op: appendOp(buildBody + "<!-- /anchor:build -->\n"), state: stateOf(status), want: denies(CauseAnchor, `"build"`)},
			{name: "a new anchor", op: appendOp("<!-- anchor:lint -->\nx\n<!-- /anchor:lint -->\n"), state: stateOf(status), want: denies(CauseAnchor, `"lint"`)},
			{name: "onto damaged markers", op: appendOp("mine\n"), state: stateOf(unclosed), want: passes(unclosed + "mine\n")},
		})
	})
	t.Run("merge", func(t *testing.T) {
		prove(t, "merge", []sentence{
			{name: "pass", op: appendOp("- mine\n"), state: stateOf(tasks), want: passes(tasks + "- mine\n")},
			{name: "glued to the last line it would change that line", op: appendOp("- mine\n"), state: stateOf("- one"), want: denies(CauseNewline)},
			{name: "JSON that would not parse", rule: []string{`format = "json"`}, op: appendOp("{}\n"), state: stateOf("{}\n"), want: denies(CauseFormat)},
		})
	})
	t.Run("cas", func(t *testing.T) {
		prove(t, "cas", []sentence{{name: "deny", op: appendOp("x\n"), state: stateOf("v1\n", base("v1\n")), want: denies(CauseMode, "Read "+docPath+" in full")}})
	})
}

func testShellWrite(t *testing.T) {
	moved := "# Tasks, theirs\n- [ ] one\n- [ ] two\n- [ ] three\n"
	t.Run("append", func(t *testing.T) {
		prove(t, "append", []sentence{
			{name: "judged as a whole write: pass", op: shellWriteOp(journal + "- mine\n"), state: stateOf(journal, base(journal)), want: passes(journal + "- mine\n")},
			{
				name: "would be rewritten: the exact command", op: shellWriteOp(journal + "- mine\n"),
				state: stateOf(journal+"- theirs\n", base(journal)), want: denies(CauseRewrite, "- theirs", "cat >> "+docPath+" <<'EOF'\n- mine\nEOF"),
			},
			{
				name: "would be rewritten: through the CLI", op: shellWriteOp(journal + "- mine\n"),
				state: stateOf(journal+"- theirs\n", base(journal), reach), want: denies(CauseRewrite, "noclobber append "+docPath+" <<'EOF'\n- mine\nEOF"),
			},
			{
				name: "a fragment", op: shellWriteOp("- mine\n\n- more\n"),
				state: stateOf(journal + "- 03 third\n"), want: denies(CauseRewrite, "cat >> "+docPath+" <<'EOF'\n- mine\n\n- more\nEOF"),
			},
			{
				name: "lines would be lost: what is new is appended", op: shellWriteOp("# Journal\n- 01 changed\n- 02 second\n- mine\n"),
				state: stateOf(journal, base(journal)), want: denies(CauseLost, "- 01 first", "cat >> "+docPath+" <<'EOF'\n- mine\nEOF"),
			},
			{
				name: "the text holds the heredoc's own end", op: shellWriteOp("- mine\nEOF\n"),
				state: stateOf(journal), want: denies(CauseRewrite, "<<'EOF_'\n- mine\nEOF\nEOF_"),
			},
			{
				name: "at the top: the edit", rule: []string{`at = "top"`}, op: shellWriteOp("- mine\n"),
				state: stateOf(journal, base(journal)), want: denies(CauseRewrite, `new text = "# Journal\n- mine\n- 01 first\n"`),
			},
		})
	})
	t.Run("merge", func(t *testing.T) {
		prove(t, "merge", []sentence{
			{
				name: "would be rewritten: the edit", op: shellWriteOp(tasks + "- mine\n"),
				state: stateOf(moved, base(tasks)), want: denies(CauseRewrite, "# Tasks, theirs", `old text = "- [ ] three\n", new text = "- [ ] three\n- mine\n"`),
			},
			{
				name: "would be rewritten: noclobber write", op: shellWriteOp(tasks + "- mine\n"),
				state: stateOf(moved, base(tasks), reach), want: denies(CauseRewrite, "noclobber write "+docPath+" --if-version 0123456789ab <<'EOF'\n"+moved+"- mine\nEOF"),
			},
		})
	})
	t.Run("anchors", func(t *testing.T) {
		prove(t, "anchors", []sentence{{
			name: "would be rewritten: the edit", op: shellWriteOp(statusWith("green\n", "v2\n")),
			state: stateOf(statusWith("red\n", "v1\n"), base(status)), want: denies(CauseRewrite, `old text = "v1\n", new text = "v2\n"`),
		}})
	})
	t.Run("cas", func(t *testing.T) {
		prove(t, "cas", []sentence{
			{name: "pass", op: shellWriteOp("v2\n"), state: stateOf("v1\n", base("v1\n")), want: passes("v2\n")},
			{name: "deny", op: shellWriteOp("v2\n"), state: stateOf("v3\n", base("v1\n")), want: denies(CauseStale)},
		})
	})
}

// Shell text is never rewritten, whatever else is known of it.
func TestShellTextIsNeverRewritten(t *testing.T) {
	op := shellWriteOp(journal + "- mine\n")
	op.Fields.Content = "command"
	sentence{op: op, state: stateOf(journal+"- theirs\n", base(journal)), want: denies(CauseRewrite)}.check(t, ruleOf(t, "append"))
}

func testInPlace(t *testing.T) {
	sed := Op{Kind: InPlace, Path: docPath, Via: "sed -i", Shell: true}
	t.Run("append", func(t *testing.T) {
		prove(t, "append", []sentence{
			{name: "deny", op: sed, state: stateOf(journal, base(journal)), want: denies(CauseInPlace, "sed -i", "cat >> "+docPath)},
			{name: "nothing there to rewrite", op: sed, state: stateOf("", absent), want: passes(unknown)},
		})
	})
	t.Run("anchors", func(t *testing.T) {
		prove(t, "anchors", []sentence{{name: "deny", op: sed, state: stateOf(status), want: denies(CauseInPlace, "Edit just the lines")}})
	})
	t.Run("merge", func(t *testing.T) {
		prove(t, "merge", []sentence{
			{name: "pass, judged after", op: sed, state: stateOf(tasks), want: passes(unknown)},
			{name: "a document that is not kept in full", op: sed, state: stateOf("", large), want: denies(CauseLarge)},
		})
		p := Decide(callBy(claude()), sed, ruleOf(t, "merge"), stateOf(tasks))
		assert.True(t, p.Judge)
		assert.False(t, p.Shared, "under an exclusive lease")
	})
	t.Run("cas", func(t *testing.T) {
		prove(t, "cas", []sentence{{name: "deny", op: sed, state: stateOf("v1\n", base("v1\n")), want: denies(CauseInPlace)}})
	})
}

func testUnknownWrite(t *testing.T) {
	checkout := Op{Kind: Restore, Path: docPath, Via: "git checkout", Shell: true}
	for name, op := range map[string]Op{"write": unknownOp(), "git": checkout} {
		t.Run(name, func(t *testing.T) {
			t.Run("append", func(t *testing.T) {
				prove(t, "append", []sentence{
					{name: "deny, naming the tool to use", op: op, state: stateOf(journal, base(journal)), want: denies(CauseUnknown, op.Via, "cat >> "+docPath)},
					{name: "nothing there", op: op, state: stateOf("", absent), want: passes(unknown)},
				})
			})
			t.Run("anchors", func(t *testing.T) {
				prove(t, "anchors", []sentence{{name: "deny, naming the tool to use", op: op, state: stateOf(status, base(status)), want: denies(CauseUnknown, "Edit just the lines")}})
			})
			t.Run("merge", func(t *testing.T) {
				prove(t, "merge", []sentence{
					{name: "B == H: judged after", op: op, state: stateOf(tasks, base(tasks)), want: passes(unknown)},
					{name: "else deny", op: op, state: stateOf(tasks+"- theirs\n", base(tasks)), want: denies(CauseUnknown, "Read "+docPath+" in full, then send the same call again")},
					{name: "no base: deny", op: op, state: stateOf(tasks), want: denies(CauseUnknown)},
					{name: "a read would not be remembered", call: ptr(inSession("")), op: op, state: stateOf(tasks), want: denies(CauseUnknown, "Edit just the lines")},
					{name: "a base that is empty is not what is too large to be read", op: op, state: stateOf("", large, base("")), want: denies(CauseLarge)},
				})
			})
			t.Run("cas", func(t *testing.T) {
				prove(t, "cas", []sentence{{name: "deny", op: op, state: stateOf("v1\n", base("v1\n")), want: denies(CauseUnknown)}})
			})
		})
	}
	t.Run("what is gone may be brought back out of git", func(t *testing.T) {
		sentence{op: checkout, state: stateOf("", absent, base(journal)), want: passes(unknown)}.check(t, ruleOf(t, "append"))
	})
}

func testRemove(t *testing.T) {
	rm := Op{Kind: Delete, Path: docPath, Via: "rm", Shell: true}
	mv := Op{Kind: Move, Path: docPath, To: "/home/dev/project/K.md", Via: "mv", Shell: true}
	kept := mv
	kept.Kept = true
	for name, op := range map[string]Op{"delete": rm, "move": mv} {
		for _, mode := range []string{"append", "anchors", "merge", "cas"} {
			t.Run(name+"/"+mode, func(t *testing.T) {
				prove(t, mode, []sentence{
					{name: "deny, telling how it is confirmed", op: op, state: stateOf(journal, base(journal)), want: denies(CauseDelete, op.Via, "Read "+docPath+" in full, then send the same call again")},
					{name: "nothing there", op: op, state: stateOf("", absent), want: passes(unknown)},
					{name: "too large to be read: it cannot be confirmed", op: op, state: stateOf("", large), want: denies(CauseDelete, "cannot be confirmed")},
					{name: "a read would not be remembered", call: ptr(inSession("")), op: op, state: stateOf(journal), want: denies(CauseDelete, "cannot be confirmed")},
					{name: "the rule takes no confirmation", rule: []string{`shrink = "deny"`}, op: op, state: stateOf(journal, confirmed), want: denies(CauseDelete, "cannot be confirmed")},
				})
				p := Decide(callBy(claude()), op, ruleOf(t, mode), stateOf(journal, confirmed))
				assert.Equal(t, Plan{Action: Pass, Known: true, Absent: true, Confirms: true}, p, "confirmed")
			})
		}
	}
	t.Run("merge: a move to a path under the same rule carries the history", func(t *testing.T) {
		assert.Equal(t, Plan{Action: Pass, Known: true, Absent: true}, Decide(callBy(claude()), kept, ruleOf(t, "merge"), stateOf(journal)))
	})
	t.Run("append: it does not", func(t *testing.T) {
		assert.Equal(t, Deny, Decide(callBy(claude()), kept, ruleOf(t, "append"), stateOf(journal)).Action)
	})
}

func testCreate(t *testing.T) {
	for _, mode := range []string{"append", "anchors", "merge", "cas"} {
		t.Run(mode, func(t *testing.T) {
			prove(t, mode, []sentence{
				{name: "write", op: writeOp("x\n"), state: stateOf("", absent), want: passes("x\n")},
				{name: "shell", op: shellWriteOp("x\n"), state: stateOf("", absent), want: passes("x\n")},
				{name: "unknown text", op: unknownOp(), state: stateOf("", absent), want: passes(unknown)},
			})
		})
	}
	t.Run("append to nothing", func(t *testing.T) {
		sentence{op: appendOp("x\n"), state: stateOf("", absent), want: passes("x\n")}.check(t, ruleOf(t, "append"))
		sentence{op: appendOp("x\n"), state: stateOf("", absent), want: passes("x\n")}.check(t, ruleOf(t, "append", `at = "top"`))
		sentence{op: appendOp("x\n"), state: stateOf("", absent), want: passes("x\n")}.check(t, ruleOf(t, "cas"))
	})
	t.Run("anchors after a removal", func(t *testing.T) {
		sentence{op: writeOp(status), state: stateOf("", absent, base(status)), want: denies(CauseGone)}.check(t, ruleOf(t, "anchors"))
	})
}

func testBackground(t *testing.T) {
	for _, mode := range []string{"append", "anchors", "merge"} {
		t.Run(mode, func(t *testing.T) {
			prove(t, mode, []sentence{
				{name: "answered with the pipe", op: background(noText()), state: stateOf(journal, reach), want: denies(CauseBackground, "| noclobber append "+docPath)},
				{name: "where the CLI does not reach the state", op: background(noText()), state: stateOf(journal), want: denies(CauseBackground, "in the foreground")},
				{name: "of a new document", op: background(noText()), state: stateOf("", absent), want: denies(CauseBackground)},
			})
		})
	}
	t.Run("cas", func(t *testing.T) {
		sentence{op: background(noText()), state: stateOf(journal), want: denies(CauseMode)}.check(t, ruleOf(t, "cas"))
	})
}

func TestOperationsShareTheLease(t *testing.T) {
	for _, mode := range []string{"append", "anchors", "merge"} {
		p := Decide(callBy(claude()), appendOp("x\n"), ruleOf(t, mode), stateOf(journal))
		assert.True(t, p.Shared, mode)
	}
	for name, op := range everyOp() {
		if op.Kind != Append {
			assert.False(t, Decide(callBy(claude()), op, ruleOf(t, "merge"), stateOf(journal, base(journal), confirmed)).Shared, name)
		}
	}
}

func TestOperationsOfNoKind(t *testing.T) {
	assert.Equal(t, Plan{}, Decide(callBy(claude()), Op{Path: docPath}, ruleOf(t, "append"), stateOf(journal)))
}

func TestLarge(t *testing.T) {
	prove(t, "append", []sentence{
		{name: "a whole write", op: writeOp("x\n"), state: stateOf("", large), want: denies(CauseLarge, "in Bash: cat >> ")},
		{name: "from the shell", op: shellWriteOp("x\n"), state: stateOf("a\x00\n", binary), want: denies(CauseLarge, "It holds 1 lines, 3 bytes")},
		{name: "that grows elsewhere: nothing passes", rule: []string{`at = "top"`}, op: writeOp("x\n"), state: stateOf("", large), want: denies(CauseLarge, "leave it as it is")},
		{name: "with a placeholder", op: writeOp("[... rest of the file unchanged ...]\n"), state: stateOf("", large), want: denies(CausePlaceholder, "cat >> ")},
	})
	prove(t, "cas", []sentence{
		{name: "a whole write", op: writeOp("x\n"), state: stateOf("", large), want: denies(CauseLarge, "leave it as it is")},
	})
	prove(t, "anchors", []sentence{
		{name: "a whole write", op: writeOp("x\n"), state: stateOf("", large), want: denies(CauseLarge, "cat >> ")},
		{name: "a whole write, frozen outside", rule: []string{`outside = "frozen"`}, op: writeOp("x\n"), state: stateOf("", large), want: denies(CauseLarge, "leave it as it is")},
	})
}

func TestKindNames(t *testing.T) {
	want := []string{"none", "read", "write", "append", "edit", "in-place", "delete", "move", "restore", "touch", "none"}
	for i, name := range want {
		assert.Equal(t, name, Kind(i).String())
	}
}
