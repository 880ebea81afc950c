package fsx

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"noclobber/internal/fsx/fault"
)

// ReplaceOptions says how a document is replaced.
type ReplaceOptions struct {
	// TempDir holds the new bytes until they are in place: made when missing, and used where it is on the document's
	// file system. Otherwise they wait in a directory .noclobber-*.tmp beside the document: sync tools may see that.
	TempDir string
	// Mode of a file that is new, less the umask; 0 means 0644. An existing file keeps its own, and its owner where
	// this process may give files away.
	Mode fs.FileMode
	// IfID is what must stand there right before the new bytes take its place, else ErrChanged. With ID{} nothing may
	// stand there, and a file that appears in the last moment is not written over.
	IfID *ID
}

// Replace makes data the whole content of the document at path: another process sees the old bytes or the new ones,
// and after Replace returned so does a machine that lost power. Links and non-regular files are refused with ErrLink
// and ErrNotRegular. A file with several hard links keeps its inode: once the new bytes are safe beside it they are
// written over the old ones, and should that fail the old ones are put back. No failure leaves temp files behind.
//
// On Unix this is renameio (temp file, fsync, rename) with a directory fsync; Windows has no rename that is atomic in
// every case, os.Rename (MoveFileEx, replacing) is the best it offers.
func Replace(path string, data []byte, opt ReplaceOptions) error {
	r := replacement{path: path, data: data, opt: opt}
	if err := r.run(); err != nil {
		return fmt.Errorf("replace %s: %w", path, err)
	}
	return nil
}

type replacement struct {
	path string
	data []byte
	opt  ReplaceOptions
	old  ID // what stood there at the beginning
}

func (r *replacement) run() (err error) {
	if r.old, err = Stat(r.path); err != nil {
		return err
	}
	if err := errors.Join(r.old.ordinary(), r.expected(r.old)); err != nil {
		return err
	}
	dir := filepath.Dir(r.path)
	if r.opt.TempDir != "" && os.MkdirAll(r.opt.TempDir, 0o700) == nil && sameFilesystem(r.opt.TempDir, dir) {
		err := r.through(r.opt.TempDir)
		if !otherFilesystem(err) { // two mounts of one file system look the same and yet do not rename
			return err
		}
	}
	return r.beside(dir)
}

// expected tells whether now is what the caller looked at.
func (r *replacement) expected(now ID) error {
	if r.opt.IfID != nil && !now.Same(*r.opt.IfID) {
		return ErrChanged
	}
	return nil
}

// The names of temp directories beside documents.
const (
	tempPrefix = ".noclobber-"
	tempSuffix = ".tmp"
)

func (r *replacement) beside(dir string) error {
	sweep(dir)
	temp, err := os.MkdirTemp(dir, tempPrefix+"*"+tempSuffix)
	if err != nil {
		return err
	}
	err = r.through(temp)
	if kept := new(keptError); errors.As(err, &kept) {
		return err
	}
	return errors.Join(err, os.Remove(temp))
}

// sweep removes what writers that were killed left beside a document. Errors do not matter: the next one sweeps again.
func sweep(dir string) {
	const abandoned = 10 * time.Minute
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), tempPrefix) || !strings.HasSuffix(e.Name(), tempSuffix) {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > abandoned {
			_ = os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
}

// through writes the new bytes into temp, durably, and brings them from there to the document.
func (r *replacement) through(temp string) error {
	fault.At("replace.before-stage")
	s, err := r.stage(temp)
	if err != nil {
		return err
	}
	defer s.discard()
	fault.At("replace.staged")
	if err := r.recheck(); err != nil {
		return err
	}
	if err := r.place(s); err != nil {
		return err
	}
	fault.At("replace.placed")
	return syncDir(filepath.Dir(r.path))
}

// stage returns new bytes that are safe on disk, with the mode and owner of the old ones.
func (r *replacement) stage(temp string) (*staged, error) {
	s, err := newStaged(temp, r.path, r.mode(), r.old.Exists)
	if err != nil {
		return nil, err
	}
	if _, err = s.file().Write(r.data); err == nil {
		err = s.file().Sync()
	}
	if err != nil {
		s.discard()
		return nil, err
	}
	return s, nil
}

func (r *replacement) mode() fs.FileMode {
	switch {
	case r.old.Exists:
		return fs.FileMode(r.old.Mode)
	case r.opt.Mode != 0:
		return r.opt.Mode
	}
	return 0o644
}

func (r *replacement) recheck() error {
	if r.opt.IfID == nil {
		return nil
	}
	now, err := Stat(r.path)
	if err != nil {
		return err
	}
	return r.expected(now)
}

func (r *replacement) place(s *staged) error {
	switch {
	case r.old.Exists && r.old.Links > 1:
		return r.overwrite(s)
	case r.opt.IfID != nil && !r.old.Exists:
		return r.create(s)
	}
	return s.place(r.path)
}

// create puts the new bytes where nothing stands, and fails where something does: a hard link never replaces.
func (r *replacement) create(s *staged) error {
	err := os.Link(s.name(), r.path)
	switch {
	case err == nil:
		return nil // discard removes the other name
	case errors.Is(err, fs.ErrExist):
		return ErrChanged
	case otherFilesystem(err):
		return err
	}
	if err := r.recheck(); err != nil { // no hard links here
		return err
	}
	return s.place(r.path)
}

// overwrite keeps the inode.
func (r *replacement) overwrite(s *staged) error {
	f, err := openDocument(r.path, os.O_RDWR)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	old, err := io.ReadAll(f)
	if err != nil {
		return err
	}
	err = refill(f, r.data)
	if err == nil {
		return nil
	}
	if back := refill(f, old); back != nil {
		s.keep()
		return &keptError{cause: errors.Join(err, back), name: s.name()}
	}
	return err
}

func refill(f *os.File, data []byte) error {
	fault.At("replace.before-overwrite")
	if _, err := f.WriteAt(data, 0); err != nil {
		return err
	}
	fault.At("replace.overwritten")
	if err := f.Truncate(int64(len(data))); err != nil {
		return err
	}
	return f.Sync()
}

// keptError says that a document holds neither its old nor its new bytes, and where the new ones are.
type keptError struct {
	cause error
	name  string
}

func (e *keptError) Error() string {
	return fmt.Sprintf("the document is damaged, its new bytes are kept in %s: %v", e.name, e.cause)
}

func (e *keptError) Unwrap() error { return e.cause }
