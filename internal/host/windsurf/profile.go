package windsurf

import "noclobber/internal/host"

// Profile is what is known of the host.
func Profile() host.Profile {
	return host.Profile{
		Name: Name, Title: "Windsurf",
		Clients: []string{"windsurf"}, Homes: []string{".codeium/windsurf", ".windsurf"},
		Measured: "", Evidence: host.Documented,
		Refuses:  "exit code 2, the reason on stderr",
		Receipts: "not at all",
		Fails:    "runs unchecked",
		Enforced: "code writes by absolute path, shell commands that can be read, mapped MCP tools",
		Detected: "interpreters, scripts, unmapped tools",
		Unseen:   "what the host reads, so a whole write never has a base; text typed into a running program",
	}
}
