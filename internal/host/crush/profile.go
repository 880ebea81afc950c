package crush

import "noclobber/internal/host"

// Profile is what is known of the host.
func Profile() host.Profile {
	return host.Profile{
		Name: Name, Title: "Crush",
		Clients: []string{"crush"}, Homes: []string{".config/crush", ".crush"},
		Measured: "", Evidence: host.Documented,
		Refuses:  "JSON, with the reason",
		Rewrites: "the fields that change",
		Receipts: "before the call",
		Fails:    "runs unchecked",
		Enforced: "write, edit, multiedit, shell commands that can be read, mapped MCP tools",
		Detected: "everything that a call did: there is no event after it, so the next call finds out",
		Unseen:   "the calls of subagents",
	}
}
