package factory_test

import (
	"testing"

	"noclobber/internal/host/factory"
	"noclobber/internal/host/hosttest"
)

func TestConformance(t *testing.T) {
	hosttest.Run(t, hosttest.Suite{
		Adapter: factory.New(hosttest.Home),
		Write: func(path, content string) []byte {
			return hosttest.Payload("PreToolUse", "Create", `{"file_path":`+hosttest.Quoted(path)+`,"content":`+hosttest.Quoted(content)+`,"note":[1, 2]}`)
		},
		Shell: func(command string) []byte {
			return hosttest.Payload("PreToolUse", "Execute", `{"command":`+hosttest.Quoted(command)+`}`)
		},
		Harmless: hosttest.Payload("PreToolUse", "Grep", `{"pattern":"x"}`),
		Read:     hosttest.Nested("PreToolUse").Read,
		Quiet:    []byte(`{"session_id":"s-1","cwd":"/home/dev/project","hook_event_name":"Stop"}`),
		Captured: hosttest.Captured(t),
	})
}

func TestCapturedPayloads(t *testing.T) {
	hosttest.Golden(t, factory.New(hosttest.Home), hosttest.Captured(t))
}
