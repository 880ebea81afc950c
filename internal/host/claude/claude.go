package claude

import (
	"noclobber/gate"
	"noclobber/internal/host"
	"noclobber/internal/host/reply"
	"noclobber/internal/host/toolcall"
)

// Name is the HOST of `noclobber hook HOST`.
const Name = "claude"

// New returns the adapter. home is the user's home directory, for paths that
// start with ~; without it such a path is an error.
func New(home string) host.Adapter {
	return reply.Adapter{
		Decoder: toolcall.Dialect{
			Host: Name, Title: "Claude Code", Home: home, Can: abilities(), Keys: toolcall.ClaudeKeys(),
			Event: event, Tool: describe, Answer: readResponse, More: more,
		},
		Form: reply.Nested(preToolUse, eventName),
	}
}

// abilities is what the client can do with an answer.
func abilities() gate.Abilities {
	return gate.Abilities{
		Rewrite: true, Redirect: true, Batch: true, DropsCR: true,
		ReadTool: "Read", EditTool: "Edit", WriteTool: "Write", ShellTool: "Bash",
	}
}
