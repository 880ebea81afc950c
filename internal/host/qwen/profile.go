package qwen

import "noclobber/internal/host"

// Profile is what is known of the host.
func Profile() host.Profile {
	return host.Profile{
		Name: Name, Title: "Qwen Code",
		Clients: []string{"qwen"}, Homes: []string{".qwen"},
		Measured: "0.24.4", Evidence: host.Driven,
		Refuses:  "JSON, with the reason",
		Receipts: "after the call",
		Fails:    "runs unchecked",
		Trust:    "a project's own hooks run only in a trusted folder; the user's always",
		OwnTrust: true,
		Enforced: "write_file, edit, notebook_edit, shell commands that can be read, mapped MCP tools",
		Detected: "interpreters, scripts, unmapped tools",
		Unseen:   "text typed into a running program",
	}
}
