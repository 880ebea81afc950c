package codex

import (
	"strings"

	"noclobber/gate"
	"noclobber/internal/host"
	"noclobber/internal/host/reply"
	"noclobber/internal/host/toolcall"
)

// Name is the HOST of `noclobber hook HOST`.
const Name = "codex"

// New returns the adapter; home is the user's home directory.
func New(home string) host.Adapter {
	return reply.Adapter{
		Decoder: toolcall.Dialect{
			Host: Name, Title: "Codex", Home: home, Keys: toolcall.ClaudeKeys(), Can: abilities(),
			Event: toolcall.ClaudeEvent, Tool: describe, Answer: readAnswer, More: more,
		},
		Form: form(),
	}
}

func abilities() gate.Abilities {
	return gate.Abilities{Patches: true, ReadTool: "cat", EditTool: "apply_patch", WriteTool: "apply_patch", ShellTool: "the shell"}
}

// more lets a call be rewritten where the host asks nobody anyway: it takes a new input only together with "allow",
// which would skip its own prompt.
func more(_ toolcall.Dialect, call *gate.Call, p host.Object) error {
	mode, _, err := p.Text("permission_mode")
	call.Host.Rewrite = mode == "bypassPermissions"
	return err
}

// word is the host's word for an event whose hook may tell the model something.
func word(e gate.Event) string {
	switch e {
	case gate.Before:
		return "PreToolUse"
	case gate.After:
		return "PostToolUse"
	case gate.SessionStart:
		return "SessionStart"
	}
	return ""
}

// describe says what a call does. The host carries out a patch in a heredoc itself, without telling what came of it.
func describe(call *gate.Call, in toolcall.Input) error {
	if err := tools(call.Host.Rewrite).Tool(call, in); err != nil || call.Shell == "" {
		return err
	}
	_, err := in.PatchInShell(call)
	return err
}

func tools(rewritable bool) toolcall.Table {
	return toolcall.Table{
		Patch: "apply_patch", Rewritable: rewritable, Shell: "Bash shell exec_command local_shell",
		Harmless: "update_plan view_image web_search request_user_input get_goal wait_agent spawn_agent close_agent",
	}
}

// readAnswer reads what a command printed, below the host's own head.
func readAnswer(call *gate.Call, p host.Object) {
	text, ok, err := p.Text("tool_response")
	if err != nil || !ok {
		return
	}
	if strings.HasPrefix(text, "Exit code: ") {
		_, text, _ = strings.Cut(text, "\nOutput:\n")
	}
	toolcall.Shown(call, text)
}

// form is the nested form, in exactly the fields of the host's schema: an answer with another one is void, and the call
// runs. A new input counts only with "allow".
func form() reply.Form {
	f := reply.Nested("PreToolUse", word)
	f.Rewrite = func(input []byte, context string) host.Answer {
		inner := reply.JSON(nil).Text("hookEventName", "PreToolUse").Text("permissionDecision", "allow").
			Raw("updatedInput", input).Text("additionalContext", context)
		return reply.JSON(nil).Raw("hookSpecificOutput", inner.Bytes()).Answer()
	}
	return f
}
