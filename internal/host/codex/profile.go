package codex

import "noclobber/internal/host"

// Profile is what is known of the host.
func Profile() host.Profile {
	return host.Profile{
		Name: Name, Title: "Codex CLI",
		Clients: []string{"codex"}, Homes: []string{".codex"},
		Measured: "0.171.0", Evidence: host.Driven,
		Refuses:  "JSON, with the reason",
		Rewrites: "one file's patch, where the session asks nobody for approval (it takes a new input only with \"allow\")",
		Receipts: "before and after the call",
		Fails:    "runs unchecked",
		Trust:    "a person reviews each hook once (`/hooks`); until then it is skipped without a word",
		Enforced: "apply_patch (add, update, delete, move), shell commands that can be read, patches in a heredoc, mapped MCP tools",
		Detected: "interpreters, scripts; a patch in a heredoc has no event after it",
		Unseen:   "text typed into a running program (write_stdin); a session whose hooks nobody has reviewed",
	}
}
