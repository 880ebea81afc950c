package qwen

import (
	"path/filepath"

	"noclobber/internal/host"
	"noclobber/internal/host/hookfile"
	"noclobber/internal/host/jsonfile"
)

// Settings wires the hook into Qwen Code's settings.json; its time limits are in milliseconds.
func Settings() host.Wiring {
	return hookfile.Format{
		Host: Name, Title: "Qwen Code", Files: places, Settings: isSettings, Events: events,
		Before: `"name": "noclobber", "type": "command", `, TimeoutKey: "timeout", Timeout: 60000, MinTimeout: 10000, Unit: "ms",
		Samples: samples, Off: hooksOff,
	}
}

func events() []hookfile.Event {
	return []hookfile.Event{
		hookfile.Starts("SessionStart"),
		hookfile.Checks("PreToolUse"),
		hookfile.Records("PostToolUse"),
		hookfile.Fails("PostToolUseFailure"),
		hookfile.Forgets("PreCompact"),
		hookfile.Leaves("SubagentStop"),
		{Name: "Stop"},
		hookfile.Ends("SessionEnd"),
	}
}

func samples() []hookfile.Sample {
	return []hookfile.Sample{
		{Tool: "write_file", Shown: "write_file"},
		{Tool: "edit", Shown: "edit"},
		{Tool: "run_shell_command", Shown: "run_shell_command"},
		{Tool: "notebook_edit", Shown: "notebook_edit"},
		{Tool: "mcp_server_any_tool", Shown: "the tools of MCP servers (mcp_…)"},
	}
}

// places are the host's settings files.
func places(project, home string, env func(string) string) []host.Place {
	return []host.Place{
		{Scope: host.User, Path: filepath.Join(home, ".qwen", "settings.json")},
		{Scope: host.Shared, Path: filepath.Join(project, ".qwen", "settings.json")},
	}
}

func isSettings(path string) bool {
	return hookfile.In(path, ".qwen", "settings.json")
}

// hooksOff reads the switch that turns all hooks off.
func hooksOff(f *jsonfile.File) (off, said bool) {
	v := f.Root.Get("disableAllHooks")
	return f.Raw(v) == "true", v != nil
}
