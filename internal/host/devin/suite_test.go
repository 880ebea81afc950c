package devin_test

import (
	"testing"

	"noclobber/internal/host/devin"
	"noclobber/internal/host/hosttest"
)

func TestConformance(t *testing.T) {
	hosttest.Run(t, hosttest.Suite{
		Adapter: devin.New(hosttest.Home),
		Write: func(path, content string) []byte {
			return hosttest.Payload("PreToolUse", "write", `{"file_path":`+hosttest.Quoted(path)+`,"content":`+hosttest.Quoted(content)+`,"note":[1, 2]}`)
		},
		Shell: func(command string) []byte {
			return hosttest.Payload("PreToolUse", "exec", `{"command":`+hosttest.Quoted(command)+`}`)
		},
		Harmless: hosttest.Payload("PreToolUse", "grep", `{"pattern":"x"}`),
		Read:     hosttest.Nested("PreToolUse").Read,
		Quiet:    []byte(`{"session_id":"s-1","cwd":"/home/dev/project","hook_event_name":"Stop"}`),
		Captured: hosttest.Captured(t),
	})
}

func TestCapturedPayloads(t *testing.T) {
	hosttest.Golden(t, devin.New(hosttest.Home), hosttest.Captured(t))
}
