package policy

import "slices"

// opaqueKind marks a tool that a wider built-in map would get wrong.
const opaqueKind = "opaque"

// BuiltinTools are the maps of common MCP servers' tools. Servers are named by whoever configures them, so the common
// tool names are known under any server's name; a call whose input lacks what the map says is none of these tools.
// A read without Path touches no document.
func BuiltinTools() []Tool {
	return slices.Concat(desktopCommander(), agentClientProtocol(), filesystemServer())
}

// ownServer is `noclobber mcp`, under any name that says so: as a server of a project, of a person or of a plugin. Its
// writes have gone through the same engine when they are answered, so a hook has nothing to judge before them and
// nothing to find after them. It comes before all other maps: a lease that a hook took for such a call would be what the
// call waits for. A server of that name under another one is opaque, which finds nothing either.
func ownServer() []Tool {
	var own []Tool
	for _, name := range []string{"doc_read", "doc_append", "doc_splice", "doc_write", "doc_history", "doc_restore"} {
		own = append(own, Tool{Match: "mcp__*noclobber*__" + name, Kind: "read"})
	}
	return own
}

// filesystemServer is @modelcontextprotocol/server-filesystem 2026.8.31 (dist/index.js).
func filesystemServer() []Tool {
	return []Tool{
		{Match: "mcp__*__write_file", Kind: "write", Path: "path", Content: "content"},
		{Match: "mcp__*__edit_file", Kind: "edit", Path: "path", Edits: "edits", Old: "oldText", New: "newText", Dry: "dryRun"},
		{Match: "mcp__*__move_file", Kind: "move", Path: "source", To: "destination"},
		{Match: "mcp__*__read_text_file", Kind: "read", Path: "path", Result: "0.text"},
		{Match: "mcp__*__read_file", Kind: "read", Path: "path", Result: "0.text"},
		{Match: "mcp__*filesystem*__read_media_file", Kind: "read"},
		{Match: "mcp__*filesystem*__read_multiple_files", Kind: "read"},
		{Match: "mcp__*filesystem*__create_directory", Kind: "read"},
		{Match: "mcp__*filesystem*__list_directory", Kind: "read"},
		{Match: "mcp__*filesystem*__list_directory_with_sizes", Kind: "read"},
		{Match: "mcp__*filesystem*__directory_tree", Kind: "read"},
		{Match: "mcp__*filesystem*__search_files", Kind: "read"},
		{Match: "mcp__*filesystem*__get_file_info", Kind: "read"},
		{Match: "mcp__*filesystem*__list_allowed_directories", Kind: "read"},
	}
}

// agentClientProtocol is the server that editors (Zed and others) put before Claude Code's own file tools
// (@zed-industries/claude-code-acp 0.16.2, dist/mcp-server.js).
func agentClientProtocol() []Tool {
	return []Tool{
		{Match: "mcp__acp__Write", Kind: "write", Path: "file_path", Content: "content"},
		{Match: "mcp__acp__Edit", Kind: "edit", Path: "file_path", Old: "old_string", New: "new_string"},
		{Match: "mcp__acp__Read", Kind: "read", Path: "file_path"},
		{Match: "mcp__acp__Bash", Kind: "shell", Command: "command"},
		{Match: "mcp__acp__BashOutput", Kind: "read"},
		{Match: "mcp__acp__KillShell", Kind: "read"},
	}
}

// desktopCommander is @wonderwhy-er/desktop-commander 0.2.52 (dist/tools/schemas.js). Its write_file writes or appends as
// a mode in the input says, so no map fits it. Its read_file puts a line of its own before the text.
func desktopCommander() []Tool {
	return []Tool{
		{Match: "mcp__*commander*__write_file", Kind: opaqueKind},
		{Match: "mcp__*commander*__edit_block", Kind: "edit", Path: "file_path", Old: "old_string", New: "new_string"},
		{Match: "mcp__*commander*__read_file", Kind: "read", Path: "path"},
		{Match: "mcp__*commander*__start_process", Kind: "shell", Command: "command"},
	}
}
