package codex

import (
	"path/filepath"

	"noclobber/internal/host"
	"noclobber/internal/host/hookfile"
)

// Settings wires the hook into Codex's hooks.json. A person has to review a hook before it runs, once for each change of its
// line: so the line never changes without need.
func Settings() host.Wiring { return format() }

func format() hookfile.Format {
	return hookfile.Format{
		Host: Name, Title: "Codex", Files: places, Settings: isSettings, Events: events,
		Before: `"type": "command", `, TimeoutKey: "timeout", Timeout: 60, MinTimeout: 10, Unit: "s",
		Samples: samples,
	}
}

func events() []hookfile.Event {
	return []hookfile.Event{
		hookfile.Starts("SessionStart"),
		hookfile.Checks("PreToolUse"),
		hookfile.Records("PostToolUse"),
		{Name: "PreCompact"},
		hookfile.Forgets("PostCompact").Besides("PreCompact"),
		{Name: "Stop", Severity: host.Warning, Without: "what a turn leaves behind is recorded only by the next call"},
	}
}

func samples() []hookfile.Sample {
	return []hookfile.Sample{
		{Tool: "apply_patch", Shown: "apply_patch"}, {Tool: "Bash", Shown: "Bash"},
		{Tool: "mcp__server__any_tool", Shown: "the tools of MCP servers (mcp__…)"},
	}
}

// places are the files that hold nothing but hooks; config.toml may hold some, too.
func places(project, home string, env func(string) string) []host.Place {
	return []host.Place{
		{Scope: host.User, Path: filepath.Join(codexHome(home, env), "hooks.json")},
		{Scope: host.Shared, Path: filepath.Join(project, ".codex", "hooks.json")},
	}
}

func isSettings(path string) bool {
	return hookfile.In(path, ".codex", "hooks.json")
}

func codexHome(home string, env func(string) string) string {
	if dir := env("CODEX_HOME"); dir != "" {
		return dir
	}
	return filepath.Join(home, ".codex")
}
