package cursor

import (
	"strings"

	"noclobber/gate"
	"noclobber/internal/host"
	"noclobber/internal/host/reply"
	"noclobber/internal/host/toolcall"
)

// Name is the HOST of `noclobber hook HOST`.
const Name = "cursor"

// New returns the adapter; home is the user's home directory.
func New(home string) host.Adapter {
	keys := toolcall.ClaudeKeys()
	keys.Session, keys.Agent, keys.Response, keys.Error = "conversation_id", "", "tool_output", "error_message"
	return reply.Adapter{
		Decoder: toolcall.Dialect{
			Host: Name, Title: "Cursor", Home: home, Keys: keys,
			Can: gate.Abilities{
				Rewrite: true, TellAfter: true,
				ReadTool: "Read", EditTool: "StrReplace", WriteTool: "Write", ShellTool: "Shell",
			},
			Event: event, Tool: describe, Answer: readAnswer, More: more, Shape: shape,
		},
		Form: reply.Form{Deny: deny, Rewrite: rewritten, Note: note},
	}
}

func event(name string) (gate.Event, bool) {
	switch name {
	case "preToolUse", "beforeShellExecution", "beforeMCPExecution":
		return gate.Before, true
	case "postToolUse":
		return gate.After, true
	case "postToolUseFailure":
		return gate.Failed, true
	case "sessionStart":
		return gate.SessionStart, true
	case "preCompact":
		return gate.Compact, true
	case "stop":
		return gate.Turn, true
	case "sessionEnd":
		return gate.SessionEnd, true
	case "afterShellExecution", "afterMCPExecution", "afterFileEdit", // these repeat what postToolUse tells
		"beforeReadFile", "beforeTabFileRead", "afterTabFileEdit", "beforeSubmitPrompt", "afterAgentResponse",
		"afterAgentThought", "subagentStart", "subagentStop", "workspaceOpen":
		return gate.Other, true
	}
	return gate.Other, false
}

// shape gives a shell's own event the tool and the input that preToolUse has.
func shape(p host.Object) (host.Object, string, error) {
	name, _, err := p.Text("hook_event_name")
	if err != nil || name != "beforeShellExecution" {
		return p, name, err
	}
	command, _, err := p.Text("command")
	if err != nil {
		return p, name, err
	}
	return p.WithText("tool_name", "Shell").WithText("tool_input", string(reply.JSON(nil).Text("command", command).Bytes())), name, nil
}

// more takes the workspace for the working directory where the payload names none.
func more(_ toolcall.Dialect, call *gate.Call, p host.Object) error {
	if call.CWD != "" {
		return nil
	}
	roots, _, err := p.Texts("workspace_roots")
	if len(roots) == 1 {
		call.CWD = roots[0] // of several the host may mean any
	}
	return err
}

// mcpName is the name of an MCP server's tool as other hosts write it: here it is "MCP:tool" or "MCP:server:tool".
func mcpName(name string) string {
	rest, ok := strings.CutPrefix(name, "MCP:")
	if !ok {
		return name
	}
	if server, tool, ok := strings.Cut(rest, ":"); ok {
		return "mcp__" + server + "__" + tool
	}
	return "mcp__cursor__" + rest
}

// describe says what a call does. Writes and edits both come as Write: the shape of the input tells.
func describe(call *gate.Call, in toolcall.Input) error {
	call.Tool = mcpName(call.Tool)
	if call.Tool == "CallMcpTool" {
		return in.Wrapped(call, "server", "toolName", "arguments")
	}
	return toolcall.Table{
		Read: "Read ReadFile read_file", Shell: "Shell Bash run_terminal_cmd", Delete: "Delete delete_file",
		Cells: "EditNotebook edit_notebook", Patch: "ApplyPatch apply_patch",
		Harmless: "Grep Glob LS SemanticSearch WebSearch WebFetch TodoWrite Task ReadLints list_dir codebase_search grep_search file_search",
	}.Tool(call, in)
}

// readAnswer reads a tool's output, JSON in a text.
func readAnswer(call *gate.Call, p host.Object) {
	out, ok, err := p.Input("tool_output")
	if err != nil || !ok {
		return
	}
	for _, key := range []string{"stdout", "output", "content"} {
		if text, ok, err := out.Object.Text(key); err == nil && ok {
			toolcall.Shown(call, text)
			return
		}
	}
}

func deny(reason string) host.Answer {
	return reply.JSON(nil).Text("permission", "deny").
		Text("agent_message", reason).Text("user_message", host.Clip(reason, 300)).Answer()
}

func rewritten(input []byte, _ string) host.Answer {
	return reply.JSON(nil).Raw("updated_input", input).Answer()
}

func note(e gate.Event, text string) host.Answer {
	switch e {
	case gate.After, gate.SessionStart:
		return reply.JSON(nil).Text("additional_context", text).Answer()
	}
	return host.Answer{}
}
