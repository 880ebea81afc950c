package cli

import (
	"io"

	"github.com/spf13/cobra"

	"noclobber/internal/build"
)

func newVersion(s Streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "print the version",
		Example: "  noclobber version",
		Args:    takes(0, 0, "no arguments"),
		RunE:    func(*cobra.Command, []string) error { return printVersion(s, asJSON) },
	}
	jsonFlag(cmd, &asJSON)
	return cmd
}

// printVersion also tells the version of noclobber-mcp, where that is installed.
func printVersion(s Streams, asJSON bool) error {
	c, err := lookAtCompanion()
	if asJSON {
		out := struct {
			build.Build
			MCP *companion `json:"mcp,omitempty"`
		}{Build: build.This()}
		if err == nil {
			out.MCP = &c
		}
		return printJSON(s.Out, out)
	}
	text := build.This().Line("noclobber") + "\n"
	if err == nil {
		text += c.Says + "\n"
	}
	_, err = io.WriteString(s.Out, text)
	return err
}
