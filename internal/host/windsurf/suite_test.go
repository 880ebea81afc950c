package windsurf_test

import (
	"testing"

	"noclobber/internal/host/hosttest"
	"noclobber/internal/host/windsurf"
)

func TestConformance(t *testing.T) {
	hosttest.Run(t, hosttest.Suite{
		Adapter: windsurf.New(hosttest.Home),
		Write: func(path, content string) []byte {
			return payload("pre_write_code", `{"file_path":`+hosttest.Quoted(path)+`,"edits":[{"old_string":"","new_string":`+hosttest.Quoted(content)+`}]}`)
		},
		Shell: func(command string) []byte {
			return payload("pre_run_command", `{"command_line":`+hosttest.Quoted(command)+`,"cwd":`+hosttest.Quoted(hosttest.CWD)+`}`)
		},
		Harmless: payload("pre_read_code", `{"file_path":"/home/dev/project/J.md"}`),
		Quiet:    payload("post_cascade_response", `{"response":"done"}`),
		Read:     hosttest.ReadExit,
		NoCWD:    true,
		Captured: hosttest.Captured(t),
	})
}

func TestCapturedPayloads(t *testing.T) {
	hosttest.Golden(t, windsurf.New(hosttest.Home), hosttest.Captured(t))
}

// payload has the fields that the host sends.
func payload(action, info string) []byte {
	return []byte(`{"trajectory_id":"s-1","execution_id":"e-1","timestamp":"2026-01-02T03:04:05Z","agent_action_name":` +
		hosttest.Quoted(action) + `,"tool_info":` + info + `}`)
}
