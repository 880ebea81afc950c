package factory

import (
	"path/filepath"

	"noclobber/internal/host"
	"noclobber/internal/host/hookfile"
)

// Settings wires the hook into Droid's hooks.json.
func Settings() host.Wiring {
	return hookfile.Format{
		Host: Name, Title: "Factory Droid", Files: places, Settings: isSettings, Events: events,
		Before: `"type": "command", `, Match: "*", TimeoutKey: "timeout", Timeout: 60, MinTimeout: 10, Unit: "s",
		Samples: samples,
	}
}

func events() []hookfile.Event {
	return []hookfile.Event{
		hookfile.Starts("SessionStart"),
		hookfile.Checks("PreToolUse"),
		hookfile.Records("PostToolUse"),
		hookfile.Forgets("PreCompact"),
		hookfile.Leaves("SubagentStop"),
		{Name: "Stop"},
		hookfile.Ends("SessionEnd"),
	}
}

func samples() []hookfile.Sample {
	return []hookfile.Sample{
		{Tool: "Create", Shown: "Create"},
		{Tool: "Edit", Shown: "Edit"},
		{Tool: "ApplyPatch", Shown: "ApplyPatch"},
		{Tool: "Execute", Shown: "Execute"},
		{Tool: "mcp_server_any_tool", Shown: "the tools of MCP servers (mcp_…)"},
	}
}

// places are the files that hold nothing but hooks; settings.json may hold some, too.
func places(project, home string, env func(string) string) []host.Place {
	return []host.Place{
		{Scope: host.User, Path: filepath.Join(home, ".factory", "hooks.json")},
		{Scope: host.Shared, Path: filepath.Join(project, ".factory", "hooks.json")},
	}
}

func isSettings(path string) bool {
	return hookfile.In(path, ".factory", "hooks.json")
}
