package cursor

import "noclobber/internal/host"

// Profile is what is known of the host.
func Profile() host.Profile {
	return host.Profile{
		Name: Name, Title: "Cursor",
		Clients: []string{"cursor-agent", "cursor"}, Homes: []string{".cursor"},
		Measured: "", Evidence: host.Documented,
		Refuses:  "JSON, with the reason",
		Rewrites: "the whole input",
		Receipts: "after the call",
		Fails:    "refused (`failClosed`)",
		Trust:    "a project's own hooks run only in a trusted workspace; the user's always",
		OwnTrust: true,
		Enforced: "Write, Delete, shell commands that can be read, mapped MCP tools",
		Detected: "interpreters, scripts, unmapped tools",
		Unseen:   "tab completions, which have no event before they write",
	}
}
