package crush_test

import (
	"testing"

	"noclobber/internal/host/crush"
	"noclobber/internal/host/hosttest"
)

func TestConformance(t *testing.T) {
	hosttest.Run(t, hosttest.Suite{
		Adapter: crush.New(hosttest.Home),
		Write: func(path, content string) []byte {
			return payload("PreToolUse", "write", `{"file_path":`+hosttest.Quoted(path)+`,"content":`+hosttest.Quoted(content)+`,"note":[1, 2]}`)
		},
		Shell: func(command string) []byte {
			return payload("PreToolUse", "bash", `{"command":`+hosttest.Quoted(command)+`}`)
		},
		Harmless: payload("PreToolUse", "grep", `{"pattern":"x"}`),
		Read:     hosttest.JSONForm{Decision: "decision", Deny: "deny", Reason: "reason", Input: "updated_input", Context: "context"}.Read,
		Captured: hosttest.Captured(t),
	})
}

func TestCapturedPayloads(t *testing.T) {
	hosttest.Golden(t, crush.New(hosttest.Home), hosttest.Captured(t))
}

// payload has the fields that the host sends.
func payload(event, tool, input string) []byte {
	return []byte(`{"event":` + hosttest.Quoted(event) + `,"session_id":"s-1","cwd":` + hosttest.Quoted(hosttest.CWD) +
		`,"tool_name":` + hosttest.Quoted(tool) + `,"tool_input":` + input + `}`)
}
