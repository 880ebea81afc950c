//go:build !windows

package fsx

import (
	"io/fs"
	"os"
	"syscall"

	"github.com/google/renameio/v2"
)

// staged are new bytes in a temp file.
type staged struct {
	pending *renameio.PendingFile
	kept    bool
}

func newStaged(temp, path string, mode fs.FileMode, exists bool) (*staged, error) {
	opts := []renameio.Option{renameio.WithTempDir(temp), renameio.WithPermissions(mode)}
	if exists {
		opts = append(opts, renameio.IgnoreUmask())
	}
	pending, err := renameio.NewPendingFile(path, opts...)
	if err != nil {
		return nil, err
	}
	keepOwner(pending.File, path)
	return &staged{pending: pending}, nil
}

// keepOwner gives the new file to the old one's owner and group, as far as this process may.
func keepOwner(f *os.File, path string) {
	old, err := os.Lstat(path)
	if err != nil {
		return
	}
	st, ok := old.Sys().(*syscall.Stat_t)
	if !ok {
		return
	}
	uid, gid := int(st.Uid), int(st.Gid)
	if uid == os.Geteuid() && gid == os.Getegid() {
		return
	}
	if f.Chown(uid, gid) != nil {
		_ = f.Chown(-1, gid)
	}
}

func (s *staged) file() *os.File { return s.pending.File }

func (s *staged) name() string { return s.pending.Name() }

// place renames the temp file. renameio flushes once more first, which costs little: nothing is left to write.
func (s *staged) place(string) error { return s.pending.CloseAtomicallyReplace() }

func (s *staged) keep() { s.kept = true }

// discard removes the temp file unless it was placed or is to be kept.
func (s *staged) discard() {
	if s.kept {
		_ = s.pending.Close()
		return
	}
	_ = s.pending.Cleanup()
}

func sameFilesystem(a, b string) bool {
	ida, err := Stat(a)
	if err != nil {
		return false
	}
	idb, err := os.Stat(b) // a document's directory may be reached through a link
	return err == nil && ida.Dir && ida.Dev == identify(idb).Dev
}
