package ledger

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"noclobber/internal/fsx"
)

// Store is all that noclobber keeps on this machine. It holds no open file; its methods may be called from anywhere.
type Store struct {
	home, stateHome string
	files           fsx.FS
}

// New returns the store below stateHome (XDG_STATE_HOME), or below home/.local/state where that is empty or relative.
// It does no I/O. files is the layer that the store works through; nil is the real file system.
func New(home, stateHome string, files fsx.FS) *Store {
	if files == nil {
		files = fsx.OS{}
	}
	return &Store{home: home, stateHome: stateHome, files: files}
}

// root is the directory of this machine's state.
func (s *Store) root() (string, error) {
	switch {
	case filepath.IsAbs(s.stateHome):
		return filepath.Join(s.stateHome, "noclobber"), nil
	case filepath.IsAbs(s.home):
		return filepath.Join(s.home, ".local", "state", "noclobber"), nil
	}
	return "", errors.New("no place for the state: neither XDG_STATE_HOME nor HOME names one")
}

// LocalName is the directory that, standing at or above a document, keeps its state.
const LocalName = ".noclobber"

// Dir returns the directory that keeps a document's state. real is its path as fsx.Resolve returns it, or
// "scheme:name" for a remote document. The answer depends on the document alone: two places for one document's lock
// would be no lock.
func (s *Store) Dir(real string) (string, error) {
	if !filepath.IsAbs(real) && !strings.Contains(real, ":") {
		return "", fmt.Errorf("%q is neither an absolute path nor scheme:name", real)
	}
	if parent, ok := s.local(real); ok {
		return filepath.Join(parent, LocalName, "docs", hashName(within(parent, real))), nil
	}
	root, err := s.root()
	if err != nil {
		return "", err
	}
	return filepath.Join(root, "docs", hashName(real)), nil
}

// local returns the nearest directory at or above the document that has a .noclobber directory.
func (s *Store) local(real string) (parent string, ok bool) {
	if !filepath.IsAbs(real) {
		return "", false
	}
	for dir := filepath.Dir(real); ; dir = filepath.Dir(dir) {
		if info, err := s.files.Lstat(filepath.Join(dir, LocalName)); err == nil && info.IsDir() {
			return dir, true
		}
		if dir == filepath.Dir(dir) {
			return "", false
		}
	}
}

// KeptElsewhere reports whether a document whose state lies beside it has a log in the user's state too, from before.
func (s *Store) KeptElsewhere(real string) bool {
	root, err := s.root()
	if _, ok := s.local(real); !ok || err != nil {
		return false
	}
	_, err = s.files.Lstat(filepath.Join(root, "docs", hashName(real), "log"))
	return err == nil
}

// within is real relative to parent, the same on every machine that mounts the tree somewhere else.
func within(parent, real string) string {
	return filepath.ToSlash(strings.TrimLeft(strings.TrimPrefix(real, parent), string(filepath.Separator)))
}

// hashName is the first 32 hexadecimal digits of the SHA-256 of parts joined by NUL.
func hashName(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// Lock opens a document's log for writing, alone: it takes the document's lock, makes the state directory on first
// use, and revalidates the log's end (a torn one is cut, its bytes kept). Unlock gives it back. When ctx is over first
// the error is ErrLocked.
func (s *Store) Lock(ctx context.Context, real string) (*Doc, error) {
	dir, err := s.Dir(real)
	if err != nil {
		return nil, err
	}
	d := &Doc{store: s, real: real, dir: dir}
	d.unlock, err = fsx.Lock(ctx, filepath.Join(dir, "lock"))
	if errors.Is(err, fsx.ErrLocked) {
		err = fmt.Errorf("%w: %w", ErrLocked, ctx.Err())
	}
	if err != nil {
		return nil, d.fail("lock", err)
	}
	if err := d.open(); err != nil {
		return nil, errors.Join(d.fail("open the log of", err), d.Unlock())
	}
	return d, nil
}

// Read opens a document's log for looking, without its lock: what is whole of it at this moment. It fails with
// ErrUnknown where nothing was ever recorded.
func (s *Store) Read(real string) (*Doc, error) {
	dir, err := s.Dir(real)
	if err != nil {
		return nil, err
	}
	d := &Doc{store: s, real: real, dir: dir, readOnly: true}
	if err := d.open(); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = ErrUnknown
		}
		return nil, errors.Join(d.fail("read the log of", err), d.Unlock())
	}
	return d, nil
}

// Look opens a document's log like Read, and an empty one where nothing was ever recorded. What is staged in it can be
// read and is never committed: that is how a change is tried out.
func (s *Store) Look(real string) (*Doc, error) {
	d, err := s.Read(real)
	if !errors.Is(err, ErrUnknown) {
		return d, err
	}
	return s.Blank(real)
}

// Blank is Look as if nothing had ever been recorded.
func (s *Store) Blank(real string) (*Doc, error) {
	dir, err := s.Dir(real)
	if err != nil {
		return nil, err
	}
	return &Doc{store: s, real: real, dir: dir, readOnly: true, log: &stored{}}, nil
}

// Documents returns the real paths of all documents with state here, sorted: those under the state home, and those
// whose state stands in a .noclobber directory that this machine has used.
func (s *Store) Documents() ([]string, error) {
	root, err := s.root()
	if err != nil {
		return nil, err
	}
	found, err := s.documentsIn(filepath.Join(root, "docs"), "")
	if err != nil {
		return nil, err
	}
	for _, parent := range s.places(root) {
		more, err := s.documentsIn(filepath.Join(parent, LocalName, "docs"), parent)
		if err != nil {
			return nil, err
		}
		found = append(found, more...)
	}
	return sortedUnique(found), nil
}

// documentsIn reads the path files below docs. Those in a local state directory are relative to parent.
func (s *Store) documentsIn(docs, parent string) ([]string, error) {
	entries, err := s.files.ReadDir(docs)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	var found []string
	for _, e := range entries {
		name, err := fsx.ReadFile(s.files, filepath.Join(docs, e.Name(), pathFile))
		if err != nil || len(name) == 0 {
			continue // a lock that never led to a record
		}
		if parent != "" {
			found = append(found, filepath.Join(parent, filepath.FromSlash(string(name))))
		} else {
			found = append(found, string(name))
		}
	}
	return found, nil
}
