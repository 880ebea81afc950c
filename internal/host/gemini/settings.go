package gemini

import (
	"path/filepath"

	"noclobber/internal/host"
	"noclobber/internal/host/hookfile"
)

// Settings wires the hook into Gemini CLI's settings.json; its time limits are in milliseconds.
func Settings() host.Wiring {
	return hookfile.Format{
		Host: Name, Title: "Gemini CLI", Files: places, Settings: isSettings, Events: events,
		Before: `"name": "noclobber", "type": "command", `, TimeoutKey: "timeout", Timeout: 60000, MinTimeout: 10000, Unit: "ms",
		Samples: samples,
	}
}

func events() []hookfile.Event {
	return []hookfile.Event{
		hookfile.Starts("SessionStart"),
		hookfile.Checks("BeforeTool"),
		hookfile.Records("AfterTool"),
		// Before every turn the event comes with the trigger "auto", whether anything is compressed or not.
		{Name: "PreCompress", Match: "manual", Severity: host.Warning, Without: "after a compression the agent counts as having read what it has forgotten"},
		{Name: "AfterAgent"},
		hookfile.Ends("SessionEnd"),
	}
}

func samples() []hookfile.Sample {
	return []hookfile.Sample{
		{Tool: "write_file", Shown: "write_file"},
		{Tool: "replace", Shown: "replace"},
		{Tool: "run_shell_command", Shown: "run_shell_command"},
		{Tool: "mcp_server_any_tool", Shown: "the tools of MCP servers (mcp_…)"},
	}
}

// places are the host's settings files; a project's own run only in a folder that the person trusts.
func places(project, home string, env func(string) string) []host.Place {
	return []host.Place{
		{Scope: host.User, Path: filepath.Join(home, ".gemini", "settings.json")},
		{Scope: host.Shared, Path: filepath.Join(project, ".gemini", "settings.json")},
	}
}

func isSettings(path string) bool {
	return hookfile.In(path, ".gemini", "settings.json")
}
