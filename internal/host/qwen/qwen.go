package qwen

import (
	"noclobber/gate"
	"noclobber/internal/host"
	"noclobber/internal/host/gemini"
	"noclobber/internal/host/reply"
	"noclobber/internal/host/toolcall"
)

// Name is the HOST of `noclobber hook HOST`.
const Name = "qwen"

// New returns the adapter; home is the user's home directory.
func New(home string) host.Adapter {
	form := reply.Nested("PreToolUse", word)
	form.Rewrite = nil // documented, and ignored
	return reply.Adapter{
		Decoder: toolcall.Dialect{
			Host: Name, Title: "Qwen Code", Home: home, Keys: toolcall.ClaudeKeys(),
			Can: gate.Abilities{
				TellAfter: true,
				ReadTool:  "read_file", EditTool: "edit", WriteTool: "write_file", ShellTool: "run_shell_command",
			},
			Event: event, Tool: describe, Answer: gemini.ReadAnswer,
		},
		Form: form,
	}
}

func event(name string) (gate.Event, bool) {
	switch name {
	case "StopFailure":
		return gate.Turn, true
	case "PostToolBatch", "UserPromptExpansion", "SessionDelete", "MessageDisplay", "InstructionsLoaded",
		"PermissionDenied", "TodoCreated", "TodoCompleted":
		return gate.Other, true
	}
	return toolcall.ClaudeEvent(name)
}

// word is the host's word for an event whose hook may tell the model something: before a call nobody reads it.
func word(e gate.Event) string {
	if e == gate.Before {
		return ""
	}
	return toolcall.ClaudeWord(e)
}

func describe(call *gate.Call, in toolcall.Input) error {
	return toolcall.Table{
		Read: "read_file", Write: "write_file", Edit: "edit", Shell: "run_shell_command", Cells: "notebook_edit",
		Harmless: "glob grep_search list_directory web_fetch web_search todo_write ask_user_question exit_plan_mode " +
			"agent task task_stop send_message lsp tool_search",
	}.Tool(call, in)
}
