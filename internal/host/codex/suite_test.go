package codex_test

import (
	"testing"

	"github.com/tidwall/gjson"

	"noclobber/internal/document"
	"noclobber/internal/host/codex"
	"noclobber/internal/host/hosttest"
)

func TestConformance(t *testing.T) {
	hosttest.Run(t, hosttest.Suite{
		Adapter: codex.New(hosttest.Home),
		Write: func(path, content string) []byte {
			return patch(document.EnvelopeOf(path, content))
		},
		Shell: func(command string) []byte {
			return payload("Bash", `{"command":`+hosttest.Quoted(command)+`}`)
		},
		Harmless:       payload("update_plan", `{"plan":[]}`),
		Quiet:          []byte(`{"session_id":"s-1","cwd":"/home/dev/project","hook_event_name":"Stop"}`),
		Read:           hosttest.Nested("PreToolUse").Read,
		AllowsRewrites: true, Lines: true, Content: content,
		Doubled:  []string{hosttest.Quoted(document.EnvelopeOf("/a/J.md", "x\n"))},
		Captured: hosttest.Captured(t),
	})
}

func TestCapturedPayloads(t *testing.T) {
	hosttest.Golden(t, codex.New(hosttest.Home), hosttest.Captured(t))
}

// payload is of a session in which the host asks nobody: there it takes rewrites.
func payload(tool, input string) []byte {
	return []byte(`{"permission_mode":"bypassPermissions",` + string(hosttest.Payload("PreToolUse", tool, input))[1:])
}

func patch(envelope string) []byte {
	return payload("apply_patch", `{"command":`+hosttest.Quoted(envelope)+`}`)
}

// content is the text of the one file that a patch writes.
func content(input []byte) string {
	files, err := document.ParseEnvelope(gjson.GetBytes(input, "command").String())
	if err != nil || len(files) != 1 {
		return "no patch of one file"
	}
	return files[0].Content
}
