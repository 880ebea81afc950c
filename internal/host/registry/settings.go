package registry

import (
	"path/filepath"
	"strings"
)

// HookSettings are the settings files of all hosts.
type HookSettings struct{}

// Settings returns what the guard asks about a path before it lets a call write it.
func Settings() HookSettings { return HookSettings{} }

// IsSettings reports whether path is a settings file of any host.
func (HookSettings) IsSettings(path string) bool {
	for _, name := range Names() {
		if w, ok := Wiring(name); ok && w.IsSettings(path) {
			return true
		}
	}
	return false
}

// Weakens reports whether a change of the settings file at path takes the gate's
// entries away from a host that reads the file, or disarms them.
func (HookSettings) Weakens(path string, before, after []byte) bool {
	for _, name := range Names() {
		if w, ok := Wiring(name); ok && w.IsSettings(path) && w.Weakens(before, after) {
			return true
		}
	}
	return false
}

// Below lists the settings files that may lie in a directory or below it: those of a project, and of a user, at or above.
func (HookSettings) Below(dir string) []string {
	var found []string
	none := func(string) string { return "" }
	for base, up := dir, 0; up < 4; base, up = filepath.Dir(base), up+1 {
		for _, name := range Names() {
			w, ok := Wiring(name)
			if !ok {
				continue
			}
			for _, p := range w.Places(base, base, none) {
				if strings.HasPrefix(p.Path, strings.TrimSuffix(dir, string(filepath.Separator))+string(filepath.Separator)) {
					found = append(found, p.Path)
				}
			}
		}
	}
	return found
}
