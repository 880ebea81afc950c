package gate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"noclobber/internal/document"
)

// entries are n lines of a list.
func entries(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "- entry number %d\n", i)
	}
	return b.String()
}

func TestShrink(t *testing.T) {
	tight := []string{`max_shrink = "25%"`, `min_loss = "5 lines, 512 B"`}
	prove(t, "merge", []sentence{
		{name: "within max_shrink", rule: tight, op: writeOp(entries(16)), state: stateOf(entries(20), base(entries(20))), want: passes(entries(16))},
		{
			name: "beyond max_shrink on a current base: refused with sizes and lines", rule: tight, op: writeOp(entries(10)),
			state: stateOf(entries(20), base(entries(20))), want: denies(CauseShrink, "shrink by 10 of 20 lines", "- entry number 10", "… and 2 more", "that counts as the confirmation"),
		},
		{name: "below min_loss", rule: tight, op: writeOp(entries(1)), state: stateOf(entries(5), base(entries(5))), want: passes(entries(1))},
		{
			name: "a line replaced by a line is no loss", rule: tight, op: writeOp(strings.ReplaceAll(entries(20), "entry", "point")),
			state: stateOf(entries(20), base(entries(20))), want: passes(strings.ReplaceAll(entries(20), "entry", "point")),
		},
		{
			name: "bytes count as well", rule: []string{`max_shrink = "25%"`, `min_loss = "100 B"`}, op: writeOp("- x\n- y\n"),
			state: stateOf("- x "+strings.Repeat("long ", 60)+"\n- y\n", base("- x "+strings.Repeat("long ", 60)+"\n- y\n")), want: denies(CauseShrink),
		},
		{
			name: "on an older base: refused, and no confirmation is offered", rule: tight, op: writeOp(entries(10)),
			state: stateOf(entries(20)+"- theirs\n", base(entries(20))), want: denies(CauseStale, "It was made from an older version", "on top of what stands there"),
		},
		{
			name: "shrink = deny", rule: append(tight, `shrink = "deny"`), op: writeOp(entries(10)),
			state: stateOf(entries(20), base(entries(20)), confirmed), want: denies(CauseShrink, "no confirmation is taken"),
		},
		{
			name: "a result that the call cannot carry is not offered for confirmation", rule: tight, op: writeOp("a \ufffd\n" + entries(10)),
			state: stateOf("a \xff\n"+entries(20), base("a \xff\n"+entries(20))), want: denies(CauseShrink, "no confirmation is taken"),
		},
		{
			name: "by an edit", rule: tight, op: editOp(strings.TrimPrefix(entries(20), entries(10)), ""),
			state: stateOf(entries(20), base(entries(20))), want: denies(CauseShrink),
		},
		{
			name: "where a read is not remembered there is no confirmation", rule: tight, call: ptr(inSession("")), op: editOp(strings.TrimPrefix(entries(20), entries(10)), ""),
			state: stateOf(entries(20)), want: denies(CauseShrink, "no confirmation is taken"),
		},
	})
}

// An append that is its writer's own tail is pruned like everything else.
func TestShrinkOwnTail(t *testing.T) {
	st := stateOf("# J\n"+entries(20), base("# J\n"+entries(20)), own("# J\n"))
	sentence{op: writeOp("# J\n"), state: st, want: denies(CauseShrink, "20 of 21 lines")}.check(t, ruleOf(t, "append"))
}

func TestConfirmation(t *testing.T) {
	st := stateOf(entries(20), base(entries(20)))
	rule := ruleOf(t, "merge")
	t.Run("a blind retry is refused again", func(t *testing.T) {
		sentence{op: writeOp(entries(10)), state: st, want: denies(CauseShrink)}.check(t, rule)
		sentence{op: writeOp(entries(10)), state: st, want: denies(CauseShrink)}.check(t, rule)
	})
	st.Confirmed = true
	t.Run("after a complete read it passes and is recorded as confirmed", func(t *testing.T) {
		sentence{op: writeOp(entries(10)), state: st, want: passes(entries(10))}.check(t, rule)
		assert.True(t, Decide(callBy(claude()), writeOp(entries(10)), rule, st).Confirms)
	})
	t.Run("what needs none is not recorded as confirmed", func(t *testing.T) {
		assert.False(t, Decide(callBy(claude()), writeOp(entries(19)), rule, st).Confirms)
	})
	t.Run("empty content cannot be confirmed", func(t *testing.T) {
		sentence{op: writeOp(" \n"), state: st, want: denies(CauseEmpty)}.check(t, rule)
	})
	t.Run("a placeholder cannot be confirmed", func(t *testing.T) {
		sentence{op: writeOp(entries(2) + "[... rest of the file unchanged ...]\n"), state: st, want: denies(CausePlaceholder)}.check(t, rule)
	})
}

func TestBeyond(t *testing.T) {
	loss := document.Shrinkage{Lines: 10, Bytes: 100, OldLines: 20, OldBytes: 2000}
	assert.True(t, Beyond(loss, ruleOf(t, "merge", `max_shrink = "25%"`, `min_loss = "5 lines"`)))
	assert.False(t, Beyond(loss, ruleOf(t, "merge", `max_shrink = "60%"`, `min_loss = "5 lines"`)))
	assert.False(t, Beyond(loss, ruleOf(t, "merge", `max_shrink = "25%"`, `min_loss = "11 lines"`)))
}
