package clients

import "noclobber/test/modelapi"

func gemini() client {
	return client{
		host: "gemini", pkg: "@google/gemini-cli", program: "gemini",
		settings: func(p *project, _ string) {
			p.file(p.home()+"/.gemini/settings.json", `{"security":{"auth":{"selectedType":"gemini-api-key"}},"telemetry":{"enabled":false},"general":{"disableAutoUpdate":true,"enableAutoUpdate":false}}`)
		},
		args: func(prompt string) []string { return []string{"-y", "-m", "gemini-2.5-pro", "-p", prompt} },
		env: func(api string) []string {
			return []string{"GEMINI_API_KEY=dummy", "GOOGLE_GEMINI_BASE_URL=" + api, "GEMINI_CLI_TRUST_WORKSPACE=true"}
		},
		read: func(path string) modelapi.Call { return call("read_file", "file_path", path) },
		write: func(path, content string) modelapi.Call {
			return call("write_file", "file_path", path, "content", content)
		},
		edit: func(path, old, now string) modelapi.Call {
			return call("replace", "file_path", path, "instruction", "change", "old_string", old, "new_string", now)
		},
		shell: func(command string) modelapi.Call {
			return call("run_shell_command", "command", command, "description", "scripted")
		},
		rewrites: true,
	}
}

// call is a tool's call with fields in pairs of key and value.
func call(tool string, pairs ...any) modelapi.Call {
	input := map[string]any{}
	for i := 0; i+1 < len(pairs); i += 2 {
		input[pairs[i].(string)] = pairs[i+1]
	}
	return modelapi.Call{Tool: tool, Input: input}
}
