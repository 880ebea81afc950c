// Command noclobber is `set -o noclobber` for coding agents: no agent's write silently deletes
// what another one wrote.
package main

import (
	"os"

	"noclobber/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], cli.System()))
}
