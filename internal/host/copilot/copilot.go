package copilot

import (
	"strings"

	"noclobber/gate"
	"noclobber/internal/host"
	"noclobber/internal/host/reply"
	"noclobber/internal/host/toolcall"
)

// Name is the HOST of `noclobber hook HOST`.
const Name = "copilot"

// adapter speaks the dialect whose events begin with a small letter, and the other one where a payload is in it.
type adapter struct {
	toolcall.Dialect
	reply.Form
	pascal toolcall.Dialect
	nested reply.Form
}

// New returns the adapter; home is the user's home directory.
func New(home string) host.Adapter {
	small := toolcall.Dialect{
		Host: Name, Title: "Copilot CLI", Home: home, Can: abilities(),
		Keys: toolcall.Keys{
			Event: "hookEventName", Session: "sessionId", CWD: "cwd", Source: "source",
			Tool: "toolName", Input: "toolArgs", Response: "toolResult", Error: "error",
		},
		Event: event, Tool: describe, Answer: readAnswer, Shape: shape,
	}
	pascal := small
	pascal.Keys = toolcall.ClaudeKeys()
	pascal.Keys.ID, pascal.Keys.Response = "", "tool_result"
	pascal.Answer, pascal.Shape = ReadResult, nil
	return adapter{
		Dialect: small, Form: flat(),
		pascal: pascal, nested: reply.Nested("PreToolUse", toolcall.ClaudeWord),
	}
}

func abilities() gate.Abilities {
	return gate.Abilities{Rewrite: true, ReadTool: "view", EditTool: "edit", WriteTool: "create", ShellTool: "bash"}
}

// Decode reads one payload of either dialect: it is the spelling of an event's name in the settings that picks one.
func (a adapter) Decode(payload []byte) (gate.Call, error) {
	if p, err := host.Parse(payload); err == nil && p.Has(a.pascal.Keys.Event) {
		call, err := a.pascal.Decode(payload)
		call.Dialect = pascal
		return call, err
	}
	return a.Dialect.Decode(payload)
}

// pascal names the second dialect.
const pascal = "pascal"

// shape finds out which event a payload is about: in this dialect none says so.
func shape(p host.Object) (host.Object, string, error) {
	switch {
	case p.Has("hookEventName"):
		return p, "", nil
	case p.Has("toolResult"):
		return p, "postToolUse", nil
	case p.Has("toolName") && p.Has("error"):
		return p, "postToolUseFailure", nil
	case p.Has("toolName") || p.Has("toolArgs"):
		return p, "preToolUse", nil
	case p.Has("error"):
		return p, "errorOccurred", nil
	case p.Has("source") || p.Has("initialPrompt"):
		return p, "sessionStart", nil
	case p.Has("reason"):
		return p, "sessionEnd", nil
	case p.Has("agentName"), p.Has("agentId"):
		return p, "subagentStop", nil
	case p.Has("stopReason"):
		return p, "agentStop", nil
	case p.Has("prompt"):
		return p, "userPromptSubmitted", nil
	case p.Has("sessionId"):
		return p, "notification", nil
	}
	return p, "", nil
}

func event(name string) (gate.Event, bool) {
	switch name {
	case "preToolUse", "PreToolUse":
		return gate.Before, true
	case "postToolUse", "PostToolUse":
		return gate.After, true
	case "postToolUseFailure", "PostToolUseFailure":
		return gate.Failed, true
	case "sessionStart", "SessionStart":
		return gate.SessionStart, true
	case "preCompact", "PreCompact":
		return gate.Compact, true
	case "agentStop", "Stop":
		return gate.Turn, true
	case "sessionEnd", "SessionEnd":
		return gate.SessionEnd, true
	case "userPromptSubmitted", "UserPromptSubmit", "errorOccurred", "ErrorOccurred", "subagentStart", "SubagentStart",
		"subagentStop", "SubagentStop", "notification", "Notification", "permissionRequest", "PermissionRequest":
		return gate.Other, true
	}
	return gate.Other, false
}

// describe knows the tools under their own names and under those that the second dialect gives them.
func describe(call *gate.Call, in toolcall.Input) error {
	if in.Bare { // GPT-5 models have one file tool, whose argument is the patch itself
		call.Host.Rewrite, call.Host.Patches = false, true
		call.Host.EditTool, call.Host.WriteTool = "apply_patch", "apply_patch"
	}
	if call.Tool == "create" || call.Tool == "Write" {
		call.Host.Rewrite = false // it fails where the file is there, whatever its text is
	}
	return toolcall.Table{
		Read: "view Read read", Write: "create Write write", Edit: "edit Edit", Edits: "MultiEdit multi_edit",
		Shell: "bash Bash shell", PowerShell: "powershell PowerShell", Patch: "apply_patch",
		Harmless: "glob Glob grep Grep rg report_intent update_todo TodoWrite web_fetch WebFetch web_search WebSearch " +
			"ask_user think task Task read_agent list_agents show_file fetch_copilot_cli_documentation " +
			"read_bash list_bash stop_bash",
	}.Tool(call, in)
}

// readAnswer reads what a tool showed the model.
func readAnswer(call *gate.Call, p host.Object) {
	result(call, p, "toolResult", "resultType", "textResultForLlm")
}

// ReadResult reads the same in the second dialect, which also meets the hooks of .claude/settings.json.
func ReadResult(call *gate.Call, p host.Object) {
	result(call, p, "tool_result", "result_type", "text_result_for_llm")
}

func result(call *gate.Call, p host.Object, field, kind, text string) {
	answer, ok, err := p.Object(field)
	if err != nil || !ok {
		return
	}
	how, _, _ := answer.Text(kind)
	shown, _, _ := answer.Text(text)
	if how != "" && how != "success" {
		call.Response.Failed, call.Response.Error = true, shown
		return
	}
	if call.Shell != "" {
		shown = withoutShellLine(shown)
	}
	toolcall.Shown(call, shown)
}

// withoutShellLine cuts the line off that the host puts below a command's output.
func withoutShellLine(shown string) string {
	if i := strings.LastIndex(shown, "\n<shellId: "); i >= 0 && strings.HasSuffix(strings.TrimSpace(shown), ">") {
		return shown[:i]
	}
	return shown
}
