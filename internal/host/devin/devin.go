package devin

import (
	"noclobber/gate"
	"noclobber/internal/host"
	"noclobber/internal/host/reply"
	"noclobber/internal/host/toolcall"
)

// Name is the HOST of `noclobber hook HOST`.
const Name = "devin"

// New returns the adapter; home is the user's home directory.
func New(home string) host.Adapter {
	form := reply.Nested("PreToolUse", toolcall.ClaudeWord)
	form.Rewrite = nil // whether it takes a new input is not documented
	return reply.Adapter{
		Decoder: toolcall.Dialect{
			Host: Name, Title: "Devin CLI", Home: home, Keys: toolcall.ClaudeKeys(),
			Can:   gate.Abilities{TellAfter: true, ReadTool: "read", EditTool: "edit", WriteTool: "write", ShellTool: "exec"},
			Event: toolcall.ClaudeEvent, Tool: describe,
		},
		Form: form,
	}
}

// describe knows the one tool whose name is documented, and Claude Code's, since the host runs its hooks; others are
// told by their shape.
func describe(call *gate.Call, in toolcall.Input) error {
	return toolcall.Table{
		Read: "read Read", Write: "write Write", Edit: "edit Edit", Edits: "multi_edit MultiEdit", Shell: "exec Bash bash",
		Harmless: "grep glob Grep Glob think todo_write web_search web_fetch WebFetch WebSearch",
	}.Tool(call, in)
}
