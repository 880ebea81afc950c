package cline_test

import (
	"testing"

	"noclobber/internal/host/cline"
	"noclobber/internal/host/hosttest"
)

func TestConformance(t *testing.T) {
	hosttest.Run(t, hosttest.Suite{
		Adapter: cline.New(hosttest.Home),
		Write: func(path, content string) []byte {
			return payload("editor", `{"path":`+hosttest.Quoted(path)+`,"new_text":`+hosttest.Quoted(content)+`}`)
		},
		Shell: func(command string) []byte {
			return payload("run_commands", `{"commands":[`+hosttest.Quoted(command)+`]}`)
		},
		Harmless: payload("read_files", `{"files":[]}`),
		Quiet:    []byte(`{"taskId":"s-1","workspaceRoots":["/home/dev/project"],"hookName":"agent_end"}`),
		Read: hosttest.JSONForm{
			Decision: "cancel", Deny: "true", Reason: "errorMessage", Input: "overrideInput",
			Context: "contextModification", IgnoresExitCode: true,
		}.Read,
		Captured: hosttest.Captured(t),
	})
}

func TestCapturedPayloads(t *testing.T) {
	hosttest.Golden(t, cline.New(hosttest.Home), hosttest.Captured(t))
}

// payload has the fields that the host sends.
func payload(tool, input string) []byte {
	return []byte(`{"clineVersion":"","taskId":"s-1","workspaceRoots":[` + hosttest.Quoted(hosttest.CWD) +
		`],"agent_id":"a-1","hookName":"tool_call","tool_call":{"id":"call-1","name":` + hosttest.Quoted(tool) + `,"input":` + input + `}}`)
}
