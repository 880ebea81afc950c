package copilot

import (
	"path/filepath"
	"strings"

	"noclobber/internal/host"
	"noclobber/internal/host/hookfile"
)

// Settings wires the hook by a file of its own in a directory of which the host reads all.
func Settings() host.Wiring {
	return hookfile.Format{
		Host: Name, Title: "Copilot CLI", Files: places, Settings: isSettings, Events: events, Flat: true,
		Head: `"version": 1`, Before: `"type": "command", `, Exec: true, CommandKey: "exec", ShellKey: "bash",
		Missing:    "noclobber is not installed here: the documents that .noclobber.toml names are not protected.",
		TimeoutKey: "timeoutSec", Timeout: 60, MinTimeout: 10, Unit: "s", Samples: samples,
	}
}

func events() []hookfile.Event {
	return []hookfile.Event{
		hookfile.Starts("sessionStart"),
		hookfile.Checks("preToolUse"),
		hookfile.Records("postToolUse"),
		hookfile.Fails("postToolUseFailure"),
		hookfile.Ends("sessionEnd"),
	}
}

func samples() []hookfile.Sample {
	return []hookfile.Sample{
		{Tool: "create", Shown: "create"},
		{Tool: "edit", Shown: "edit"},
		{Tool: "apply_patch", Shown: "apply_patch"},
		{Tool: "bash", Shown: "bash"},
		{Tool: "mcp_server_any_tool", Shown: "the tools of MCP servers (mcp_…)"},
	}
}

// places are the gate's files; a project's own run only in a folder that the person trusts.
func places(project, home string, env func(string) string) []host.Place {
	return []host.Place{
		{Scope: host.User, Path: filepath.Join(copilotHome(home, env), "hooks", "noclobber.json")},
		{Scope: host.Shared, Path: filepath.Join(project, ".github", "hooks", "noclobber.json")},
	}
}

func isSettings(path string) bool {
	return strings.EqualFold(filepath.Ext(path), ".json") && strings.EqualFold(filepath.Base(filepath.Dir(path)), "hooks") &&
		strings.HasPrefix(strings.ToLower(filepath.Base(path)), "noclobber")
}

func copilotHome(home string, env func(string) string) string {
	if dir := env("COPILOT_HOME"); dir != "" {
		return dir
	}
	return filepath.Join(home, ".copilot")
}
