package opencode

import (
	_ "embed" // the shim
	"path/filepath"
	"strings"

	"noclobber/internal/host"
	"noclobber/internal/host/ownfile"
)

// Settings wires the hook by a plugin of its own.
func Settings() host.Wiring {
	return ownfile.Format{Host: Name, Title: "OpenCode", Files: places, Named: isSettings, Text: text}
}

//go:embed plugin.js
var source string

// text is the plugin for a program.
func text(binary string) string {
	return ownfile.Fill(source, binary)
}

// places are the gate's files.
func places(project, home string, env func(string) string) []host.Place {
	return []host.Place{
		{Scope: host.User, Path: filepath.Join(filepath.Join(configHome(home, env), "opencode", "plugin"), "noclobber.js")},
		{Scope: host.Shared, Path: filepath.Join(filepath.Join(project, ".opencode", "plugin"), "noclobber.js")},
	}
}

func isSettings(path string) bool {
	return strings.EqualFold(filepath.Base(path), "noclobber.js")
}

func configHome(home string, env func(string) string) string {
	if dir := env("XDG_CONFIG_HOME"); filepath.IsAbs(dir) {
		return dir
	}
	return filepath.Join(home, ".config")
}
