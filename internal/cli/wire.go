package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"noclobber/internal/fsx"
	"noclobber/internal/host"
)

// backupSuffix names the copy of a settings file as it was before init first changed it.
const backupSuffix = ".noclobber-backup"

// settingsFile is a host's settings as they stand on disk.
type settingsFile struct {
	host.Place
	text  []byte
	id    fsx.ID // for a write that is not to undo somebody else's
	exist bool
}

// readSettings reads a settings file; one that is a link is read, and later written, where it leads to.
func readSettings(p host.Place) (settingsFile, error) {
	real, err := fsx.Resolve(p.Path)
	if err != nil {
		return settingsFile{}, fmt.Errorf("finding %s: %w", p.Path, err)
	}
	p.Path = real
	text, id, err := fsx.ReadSettled(real, fsx.ReadOptions{})
	if err != nil {
		return settingsFile{}, fmt.Errorf("reading %s: %w", real, err)
	}
	return settingsFile{Place: p, text: text, id: id, exist: id.Exists}, nil
}

// write replaces the settings, unless somebody else changed them since they were read.
func (f settingsFile) write(text []byte) error {
	if err := os.MkdirAll(filepath.Dir(f.Path), 0o777); err != nil {
		return err
	}
	opt := fsx.ReplaceOptions{IfID: &f.id}
	if f.Runs {
		opt.Mode = 0o755
	}
	err := fsx.Replace(f.Path, text, opt)
	if errors.Is(err, fsx.ErrChanged) {
		return hint(fmt.Errorf("%s changed while it was being edited; nothing was written to it", f.Path), "run the command again")
	}
	return err
}

// backUp keeps the settings as they were, once: a second run must not take its own work for the original.
func (f settingsFile) backUp() (made bool, err error) {
	path := f.Path + backupSuffix
	if !f.exist {
		return false, nil
	}
	if _, err := os.Lstat(path); err == nil {
		return false, nil
	}
	return true, fsx.Replace(path, f.text, fsx.ReplaceOptions{IfID: &fsx.ID{}, Mode: fs.FileMode(f.id.Mode)})
}

// entries puts entries of ours into a settings file and takes them out.
type entries interface {
	Wire(settings []byte, scope host.Scope, binary string) (out []byte, changed bool, err error)
	Unwire(settings []byte) (out []byte, changed bool, err error)
}

// wire puts entries into one settings file. what names them: "the hooks of claude".
func (l *steps) wire(what string, w entries, p host.Place, binary string) error {
	f, err := readSettings(p)
	if err != nil {
		return err
	}
	out, changed, err := w.Wire(f.text, p.Scope, binary)
	if err != nil {
		return hint(fmt.Errorf("%s cannot be edited: %w", f.Path, err), "mend the file, or wire another one with --user or --shared")
	}
	if !changed {
		l.add("kept", f.Path, "%s are wired already", what)
		return nil
	}
	made, err := f.backUp()
	if err != nil {
		return fmt.Errorf("keeping a copy of %s: %w", f.Path, err)
	}
	if err := f.write(out); err != nil {
		return err
	}
	note := what
	if made {
		note += "; what stood there before is kept in " + filepath.Base(f.Path) + backupSuffix
	}
	l.add("wired", f.Path, "%s", note)
	return nil
}

// unwire takes entries out of one settings file, and removes what is left of nothing.
func (l *steps) unwire(what string, w entries, p host.Place, keep ...string) error {
	f, err := readSettings(p)
	if err != nil || !f.exist || !bytes.Contains(f.text, []byte("noclobber")) {
		return err
	}
	out, changed, err := w.Unwire(f.text)
	if err != nil {
		return hint(fmt.Errorf("%s cannot be edited: %w", f.Path, err), "take the entries that start noclobber out by hand")
	}
	if !changed {
		return nil
	}
	if kept, err := os.ReadFile(f.Path + backupSuffix); err == nil && len(bytes.TrimSpace(out)) == 0 && holdsNothing(kept) {
		out = kept // there was a file before, with nothing in it
	}
	if len(out) > 0 {
		if err := f.write(out); err != nil {
			return err
		}
		l.add("unwired", f.Path, "%s", what)
		return l.dropBackup(f, out)
	}
	if err := os.Remove(f.Path); err != nil {
		return err
	}
	l.add("removed", f.Path, "it held nothing but %s", what)
	err = l.dropBackup(f, nil)
	removeEmpty(filepath.Dir(f.Path), keep)
	return err
}

// removeEmpty removes directories in which nothing is left, up to one that stays whatever is in it.
func removeEmpty(dir string, keep []string) {
	for range 3 {
		if slices.Contains(keep, dir) || os.Remove(dir) != nil {
			return // it fails unless nothing is in it, which is right
		}
		dir = filepath.Dir(dir)
	}
}

// holdsNothing reports whether settings are blank or an empty object.
func holdsNothing(settings []byte) bool {
	text := strings.Join(strings.Fields(string(settings)), "")
	return text == "" || text == "{}"
}

// dropBackup removes the copy from before init where the settings are as they were again.
func (l *steps) dropBackup(f settingsFile, now []byte) error {
	path := f.Path + backupSuffix
	kept, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case bytes.Equal(kept, now):
		return os.Remove(path)
	}
	l.add("kept", path, "it differs from %s as it is now; remove it when you need it no longer", filepath.Base(f.Path))
	return nil
}
