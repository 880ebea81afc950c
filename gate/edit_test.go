package gate

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"noclobber/internal/document"
)

func all(op Op) Op {
	op.Edits[0].All = true
	return op
}

// multi is one call that makes several edits; no host rewrites it.
func multi(pairs ...string) Op {
	op := Op{Kind: Edit, Path: docPath, Via: "MultiEdit"}
	for i := 0; i < len(pairs); i += 2 {
		op.Edits = append(op.Edits, document.Edit{Old: pairs[i], New: pairs[i+1]})
	}
	return op
}

func cellOp() Op { return Op{Kind: Edit, Path: docPath, Via: "NotebookEdit", Cells: true} }

func TestEdits(t *testing.T) {
	prove(t, "merge", []sentence{
		{
			name: "C = edit(B), judged by the table", op: editOp("- [ ] two", "- [x] two"),
			state: stateOf("# Tasks\n- [x] one\n- [ ] two\n- [ ] three\n", base(tasks)), want: passes("# Tasks\n- [x] one\n- [x] two\n- [ ] three\n"),
		},
		{
			name: "no base: the old text is what was seen", op: editOp("- [ ] two", "- [x] two"),
			state: stateOf(tasks), want: passes("# Tasks\n- [ ] one\n- [x] two\n- [ ] three\n"),
		},
		{
			name: "B lacks the old text and H has it once: B = H", op: editOp("- theirs", "- theirs, mine"),
			state: stateOf(tasks+"- theirs\n", base(tasks)), want: passes(tasks + "- theirs, mine\n"),
		},
		{
			name: "B lacks the old text and H has it twice: deny", op: editOp("- theirs", "- mine"),
			state: stateOf(tasks+"- theirs\n- theirs\n", base(tasks)), want: denies(CauseConflict, "stands there 2 times", "more of the lines around"),
		},
		{
			name: "B lacks the old text and H has it twice: not even everywhere", op: all(editOp("- theirs", "- mine")),
			state: stateOf(tasks+"- theirs\n- theirs\n", base(tasks)), want: denies(CauseConflict, "stands there 2 times"),
		},
		{
			name: "no base: everywhere", op: all(editOp("[ ]", "[x]")),
			state: stateOf(tasks), want: passes("# Tasks\n- [x] one\n- [x] two\n- [x] three\n"),
		},
		{
			name: "everywhere, on an unchanged head", op: all(editOp("[ ]", "[x]")),
			state: stateOf(tasks, base(tasks)), want: passes("# Tasks\n- [x] one\n- [x] two\n- [x] three\n"),
		},
		{
			name: "everywhere, but not in lines that the author has not seen", op: all(editOp("[ ]", "[x]")),
			state: stateOf(tasks+"- [ ] theirs\n", base(tasks)), want: rewrites("# Tasks\n- [x] one\n- [x] two\n- [x] three\n- [ ] theirs\n"),
		},
		{
			name: "the line that it aims at has changed: deny, showing it", op: editOp("- [ ] two", "- [x] two, mine"),
			state: stateOf("# Tasks\n- [ ] one\n- [x] two, theirs\n- [ ] three\n", base(tasks)), want: denies(CauseConflict, "there: - [x] two, theirs"),
		},
		{
			name: "the old text is a part of a line that changed: deny", op: editOp("- base 1", "- base 1 by B"),
			state: stateOf("- base 1 by A\n", base("- base 1\n")), want: denies(CauseConflict, "there: - base 1 by A"),
		},
		{
			name: "the old text is nowhere: deny, showing what is like it", op: editOp("- [ ] five", "x"),
			state: stateOf("# Tasks\n- [x] five\n", base(tasks)), want: denies(CauseConflict, "is not there (it changed since you read it)", "there: - [x] five"),
		},
		{
			name: "the old text is nowhere: nothing like it", op: editOp("zzz\nyyy", "x"),
			state: stateOf(tasks, base(tasks)), want: denies(CauseConflict, "is not there. It holds"),
		},
		{
			name: "made on the disk it would land elsewhere: rewritten", op: editOp("- a", "- A"),
			state: stateOf("- a\n- b\n- a\n", base("- a\n- b\n")), want: rewrites("- A\n- b\n- a\n"),
		},
		{
			name: "several edits in one call", op: multi("- [ ] one", "- [x] one", "- [ ] three", "- [x] three"),
			state: stateOf(tasks+"- theirs\n", base(tasks)), want: passes("# Tasks\n- [x] one\n- [ ] two\n- [x] three\n- theirs\n"),
		},
		{
			name: "several edits in one call are not rewritten: the call spelled out", op: multi("- a", "- A"),
			state: stateOf("- a\n- b\n- a\n", base("- a\n- b\n")), want: denies(CauseRewrite, `Edit `+docPath+`: old text = "- a\n- b\n", new text = "- A\n- b\n"`),
		},
		{
			name: "several edits in one call are not rewritten, whatever fields it has", op: func() Op {
				op := multi("- a", "- A", "- b", "- b")
				op.Fields.Old, op.Fields.New = "old", "new"
				return op
			}(),
			state: stateOf("- a\n- b\n- a\n", base("- a\n- b\n")), want: denies(CauseRewrite, `old text = "- a\n- b\n"`),
		},
		{
			name: "on_rewrite = deny: the call spelled out", rule: []string{`on_rewrite = "deny"`}, op: editOp("- a", "- A"),
			state: stateOf("- a\n- b\n- a\n", base("- a\n- b\n")), want: denies(CauseRewrite, `old text = "- a\n- b\n"`),
		},
		{
			name: "both insert at one place: either order will do", op: editOp("- [ ] three\n", "- [ ] three\n- mine\n"),
			state: stateOf(tasks+"- theirs\n", base(tasks)), want: passes(tasks + "- mine\n- theirs\n"),
		},
		{
			name: "both made the same change: once", op: editOp("- [ ] three\n", "- [ ] three\n- same\n"),
			state: stateOf(tasks+"- same\n", base(tasks)), want: denies(CauseRewrite, "already holds what this edit would leave"),
		},
		{
			name: "both made the same change, and the old text is gone: the host's edit fails by itself", op: editOp("- [ ] one", "- [x] one"),
			state: stateOf("# Tasks\n- [x] one\n- [ ] two\n- [ ] three\n", base(tasks)), want: passes("# Tasks\n- [x] one\n- [ ] two\n- [ ] three\n"),
		},
		{
			name: "an order that breaks a format is not taken for the other one", op: editOp("k = 1\n", "k = 1\n[b]\nx = 1\n"),
			state: stateOf("[a]\nk = 1\nx = 2\n", base("[a]\nk = 1\n"), inFile("/p/x.toml")), want: rewrites("[a]\nk = 1\nx = 2\n[b]\nx = 1\n"),
		},
		{
			name: "LF in the old text matches CR LF", op: editOp("one\ntwo\n", "one\n2\n"),
			state: stateOf("one\r\ntwo\r\nthree\r\n", base("one\ntwo\nthree\n")), want: passes("one\r\n2\r\nthree\r\n"),
		},
		{
			name: "bytes that are not UTF-8 elsewhere stay", op: editOp("two", "2"),
			state: stateOf("one \xff\ntwo\n"), want: passes("one \xff\n2\n"),
		},
		{
			name: "a placeholder", op: editOp("- [ ] one\n- [ ] two\n- [ ] three\n", "- [x] one\n[... rest of the file unchanged ...]\n"),
			state: stateOf(tasks, base(tasks)), want: denies(CausePlaceholder, "[... rest of the file unchanged ...]"),
		},
		{
			name: "nothing left", op: editOp(tasks, ""),
			state: stateOf(tasks, base(tasks), confirmed), want: denies(CauseEmpty, "leave it empty"),
		},
		{
			name: "an empty old text does not replace a document", op: editOp("", "x\n"),
			state: stateOf(tasks), want: denies(CauseConflict, "old text is empty"),
		},
		{
			name: "an empty old text fills an empty document", op: editOp("", "x\n"),
			state: stateOf(""), want: passes("x\n"),
		},
		{
			name: "an empty old text creates a document", op: editOp("", "x\n"),
			state: stateOf("", absent), want: passes("x\n"),
		},
		{
			name: "an empty old text creates no placeholder", op: editOp("", "# X\n[... rest of the file unchanged ...]\n"),
			state: stateOf("", absent), want: denies(CausePlaceholder),
		},
		{
			name: "what is not there cannot be edited: the host says so", op: editOp("x", "y"),
			state: stateOf("", absent), want: passes(unknown),
		},
		{
			name: "a notebook's cell: judged after", op: cellOp(),
			state: stateOf("{}\n", base("{}\n")), want: passes(unknown),
		},
		{
			name: "a notebook's cell in a document that is not kept in full", op: cellOp(),
			state: stateOf("", large), want: denies(CauseLarge),
		},
		{
			name: "a document that is not kept in full", op: editOp("a", "b"),
			state: stateOf("", large), want: denies(CauseLarge, "It holds 20971520 bytes", "in Bash: cat >> "+docPath),
		},
	})
}

func TestEditsAppend(t *testing.T) {
	prove(t, "append", []sentence{
		{
			name: "both edit after the same last line: rewritten so that it leaves M", op: editOp("- 02 second\n", "- 02 second\n- mine\n"),
			state: stateOf(journal+"- theirs\n", base(journal)), want: rewrites(journal + "- theirs\n- mine\n"),
		},
		{
			name: "the last line is gone: rewritten", op: editOp("- 02 second\n", "- 02 second\n- mine\n"),
			state: stateOf("# Journal\n- theirs\n", base(journal)), want: rewrites("# Journal\n- theirs\n- mine\n"),
		},
		{
			name: "another tool: denied with that call spelled out", op: multi("- 02 second\n", "- 02 second\n- mine\n"),
			state: stateOf(journal+"- theirs\n", base(journal)), want: denies(CauseRewrite, `old text = "- theirs\n", new text = "- theirs\n- mine\n"`),
		},
		{
			name: "an old entry may not change", op: editOp("- 01 first", "- 01 changed"),
			state: stateOf(journal, base(journal)), want: denies(CauseLost, "- 01 first"),
		},
		{
			name: "replacing all by another text is no fragment", op: editOp(journal, "- mine\n"),
			state: stateOf(journal, base(journal)), want: denies(CauseLost, "- 01 first"),
		},
		{
			name: "where the edit is right on the disk it passes as it is", op: editOp("- theirs\n", "- theirs\n- mine\n"),
			state: stateOf(journal+"- theirs\n", base(journal)), want: passes(journal + "- theirs\n- mine\n"),
		},
		{
			name: "a notebook's cell", op: cellOp(),
			state: stateOf("{}\n"), want: denies(CauseInPlace, "append"),
		},
	})
}

func namedCell(c Cell) Op {
	op := cellOp()
	op.Cell = c
	return op
}

// A change of a cell takes away nothing unseen: the cell is as it was read, or it is new.
func TestEditsCellsMerged(t *testing.T) {
	notebook := func(cells string) string { return `{"cells": [` + cells + `]}` }
	was := notebook(`{"id":"a","source":"1"},{"id":"b","source":"2"}`)
	is := notebook(`{"id":"a","source":"1"},{"id":"b","source":"theirs"},{"id":"c"}`)
	prove(t, "merge", []sentence{
		{name: "as it was read, beside one that changed", op: namedCell(Cell{Name: "a"}), state: stateOf(is, base(was)), want: passes(unknown)},
		{name: "changed since", op: namedCell(Cell{Name: "b"}), state: stateOf(is, base(was)), want: denies(CauseStale, "Read "+docPath)},
		{name: "changed since, and the call has the old text", op: namedCell(Cell{Name: "b", Shown: true}), state: stateOf(is, base(was)), want: denies(CauseStale)},
		{name: "never read", op: namedCell(Cell{Name: "c"}), state: stateOf(is, base(was)), want: denies(CauseStale)},
		{name: "not told which", op: cellOp(), state: stateOf(is, base(was)), want: denies(CauseStale)},
		{name: "while a repair waits", op: namedCell(Cell{Name: "a"}), state: stateOf(is, base(was), disk(was)), want: denies(CauseStale)},
		{name: "what was read is no notebook", op: namedCell(Cell{Name: "a"}), state: stateOf(is, base("")), want: denies(CauseStale)},
		{name: "a new one behind one that changed", op: namedCell(Cell{Name: "b", Insert: true}), state: stateOf(is, base(was)), want: passes(unknown)},
		{name: "a new one at the beginning", op: namedCell(Cell{Insert: true}), state: stateOf(is, base(was)), want: passes(unknown)},
		{name: "a new one behind one that is gone", op: namedCell(Cell{Name: "b", Insert: true}), state: stateOf(notebook(`{"id":"a"}`), base(was)), want: denies(CauseStale)},
		{name: "unread", op: namedCell(Cell{Name: "a"}), state: stateOf(is), want: denies(CauseNoBase, "Read "+docPath)},
		{name: "unread, and the call has the old text", op: namedCell(Cell{Name: "a", Shown: true}), state: stateOf(is), want: passes(unknown)},
		{name: "unread, a new one", op: namedCell(Cell{Name: "a", Insert: true}), state: stateOf(is), want: passes(unknown)},
	})
	prove(t, "cas", []sentence{
		{name: "cas merges no cells", op: namedCell(Cell{Name: "a"}), state: stateOf(is, base(was)), want: denies(CauseStale)},
		{name: "cas takes no new one unread", op: namedCell(Cell{Name: "a", Insert: true}), state: stateOf(is), want: denies(CauseNoBase)},
	})
}

func TestEditsCells(t *testing.T) {
	prove(t, "cas", []sentence{
		{name: "on the version read", op: cellOp(), state: stateOf("{}\n", base("{}\n")), want: passes(unknown)},
		{name: "on an older version", op: cellOp(), state: stateOf("{}\n", base("[]\n")), want: denies(CauseStale)},
		{name: "on none", op: cellOp(), state: stateOf("{}\n"), want: denies(CauseNoBase)},
	})
	prove(t, "anchors", []sentence{
		{name: "in anchors", op: cellOp(), state: stateOf("{}\n"), want: denies(CauseInPlace)},
		{name: "nowhere", op: cellOp(), state: stateOf("", absent), want: passes(unknown)},
	})
}

// A rewritten edit, made on what the host finds, leaves M; the lines kept from others are told.
func TestEditsRewritten(t *testing.T) {
	st := stateOf(journal+"- theirs\n", base(journal))
	p := Decide(callBy(claude()), editOp("- 02 second\n", "- 02 second\n- mine\n"), ruleOf(t, "append"), st)
	require.NotNil(t, p.Edit)
	got, err := document.Apply(st.Disk, []document.Edit{{Old: p.Edit.Old, New: p.Edit.New}})
	require.NoError(t, err)
	assert.Equal(t, string(p.Result), string(got))
	assert.Equal(t, []string{"- theirs"}, p.Kept)
	assert.Equal(t, journal+"- mine\n", string(p.Proposal))
}

// While a repair waits the host finds the disk, and the result is what the repair will leave with the edit made.
func TestEditsWhileARepairWaits(t *testing.T) {
	st := stateOf(journal+"- put back\n", base(journal), disk(journal))
	p := Decide(callBy(claude()), editOp("- 02 second\n", "- 02 second\n- mine\n"), ruleOf(t, "append"), st)
	require.Equal(t, Rewrite, p.Action)
	assert.Equal(t, journal+"- put back\n- mine\n", string(p.Result))
	assert.Equal(t, "- 02 second\n- put back\n- mine\n", p.Edit.New)
}

// A host whose edit tool takes patches is told the patch to send; a patch is judged as the edit that it is.
func TestPatchesAreEditsByWholeLines(t *testing.T) {
	codex := Abilities{Patches: true, ReadTool: "cat", EditTool: "apply_patch", WriteTool: "apply_patch", ShellTool: "the shell"}
	call := callBy(codex)
	hunk := func(old, now string) Op {
		return Op{Kind: Edit, Path: docPath, Via: "apply_patch", Edits: []document.Edit{{Old: old, New: now, Lines: true}}}
	}
	rule := ruleOf(t, "append")
	st := stateOf(journal+"- theirs\n", base(journal))

	p := Decide(call, hunk("- theirs\n", "- theirs\n- mine\n"), rule, st)
	require.Equal(t, Pass, p.Action, "%+v", p.Refusal)
	require.Equal(t, journal+"- theirs\n- mine\n", string(p.Result))

	p = Decide(call, hunk("- 01 first\n", ""), rule, st)
	require.Equal(t, Deny, p.Action)

	// Both append after the same last line: the patch lands before the other's entry, which is not where entries go.
	p = Decide(call, hunk("- 02 second\n", "- 02 second\n- mine\n"), rule, st)
	require.Equal(t, Deny, p.Action)
	require.Contains(t, p.Refusal.Next, "apply_patch:\n*** Begin Patch\n*** Update File: "+docPath+"\n@@\n - theirs\n+- mine\n*** End Patch")

	p = Decide(call, Op{Kind: Edit, Path: docPath, Edits: []document.Edit{{New: "- mine\n", Lines: true}}}, rule, State{Path: docPath})
	require.Equal(t, Pass, p.Action, "the host's own tool fails where there is nothing to update")
}

// A patch of one file is written anew where the host takes that; an envelope carries whole lines with LF only.
func TestARewrittenPatchCarriesWholeLines(t *testing.T) {
	call := callBy(Abilities{Rewrite: true, Patches: true, ReadTool: "cat", EditTool: "apply_patch", WriteTool: "apply_patch", ShellTool: "the shell"})
	write := Op{Kind: Write, Path: docPath, Via: "apply_patch", Content: []byte(journal + "- mine\n"), HasContent: true, Fields: Fields{Content: "command", Patch: true}}
	rule := ruleOf(t, "append")
	p := Decide(call, write, rule, stateOf(journal+"- theirs\n", base(journal)))
	require.Equal(t, Rewrite, p.Action, "%+v", p.Refusal)
	require.Equal(t, journal+"- theirs\n- mine\n", string(p.Result))
	crlf := strings.ReplaceAll(journal, "\n", "\r\n")
	p = Decide(call, write, rule, stateOf(crlf+"- theirs\r\n", base(crlf)))
	require.Equal(t, Deny, p.Action)
}
