package clients

import (
	"fmt"

	"noclobber/test/modelapi"
)

func opencode() client {
	return client{
		host: "opencode", pkg: "opencode-ai", program: "opencode",
		settings: func(p *project, api string) {
			p.file(p.home()+"/.config/opencode/opencode.json", fmt.Sprintf(`{
  "$schema": "https://opencode.ai/config.json", "model": "scripted/scripted", "small_model": "scripted/scripted", "autoupdate": false, "share": "disabled", "snapshot": false, "lsp": false, "formatter": false,
  "provider": {"scripted": {"npm": "@ai-sdk/openai-compatible", "name": "scripted", "options": {"baseURL": "%s/v1", "apiKey": "dummy"},
    "models": {"scripted": {"name": "scripted", "limit": {"context": 100000, "output": 10000}}}}}
}`, api))
		},
		args: func(prompt string) []string { return []string{"run", prompt} },
		env: func(string) []string {
			return []string{"OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_MODELS_FETCH=1", "OPENCODE_DISABLE_LSP_DOWNLOAD=1"}
		},
		read:  func(path string) modelapi.Call { return call("read", "filePath", path) },
		write: func(path, content string) modelapi.Call { return call("write", "filePath", path, "content", content) },
		edit: func(path, old, now string) modelapi.Call {
			return call("edit", "filePath", path, "oldString", old, "newString", now)
		},
		shell:    func(command string) modelapi.Call { return call("bash", "command", command, "description", "scripted") },
		rewrites: true,
	}
}
