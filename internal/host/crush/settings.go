package crush

import (
	"path/filepath"
	"strings"

	"noclobber/internal/host"
	"noclobber/internal/host/hookfile"
)

// Settings wires the hook into crush.json.
func Settings() host.Wiring {
	return hookfile.Format{
		Host: Name, Title: "Crush", Files: places, Settings: isSettings, Events: events, Flat: true,
		TimeoutKey: "timeout", Timeout: 60, MinTimeout: 10, Unit: "s", Samples: samples,
	}
}

func events() []hookfile.Event {
	return []hookfile.Event{hookfile.Checks("PreToolUse")}
}

func samples() []hookfile.Sample {
	return []hookfile.Sample{
		{Tool: "write", Shown: "write"},
		{Tool: "edit", Shown: "edit"},
		{Tool: "multiedit", Shown: "multiedit"},
		{Tool: "bash", Shown: "bash"},
		{Tool: "mcp_server_any_tool", Shown: "the tools of MCP servers (mcp_…)"},
	}
}

// places are the host's configuration files.
func places(project, home string, env func(string) string) []host.Place {
	return []host.Place{
		{Scope: host.User, Path: filepath.Join(configHome(home, env), "crush", "crush.json")},
		{Scope: host.Shared, Path: filepath.Join(project, "crush.json")},
	}
}

func isSettings(path string) bool {
	name := strings.TrimPrefix(filepath.Base(path), ".")
	return strings.EqualFold(name, "crush.json")
}

func configHome(home string, env func(string) string) string {
	if dir := env("XDG_CONFIG_HOME"); filepath.IsAbs(dir) {
		return dir
	}
	return filepath.Join(home, ".config")
}
