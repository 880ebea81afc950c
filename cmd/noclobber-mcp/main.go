// Command noclobber-mcp serves protected documents over the Model Context Protocol. `noclobber mcp` finds and starts it;
// it is a program of its own because every tool call pays for what links into the other one.
package main

import (
	"os"

	"noclobber/internal/mcpserver"
)

func main() {
	os.Exit(mcpserver.Main(os.Args[1:], mcpserver.System()))
}
