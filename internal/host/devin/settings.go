package devin

import (
	"path/filepath"

	"noclobber/internal/host"
	"noclobber/internal/host/hookfile"
)

// Settings wires the hook into Devin's hooks.v1.json, in which events stand at the top. Only a project's file is documented.
func Settings() host.Wiring {
	return hookfile.Format{
		Host: Name, Title: "Devin CLI", Files: places, Settings: isSettings, Events: events, Top: true,
		Before: `"type": "command", `, TimeoutKey: "timeout", Timeout: 60, MinTimeout: 10, Unit: "s",
		Samples: samples,
	}
}

func events() []hookfile.Event {
	return []hookfile.Event{
		hookfile.Starts("SessionStart"),
		hookfile.Checks("PreToolUse"),
		hookfile.Records("PostToolUse"),
		{Name: "Stop"},
		hookfile.Ends("SessionEnd"),
	}
}

func samples() []hookfile.Sample {
	return []hookfile.Sample{
		{Tool: "write", Shown: "write"},
		{Tool: "edit", Shown: "edit"},
		{Tool: "exec", Shown: "exec"},
		{Tool: "mcp_server_any_tool", Shown: "the tools of MCP servers (mcp_…)"},
	}
}

// places are the project's file.
func places(project, _ string, _ func(string) string) []host.Place {
	return []host.Place{
		{Scope: host.Shared, Path: filepath.Join(project, ".devin", "hooks.v1.json")},
	}
}

func isSettings(path string) bool {
	return hookfile.In(path, ".devin", "hooks.v1.json")
}
