package host

import (
	"errors"
	"path/filepath"
	"runtime"
	"strings"
)

// Absolute makes a path from a payload absolute and lexically clean, as the host
// would: `~` and `~/x` are below home, everything relative is below cwd. Links
// are not resolved. It fails where a path names nothing, or where what it is
// relative to is not known; the working directory of this process is no
// substitute, since a host may start its hooks anywhere.
func Absolute(path, cwd, home string) (string, error) {
	switch {
	case path == "":
		return "", errors.New("is empty")
	case strings.ContainsRune(path, 0):
		return "", errors.New("contains a NUL byte")
	}
	if rest, ok := cutHome(path); ok {
		if !filepath.IsAbs(home) {
			return "", errors.New("starts with ~ and the home directory is not known")
		}
		return filepath.Join(home, rest), nil
	}
	if filepath.IsAbs(path) {
		return filepath.Clean(path), nil
	}
	if !filepath.IsAbs(cwd) {
		return "", errors.New("is relative and the payload names no absolute cwd")
	}
	return filepath.Join(cwd, path), nil
}

// cutHome returns what stands behind ~ or ~/; ~name stays an ordinary name.
func cutHome(path string) (string, bool) {
	if path == "~" {
		return "", true
	}
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		return rest, true
	}
	if runtime.GOOS == "windows" {
		return strings.CutPrefix(path, `~\`)
	}
	return "", false
}
