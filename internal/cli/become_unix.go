//go:build unix

package cli

import (
	"fmt"
	"os"
	"syscall"
)

// become runs another program in place of this one.
func become(path string, args []string) error {
	return fmt.Errorf("starting %s: %w", path, syscall.Exec(path, args, os.Environ()))
}
