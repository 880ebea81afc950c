package fsx

import (
	"errors"

	"golang.org/x/sys/windows"
)

// openPlain is empty: links are refused by Lstat alone.
const openPlain = 0

func notDirectory(err error) bool { return errors.Is(err, windows.ERROR_DIRECTORY) }

func otherFilesystem(err error) bool { return errors.Is(err, windows.ERROR_NOT_SAME_DEVICE) }

// syncDir does nothing: directories cannot be flushed here, NTFS journals names itself.
func syncDir(string) error { return nil }
