package gemini

import "noclobber/internal/host"

// Profile is what is known of the host.
func Profile() host.Profile {
	return host.Profile{
		Name: Name, Title: "Gemini CLI",
		Clients: []string{"gemini"}, Homes: []string{".gemini"},
		Measured: "0.61.0", Evidence: host.Driven,
		Refuses:  "JSON, with the reason",
		Rewrites: "the whole input",
		Receipts: "after the call",
		Fails:    "runs unchecked",
		Trust:    "a project's own hooks run only in a trusted folder; the user's always",
		OwnTrust: true,
		Enforced: "write_file, replace, shell commands that can be read, mapped MCP tools",
		Detected: "interpreters, scripts, unmapped tools",
		Unseen:   "an automatic compression (its event comes before every turn, compressed or not), so what was read before it still counts as known; text typed into a running program",
	}
}
