package factory

import (
	"noclobber/gate"
	"noclobber/internal/host"
	"noclobber/internal/host/reply"
	"noclobber/internal/host/toolcall"
)

// Name is the HOST of `noclobber hook HOST`.
const Name = "factory"

// New returns the adapter; home is the user's home directory.
func New(home string) host.Adapter {
	return reply.Adapter{
		Decoder: toolcall.Dialect{
			Host: Name, Title: "Factory Droid", Home: home, Keys: toolcall.ClaudeKeys(),
			Can:   gate.Abilities{Rewrite: true, ReadTool: "Read", EditTool: "Edit", WriteTool: "Create", ShellTool: "Execute"},
			Event: toolcall.ClaudeEvent, Tool: describe,
		},
		Form: reply.Nested("PreToolUse", toolcall.ClaudeWord),
	}
}

// describe knows the tools under the names that the client gives them, and under those that its documentation prints.
func describe(call *gate.Call, in toolcall.Input) error {
	return toolcall.Table{
		Read: "Read", Write: "Create Write", Edit: "Edit", Edits: "MultiEdit", Shell: "Execute Bash", Patch: "ApplyPatch",
		Harmless: "LS Glob Grep WebSearch FetchUrl TodoWrite Task Skill AskUser",
	}.Tool(call, in)
}
