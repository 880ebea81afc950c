package ledger

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"
)

// Doc is one document's log: locked for writing, or open for looking. It is for one goroutine.
type Doc struct {
	store     *Store
	real, dir string
	unlock    func() error // nil when opened by Read
	readOnly  bool
	views     map[string]View // a reader's, by context

	log   *stored
	last  frame   // the last committed frame; zero for an empty log
	torn  tornEnd // what a reader found behind it
	saved Tail    // as committed
	tail  Tail    // saved and what is staged
	dirty bool    // something is staged that no tail follows
	kept  []Stamp // versions staged
	bad   error   // what made staging fail; Commit returns it
}

// Path returns the document's real path.
func (d *Doc) Path() string { return d.real }

// Locked reports whether the document was opened for writing.
func (d *Doc) Locked() bool { return d.unlock != nil }

// Dir returns the directory that keeps its state.
func (d *Doc) Dir() string { return d.dir }

// TempDir returns where replacements of the document may be prepared, for fsx.ReplaceOptions. It removes what a writer
// that was killed left there an hour ago or earlier, so the document must be locked.
func (d *Doc) TempDir() string {
	dir := filepath.Join(d.dir, "tmp")
	entries, err := d.store.files.ReadDir(dir)
	if err != nil || d.readOnly {
		return dir
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > time.Hour {
			_ = d.store.files.Remove(filepath.Join(dir, e.Name()))
		}
	}
	return dir
}

// Tail returns the state after the last record, staged ones included.
func (d *Doc) Tail() Tail { return d.tail.clone() }

// Unlock closes the log and gives the lock back. What is staged and not committed is dropped.
func (d *Doc) Unlock() error {
	var err error
	if d.log != nil && d.log.file != nil {
		err = d.log.file.Close()
	}
	d.log = nil
	if d.unlock != nil {
		err = errors.Join(err, d.unlock())
		d.unlock = nil
	}
	if err != nil {
		return d.fail("unlock", err)
	}
	return nil
}

// fail says what was being done to which document, and where its state is.
func (d *Doc) fail(doing string, err error) error {
	return fmt.Errorf("%s %s (state in %s): %w", doing, d.real, d.dir, err)
}
