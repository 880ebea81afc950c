package pi_test

import (
	"testing"

	"noclobber/internal/host/hosttest"
	"noclobber/internal/host/pi"
)

func TestConformance(t *testing.T) {
	hosttest.Run(t, hosttest.Suite{
		Adapter: pi.New(hosttest.Home),
		Write: func(path, content string) []byte {
			return payload("write", `{"path":`+hosttest.Quoted(path)+`,"content":`+hosttest.Quoted(content)+`}`)
		},
		Shell: func(command string) []byte {
			return payload("bash", `{"command":`+hosttest.Quoted(command)+`}`)
		},
		Harmless: payload("grep", `{"pattern":"x"}`),
		Quiet:    []byte(`{"type":"agent_end","cwd":"/home/dev/project","session":"s-1"}`),
		Read:     hosttest.JSONForm{Input: "input", Context: "context", Decision: "denied", Deny: "true"}.Read,
		Captured: hosttest.Captured(t),
	})
}

func TestCapturedPayloads(t *testing.T) {
	hosttest.Golden(t, pi.New(hosttest.Home), hosttest.Captured(t))
}

// payload has the fields that the extension sends.
func payload(tool, input string) []byte {
	return []byte(`{"cwd":` + hosttest.Quoted(hosttest.CWD) + `,"session":"s-1","type":"tool_call","toolName":` + hosttest.Quoted(tool) +
		`,"toolCallId":"call-1","input":` + input + `}`)
}
