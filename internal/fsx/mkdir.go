package fsx

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// MkdirAll is os.MkdirAll, and durable: after a power loss each directory that is new still stands in its parent.
func MkdirAll(dir string, mode fs.FileMode) error {
	if isDir(dir) {
		return nil
	}
	parent := filepath.Dir(dir)
	if parent != dir {
		if err := MkdirAll(parent, mode); err != nil {
			return err
		}
	}
	err := os.Mkdir(dir, mode)
	switch {
	case err == nil:
		return syncDir(parent)
	case isDir(dir): // another process was first
		return nil
	case errors.Is(err, fs.ErrExist):
		return &fs.PathError{Op: "mkdir", Path: dir, Err: syscall.ENOTDIR}
	}
	return err
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
