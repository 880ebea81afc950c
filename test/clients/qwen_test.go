package clients

import "noclobber/test/modelapi"

func qwen() client {
	return client{
		host: "qwen", pkg: "@qwen-code/qwen-code", program: "qwen",
		settings: func(p *project, _ string) {
			p.file(p.home()+"/.qwen/settings.json", `{"security":{"auth":{"selectedType":"openai"}},"telemetry":{"enabled":false},"general":{"disableAutoUpdate":true,"enableAutoUpdate":false}}`)
		},
		args: func(prompt string) []string { return []string{"-y", "-p", prompt} },
		env: func(api string) []string {
			return []string{"OPENAI_API_KEY=dummy", "OPENAI_BASE_URL=" + api + "/v1", "OPENAI_MODEL=scripted"}
		},
		read: func(path string) modelapi.Call { return call("read_file", "file_path", path) },
		write: func(path, content string) modelapi.Call {
			return call("write_file", "file_path", path, "content", content)
		},
		edit: func(path, old, now string) modelapi.Call {
			return call("edit", "file_path", path, "old_string", old, "new_string", now)
		},
		shell: func(command string) modelapi.Call {
			return call("run_shell_command", "command", command, "description", "scripted", "is_background", false)
		},
		guards: true,
	}
}
