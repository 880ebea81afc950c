//go:build !windows

package fsx

import (
	"errors"
	"os"
	"syscall"
)

// openPlain are the open flags that neither follow a link nor wait for a pipe's other end.
const openPlain = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

func notDirectory(err error) bool { return errors.Is(err, syscall.ENOTDIR) }

func otherFilesystem(err error) bool { return errors.Is(err, syscall.EXDEV) }

// syncDir makes the names in a directory durable.
func syncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
