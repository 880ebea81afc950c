package gate

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const journal = "# Journal\n- 01 first\n- 02 second\n"

func TestAppendRow(t *testing.T) {
	prove(t, "append", []sentence{
		{
			name: "C is B plus one insertion: M is H plus that insertion, whatever happened to H since", op: writeOp(journal + "- 03 mine\n"),
			state: stateOf("# Diary\n- 02 second\n- 03 theirs\n", base(journal)), want: rewrites("# Diary\n- 02 second\n- 03 theirs\n- 03 mine\n"),
		},
		{
			name: "C is B plus one insertion on an unchanged head: the very text", op: writeOp(journal + "- 03 mine\n"),
			state: stateOf(journal, base(journal)), want: passes(journal + "- 03 mine\n"),
		},
		{
			name: "two equal entries from two calls are two entries", op: writeOp(journal + "- tests green\n"),
			state: stateOf(journal+"- tests green\n", base(journal)), want: rewrites(journal + "- tests green\n- tests green\n"),
		},
		{
			name: "entries appended by other means and repeated at the start are not doubled", op: writeOp(journal + "- 03 shell\n- 04 mine\n"),
			state: stateOf(journal+"- 03 shell\n", base(journal), added("- 03 shell\n")), want: passes(journal + "- 03 shell\n- 04 mine\n"),
		},
		{
			name: "entries appended by other means are recognised behind others' entries", op: writeOp(journal + "- 03 shell\n- 04 mine\n"),
			state: stateOf(journal+"- theirs\n- 03 shell\n", base(journal), added("- 03 shell\n")), want: rewrites(journal + "- theirs\n- 03 shell\n- 04 mine\n"),
		},
		{
			name: "an own entry that C leaves out stays", op: writeOp(journal + "- 04 mine\n"),
			state: stateOf(journal+"- 03 shell\n", base(journal), added("- 03 shell\n")), want: rewrites(journal + "- 03 shell\n- 04 mine\n"),
		},
		{
			name: "an own entry that somebody took out is written again", op: writeOp(journal + "- 03 shell\n- 04 mine\n"),
			state: stateOf(journal+"- theirs\n", base(journal), added("- 03 shell\n")), want: rewrites(journal + "- theirs\n- 03 shell\n- 04 mine\n"),
		},
		{
			name: "C is B again: nothing is added", op: writeOp(journal),
			state: stateOf(journal+"- theirs\n", base(journal)), want: rewrites(journal + "- theirs\n"),
		},
		{
			name: "C == H: pass", op: writeOp(journal),
			state: stateOf(journal), want: passes(journal),
		},
		{
			name: "C == H on a base that is no beginning of it: pass", op: writeOp(journal),
			state: stateOf(journal, base("# Old\n")), want: passes(journal),
		},
		{
			name: "no base, and C is H plus an insertion: the same", op: writeOp(journal + "- 03 mine\n"),
			state: stateOf(journal), want: passes(journal + "- 03 mine\n"),
		},
		{
			name: "an old base, and C is H plus an insertion: the same", op: writeOp(journal + "- theirs\n- mine\n"),
			state: stateOf(journal+"- theirs\n", base("# Journal\n- 00 withdrawn\n")), want: passes(journal + "- theirs\n- mine\n"),
		},
		{
			name: "a fragment is inserted", op: writeOp("- 03 mine\n"),
			state: stateOf(journal), want: rewrites(journal + "- 03 mine\n"),
		},
		{
			name: "a fragment may share headings, rules, blank lines and what H repeats", op: writeOp("## Done\n\n---\n- ok\n- mine\n"),
			state: stateOf("# J\n## Done\n- ok\n\n---\n## Open\n- ok\n- x\n"), want: rewrites("# J\n## Done\n- ok\n\n---\n## Open\n- ok\n- x\n## Done\n\n---\n- ok\n- mine\n"),
		},
		{
			name: "no fragment: it begins as H begins", op: writeOp("# Journal\n- mine\n"),
			state: stateOf(journal), want: denies(CauseLost, "- 01 first", "- 02 second"),
		},
		{
			name: "no fragment: it shares a line that H has once", op: writeOp("- 02 second\n- mine\n"),
			state: stateOf(journal), want: denies(CauseLost, "- 01 first"),
		},
		{
			name: "no fragment: it is as long as H", op: writeOp("- a\n- b\n- c\n"),
			state: stateOf(journal), want: denies(CauseLost, "- 01 first"),
		},
		{
			name: "own tail: what the last write inserted may still be edited", op: writeOp(journal + "- 03 mine, better\n"),
			state: stateOf(journal+"- 03 mine\n", base(journal+"- 03 mine\n"), own(journal)), want: passes(journal + "- 03 mine, better\n"),
		},
		{
			name: "own tail: from a base that lacks what was merged in", op: writeOp(journal + "- 03 mine, better\n"),
			state: stateOf(journal+"- theirs\n- 03 mine\n", base(journal+"- 03 mine\n"), own(journal+"- theirs\n")), want: rewrites(journal + "- theirs\n- 03 mine, better\n"),
		},
		{
			name: "own tail: it may go", op: writeOp(journal),
			state: stateOf(journal+"- 03 mine\n", base(journal+"- 03 mine\n"), own(journal)), want: passes(journal),
		},
		{
			name: "own tail: by an edit", op: editOp("- 03 mine", "- 03 mine, better"),
			state: stateOf(journal+"- 03 mine\n", base(journal+"- 03 mine\n"), own(journal)), want: passes(journal + "- 03 mine, better\n"),
		},
		{
			name: "own tail: without a base", op: editOp("- 03 mine", "- 03 mine, better"),
			state: stateOf(journal+"- 03 mine\n", own(journal)), want: passes(journal + "- 03 mine, better\n"),
		},
		{
			name: "own tail: the older lines may not change", op: writeOp("# Journal\n- 01 first\n- 02 changed\n- 03 mine\n"),
			state: stateOf(journal+"- 03 mine\n", base(journal+"- 03 mine\n"), own(journal)), want: denies(CauseLost, "- 02 second"),
		},
		{
			name: "no own tail once somebody wrote: the line stays", op: writeOp(journal + "- 03 mine, better\n"),
			state: stateOf(journal+"- 03 mine\n", base(journal+"- 03 mine\n")), want: denies(CauseLost, "- 03 mine"),
		},
		{
			name: "no own tail where the head is not the own write's", op: writeOp(journal + "- 03 mine, better\n"),
			state: stateOf("# Journal\n- 00 put back\n- 01 first\n- 02 second\n- 03 mine\n", base(journal+"- 03 mine\n"), own(journal)), want: denies(CauseLost, "- 03 mine"),
		},
		{
			name: "no own tail: what others put into the head is not the author's to take", op: writeOp(journal + "- 03 mine, better\n"),
			state: stateOf("# Journal\n- 00 theirs\n- 01 first\n- 02 second\n- 03 mine\n", base("# Journal\n- 00 theirs\n- 01 first\n- 02 second\n- 03 mine\n"), own(journal)),
			want:  denies(CauseLost, "- 00 theirs"),
		},
		{
			name: "else deny, naming the lines at stake", op: writeOp("# Journal\n- 01 first, changed\n- 02 second\n- 03 mine\n"),
			state: stateOf(journal, base(journal)), want: denies(CauseLost, "- 01 first", `old text = "- 02 second\n", new text = "- 02 second\n- 03 mine\n"`),
		},
		{
			name: "else deny: only what the author changed is at stake, not what others added", op: writeOp("# Journal\n- 02 second\n"),
			state: stateOf(journal+"- theirs\n", base(journal)), want: denies(CauseLost, "\n  - 01 first\n", "it changed since you read it"),
		},
		{
			name: "else deny: lines that moved", op: writeOp("# Journal\n- 02 second\n- 01 first\n"),
			state: stateOf(journal, base(journal)), want: denies(CauseLost, "moves lines"),
		},
		{
			name: "else deny: inserted elsewhere", op: writeOp("# Journal\n- 00 mine\n- 01 first\n- 02 second\n"),
			state: stateOf(journal, base(journal)), want: denies(CauseLost, "inserts them elsewhere"),
		},
		{
			name: "else deny: nothing was read", op: writeOp("# Journal\n- 02 second\n- mine\n"),
			state: stateOf(journal), want: denies(CauseLost, "You have not read all of it", "Read it, then Edit "+docPath),
		},
	})
}

func TestAppendRowGone(t *testing.T) {
	prove(t, "append", []sentence{
		{
			name: "H gone though B was not: deny, offering the insertion alone", op: writeOp(journal + "- 03 mine\n"),
			state: stateOf("", absent, base(journal)), want: denies(CauseGone, "moved or removed since you read it", "- 03 mine", "Write "+docPath+" with your new lines alone"),
		},
		{
			name: "by the shell: the heredoc", op: shellWriteOp(journal + "- 03 mine\n"),
			state: stateOf("", absent, base(journal)), want: denies(CauseGone, "cat >> "+docPath+" <<'EOF'\n- 03 mine\nEOF"),
		},
		{
			name: "by unknown text", op: unknownOp(),
			state: stateOf("", absent, base(journal)), want: denies(CauseGone),
		},
		{
			name: "the insertion alone passes", op: writeOp("- 03 mine\n"),
			state: stateOf("", absent, base(journal)), want: passes("- 03 mine\n"),
		},
		{
			name: "the insertion alone passes where the base was one line", op: writeOp("- a\n- b\n"),
			state: stateOf("", absent, base("# Journal\n")), want: passes("- a\n- b\n"),
		},
		{
			name: "the insertion below the old title passes", op: writeOp("# Journal\n- 03 mine\n"),
			state: stateOf("", absent, base(journal)), want: passes("# Journal\n- 03 mine\n"),
		},
		{
			name: "half of a short document is not its old text", op: writeOp("# Journal\n- mine\n"),
			state: stateOf("", absent, base("# Journal\n- a\n")), want: passes("# Journal\n- mine\n"),
		},
		{
			name: "an edit with an empty old text is a write", op: editOp("", journal+"- 03 mine\n"),
			state: stateOf("", absent, base(journal)), want: denies(CauseGone),
		},
		{
			name: "what this context removed itself it may write again", op: writeOp(journal),
			state: stateOf("", absent, base(journal), own(journal)), want: passes(journal),
		},
		{
			name: "a base that was empty is no document", op: writeOp(journal),
			state: stateOf("", absent, base("")), want: passes(journal),
		},
	})
}

func TestAppendRowPlaces(t *testing.T) {
	top, after := []string{`at = "top"`}, []string{`at = "after:Log"`}
	log := "# J\n\n## Log\n- old\n\n## Notes\n- n\n"
	prove(t, "append", []sentence{
		{
			name: "top: below the title", rule: top, op: writeOp("# Journal\n- 00 mine\n- 01 first\n- 02 second\n"),
			state: stateOf("# Journal\n- theirs\n- 01 first\n- 02 second\n", base(journal)), want: rewrites("# Journal\n- 00 mine\n- theirs\n- 01 first\n- 02 second\n"),
		},
		{
			name: "top: the end is not the place", rule: top, op: writeOp(journal + "- 03 mine\n"),
			state: stateOf(journal, base(journal)), want: denies(CauseLost, "at the top", `old text = "# Journal\n- 01 first\n", new text = "# Journal\n- 03 mine\n- 01 first\n"`),
		},
		{
			name: "top: own tail", rule: top, op: writeOp("# Journal\n- 00 better\n- 01 first\n- 02 second\n"),
			state: stateOf("# Journal\n- 00 mine\n- 01 first\n- 02 second\n", base("# Journal\n- 00 mine\n- 01 first\n- 02 second\n"), own(journal)),
			want:  passes("# Journal\n- 00 better\n- 01 first\n- 02 second\n"),
		},
		{
			name: "after a heading", rule: after, op: writeOp("# J\n\n## Log\n- mine\n- old\n\n## Notes\n- n\n"),
			state: stateOf("# J\n\n## Log\n- theirs\n- old\n\n## Notes\n- n\n", base(log)), want: rewrites("# J\n\n## Log\n- mine\n- theirs\n- old\n\n## Notes\n- n\n"),
		},
		{
			name: "after a heading: a fragment", rule: after, op: writeOp("- mine\n"),
			state: stateOf(log), want: rewrites("# J\n\n## Log\n- mine\n- old\n\n## Notes\n- n\n"),
		},
		{
			name: "the heading is not there: deny with the call that brings it", rule: after, op: writeOp("# J\n- mine\n"),
			state: stateOf("# J\n", base("# J\n")), want: denies(CauseAnchor, `after "Log"`, `new text = "# J\n## Log\n<your new lines>\n"`),
		},
		{
			name: "the heading is not there: it may come at the end", rule: after, op: editOp("# J\n", "# J\n## Log\n- mine\n"),
			state: stateOf("# J\n"), want: passes("# J\n## Log\n- mine\n"),
		},
		{
			name: "the heading is not there: nothing new is nothing wrong", rule: after, op: writeOp("# J\n"),
			state: stateOf("# J\n"), want: passes("# J\n"),
		},
		{
			name: "the heading went away: deny", rule: after, op: writeOp("# J\n\n## Log\n- mine\n- old\n\n## Notes\n- n\n"),
			state: stateOf("# J\n\n## Notes\n- n\n", base(log)), want: denies(CauseAnchor, `after "Log"`),
		},
	})
}

func TestAppendRowText(t *testing.T) {
	prove(t, "append", []sentence{
		{
			name: "CR LF stays, the new line takes it", op: writeOp("a\nb\nmine\n"),
			state: stateOf("a\r\nb\r\n", base("a\nb\n")), want: rewrites("a\r\nb\r\nmine\r\n"),
		},
		{
			name: "the byte order mark stays", op: writeOp("a\nmine\n"),
			state: stateOf("\ufeffa\n", base("a\n")), want: rewrites("\ufeffa\nmine\n"),
		},
		{
			name: "a missing final newline: the insertion begins a line", op: writeOp("- one\n- mine\n"),
			state: stateOf("- one\n- theirs", base("- one")), want: rewrites("- one\n- theirs\n- mine\n"),
		},
		{
			name: "trailing blanks are no change", op: writeOp("a\nb\nmine\n"),
			state: stateOf("a  \nb\n", base("a  \nb\n")), want: rewrites("a  \nb\nmine\n"),
		},
		{
			name: "bytes that JSON cannot carry: denied, not rewritten", op: writeOp("a \ufffd\nmine\n"),
			state: stateOf("a \xff\n", base("a \xff\n")), want: denies(CauseRewrite, "not UTF-8", "in Bash: cat >> "+docPath+" <<'EOF'\nmine\nEOF"),
		},
		{
			name: "a host that cannot rewrite: line endings alone are no reason to deny", call: ptr(byHost(func(h *Abilities) { h.Rewrite = false })),
			op: writeOp("a\nb\nmine\n"), state: stateOf("a\r\nb\r\n", base("a\nb\n")), want: passes("a\r\nb\r\nmine\r\n"),
		},
		{
			name: "a shell's heredoc: line endings alone are no reason to deny", op: shellWriteOp("a\nb\nmine\n"),
			state: stateOf("a\r\nb\r\n", base("a\nb\n")), want: passes("a\r\nb\r\nmine\r\n"),
		},
	})
}

func ptr[T any](v T) *T { return &v }

// A write that carries any bytes is not bound to what JSON can hold.
func TestAppendRowAnyBytes(t *testing.T) {
	call := byHost(func(h *Abilities) { h.AnyBytes = true })
	p := Decide(call, writeOp("a \ufffd\nmine\n"), ruleOf(t, "append"), stateOf("a \xff\n", base("a \xff\n")))
	assert.Equal(t, Rewrite, p.Action)
	assert.Equal(t, "a \xff\nmine\n", string(p.Result))
}

func TestAppendRowSeq(t *testing.T) {
	seq := []string{`format = "jsonl"`, `seq = "seq"`}
	rows := "{\"seq\":1}\n{\"seq\":2}\n"
	prove(t, "append", []sentence{
		{
			name: "base equals head: rows are added", rule: seq, op: writeOp(rows + "{\"seq\":3}\n"),
			state: stateOf(rows, base(rows)), want: passes(rows + "{\"seq\":3}\n"),
		},
		{
			name: "a pure insertion to the head without a base", rule: seq, op: writeOp(rows + "{\"seq\":3}\n"),
			state: stateOf(rows), want: passes(rows + "{\"seq\":3}\n"),
		},
		{
			name: "the head moved: the numbers may be taken", rule: seq, op: writeOp(rows + "{\"seq\":3}\n"),
			state: stateOf(rows+"{\"seq\":3,\"by\":\"other\"}\n", base(rows)), want: denies(CauseRows, "number 3 comes again", "so 4 comes next", "Read "+docPath),
		},
		{
			name: "a fragment goes on", rule: seq, op: writeOp("{\"seq\":3}\n"),
			state: stateOf(rows), want: rewrites(rows + "{\"seq\":3}\n"),
		},
		{
			name: "a fragment repeats a number", rule: seq, op: writeOp("{\"seq\":2,\"by\":\"me\"}\n"),
			state: stateOf(rows), want: denies(CauseRows, "so 3 comes next"),
		},
		{
			name: "packed rows count as many", rule: []string{`format = "jsonl"`, `seq_first = "seq0"`, `seq_count = "events.#"`},
			op:    appendOp("{\"seq0\":2,\"events\":[1]}\n"),
			state: stateOf("{\"seq0\":0,\"events\":[1,2,3]}\n"), want: denies(CauseRows, "so 3 comes next"),
		},
		{
			name: "an append to a torn end", rule: seq, op: appendOp("{\"seq\":3}\n"),
			state: stateOf(rows + "{\"se"), want: denies(CauseNewline),
		},
		{
			name: "an edit at the end of what stands there", rule: seq, op: editOp("{\"seq\":2}\n", "{\"seq\":2}\n{\"seq\":3}\n"),
			state: stateOf(rows), want: passes(rows + "{\"seq\":3}\n"),
		},
	})
}

// A numbered log that vanished is begun anew by no kind of write; what brings it back or takes it away passes.
func TestAVanishedLogIsNotBegunAnew(t *testing.T) {
	vanished := func(st *State) { st.Vanished = "0123456789ab" }
	row := "{\"seq\":1}\n"
	begins := []Op{writeOp(row), shellWriteOp(row), unknownOp(), editOp("", row), appendOp(row), noText(), byTool(row)}
	for _, mode := range []string{"append", "merge", "cas"} {
		rule := ruleOf(t, mode, `format = "jsonl"`, `seq = "seq"`)
		for _, op := range begins {
			p := Decide(callBy(claude()), op, rule, stateOf("", absent, vanished))
			require.Equal(t, Deny, p.Action, "%s under %s", op.Via, mode)
			assert.Equal(t, CauseGone, p.Refusal.Cause)
			assert.Contains(t, p.Refusal.Next, "noclobber restore "+docPath+" 0123456789ab")
			assert.Equal(t, Pass, Decide(callBy(claude()), op, rule, stateOf("", absent)).Action, "one that never was: %s under %s", op.Via, mode)
		}
		for _, op := range []Op{{Kind: Restore, Shell: true}, {Kind: Delete, Shell: true}} {
			assert.Equal(t, Pass, Decide(callBy(claude()), op, rule, stateOf("", absent, vanished)).Action)
		}
	}
	record := ruleOf(t, "record", `format = "jsonl"`, `seq = "seq"`)
	assert.Equal(t, Pass, Decide(callBy(claude()), writeOp(row), record, stateOf("", absent, vanished)).Action)
}

// Whoever appends at the end again and again in whole writes never loses a line of the others.
func TestAppendRowManyWriters(t *testing.T) {
	rule := ruleOf(t, "append")
	head := "# J\n"
	for i := range 5 {
		st := stateOf(head, base("# J\n"))
		p := Decide(callBy(claude()), writeOp("# J\n- "+strings.Repeat("x", i+1)+"\n"), rule, st)
		head = string(p.Result)
	}
	assert.Equal(t, "# J\n- x\n- xx\n- xxx\n- xxxx\n- xxxxx\n", head)
}
