package crush

import (
	"noclobber/gate"
	"noclobber/internal/host"
	"noclobber/internal/host/reply"
	"noclobber/internal/host/toolcall"
)

// Name is the HOST of `noclobber hook HOST`.
const Name = "crush"

// New returns the adapter; home is the user's home directory.
func New(home string) host.Adapter {
	keys := toolcall.ClaudeKeys()
	keys.Event, keys.ID = "event", ""
	return reply.Adapter{
		Decoder: toolcall.Dialect{
			Host: Name, Title: "Crush", Home: home, Keys: keys,
			Can:   gate.Abilities{Rewrite: true, ReadTool: "view", EditTool: "edit", WriteTool: "write", ShellTool: "bash"},
			Event: event, Tool: describe,
		},
		Form: reply.Form{Deny: deny, Rewrite: rewritten, Note: note},
	}
}

// event knows the only one that there is.
func event(name string) (gate.Event, bool) { return gate.Before, name == "PreToolUse" }

func describe(call *gate.Call, in toolcall.Input) error {
	return toolcall.Table{
		Read: "view", Write: "write", Edit: "edit", Edits: "multiedit", Shell: "bash",
		Harmless: "glob grep ls fetch web_fetch web_search sourcegraph agent agentic_fetch diagnostics references todos job_output job_kill",
	}.Tool(call, in)
}

func deny(reason string) host.Answer {
	return reply.JSON(nil).Text("decision", "deny").Text("reason", reason).Answer()
}

func rewritten(input []byte, context string) host.Answer {
	return reply.JSON(nil).Raw("updated_input", input).Text("context", context).Answer()
}

func note(e gate.Event, text string) host.Answer {
	if e != gate.Before {
		return host.Answer{}
	}
	return reply.JSON(nil).Text("context", text).Answer()
}
