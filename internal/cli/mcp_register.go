package cli

import (
	"fmt"
	"os/exec"
	"path/filepath"

	"noclobber/internal/host"
	"noclobber/internal/host/claude"
)

// serversPlace is the project's list of MCP servers.
func (s Streams) serversPlace() host.Place {
	return host.Place{Scope: host.Shared, Path: filepath.Join(s.Dir, claude.ServersFile)}
}

// registerMCP has Claude Code start `noclobber mcp` in this project. The file is the team's, so the program is named as
// PATH finds it where that can be.
func (s Streams) registerMCP(l *steps) error {
	binary, err := ownPath()
	if err != nil {
		return fmt.Errorf("finding this program: %w", err)
	}
	if onPath, err := exec.LookPath("noclobber"); err == nil && sameFile(onPath, binary) {
		binary = "noclobber"
	} else {
		l.next("%s names this machine's %s: put its directory on PATH and run `noclobber uninstall --shared`, then this again, before you commit it", claude.ServersFile, binary)
	}
	p := s.serversPlace()
	if err := l.wire("the entries of noclobber mcp", claude.Servers{}, p, binary); err != nil {
		return err
	}
	for _, path := range private(p) {
		if err := l.exclude(s.Dir, path); err != nil {
			return err
		}
	}
	if _, err := findCompanion(); err != nil {
		_, hints := explain(err)
		l.next("%v: %s", err, first(hints))
	}
	return nil
}

// unregisterMCP takes it back.
func (s Streams) unregisterMCP(l *steps) error {
	p := s.serversPlace()
	if err := l.unwire("the entries of noclobber mcp", claude.Servers{}, p, s.Dir, s.home()); err != nil {
		return err
	}
	for _, path := range private(p) {
		if err := l.include(s.Dir, path); err != nil {
			return err
		}
	}
	return nil
}
