package copilot_test

import (
	"testing"

	"noclobber/internal/host/copilot"
	"noclobber/internal/host/hosttest"
)

func TestConformance(t *testing.T) {
	hosttest.Run(t, hosttest.Suite{
		Adapter: copilot.New(hosttest.Home),
		Write: func(path, content string) []byte {
			return payload("create", `{"path":`+hosttest.Quoted(path)+`,"file_text":`+hosttest.Quoted(content)+`}`)
		},
		Shell: func(command string) []byte {
			return payload("bash", `{"command":`+hosttest.Quoted(command)+`,"mode":"sync"}`)
		},
		Harmless: payload("grep", `{"pattern":"x"}`),
		Quiet:    []byte(`{"sessionId":"s-1","timestamp":1767322800000,"cwd":"/home/dev/project","stopReason":"end_turn"}`),
		Read: hosttest.JSONForm{
			Decision: "permissionDecision", Deny: "deny", Reason: "permissionDecisionReason",
			Input: "modifiedArgs", Context: "additionalContext", Allow: "allow",
		}.Read,
		Captured: hosttest.Captured(t),
	})
}

func TestCapturedPayloads(t *testing.T) {
	hosttest.Golden(t, copilot.New(hosttest.Home), hosttest.Captured(t))
}

// payload has the fields that the host sends in its first dialect.
func payload(tool, args string) []byte {
	return []byte(`{"sessionId":"s-1","timestamp":1767322800000,"cwd":` + hosttest.Quoted(hosttest.CWD) +
		`,"toolName":` + hosttest.Quoted(tool) + `,"toolArgs":` + args + `}`)
}
