package cli

import (
	"os"
	"os/exec"
	"path/filepath"

	"noclobber/internal/host"
	"noclobber/internal/host/claude"
	"noclobber/internal/host/registry"
)

// hostsHere are the hosts that are in use: the program is on PATH, or a directory of its own is in the user's home or
// in this project. Where none is found it is Claude Code.
func (s Streams) hostsHere() []string {
	var found []string
	for _, name := range registry.Names() {
		if profile, ok := registry.Profile(name); ok && s.inUse(profile) {
			found = append(found, name)
		}
	}
	if len(found) == 0 {
		return []string{claude.Name}
	}
	return found
}

func (s Streams) inUse(p host.Profile) bool {
	for _, program := range p.Clients {
		if _, err := exec.LookPath(program); err == nil {
			return true
		}
	}
	for _, dir := range p.Homes {
		for _, base := range []string{s.Dir, s.home()} {
			if info, err := os.Stat(filepath.Join(base, dir)); base != "" && err == nil && info.IsDir() {
				return true
			}
		}
	}
	return false
}

// trustNote says who has to agree before a host's hooks run that stand in settings of a scope.
func trustNote(name string, scope host.Scope) string {
	p, ok := registry.Profile(name)
	if !ok || p.Trust == "" || p.OwnTrust && scope == host.User {
		return ""
	}
	return p.Title + ": " + p.Trust
}
