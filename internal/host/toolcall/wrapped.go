package toolcall

import (
	"noclobber/gate"
	"noclobber/internal/host"
)

// Wrapped reads a tool that calls a tool of an MCP server: the call goes by the name that other hosts give it, so that
// the policies' maps find it. Its input stands inside another one and is not rewritten.
func (in Input) Wrapped(call *gate.Call, server, tool, arguments string) error {
	if !in.Has(server) || !in.Has(tool) {
		return in.Unknown()
	}
	if err := in.fields([]string{server, tool, arguments}); err != nil {
		return err
	}
	_, who, err := in.required(in.Object, []string{server})
	if err != nil {
		return err
	}
	_, what, err := in.required(in.Object, []string{tool})
	if err != nil {
		return err
	}
	inner, ok, err := in.Object.Input(arguments)
	if err != nil {
		return err
	}
	if ok && inner.Bare {
		return &host.PayloadError{Where: in.At(arguments), Offset: -1, Reason: "is a text and no object"}
	}
	call.Tool, call.Input = "mcp__"+who+"__"+what, inner.Raw
	call.Host.Rewrite = false
	return inner.Clear()
}

// Whole reports whether a list of edits is one whose old text is empty: it is the new text of the whole file.
func (in Input) Whole(list string) bool {
	items, ok, err := in.Objects(list)
	if err != nil || !ok || len(items) != 1 {
		return false
	}
	_, old, err := in.required(items[0], oldKeys())
	return err == nil && old == ""
}

// WholeEdit reads a write that comes as one edit of an empty text.
func (in Input) WholeEdit(call *gate.Call, list string) error {
	path, err := in.place(pathKeys(), []string{list})
	if err != nil {
		return err
	}
	edits, err := in.listed(list)
	if err != nil {
		return err
	}
	return done(call, gate.Op{
		Kind: gate.Write, Path: path, Via: call.Tool, Content: []byte(edits[0].New), HasContent: true,
	}, nil)
}
