package opencode

import (
	"strings"

	"noclobber/gate"
	"noclobber/internal/host"
	"noclobber/internal/host/reply"
	"noclobber/internal/host/toolcall"
)

// Name is the HOST of `noclobber hook HOST`.
const Name = "opencode"

// New returns the adapter; home is the user's home directory.
func New(home string) host.Adapter {
	return reply.Adapter{
		Decoder: toolcall.Dialect{
			Host: Name, Title: "OpenCode", Home: home,
			Can:   gate.Abilities{Rewrite: true, ReadTool: "read", EditTool: "edit", WriteTool: "write", ShellTool: "bash"},
			Keys:  toolcall.Keys{Event: "hook_event_name", Session: "sessionID", CWD: "cwd", Tool: "tool", Input: "args", ID: "callID", Response: "output"},
			Event: event, Tool: describe, Answer: readAnswer, Shape: shape,
		},
		Form: reply.Form{Deny: reply.Exit, Rewrite: rewritten, Note: note},
	}
}

func event(name string) (gate.Event, bool) {
	switch name {
	case "tool.execute.before":
		return gate.Before, true
	case "tool.execute.after":
		return gate.After, true
	case "session.created":
		return gate.SessionStart, true
	case "session.compacted":
		return gate.Compact, true
	case "session.idle":
		return gate.Turn, true
	case "session.deleted":
		return gate.SessionEnd, true
	}
	return gate.Other, false
}

// shape puts the fields of a callback's two arguments to the top: the plugin sends both as they are. Before a call its
// arguments stand in the second, which may change them; after it in the first.
func shape(p host.Object) (host.Object, string, error) {
	input, hasInput, err := p.Object("input", "tool", "sessionID", "callID", "args")
	if err != nil {
		return p, "", err
	}
	if !hasInput {
		return p, "", nil
	}
	name := ""
	switch {
	case p.Has("hook_event_name"):
	case input.Has("args"):
		name = "tool.execute.after"
	default:
		name = "tool.execute.before"
	}
	output, ok, err := p.Object("output", "args")
	if err != nil {
		return p, "", err
	}
	shaped := p.With(input)
	if ok {
		shaped = shaped.With(output)
	}
	return shaped, name, nil
}

func describe(call *gate.Call, in toolcall.Input) error {
	if call.Tool == "apply_patch" || call.Tool == "patch" { // GPT models have it instead of write and edit
		call.Host.Patches, call.Host.EditTool, call.Host.WriteTool = true, "apply_patch", "apply_patch"
	}
	return toolcall.Table{
		Read: "read", Write: "write", Edit: "edit", Edits: "multiedit", Shell: "bash", Patch: "apply_patch patch", Rewritable: true,
		Harmless: "glob grep list ls webfetch websearch codesearch todowrite todoread task skill question lsp plan_enter plan_exit invalid",
	}.Tool(call, in)
}

// readAnswer reads a command's output, or the file that was shown.
func readAnswer(call *gate.Call, p host.Object) {
	text, ok, err := p.Text("output")
	if err != nil || !ok {
		return
	}
	switch {
	case text == "(no output)":
		text = ""
	case call.Shell == "":
		text = between(text)
	}
	toolcall.Shown(call, text)
}

// between is the file's text in what the read tool shows: numbered lines in a frame, with a remark below.
func between(shown string) string {
	_, text, ok := strings.Cut(shown, "<content>\n")
	if !ok {
		return shown
	}
	if i := strings.LastIndex(text, "\n\n("); i >= 0 {
		return text[:i+1]
	}
	text, _, _ = strings.Cut(text, "</content>")
	return text
}

// rewritten is the plugin's own form: it puts args into the call and shows context with the tool's output.
func rewritten(input []byte, context string) host.Answer {
	return reply.JSON(nil).Raw("args", input).Text("context", context).Answer()
}

func note(e gate.Event, text string) host.Answer {
	switch e {
	case gate.Before, gate.After:
		return reply.JSON(nil).Text("context", text).Answer()
	}
	return host.Answer{}
}
