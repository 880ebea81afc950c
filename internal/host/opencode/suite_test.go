package opencode_test

import (
	"testing"

	"noclobber/internal/host/hosttest"
	"noclobber/internal/host/opencode"
)

func TestConformance(t *testing.T) {
	hosttest.Run(t, hosttest.Suite{
		Adapter: opencode.New(hosttest.Home),
		Write: func(path, content string) []byte {
			return payload("write", `{"filePath":`+hosttest.Quoted(path)+`,"content":`+hosttest.Quoted(content)+`}`)
		},
		Shell: func(command string) []byte {
			return payload("bash", `{"command":`+hosttest.Quoted(command)+`,"description":"d"}`)
		},
		Harmless: payload("glob", `{"pattern":"*"}`),
		Quiet:    []byte(`{"hook_event_name":"session.idle","cwd":"/home/dev/project","sessionID":"s-1"}`),
		Read:     hosttest.JSONForm{Input: "args", Context: "context", Decision: "denied", Deny: "true"}.Read,
		Captured: hosttest.Captured(t),
	})
}

func TestCapturedPayloads(t *testing.T) {
	hosttest.Golden(t, opencode.New(hosttest.Home), hosttest.Captured(t))
}

// payload has the fields that the plugin sends.
func payload(tool, args string) []byte {
	return []byte(`{"hook_event_name":"tool.execute.before","cwd":` + hosttest.Quoted(hosttest.CWD) +
		`,"input":{"tool":` + hosttest.Quoted(tool) + `,"sessionID":"s-1","callID":"call-1"},"output":{"args":` + args + `}}`)
}
