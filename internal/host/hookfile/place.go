package hookfile

import (
	"path/filepath"
	"strings"
)

// In reports whether a path is that of the file called name in a folder called dir; neither's case counts, since some
// file systems fold it.
func In(path, dir, name string) bool {
	return strings.EqualFold(filepath.Base(path), name) && strings.EqualFold(filepath.Base(filepath.Dir(path)), dir)
}
