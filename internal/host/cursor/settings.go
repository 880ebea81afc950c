package cursor

import (
	"path/filepath"
	"strings"

	"noclobber/internal/host"
	"noclobber/internal/host/hookfile"
)

// Settings wires the hook into Cursor's hooks.json.
func Settings() host.Wiring {
	return hookfile.Format{
		Host: Name, Title: "Cursor", Files: places, Settings: isSettings, Events: events, Flat: true,
		Head: `"version": 1`, TimeoutKey: "timeout", Timeout: 60, MinTimeout: 10, Unit: "s",
		ClosedKey: "failClosed", ClosedValue: "true", Samples: samples,
	}
}

func events() []hookfile.Event {
	return []hookfile.Event{
		hookfile.Starts("sessionStart"),
		hookfile.Checks("preToolUse").FailsClosed(),
		hookfile.Records("postToolUse"),
		hookfile.Fails("postToolUseFailure"),
		hookfile.Forgets("preCompact"),
		{Name: "stop"},
		hookfile.Ends("sessionEnd"),
	}
}

func samples() []hookfile.Sample {
	return []hookfile.Sample{
		{Tool: "Write", Shown: "Write"}, {Tool: "Delete", Shown: "Delete"}, {Tool: "Shell", Shown: "Shell"},
		{Tool: "MCP:any_tool", Shown: "the tools of MCP servers (MCP:…)"},
	}
}

// places are the host's settings files; a project's own run only in a workspace that the person trusts.
func places(project, home string, _ func(string) string) []host.Place {
	return []host.Place{
		{Scope: host.User, Path: filepath.Join(home, ".cursor", "hooks.json")},
		{Scope: host.Shared, Path: filepath.Join(project, ".cursor", "hooks.json")},
		{Scope: host.Managed, Path: "/etc/cursor/hooks.json"},
	}
}

func isSettings(path string) bool {
	return strings.EqualFold(filepath.Base(path), "hooks.json") &&
		strings.EqualFold(strings.TrimPrefix(filepath.Base(filepath.Dir(path)), "."), "cursor")
}
