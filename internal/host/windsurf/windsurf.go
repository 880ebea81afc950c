package windsurf

import (
	"noclobber/gate"
	"noclobber/internal/host"
	"noclobber/internal/host/reply"
	"noclobber/internal/host/toolcall"
)

// Name is the HOST of `noclobber hook HOST`.
const Name = "windsurf"

// New returns the adapter; home is the user's home directory.
func New(home string) host.Adapter {
	return reply.Adapter{
		Decoder: toolcall.Dialect{
			Host: Name, Title: "Windsurf", Home: home,
			Can: gate.Abilities{
				TellAfter: true,
				ReadTool:  "view_file", EditTool: "edit", WriteTool: "write_to_file", ShellTool: "run_command",
			},
			Keys:  toolcall.Keys{Event: "agent_action_name", Session: "trajectory_id", Input: "tool_info"},
			Event: event, Tool: describe, More: more,
		},
		Form: reply.Form{Deny: reply.Exit},
	}
}

func event(name string) (gate.Event, bool) {
	switch name {
	case "pre_write_code", "pre_run_command", "pre_mcp_tool_use", "pre_read_code":
		return gate.Before, true
	case "post_write_code", "post_run_command", "post_mcp_tool_use", "post_read_code":
		return gate.After, true
	case "post_cascade_response":
		return gate.Turn, true
	case "pre_user_prompt", "post_cascade_response_with_transcript", "post_setup_worktree":
		return gate.Other, true
	}
	return gate.Other, false
}

// more names the tool by the action: the host names no tools.
func more(_ toolcall.Dialect, call *gate.Call, p host.Object) error {
	name, _, err := p.Text("agent_action_name")
	switch name {
	case "pre_write_code", "post_write_code":
		call.Tool = "write_code"
	case "pre_run_command", "post_run_command":
		call.Tool = "run_command"
	case "pre_read_code", "post_read_code":
		call.Tool = "read_code"
	case "pre_mcp_tool_use", "post_mcp_tool_use":
		call.Tool = "mcp_tool_use"
	}
	return err
}

// describe says what an action does. One edit with an empty old text is a new text for the whole file.
func describe(call *gate.Call, in toolcall.Input) error {
	switch call.Tool {
	case "write_code":
		if in.Whole("edits") {
			return in.WholeEdit(call, "edits")
		}
		return in.Edits(call, "edits")
	case "run_command":
		return in.Shell(call, "bash")
	case "read_code":
		return in.Harmless(call) // it shows no content, so it cannot count as a read
	case "mcp_tool_use":
		return in.Wrapped(call, "mcp_server_name", "mcp_tool_name", "mcp_tool_arguments")
	}
	return in.Guess(call)
}
