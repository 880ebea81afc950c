package cline

import "noclobber/internal/host"

// Profile is what is known of the host.
func Profile() host.Profile {
	return host.Profile{
		Name: Name, Title: "Cline",
		Clients: []string{"cline"}, Homes: []string{".cline"},
		Measured: "3.0.65", Evidence: host.Captured,
		Refuses:  "JSON; it ends the agent's run",
		Rewrites: "the whole input",
		Receipts: "before and after the call",
		Fails:    "runs unchecked; where the program is missing, the script refuses",
		Enforced: "editor, shell commands that can be read, mapped MCP tools",
		Detected: "interpreters, scripts, insertions by line number, replace_in_file",
		Unseen:   "text typed into a running program",
	}
}
