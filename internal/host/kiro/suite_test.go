package kiro_test

import (
	"testing"

	"noclobber/internal/host/hosttest"
	"noclobber/internal/host/kiro"
)

func TestConformance(t *testing.T) {
	hosttest.Run(t, hosttest.Suite{
		Adapter: kiro.New(hosttest.Home),
		Write: func(path, content string) []byte {
			return payload("preToolUse", "fs_write", `{"path":`+hosttest.Quoted(path)+`,"file_text":`+hosttest.Quoted(content)+`,"note":[1, 2]}`)
		},
		Shell: func(command string) []byte {
			return payload("preToolUse", "execute_bash", `{"command":`+hosttest.Quoted(command)+`}`)
		},
		Harmless:  payload("preToolUse", "grep", `{"pattern":"x"}`),
		Read:      hosttest.ReadExit,
		Quiet:     []byte(`{"cwd":"/home/dev/project","hook_event_name":"stop"}`),
		NoSession: true,
		Captured:  hosttest.Captured(t),
	})
}

func TestCapturedPayloads(t *testing.T) {
	hosttest.Golden(t, kiro.New(hosttest.Home), hosttest.Captured(t))
}

// payload has the fields that the host sends.
func payload(event, tool, input string) []byte {
	return []byte(`{"hook_event_name":` + hosttest.Quoted(event) + `,"cwd":` + hosttest.Quoted(hosttest.CWD) +
		`,"tool_name":` + hosttest.Quoted(tool) + `,"tool_input":` + input + `}`)
}
