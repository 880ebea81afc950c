package fsx

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// staged are new bytes in a temp file. It must be closed before it can be renamed here.
type staged struct {
	temp   *os.File
	placed bool
	kept   bool
}

func newStaged(temp, _ string, mode fs.FileMode, _ bool) (*staged, error) {
	f, err := os.CreateTemp(temp, tempPrefix+"*"+tempSuffix)
	if err != nil {
		return nil, err
	}
	if mode&0o200 == 0 {
		_ = f.Chmod(mode) // read only is all that a mode says here
	}
	return &staged{temp: f}, nil
}

func (s *staged) file() *os.File { return s.temp }

func (s *staged) name() string { return s.temp.Name() }

func (s *staged) place(path string) error {
	if err := s.temp.Close(); err != nil {
		return err
	}
	err := os.Rename(s.temp.Name(), path)
	s.placed = err == nil
	return err
}

func (s *staged) keep() { s.kept = true }

func (s *staged) discard() {
	if s.placed {
		return
	}
	_ = s.temp.Close()
	if !s.kept {
		_ = os.Remove(s.temp.Name())
	}
}

func sameFilesystem(a, b string) bool {
	return strings.EqualFold(filepath.VolumeName(a), filepath.VolumeName(b))
}
