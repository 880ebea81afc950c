package devin

import "noclobber/internal/host"

// Profile is what is known of the host.
func Profile() host.Profile {
	return host.Profile{
		Name: Name, Title: "Devin CLI",
		Clients: []string{"devin"}, Homes: []string{".devin"},
		Measured: "", Evidence: host.Documented,
		Refuses:  "JSON, with the reason",
		Receipts: "after the call",
		Fails:    "not documented",
		Enforced: "file tools that are told by the shape of their input, exec commands that can be read, mapped MCP tools",
		Detected: "interpreters, scripts, unmapped tools",
		Unseen:   "text typed into a running program",
	}
}
