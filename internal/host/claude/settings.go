package claude

import (
	"path/filepath"
	"runtime"
	"strings"

	"noclobber/internal/host"
	"noclobber/internal/host/hookfile"
	"noclobber/internal/host/jsonfile"
)

// Settings wires the hook into Claude Code's settings.json. The gate itself waits
// for another writer's lease (5 s by default) and for the disk, no longer.
func Settings() host.Wiring {
	return hookfile.Format{
		Host: Name, Title: "Claude Code", Files: places, Settings: isSettings, Events: events,
		Before: `"type": "command", `, Match: "*", Exec: true, Missing: missing,
		TimeoutKey: "timeout", Timeout: 60, MinTimeout: 10, Unit: "s",
		ClosedKey: "onFailure", ClosedValue: `"block"`,
		Samples: samples, Off: hooksOff, OnlyManaged: managedOnly, Plugin: pluginSwitch,
	}
}

// missing tells the user and the model that nothing is protected, in the one form that the client shows to both.
const missing = `{"systemMessage":"` + notInstalled + `","hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"` + notInstalled + `"}}`

const notInstalled = "noclobber is not installed here (no noclobber on PATH): the documents that .noclobber.toml names are not protected."

// events are those that the gate is wired to, in the order of a session. A hook
// that fails in PostToolBatch with onFailure "block" would end the agent's turn;
// after SessionStart, Stop and SessionEnd the client takes no notice of it.
func events() []hookfile.Event {
	return []hookfile.Event{
		hookfile.Starts(sessionStart),
		hookfile.Checks(preToolUse).FailsClosed(),
		hookfile.Records(postToolUse).FailsClosed(),
		hookfile.Fails(postFailure).FailsClosed(),
		{Name: postBatch, Open: true, Severity: host.Error, Without: "calls that the client or the user refused keep their lease until it runs out, and repairs wait for the next call"},
		{Name: preCompact},
		hookfile.Forgets(postCompact).Besides(preCompact),
		hookfile.Joins(subagentStart),
		hookfile.Leaves(subagentStop),
		{Name: stop, Severity: host.Warning, Without: "the end of background commands is not seen"},
		hookfile.Ends(sessionEnd),
	}
}

// samples stand for all tools: those that read, write or run, a tool of an MCP
// server, and one that a later client may bring.
func samples() []hookfile.Sample {
	return []hookfile.Sample{
		{Tool: "Read", Shown: "Read", Reads: true}, {Tool: "Write", Shown: "Write"}, {Tool: "Edit", Shown: "Edit"},
		{Tool: "NotebookEdit", Shown: "NotebookEdit"}, {Tool: "Bash", Shown: "Bash"},
		{Tool: "PowerShell", Shown: "PowerShell"}, {Tool: "Monitor", Shown: "Monitor"},
		{Tool: "mcp__server__any_tool", Shown: "the tools of MCP servers (mcp__…)"},
		{Tool: "AToolThatIsNotKnownYet", Shown: "tools that this client does not have yet"},
	}
}

// places are the client's settings files, the project's local one first: it is
// not committed, so it may name this machine's binary.
func places(project, home string, env func(string) string) []host.Place {
	return []host.Place{
		{Scope: host.Local, Path: filepath.Join(project, ".claude", "settings.local.json")},
		{Scope: host.User, Path: filepath.Join(configDir(home, env), "settings.json")},
		{Scope: host.Shared, Path: filepath.Join(project, ".claude", "settings.json")},
		{Scope: host.Managed, Path: managedPath()},
	}
}

// configDir is the client's own directory of a user.
func configDir(home string, env func(string) string) string {
	if dir := env("CLAUDE_CONFIG_DIR"); dir != "" {
		return dir
	}
	return filepath.Join(home, ".claude")
}

func managedPath() string {
	switch runtime.GOOS {
	case "darwin":
		return "/Library/Application Support/ClaudeCode/managed-settings.json"
	case "windows":
		return `C:\Program Files\ClaudeCode\managed-settings.json`
	}
	return "/etc/claude-code/managed-settings.json"
}

// isSettings reports whether a path is one of the client's settings files, in
// whichever project or home directory, or the hooks of a plugin.
func isSettings(path string) bool {
	dir, name := filepath.Split(path)
	if strings.EqualFold(name, "managed-settings.json") || hookfile.In(path, "hooks", "hooks.json") {
		return true
	}
	return strings.EqualFold(filepath.Base(dir), ".claude") &&
		(strings.EqualFold(name, "settings.json") || strings.EqualFold(name, "settings.local.json"))
}

// hooksOff reads the switch that turns all hooks off.
func hooksOff(f *jsonfile.File) (off, said bool) {
	v := f.Root.Get("disableAllHooks")
	return f.Raw(v) == "true", v != nil
}

// managedOnly reads the switch that leaves the administrator's hooks alone.
func managedOnly(f *jsonfile.File) bool {
	return f.Raw(f.Root.Get("allowManagedHooksOnly")) == "true"
}
