package ledger

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"noclobber/internal/fsx"
)

// pathFile names a document in its state directory, for listings.
const pathFile = "path"

// settle makes a new document's directory durable and writes down whose it is. It runs once per document.
func (d *Doc) settle() error {
	name := d.real
	parent, local := d.store.local(d.real)
	if local {
		name = within(parent, d.real)
		d.store.remember(parent)
	}
	files := d.store.files
	if err := place(files, filepath.Join(d.dir, pathFile), []byte(name), true); err != nil {
		return err
	}
	const levels = 4 // the document's directory, docs, noclobber, and what holds that
	for dir, i := filepath.Dir(d.dir), 1; i < levels; dir, i = filepath.Dir(dir), i+1 {
		if err := files.SyncDir(dir); err != nil && !errors.Is(err, os.ErrPermission) {
			return err
		}
	}
	return nil
}

// remember notes a directory with local state, so that Documents finds it. It is no loss where that fails: the state
// home may be missing or read-only, which is what local state is for.
func (s *Store) remember(parent string) {
	root, err := s.root()
	if err != nil || strings.Contains(parent, "\n") || slices.Contains(s.places(root), parent) {
		return
	}
	_ = appendTo(s.files, filepath.Join(root, "places"), "\n"+parent+"\n")
}

// places returns the directories that were remembered.
func (s *Store) places(root string) []string {
	b, err := fsx.ReadFile(s.files, filepath.Join(root, "places"))
	if err != nil {
		return nil
	}
	return sortedUnique(strings.FieldsFunc(string(b), func(r rune) bool { return r == '\n' }))
}

// appendTo adds text to a file in one write, making both file and directory when they are missing.
func appendTo(files fsx.FS, path, text string) error {
	const flags = os.O_WRONLY | os.O_CREATE | os.O_APPEND
	f, err := files.OpenFile(path, flags, 0o600)
	if errors.Is(err, os.ErrNotExist) {
		if err = files.MkdirAll(filepath.Dir(path), 0o700); err == nil {
			f, err = files.OpenFile(path, flags, 0o600)
		}
	}
	if err != nil {
		return err
	}
	_, err = f.Write([]byte(text))
	return errors.Join(err, f.Close())
}

func sortedUnique(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}
