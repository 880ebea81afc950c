package pi

import (
	"noclobber/gate"
	"noclobber/internal/host"
	"noclobber/internal/host/reply"
	"noclobber/internal/host/toolcall"
)

// Name is the HOST of `noclobber hook HOST`.
const Name = "pi"

// New returns the adapter; home is the user's home directory.
func New(home string) host.Adapter {
	return reply.Adapter{
		Decoder: toolcall.Dialect{
			Host: Name, Title: "Pi", Home: home,
			Can:   gate.Abilities{Rewrite: true, ReadTool: "read", EditTool: "edit", WriteTool: "write", ShellTool: "bash"},
			Keys:  toolcall.Keys{Event: "type", Session: "session", CWD: "cwd", Source: "reason", Tool: "toolName", Input: "input", ID: "toolCallId"},
			Event: event, Tool: describe, Answer: readAnswer,
		},
		Form: reply.Form{Deny: reply.Exit, Rewrite: rewritten, Note: note},
	}
}

func event(name string) (gate.Event, bool) {
	switch name {
	case "tool_call":
		return gate.Before, true
	case "tool_result":
		return gate.After, true
	case "session_start":
		return gate.SessionStart, true
	case "session_compact":
		return gate.Compact, true
	case "agent_end":
		return gate.Turn, true
	case "session_shutdown":
		return gate.SessionEnd, true
	}
	return gate.Other, false
}

func describe(call *gate.Call, in toolcall.Input) error {
	return toolcall.Table{
		Read: "read", Write: "write", Edits: "edit", Shell: "bash", Harmless: "grep find ls",
	}.Tool(call, in)
}

// readAnswer reads what a tool showed, a list of parts.
func readAnswer(call *gate.Call, p host.Object) {
	if failed, _ := p.Flag("isError"); failed {
		call.Response.Failed = true
		return
	}
	parts, ok, err := p.Objects("content")
	if err != nil || !ok || len(parts) != 1 {
		return
	}
	if text, ok, err := parts[0].Text("text"); err == nil && ok && text != "(no output)" {
		toolcall.Shown(call, text)
	}
}

// rewritten is the extension's own form: it puts input into the call and shows context with the tool's result.
func rewritten(input []byte, context string) host.Answer {
	return reply.JSON(nil).Raw("input", input).Text("context", context).Answer()
}

func note(e gate.Event, text string) host.Answer {
	switch e {
	case gate.Before, gate.After:
		return reply.JSON(nil).Text("context", text).Answer()
	}
	return host.Answer{}
}
