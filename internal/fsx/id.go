package fsx

import (
	"errors"
	"io/fs"
	"os"
)

// Stat returns the identity of what stands at path, a link itself included. A missing file is ID{}, without error.
func Stat(path string) (ID, error) {
	info, err := os.Lstat(path)
	if missing(err) {
		return ID{}, nil
	}
	if err != nil {
		return ID{}, err
	}
	return identify(info), nil
}

// Identify returns the identity of an open file.
func Identify(f *os.File) (ID, error) {
	info, err := f.Stat()
	if err != nil {
		return ID{}, err
	}
	return identify(info), nil
}

// Same tells whether a and b describe the same file with the same bytes, as far as the system can tell: two writes of
// equal length within one tick of the file system's clock look alike. Mode bits and link counts do not matter.
func (a ID) Same(b ID) bool {
	if !a.Exists || !b.Exists {
		return a.Exists == b.Exists
	}
	return a.Regular == b.Regular && a.Link == b.Link && a.Inode == b.Inode && a.Dev == b.Dev && a.Size == b.Size &&
		a.ModTime.Equal(b.ModTime) && a.ChangeTime.Equal(b.ChangeTime)
}

// ordinary returns the typed error for what cannot be a document. Absence is fine.
func (a ID) ordinary() error {
	switch {
	case a.Link:
		return ErrLink
	case a.Exists && !a.Regular:
		return ErrNotRegular
	}
	return nil
}

func identify(info fs.FileInfo) ID {
	id := ID{
		Exists:  true,
		Regular: info.Mode().IsRegular(),
		Dir:     info.IsDir(),
		Link:    info.Mode()&fs.ModeSymlink != 0,
		Size:    info.Size(),
		ModTime: info.ModTime(),
		Links:   1,
		Mode:    uint32(info.Mode().Perm()),
	}
	identifySystem(&id, info)
	return id
}

// missing also takes a path below a regular file: nothing can stand there either.
func missing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || notDirectory(err)
}
