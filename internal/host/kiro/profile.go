package kiro

import "noclobber/internal/host"

// Profile is what is known of the host.
func Profile() host.Profile {
	return host.Profile{
		Name: Name, Title: "Kiro CLI",
		Clients: []string{"kiro-cli", "kiro"}, Homes: []string{".kiro"},
		Measured: "", Evidence: host.Documented,
		Refuses:  "exit code 2, the reason on stderr",
		Receipts: "not at all",
		Fails:    "runs unchecked",
		Enforced: "fs_write, str_replace, shell commands that can be read, mapped MCP tools",
		Detected: "interpreters, scripts, insertions by line number, unmapped tools",
		Unseen:   "whose session a call is, so nothing read is remembered; the second generation's hooks, which stand in an agent's file",
	}
}
