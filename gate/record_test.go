package gate

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestRecordRow(t *testing.T) {
	rule := ruleOf(t, "record")
	for name, op := range everyOp() {
		t.Run(name, func(t *testing.T) {
			p := Decide(callBy(claude()), op, rule, stateOf(journal))
			assert.Equal(t, Pass, p.Action)
			assert.Nil(t, p.Refusal)
			assert.True(t, p.Judge, "losses are reported after the call")
			assert.Equal(t, op.Kind == Append, p.Shared)
			assert.Equal(t, op.Kind == Delete || op.Kind == Move, p.Absent)
			assert.Equal(t, op.Kind == Write && op.HasContent, p.Known)
		})
	}
	t.Run("what a whole write leaves is known", func(t *testing.T) {
		p := Decide(callBy(claude()), writeOp("x\n"), rule, stateOf(journal))
		assert.Equal(t, "x\n", string(p.Result))
		assert.Equal(t, "x\n", string(p.Proposal))
	})
	t.Run("large documents are recorded too", func(t *testing.T) {
		assert.Equal(t, Pass, Decide(callBy(claude()), writeOp("x\n"), rule, stateOf("", large)).Action)
	})
}

func TestReadingIsFree(t *testing.T) {
	for _, mode := range []string{"append", "anchors", "merge", "cas", "deny"} {
		for _, kind := range []Kind{Read, Touch} {
			p := Decide(callBy(claude()), Op{Kind: kind, Path: docPath}, ruleOf(t, mode), stateOf(journal))
			assert.Equal(t, Plan{Action: Pass}, p, "%s under %s", kind, mode)
		}
	}
}
