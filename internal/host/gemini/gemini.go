package gemini

import (
	"noclobber/gate"
	"noclobber/internal/host"
	"noclobber/internal/host/reply"
	"noclobber/internal/host/toolcall"
)

// Name is the HOST of `noclobber hook HOST`.
const Name = "gemini"

// New returns the adapter; home is the user's home directory.
func New(home string) host.Adapter {
	keys := toolcall.ClaudeKeys()
	keys.ID = "" // it has none
	return reply.Adapter{
		Decoder: toolcall.Dialect{
			Host: Name, Title: "Gemini CLI", Home: home, Keys: keys,
			Can: gate.Abilities{
				Rewrite: true, TellAfter: true,
				ReadTool: "read_file", EditTool: "replace", WriteTool: "write_file", ShellTool: "run_shell_command",
			},
			Event: event, Tool: describe, Answer: ReadAnswer, More: more,
		},
		Form: reply.Form{Deny: deny, Rewrite: rewritten, Note: note},
	}
}

func event(name string) (gate.Event, bool) {
	switch name {
	case "BeforeTool":
		return gate.Before, true
	case "AfterTool":
		return gate.After, true
	case "SessionStart":
		return gate.SessionStart, true
	case "PreCompress":
		return gate.Compact, true
	case "AfterAgent":
		return gate.Turn, true
	case "SessionEnd":
		return gate.SessionEnd, true
	case "BeforeAgent", "BeforeModel", "AfterModel", "BeforeToolSelection", "Notification":
		return gate.Other, true
	}
	return gate.Other, false
}

// more keeps what was read where the host only asks itself whether it should compress: it does so before every turn.
func more(_ toolcall.Dialect, call *gate.Call, p host.Object) error {
	if trigger, _, _ := p.Text("trigger"); call.Event == gate.Compact && trigger != "manual" {
		call.Event = gate.Other
	}
	return nil
}

func describe(call *gate.Call, in toolcall.Input) error {
	return toolcall.Table{
		Read: "read_file", Write: "write_file", Edit: "replace", Shell: "run_shell_command",
		Harmless: "glob grep_search list_directory web_fetch google_web_search write_todos ask_user activate_skill " +
			"enter_plan_mode exit_plan_mode invoke_agent complete_task get_internal_docs update_topic " +
			"list_mcp_resources read_mcp_resource tracker_create_task tracker_get_task tracker_list_tasks " +
			"tracker_update_task tracker_add_dependency tracker_visualize",
	}.Tool(call, in)
}

// ReadAnswer reads what a file tool showed or replaced. Qwen Code, which grew out of this host, answers alike.
func ReadAnswer(call *gate.Call, p host.Object) {
	answer, ok, err := p.Object("tool_response")
	if err != nil || !ok {
		return
	}
	if failed, ok, _ := answer.Object("error"); ok {
		call.Response.Failed = true
		call.Response.Error, _, _ = failed.Text("message")
	}
	if text, ok, err := answer.Text("llmContent"); err == nil && ok && len(call.Ops) == 1 && call.Ops[0].Kind == gate.Read {
		toolcall.Shown(call, text)
	}
	display, ok, err := answer.Object("returnDisplay")
	if err != nil || !ok {
		return // a text, for tools that change no file
	}
	if len(call.Ops) == 1 && call.Ops[0].Kind != gate.Read {
		if created, _ := display.Flag("isNewFile"); created {
			call.Response.Created = true
			return
		}
		toolcall.Replaced(call, display, "originalContent")
	}
}

func deny(reason string) host.Answer {
	return reply.JSON(nil).Text("decision", "deny").Text("reason", reason).Answer()
}

// rewritten sends the whole input: the host takes it as it is. What a hook says here does not reach the model.
func rewritten(input []byte, _ string) host.Answer {
	inner := reply.JSON(nil).Text("hookEventName", "BeforeTool").Raw("tool_input", input)
	return reply.JSON(nil).Raw("hookSpecificOutput", inner.Bytes()).Answer()
}

func note(e gate.Event, text string) host.Answer {
	name := ""
	switch e {
	case gate.After:
		name = "AfterTool"
	case gate.SessionStart:
		name = "SessionStart"
	default:
		return host.Answer{}
	}
	inner := reply.JSON(nil).Text("hookEventName", name).Text("additionalContext", text)
	return reply.JSON(nil).Raw("hookSpecificOutput", inner.Bytes()).Answer()
}
