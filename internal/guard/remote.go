package guard

import (
	"github.com/tidwall/gjson"

	"noclobber/gate"
	"noclobber/policy"
)

// isRemote reports whether a document's name is that of a remote one: scheme:name.
func isRemote(document string) bool {
	_, _, ok := policy.SplitRemote(document)
	return ok
}

func (t *target) remote() bool { return isRemote(t.Real) }

// dirs are the directories whose policies hold for remote documents and for tools: the call's own, then the project's,
// since an agent may have gone elsewhere, and a store's documents stay where they are.
func (g *Guard) dirs(cwd string) []string {
	if g.config.Project == "" || g.config.Project == cwd {
		return []string{cwd}
	}
	return []string{cwd, g.config.Project}
}

// find is the rule of a document: of a file by where it lies, of a remote one by where the call was made.
func (g *Guard) find(document, cwd string) (policy.Match, error) {
	scheme, name, ok := policy.SplitRemote(document)
	if !ok {
		return g.policies.Find(document)
	}
	return g.policies.FindDocument(scheme, name, g.dirs(cwd)...)
}

// Find is the rule of a document, which may be a remote one, as it holds where this guard's process works.
func (g *Guard) Find(document string) (policy.Match, error) { return g.find(document, g.config.From) }

// mappedRemote reads a tool's documents and text out of its input, for a tool of a store.
func mappedRemote(call gate.Call, tool policy.Tool, tools []policy.Tool) []gate.Op {
	if tool.Path == "" {
		return nil
	}
	beside := storeTools(call, tool, tools)
	var ops []gate.Op
	for _, name := range texts(gjson.GetBytes(call.Input, tool.Path)) {
		r := beside
		r.Name = name
		op := gate.Op{Kind: toolKind(tool.Kind), Path: tool.Scheme + ":" + name, Via: call.Tool, Remote: &r}
		if tool.To != "" {
			op.To = tool.Scheme + ":" + gjson.GetBytes(call.Input, tool.To).String()
		}
		fillContent(&op, call.Input, tool)
		if op.Kind == gate.Edit && tool.Edits == "" {
			op.Fields.Old, op.Fields.New = tool.Old, tool.New
		}
		ops = append(ops, op)
	}
	return ops
}

// storeTools are the tools that a store has beside the one of a call.
func storeTools(call gate.Call, own policy.Tool, tools []policy.Tool) gate.Remote {
	r := gate.Remote{Input: call.Input, Own: own}
	r.Own.Match = call.Tool
	for _, t := range tools {
		name, ok := nameBeside(call.Tool, t)
		if !ok || t.Scheme != own.Scheme {
			continue
		}
		t.Match = name
		addStoreTool(&r, t)
	}
	return r
}

// addStoreTool takes in a tool by its kind, the first of each.
func addStoreTool(r *gate.Remote, t policy.Tool) {
	for _, k := range []struct {
		kind string
		to   *policy.Tool
	}{{"read", &r.Read}, {"write", &r.Write}, {"edit", &r.Edit}, {"append", &r.Append}} {
		if t.Kind == k.kind && k.to.Match == "" {
			*k.to = t
		}
	}
}

// asMapped is a call in the terms of the map of its tool.
func (w work) asMapped(call gate.Call) gate.Call {
	if w.named != nil {
		call.Host = *w.named
	}
	if w.mapped == nil {
		return call
	}
	call.Ops = w.mapped // they stay what they are when the input is rewritten
	if r := call.Response; r != nil && w.mapped[0].Remote != nil && gjson.GetBytes(r.Raw, "isError").Bool() {
		failed := *r
		failed.Failed = true
		call.Response = &failed
	}
	return call
}
