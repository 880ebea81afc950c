package pi

import "noclobber/internal/host"

// Profile is what is known of the host.
func Profile() host.Profile {
	return host.Profile{
		Name: Name, Title: "Pi",
		Clients: []string{"pi"}, Homes: []string{".pi"},
		Measured: "1.6.0", Evidence: host.Captured,
		Refuses:  "the extension blocks with the reason",
		Rewrites: "the extension changes the input",
		Receipts: "with the tool's result",
		Fails:    "refused (by the extension)",
		Enforced: "write, edit, shell commands that can be read",
		Detected: "interpreters, scripts, unmapped tools",
		Unseen:   "text typed into a running program",
	}
}
