package copilot

import "noclobber/internal/host"

// Profile is what is known of the host.
func Profile() host.Profile {
	return host.Profile{
		Name: Name, Title: "Copilot CLI",
		Clients: []string{"copilot"}, Homes: []string{".copilot"},
		Measured: "1.0.102", Evidence: host.Driven,
		Refuses:  "JSON, with the reason",
		Rewrites: "the whole input",
		Receipts: "before and after the call",
		Fails:    "refused, but runs unchecked when it takes too long",
		Trust:    "a project's own hooks run only in a trusted folder; the user's always",
		OwnTrust: true,
		Enforced: "create, edit, apply_patch, shell commands that can be read, mapped MCP tools",
		Detected: "interpreters, scripts, unmapped tools",
		Unseen:   "text typed into a running shell (write_bash)",
	}
}
