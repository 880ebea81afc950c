package clients

import (
	"fmt"
	"path/filepath"

	"noclobber/internal/document"
	"noclobber/test/modelapi"
)

// codex writes and edits by patches, and reads by the shell. Its hooks run without a person's review because the flag says
// so: a review cannot be given without a terminal.
func codex() client {
	return client{
		host: "codex", pkg: "@openai/codex", program: "codex",
		settings: func(p *project, api string) {
			p.file(filepath.Join(p.home(), ".codex", "config.toml"), fmt.Sprintf(`model = "gpt-5.5"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"
[model_providers.scripted]
name = "scripted"
base_url = "%s/v1"
wire_api = "responses"
env_key = "DUMMY_KEY"
`, api))
		},
		args: func(prompt string) []string {
			return []string{"exec", "--dangerously-bypass-hook-trust", "--json", prompt}
		},
		env:   func(string) []string { return []string{"DUMMY_KEY=dummy"} },
		read:  func(path string) modelapi.Call { return execCommand("cat " + path) },
		write: func(path, content string) modelapi.Call { return applyPatch(document.EnvelopeOf(path, content)) },
		edit: func(path, old, now string) modelapi.Call {
			return applyPatch(document.EnvelopeEdit(path, old+"\n", now+"\n"))
		},
		shell:    execCommand,
		rewrites: true,
	}
}

func execCommand(command string) modelapi.Call {
	return modelapi.Call{Tool: "exec_command", Input: map[string]any{"cmd": command}}
}

func applyPatch(text string) modelapi.Call { return modelapi.Call{Tool: "apply_patch", Text: text} }
