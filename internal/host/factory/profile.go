package factory

import "noclobber/internal/host"

// Profile is what is known of the host.
func Profile() host.Profile {
	return host.Profile{
		Name: Name, Title: "Factory Droid",
		Clients: []string{"droid"}, Homes: []string{".factory"},
		Measured: "", Evidence: host.Documented,
		Refuses:  "JSON, with the reason",
		Rewrites: "the whole input",
		Receipts: "before and after the call",
		Fails:    "runs unchecked",
		Trust:    "hooks are read at the start of a session",
		Enforced: "Create, Edit, ApplyPatch, shell commands that can be read, mapped MCP tools",
		Detected: "interpreters, scripts, unmapped tools",
		Unseen:   "text typed into a running program",
	}
}
