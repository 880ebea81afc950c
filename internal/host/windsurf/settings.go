package windsurf

import (
	"path/filepath"
	"strings"

	"noclobber/internal/host"
	"noclobber/internal/host/hookfile"
)

// Settings wires the hook into Windsurf's hooks.json. Its hooks have no matchers and no time limits.
func Settings() host.Wiring {
	return hookfile.Format{
		Host: Name, Title: "Windsurf", Files: places, Settings: isSettings, Events: events, Flat: true,
		Before: `"show_output": true, `, Samples: func() []hookfile.Sample { return nil },
	}
}

func events() []hookfile.Event {
	return []hookfile.Event{
		{Name: "pre_write_code", Before: true, Severity: host.Error, Without: "no write is checked before it runs"},
		{Name: "pre_run_command", Before: true, Severity: host.Error, Without: "no command is checked before it runs"},
		{Name: "pre_mcp_tool_use", Before: true, Severity: host.Error, Without: "no tool of an MCP server is checked before it runs"},
		{Name: "post_write_code", Severity: host.Error, Without: "writes are not recorded, and lines that a write overwrote are not put back"},
		{Name: "post_run_command", Severity: host.Error, Without: "what commands wrote is recorded only by the next call"},
		{Name: "post_mcp_tool_use", Severity: host.Error, Without: "what tools of MCP servers wrote is recorded only by the next call"},
	}
}

// places are the host's settings files.
func places(project, home string, _ func(string) string) []host.Place {
	return []host.Place{
		{Scope: host.User, Path: filepath.Join(home, ".codeium", "windsurf", "hooks.json")},
		{Scope: host.Shared, Path: filepath.Join(project, ".windsurf", "hooks.json")},
		{Scope: host.Managed, Path: "/etc/windsurf/hooks.json"},
	}
}

func isSettings(path string) bool {
	return strings.EqualFold(filepath.Base(path), "hooks.json") &&
		strings.EqualFold(strings.TrimPrefix(filepath.Base(filepath.Dir(path)), "."), "windsurf")
}
