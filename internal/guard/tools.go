package guard

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/policy"
)

// mappedOps are the operations of a tool that the host's adapter does not know, by the policies'
// [[tool]] tables. A tool that nobody maps may do anything: it is opaque.
func (g *Guard) mappedOps(call gate.Call, w *work) []gate.Op {
	tools, _ := g.policies.Tools(g.dirs(call.CWD)...) // a broken policy is refused where a write meets it
	tool, ok := mapOf(tools, call)
	if !ok {
		w.markOpaque("unknown tool")
		return nil
	}
	if tool.Dry != "" && gjson.GetBytes(call.Input, tool.Dry).Type == gjson.True {
		return nil
	}
	w.named = toolNames(tools, call)
	switch {
	case tool.Kind == "shell":
		return g.mappedShell(call, tool, w)
	case tool.Scheme != "":
		w.mapped = mappedRemote(call, tool, tools)
	default:
		w.mapped = g.mappedFile(call, tool)
		if w.mapped == nil && tool.Path != "" {
			w.markOpaque("no document in the tool's input")
		}
	}
	return w.mapped
}

// mapOf is the map of a call's tool: of several that fit, the first whose field the input has, else the first.
func mapOf(tools []policy.Tool, call gate.Call) (policy.Tool, bool) {
	first, ok := policy.FindTool(tools, call.Tool)
	if !ok || first.Field() == "" || gjson.GetBytes(call.Input, first.Field()).Exists() {
		return first, ok
	}
	for _, t := range tools {
		if t.Fits(call.Tool) && t.Scheme == first.Scheme && t.Field() != "" && gjson.GetBytes(call.Input, t.Field()).Exists() {
			return t, true
		}
	}
	return first, ok
}

// toolNames are the names for next steps in the terms of the tool just used: its server's own read and
// edit tools, where the policy maps them.
func toolNames(tools []policy.Tool, call gate.Call) *gate.Abilities {
	names := call.Host
	names.WriteTool = call.Tool
	for _, t := range slices.Backward(tools) {
		name, ok := nameBeside(call.Tool, t)
		switch {
		case !ok:
		case t.Kind == "read":
			names.ReadTool = name
		case t.Kind == "edit":
			names.EditTool = name
		}
	}
	return &names
}

// nameBeside is what a mapped tool is called under the server of another one; ok is false where its map does not tell.
func nameBeside(tool string, t policy.Tool) (name string, ok bool) {
	i := strings.LastIndex(tool, "__")
	if i < 0 {
		return "", false
	}
	name = tool[:i] + t.Match[max(0, strings.LastIndex(t.Match, "__")):]
	return name, !strings.ContainsAny(name, "*?[{") && t.Fits(name)
}

// mappedShell analyses the command text of a tool that runs commands.
func (g *Guard) mappedShell(call gate.Call, tool policy.Tool, w *work) []gate.Op {
	call.Command = gjson.GetBytes(call.Input, orDefault(tool.Command, "command")).String()
	if dir := gjson.GetBytes(call.Input, orDefault(tool.CWD, "cwd")).String(); dir != "" {
		call.CWD = g.absolute(call.CWD, dir)
	}
	if call.Command == "" {
		w.markOpaque("no command text")
		return nil
	}
	return g.shellOps(call, w)
}

// mappedFile reads a tool's paths and text out of its input.
func (g *Guard) mappedFile(call gate.Call, tool policy.Tool) []gate.Op {
	if tool.Path == "" {
		return nil
	}
	var ops []gate.Op
	for _, path := range texts(gjson.GetBytes(call.Input, tool.Path)) {
		op := gate.Op{Kind: toolKind(tool.Kind), Path: g.absolute(call.CWD, path), Via: call.Tool}
		if tool.To != "" {
			op.To = g.absolute(call.CWD, gjson.GetBytes(call.Input, tool.To).String())
		}
		fillContent(&op, call.Input, tool)
		ops = append(ops, op)
	}
	return ops
}

// texts are the strings of a result: one, or a list's.
func texts(r gjson.Result) []string {
	var out []string
	r.ForEach(func(_, v gjson.Result) bool {
		if v.Type == gjson.String && v.Str != "" {
			out = append(out, v.Str)
		}
		return true
	})
	return out
}

func fillContent(op *gate.Op, input []byte, tool policy.Tool) {
	switch op.Kind {
	case gate.Read:
		op.Answer = tool.Result
	case gate.Write, gate.Append:
		if content := gjson.GetBytes(input, tool.Content); tool.Content != "" && content.Type == gjson.String {
			op.Content, op.HasContent = []byte(content.Str), true
			op.Fields.Content = tool.Content
		}
	case gate.Edit:
		op.Edits = toolEdits(gjson.ParseBytes(input), tool)
	}
}

// toolEdits reads old and new texts, from a list or from the input itself.
func toolEdits(input gjson.Result, tool policy.Tool) []document.Edit {
	oldPath, newPath := orDefault(tool.Old, "old_string"), orDefault(tool.New, "new_string")
	one := func(r gjson.Result) document.Edit {
		return document.Edit{Old: r.Get(oldPath).String(), New: r.Get(newPath).String()}
	}
	if tool.Edits == "" {
		return []document.Edit{one(input)}
	}
	var edits []document.Edit
	for _, r := range input.Get(tool.Edits).Array() {
		edits = append(edits, one(r))
	}
	return edits
}

func toolKind(kind string) gate.Kind {
	switch kind {
	case "read":
		return gate.Read
	case "write":
		return gate.Write
	case "append":
		return gate.Append
	case "edit":
		return gate.Edit
	case "delete":
		return gate.Delete
	default:
		return gate.Move
	}
}

func orDefault(s, fallback string) string {
	if s == "" {
		return fallback
	}
	return s
}

// absolute makes a tool's path absolute and lexically clean.
func (g *Guard) absolute(cwd, path string) string {
	switch {
	case path == "~" || strings.HasPrefix(path, "~/"):
		return filepath.Join(g.config.Home, strings.TrimPrefix(path, "~"))
	case filepath.IsAbs(path):
		return filepath.Clean(path)
	default:
		return filepath.Join(cwd, path)
	}
}
