package claude_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"noclobber/internal/host"
	"noclobber/internal/host/claude"
	"noclobber/internal/host/hosttest"
)

func TestConformance(t *testing.T) {
	hosttest.Run(t, hosttest.Suite{
		Adapter: claude.New(hosttest.Home),
		Write: func(path, content string) []byte {
			return before("Write", fmt.Sprintf(`{"file_path":%s,"content":%s,"note":[1, 2]}`, quoted(path), quoted(content)))
		},
		Shell: func(command string) []byte {
			return before("Bash", fmt.Sprintf(`{"command":%s}`, quoted(command)))
		},
		Harmless: before("WebFetch", `{"url":"https://example.invalid","prompt":"p"}`),
		Quiet:    []byte(`{"session_id":"s","cwd":"/home/dev/project","hook_event_name":"Stop","stop_hook_active":false}`),
		Captured: hosttest.Captured(t),
		Read:     read,
	})
}

// before is a PreToolUse payload as the client sends it.
func before(tool, input string) []byte {
	return fmt.Appendf(nil, `{"session_id":"s-1","transcript_path":"/t.jsonl","cwd":%q,"permission_mode":"default","hook_event_name":"PreToolUse","tool_name":%q,"tool_input":%s,"tool_use_id":"toolu_1"}`,
		hosttest.CWD, tool, input)
}

func quoted(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// read does with the answer to a PreToolUse what the client does (measured).
func read(a host.Answer) hosttest.Effect {
	if a.Exit == 2 {
		return hosttest.Effect{Refused: true, Reason: a.Stderr}
	}
	var out struct {
		HookSpecificOutput struct {
			HookEventName            string          `json:"hookEventName"`
			PermissionDecision       string          `json:"permissionDecision"`
			PermissionDecisionReason string          `json:"permissionDecisionReason"`
			UpdatedInput             json.RawMessage `json:"updatedInput"`
			AdditionalContext        string          `json:"additionalContext"`
		} `json:"hookSpecificOutput"`
	}
	if a.Exit != 0 || json.Unmarshal(a.Stdout, &out) != nil || out.HookSpecificOutput.HookEventName != "PreToolUse" {
		return hosttest.Effect{}
	}
	o := out.HookSpecificOutput
	return hosttest.Effect{
		Refused: o.PermissionDecision == "deny", Reason: o.PermissionDecisionReason,
		Input: o.UpdatedInput, Context: o.AdditionalContext,
		Asked: o.PermissionDecision == "ask" || o.PermissionDecision == "allow",
	}
}
