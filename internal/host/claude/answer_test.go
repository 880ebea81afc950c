package claude_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"noclobber/gate"
	"noclobber/internal/host"
	"noclobber/internal/host/claude"
)

func TestAnswersBeforeACall(t *testing.T) {
	const input = `{ "file_path":"/J.md",
	"content":"mine\n", "extra": {"keep":[1, 2.50, "\u00e9"]}, "replace_all": true }`
	for _, c := range []struct {
		name    string
		verdict gate.Verdict
		want    string
	}{
		{"pass", gate.Verdict{}, ""},
		{"pass with a report", gate.Verdict{Text: "two lines"}, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"two lines"}}`},
		{"deny", gate.Verdict{Action: gate.Deny, Text: "no \"x\"\n"}, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no \"x\"\n"}}`},
		{
			"rewrite of a text, all else byte for byte",
			gate.Verdict{Action: gate.Rewrite, Text: "kept", Sets: []gate.Set{{Path: "content", Value: "theirs\nmine\n"}}},
			`{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":` + strings.Replace(input, `"mine\n"`, `"theirs\nmine\n"`, 1) + `,"additionalContext":"kept"}}`,
		},
		{
			"rewrite of a flag",
			gate.Verdict{Action: gate.Rewrite, Text: "kept", Sets: []gate.Set{{Path: "replace_all", Value: "false", Raw: true}}},
			`{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":` + strings.Replace(input, "true", "false", 1) + `,"additionalContext":"kept"}}`,
		},
		{
			"rewrite that adds a field",
			gate.Verdict{Action: gate.Rewrite, Text: "kept", Sets: []gate.Set{{Path: "if_version", Value: "ab12"}}},
			`{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":` + strings.Replace(input, " }", ` ,"if_version":"ab12"}`, 1) + `,"additionalContext":"kept"}}`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			call := gate.Call{Event: gate.Before, Tool: "Write", Input: []byte(input), Host: gate.Abilities{Rewrite: true}}
			got := claude.New("").Before(call, c.verdict)
			assert.Equal(t, c.want, strings.TrimSuffix(string(got.Stdout), "\n"))
			assert.Empty(t, got.Stderr)
			assert.Zero(t, got.Exit)
			assert.Equal(t, input, string(call.Input), "the call's own input was changed")
		})
	}
}

func TestARewriteWithoutAReceiptStillTellsTheModel(t *testing.T) {
	call := gate.Call{Event: gate.Before, Tool: "Write", Input: []byte(`{"content":"a"}`), Host: gate.Abilities{Rewrite: true}}
	got := claude.New("").Before(call, gate.Verdict{Action: gate.Rewrite, Sets: []gate.Set{{Path: "content", Value: "b"}}})
	assert.Contains(t, read(got).Context, "Read the file")
}

func TestARewriteOfAnInputThatIsNoObjectIsRefused(t *testing.T) {
	for _, input := range []string{``, `"text"`, `[1]`, `null`} {
		call := gate.Call{Event: gate.Before, Tool: "Write", Input: []byte(input), Host: gate.Abilities{Rewrite: true}}
		got := read(claude.New("").Before(call, gate.Verdict{Action: gate.Rewrite, Sets: []gate.Set{{Path: "content", Value: "b"}}}))
		assert.True(t, got.Refused, input)
		assert.Contains(t, got.Reason, "rewriting the input of Write")
	}
}

func TestAnswersAfterACall(t *testing.T) {
	for event, want := range map[gate.Event]string{
		gate.After:        `{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"lost"}}` + "\n",
		gate.Failed:       `{"hookSpecificOutput":{"hookEventName":"PostToolUseFailure","additionalContext":"lost"}}` + "\n",
		gate.Batch:        `{"hookSpecificOutput":{"hookEventName":"PostToolBatch","additionalContext":"lost"}}` + "\n",
		gate.SessionStart: `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"lost"}}` + "\n",
		gate.Turn:         "", gate.SessionEnd: "", gate.ContextEnd: "", gate.Compact: "", gate.Other: "", // nobody reads it
	} {
		got := claude.New("").After(gate.Call{Event: event}, gate.Report{Text: "lost"})
		assert.Equal(t, want, string(got.Stdout))
		assert.Equal(t, host.Answer{Stdout: got.Stdout}, got)
		assert.Equal(t, host.Answer{}, claude.New("").After(gate.Call{Event: event}, gate.Report{}))
	}
}

func TestAFailureIsSaidWhereSomebodyReadsIt(t *testing.T) {
	cause := errors.New("opening the log: permission denied")
	for event, reader := range map[gate.Event]string{
		gate.After: "PostToolUse", gate.Failed: "PostToolUseFailure", gate.Batch: "PostToolBatch", gate.SessionStart: "SessionStart",
		gate.Turn: "", gate.SessionEnd: "", gate.ContextEnd: "", gate.Compact: "", gate.Other: "",
	} {
		got := claude.New("").Failure(event, cause)
		assert.Zero(t, got.Exit)
		if reader == "" {
			assert.Empty(t, got.Stdout)
			assert.Contains(t, got.Stderr, cause.Error())
			continue
		}
		assert.Contains(t, string(got.Stdout), `"hookEventName":"`+reader+`"`)
		assert.Contains(t, string(got.Stdout), cause.Error())
	}
	got := read(claude.New("").Failure(gate.Before, cause))
	require.True(t, got.Refused)
	for _, part := range []string{"nothing was written", cause.Error(), "noclobber doctor", "Do not write the file in another way"} {
		assert.Contains(t, got.Reason, part)
	}
	assert.Less(t, len(got.Reason), 900)
}
