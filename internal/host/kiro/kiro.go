package kiro

import (
	"noclobber/gate"
	"noclobber/internal/host"
	"noclobber/internal/host/reply"
	"noclobber/internal/host/toolcall"
)

// Name is the HOST of `noclobber hook HOST`.
const Name = "kiro"

// New returns the adapter; home is the user's home directory.
func New(home string) host.Adapter {
	return reply.Adapter{
		Decoder: toolcall.Dialect{
			Host: Name, Title: "Kiro CLI", Home: home, Keys: toolcall.ClaudeKeys(),
			Can: gate.Abilities{
				TellAfter: true,
				ReadTool:  "fs_read", EditTool: "fs_write str_replace", WriteTool: "fs_write", ShellTool: "execute_bash",
			},
			Event: event, Tool: describe,
		},
		Form: reply.Form{Deny: reply.Exit},
	}
}

// event takes the spellings of both generations.
func event(name string) (gate.Event, bool) {
	switch name {
	case "preToolUse", "PreToolUse":
		return gate.Before, true
	case "postToolUse", "PostToolUse":
		return gate.After, true
	case "agentSpawn", "AgentSpawn", "SessionStart":
		return gate.SessionStart, true
	case "stop", "Stop":
		return gate.Turn, true
	case "userPromptSubmit", "UserPromptSubmit":
		return gate.Other, true
	}
	return gate.Other, false
}

// describe says what a call does. One tool writes in several ways, which its field "command" names.
func describe(call *gate.Call, in toolcall.Input) error {
	switch call.Tool {
	case "fs_write", "write", "fsWrite":
		return writes(call, in)
	case "fs_append", "fsAppend":
		return in.Append(call, "content", "text", "file_text")
	}
	return toolcall.Table{
		Edit: "str_replace strReplace", Shell: "execute_bash shell executeBash", Delete: "delete_file deleteFile",
		Harmless: "fs_read read readFile readMultipleFiles listDirectory grep glob grepSearch fileSearch introspect knowledge thinking todo_list todo report_issue session",
	}.Tool(call, in)
}

func writes(call *gate.Call, in toolcall.Input) error {
	how, _, err := in.Object.Text("command")
	if err != nil {
		return err
	}
	switch how {
	case "", "create":
		return in.Write(call, "new_str", "text")
	case "str_replace", "strReplace":
		return in.Edit(call)
	case "append":
		return in.Append(call, "new_str", "content", "file_text")
	}
	return in.InPlace(call) // insert, and what a later version brings
}
