package fsx

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// FoldsCase tells whether names in dir that differ in case alone mean one file. It looks and never writes; for a
// directory that does not exist it answers for the nearest one above that does.
func FoldsCase(dir string) bool {
	for {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return foldsCase(dir)
		}
		up := filepath.Dir(dir)
		if up == dir {
			return false
		}
		dir = up
	}
}

// probe asks for an entry of dir in the other case, and where dir has none that would tell, for dir itself.
func probe(dir string) bool {
	f, err := os.Open(dir)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	names, _ := f.Readdirnames(64)
	for _, name := range names {
		if swapped := strings.Map(swapCase, name); swapped != name && slices.Contains(names, swapped) {
			return false // both stand there
		}
		if answer, told := otherCase(filepath.Join(dir, name)); told {
			return answer
		}
	}
	answer, _ := otherCase(filepath.Clean(dir))
	return answer
}

// otherCase tells whether path's last name with its case swapped is the same file. It does not tell for a name without
// ASCII letters, nor for a file that is gone again.
func otherCase(path string) (same, told bool) {
	dir, name := filepath.Split(path)
	swapped := strings.Map(swapCase, name)
	if swapped == name {
		return false, false
	}
	mine, err := os.Lstat(path)
	if err != nil {
		return false, false
	}
	other, err := os.Lstat(filepath.Join(dir, swapped))
	return err == nil && os.SameFile(mine, other), true
}

func swapCase(r rune) rune {
	switch {
	case 'a' <= r && r <= 'z':
		return r - 'a' + 'A'
	case 'A' <= r && r <= 'Z':
		return r - 'A' + 'a'
	}
	return r
}
