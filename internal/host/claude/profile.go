package claude

import "noclobber/internal/host"

// Profile is what is known of the host.
func Profile() host.Profile {
	return host.Profile{
		Name: Name, Title: "Claude Code",
		Clients: []string{"claude"}, Homes: []string{".claude"},
		Measured: "2.1.332", Evidence: host.Driven,
		Refuses:  "JSON, with the reason",
		Rewrites: "the whole input; no prompt is skipped",
		Receipts: "before and after the call, after a batch",
		Fails:    "refused (`onFailure`)",
		Enforced: "Write, Edit, NotebookEdit, shell commands that can be read, mapped MCP tools; subagents too",
		Detected: "interpreters, scripts, unmapped tools, background commands",
		Unseen:   "text typed into a running program; a session without the hook",
	}
}
