package gemini_test

import (
	"testing"

	"noclobber/internal/host/gemini"
	"noclobber/internal/host/hosttest"
)

func TestConformance(t *testing.T) {
	hosttest.Run(t, hosttest.Suite{
		Adapter: gemini.New(hosttest.Home),
		Write: func(path, content string) []byte {
			return hosttest.Payload("BeforeTool", "write_file", `{"file_path":`+hosttest.Quoted(path)+`,"content":`+hosttest.Quoted(content)+`,"note":[1, 2]}`)
		},
		Shell: func(command string) []byte {
			return hosttest.Payload("BeforeTool", "run_shell_command", `{"command":`+hosttest.Quoted(command)+`}`)
		},
		Harmless: hosttest.Payload("BeforeTool", "glob", `{"pattern":"*"}`),
		Read:     hosttest.JSONForm{Decision: "decision", Deny: "deny", Reason: "reason", Input: "hookSpecificOutput.tool_input"}.Read,
		Quiet:    []byte(`{"session_id":"s-1","cwd":"/home/dev/project","hook_event_name":"AfterAgent"}`),
		Captured: hosttest.Captured(t),
	})
}

func TestCapturedPayloads(t *testing.T) {
	hosttest.Golden(t, gemini.New(hosttest.Home), hosttest.Captured(t))
}
