package cli

import (
	"os"
	"os/exec"
	"path/filepath"
)

// ownPath is the absolute path by which this program should be started later: the name on PATH where
// that is this very file, since a package manager may move what stands behind it; else the file itself.
func ownPath() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if onPath, err := exec.LookPath("noclobber"); err == nil && sameFile(onPath, self) {
		return filepath.Abs(onPath)
	}
	return self, nil
}
