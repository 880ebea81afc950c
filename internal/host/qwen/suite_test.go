package qwen_test

import (
	"testing"

	"noclobber/internal/host/hosttest"
	"noclobber/internal/host/qwen"
)

func TestConformance(t *testing.T) {
	hosttest.Run(t, hosttest.Suite{
		Adapter: qwen.New(hosttest.Home),
		Write: func(path, content string) []byte {
			return hosttest.Payload("PreToolUse", "write_file", `{"file_path":`+hosttest.Quoted(path)+`,"content":`+hosttest.Quoted(content)+`,"note":[1, 2]}`)
		},
		Shell: func(command string) []byte {
			return hosttest.Payload("PreToolUse", "run_shell_command", `{"command":`+hosttest.Quoted(command)+`}`)
		},
		Harmless: hosttest.Payload("PreToolUse", "glob", `{"pattern":"*"}`),
		Read:     hosttest.Nested("PreToolUse").Read,
		Quiet:    []byte(`{"session_id":"s-1","cwd":"/home/dev/project","hook_event_name":"Stop"}`),
		Captured: hosttest.Captured(t),
	})
}

func TestCapturedPayloads(t *testing.T) {
	hosttest.Golden(t, qwen.New(hosttest.Home), hosttest.Captured(t))
}
