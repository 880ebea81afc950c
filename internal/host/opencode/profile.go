package opencode

import "noclobber/internal/host"

// Profile is what is known of the host.
func Profile() host.Profile {
	return host.Profile{
		Name: Name, Title: "OpenCode",
		Clients: []string{"opencode"}, Homes: []string{".opencode", ".config/opencode"},
		Measured: "1.18.33", Evidence: host.Driven,
		Refuses:  "the plugin throws the reason",
		Rewrites: "the plugin changes the arguments",
		Receipts: "with the tool's output",
		Fails:    "refused (by the plugin)",
		Enforced: "write, edit, apply_patch, shell commands that can be read, mapped MCP tools",
		Detected: "interpreters, scripts, unmapped tools",
		Unseen:   "what a call that fails has done: it has no event after it",
	}
}
