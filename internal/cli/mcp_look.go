package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"noclobber/internal/build"
	"noclobber/internal/host/claude"
)

// companion is what there is to say of noclobber-mcp.
type companion struct {
	Path string `json:"path"`
	Says string `json:"version"` // in its own words
	Same bool   `json:"same"`    // it is of this program's build
}

// lookAtCompanion asks noclobber-mcp for its version; an error where there is none, or it does not run.
func lookAtCompanion() (companion, error) {
	path, err := findCompanion()
	if err != nil {
		return companion{}, err
	}
	c := companion{Path: path, Says: askVersion(path)}
	if c.Says == "" {
		return c, fmt.Errorf("%s does not tell its version", path)
	}
	c.Same = c.Says == build.This().Line(companionName)
	return c, nil
}

// mcpCheck is what doctor says of `noclobber mcp`.
type mcpCheck struct {
	companion
	Found      bool   `json:"found"`
	Registered string `json:"registered,omitempty"` // the command by which the project's .mcp.json starts it
}

// examineMCP looks for noclobber-mcp. That it is missing matters where something starts it.
func (c *checkup) examineMCP(s Streams) {
	text, _ := os.ReadFile(filepath.Join(s.Dir, claude.ServersFile)) // a missing file registers nothing
	c.MCP.Registered = claude.Servers{}.Registered(text)
	var err error
	c.MCP.companion, err = lookAtCompanion()
	c.MCP.Found = err == nil
	if command := c.MCP.Registered; command != "" {
		if err := (machine{}).Runnable(command); err != nil {
			c.add("mcp-missing", severityError, claude.ServersFile, fmt.Sprintf("%s starts %s, which cannot be started: %v", claude.ServersFile, command, err), "put noclobber on PATH, or run `noclobber uninstall --shared` and `noclobber init --mcp` again")
		}
	}
	switch {
	case err != nil && (c.MCP.Registered != "" || c.MCP.Path != ""):
		c.add("mcp-missing", severityError, claude.ServersFile, "noclobber mcp cannot be started: "+err.Error(), "run ./install.sh, or take noclobber's entry out of "+claude.ServersFile)
	case err == nil && !c.MCP.Same:
		c.add("mcp-other-build", severityWarning, c.MCP.Path, fmt.Sprintf("noclobber mcp refuses to start: %s is another build (%s)", c.MCP.Path, c.MCP.Says), "install both programs from one release or build: ./install.sh")
	}
}

func (m mcpCheck) print(page *bytes.Buffer) {
	switch {
	case !m.Found:
		fmt.Fprintf(page, "%s is not installed: noclobber mcp serves no documents\n", companionName)
	case m.Registered != "":
		fmt.Fprintf(page, "%s\n  %s, registered in %s\n", m.Says, m.Path, claude.ServersFile)
	default:
		fmt.Fprintf(page, "%s\n  %s, not registered here (noclobber init --mcp)\n", m.Says, m.Path)
	}
}
