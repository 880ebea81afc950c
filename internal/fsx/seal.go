package fsx

import (
	"errors"
	"io/fs"
	"os"
)

// writable are the bits that let somebody write.
const writable fs.FileMode = 0o222

// Seal makes a file read-only, and returns the permission bits that it had. As root, on a file system that has the
// attribute, it is made immutable as well: root does not mind permission bits, and a rename does not either.
func Seal(path string) (had fs.FileMode, err error) {
	info, err := os.Lstat(path)
	if err != nil {
		return 0, err
	}
	if id := identify(info); id.ordinary() != nil {
		return 0, id.ordinary()
	}
	had = info.Mode().Perm()
	if had&writable != 0 {
		if err := os.Chmod(path, had&^writable); err != nil {
			return had, err
		}
	}
	setImmutable(path, true) // where that is not permitted, the bits are all there is
	return had, nil
}

// Unseal gives a file the permission bits back that it had before it was sealed.
func Unseal(path string, mode fs.FileMode) error {
	setImmutable(path, false)
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode().Perm() == mode {
		return nil
	}
	if err != nil {
		return err
	}
	return os.Chmod(path, mode)
}

// Sealed reports whether a file is read-only.
func Sealed(id ID) bool { return id.Exists && fs.FileMode(id.Mode)&writable == 0 }
