package cursor_test

import (
	"testing"

	"noclobber/internal/host/cursor"
	"noclobber/internal/host/hosttest"
)

func TestConformance(t *testing.T) {
	hosttest.Run(t, hosttest.Suite{
		Adapter: cursor.New(hosttest.Home),
		Write: func(path, content string) []byte {
			return payload("preToolUse", "Write", `{"file_path":`+hosttest.Quoted(path)+`,"content":`+hosttest.Quoted(content)+`,"note":[1, 2]}`)
		},
		Shell: func(command string) []byte {
			return payload("preToolUse", "Shell", `{"command":`+hosttest.Quoted(command)+`}`)
		},
		Harmless: payload("preToolUse", "Grep", `{"pattern":"x"}`),
		Read:     hosttest.JSONForm{Decision: "permission", Deny: "deny", Reason: "agent_message", Input: "updated_input", Allow: "allow"}.Read,
		Quiet:    []byte(`{"conversation_id":"s-1","cwd":"/home/dev/project","hook_event_name":"stop"}`),
		Captured: hosttest.Captured(t),
	})
}

func TestCapturedPayloads(t *testing.T) {
	hosttest.Golden(t, cursor.New(hosttest.Home), hosttest.Captured(t))
}

// payload has the fields that the host sends.
func payload(event, tool, input string) []byte {
	return []byte(`{"conversation_id":"s-1","hook_event_name":` + hosttest.Quoted(event) + `,"workspace_roots":[` + hosttest.Quoted(hosttest.CWD) +
		`],"tool_name":` + hosttest.Quoted(tool) + `,"tool_input":` + input + `,"tool_use_id":"call-1"}`)
}
