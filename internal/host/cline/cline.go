package cline

import (
	"noclobber/gate"
	"noclobber/internal/host"
	"noclobber/internal/host/reply"
	"noclobber/internal/host/toolcall"
)

// Name is the HOST of `noclobber hook HOST`.
const Name = "cline"

// New returns the adapter; home is the user's home directory.
func New(home string) host.Adapter {
	return reply.Adapter{
		Decoder: toolcall.Dialect{
			Host: Name, Title: "Cline", Home: home,
			Can:   gate.Abilities{Rewrite: true, ReadTool: "read_files", EditTool: "editor", WriteTool: "editor", ShellTool: "run_commands"},
			Keys:  toolcall.Keys{Event: "hookName", Session: "taskId", Agent: "agent_id", CWD: "cwd", Tool: "name", Input: "input", ID: "id"},
			Event: event, Tool: describe, Answer: readAnswer, Shape: shape,
		},
		Form: reply.Form{Deny: deny, Rewrite: rewritten, Note: note, Blind: deny},
	}
}

func event(name string) (gate.Event, bool) {
	switch name {
	case "tool_call", "PreToolUse":
		return gate.Before, true
	case "tool_result", "PostToolUse":
		return gate.After, true
	case "agent_start", "agent_resume", "TaskStart", "TaskResume":
		return gate.SessionStart, true
	case "pre_compact", "PreCompact":
		return gate.Compact, true
	case "agent_end", "TaskComplete", "TaskCancel", "session_shutdown":
		return gate.Turn, true
	case "prompt_submit", "UserPromptSubmit", "agent_abort", "agent_error", "Notification":
		return gate.Other, true
	}
	return gate.Other, false
}

// shape puts the call's own fields to the top of the payload. What stands under preToolUse has every value turned into a
// text, and is not read.
func shape(p host.Object) (host.Object, string, error) {
	name, _, err := p.Text("hookName")
	if err != nil {
		return p, "", err
	}
	for _, key := range []string{"tool_call", "tool_result"} {
		inner, ok, err := p.Object(key, "id", "name", "input")
		if err != nil {
			return p, "", err
		}
		if ok {
			p = p.With(inner)
		}
	}
	roots, _, err := p.Texts("workspaceRoots")
	if err == nil && len(roots) > 0 {
		p = p.WithText("cwd", roots[0])
	}
	return p, name, err
}

// describe says what a call does. One tool creates and edits: with an old text, or a line to insert at, it edits.
func describe(call *gate.Call, in toolcall.Input) error {
	switch call.Tool {
	case "editor":
		switch {
		case in.Has("insert_line"):
			return in.InPlace(call)
		case in.Has("old_text"):
			return in.Edit(call)
		}
		return in.Write(call, "new_text")
	case "replace_in_file": // of the editor's extension; its diff is no patch that we read
		return in.InPlace(call)
	}
	return toolcall.Table{
		Write: "write_to_file new_file", Shell: "run_commands execute_command", Patch: "apply_patch",
		Harmless: "read_file read_files search_codebase search_files list_files list_code_definition_names fetch_web_content " +
			"web_search web_fetch ask_question ask_followup_question attempt_completion submit_and_exit skills use_skill plan_mode_respond new_task",
	}.Tool(call, in)
}

// readAnswer reads what the commands printed; they come as a list, one answer each.
func readAnswer(call *gate.Call, p host.Object) {
	all, ok, err := p.Objects("output")
	if err != nil || !ok || len(all) != 1 {
		return
	}
	if text, ok, err := all[0].Text("result"); err == nil && ok {
		toolcall.Shown(call, text)
	}
}

// deny ends the agent's run: the host has no softer refusal, and takes no notice of exit codes.
func deny(reason string) host.Answer {
	return reply.JSON(nil).True("cancel").Text("errorMessage", reason).Answer()
}

func rewritten(input []byte, context string) host.Answer {
	return reply.JSON(nil).Raw("overrideInput", input).Text("contextModification", context).Answer()
}

func note(e gate.Event, text string) host.Answer {
	switch e {
	case gate.Before, gate.After, gate.SessionStart:
		return reply.JSON(nil).Text("contextModification", text).Answer()
	}
	return host.Answer{}
}
