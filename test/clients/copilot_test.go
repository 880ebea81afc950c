package clients

import "noclobber/test/modelapi"

func copilot() client {
	return client{
		host: "copilot", pkg: "@github/copilot", program: "copilot",
		settings: func(*project, string) {},
		args: func(prompt string) []string {
			return []string{"--allow-all-tools", "--allow-all-paths", "--no-color", "--log-level", "none", "-p", prompt}
		},
		env: func(api string) []string {
			return []string{
				"COPILOT_PROVIDER_BASE_URL=" + api + "/v1", "COPILOT_PROVIDER_API_KEY=dummy", "COPILOT_PROVIDER_TYPE=openai",
				"COPILOT_MODEL=gpt-4.1", "COPILOT_OFFLINE=true", "COPILOT_AUTO_UPDATE=false",
			}
		},
		read:  func(path string) modelapi.Call { return call("view", "path", path) },
		write: func(path, content string) modelapi.Call { return call("create", "path", path, "file_text", content) },
		edit: func(path, old, now string) modelapi.Call {
			return call("edit", "path", path, "old_str", old, "new_str", now)
		},
		shell: func(command string) modelapi.Call {
			return call("bash", "command", command, "description", "scripted", "mode", "sync", "initial_wait", 10)
		},
		guards: true, // create fails where the file is there
	}
}
