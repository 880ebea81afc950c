package pi

import (
	_ "embed" // the shim
	"path/filepath"
	"strings"

	"noclobber/internal/host"
	"noclobber/internal/host/ownfile"
)

// Settings wires the hook by an extension of its own.
func Settings() host.Wiring {
	return ownfile.Format{Host: Name, Title: "Pi", Files: places, Named: isSettings, Text: text}
}

//go:embed extension.ts
var source string

// text is the extension for a program.
func text(binary string) string {
	return ownfile.Fill(source, binary)
}

// places are the gate's files.
func places(project, home string, _ func(string) string) []host.Place {
	return []host.Place{
		{Scope: host.User, Path: filepath.Join(filepath.Join(home, ".pi", "agent", "extensions"), "noclobber.ts")},
		{Scope: host.Shared, Path: filepath.Join(filepath.Join(project, ".pi", "extensions"), "noclobber.ts")},
	}
}

func isSettings(path string) bool {
	return strings.EqualFold(filepath.Base(path), "noclobber.ts")
}
