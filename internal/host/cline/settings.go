package cline

import (
	"path/filepath"
	"strings"

	"noclobber/internal/host"
	"noclobber/internal/host/ownfile"
)

// Settings wires the hook by scripts that are named after their events.
func Settings() host.Wiring {
	return ownfile.Format{Host: Name, Title: "Cline", Files: places, Named: isSettings, Text: text}
}

// text is the script of either event: the payload tells which one it is. Exit codes are ignored, so one that cannot start
// the gate has to print its refusal.
func text(binary string) string {
	missing := `echo '{"cancel":true,"errorMessage":"noclobber cannot be started, so no call can be checked: run noclobber init cline again, or noclobber uninstall cline"}'`
	if !filepath.IsAbs(binary) {
		missing = "exit 0"
	}
	word := ownfile.Word(binary)
	return "#!/bin/sh\n# " + ownfile.Mark + binary + "\n" +
		"command -v " + word + " >/dev/null 2>&1 || { " + missing + "; exit 0; }\n" +
		"exec " + word + " hook " + Name + "\n"
}

// places are the gate's scripts.
func places(project, home string, _ func(string) string) []host.Place {
	return []host.Place{
		{Scope: host.User, Path: filepath.Join(home, ".cline", "hooks", "PreToolUse"), Runs: true},
		{Scope: host.User, Path: filepath.Join(home, ".cline", "hooks", "PostToolUse"), Runs: true},
		{Scope: host.Shared, Path: filepath.Join(project, ".cline", "hooks", "PreToolUse"), Runs: true},
		{Scope: host.Shared, Path: filepath.Join(project, ".cline", "hooks", "PostToolUse"), Runs: true},
	}
}

func isSettings(path string) bool {
	dir, name := filepath.Split(path)
	return strings.EqualFold(filepath.Base(dir), "hooks") && (name == "PreToolUse" || name == "PostToolUse")
}
