package mcpserver

import "github.com/modelcontextprotocol/go-sdk/mcp"

// readOnly are the hints of a tool that changes no document.
func readOnly(title string) *mcp.ToolAnnotations {
	return &mcp.ToolAnnotations{Title: title, ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: ptr(false), OpenWorldHint: ptr(false)}
}

// writes are the hints of a tool that changes one: destructive where it may take lines away, idempotent where the same
// call again changes nothing more.
func writes(title string, destructive, idempotent bool) *mcp.ToolAnnotations {
	return &mcp.ToolAnnotations{Title: title, DestructiveHint: ptr(destructive), IdempotentHint: idempotent, OpenWorldHint: ptr(false)}
}

func ptr[T any](v T) *T { return &v }
