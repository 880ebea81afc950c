package fsx

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Resolve returns the absolute path behind path: links are followed as the kernel does, ".." after them included, as
// far as names exist; the rest is appended as it stands. A link whose target is missing resolves to that target.
// Where names fold case the part that exists is spelled as the directory spells it, so that one file has one name.
// Links that never end fail with ErrLoop.
func Resolve(path string) (string, error) {
	abs, err := absolute(path)
	if err != nil {
		return "", err
	}
	w := walk{done: root(abs), todo: components(abs)}
	for len(w.todo) > 0 {
		onward, err := w.step()
		if err != nil {
			return "", fmt.Errorf("resolve %s: %w", path, err)
		}
		if !onward {
			break
		}
	}
	return filepath.Join(append([]string{spelled(w.done, FoldsCase)}, w.todo...)...), nil
}

// absolute does not clean: "link/.." is not where link stands.
func absolute(path string) (string, error) {
	if filepath.IsAbs(path) {
		return path, nil
	}
	cwd, err := os.Getwd()
	return cwd + string(filepath.Separator) + path, err
}

func root(abs string) string {
	return filepath.VolumeName(abs) + string(filepath.Separator)
}

func components(path string) []string {
	return strings.FieldsFunc(path[len(filepath.VolumeName(path)):], func(r rune) bool { return r < 0x80 && os.IsPathSeparator(uint8(r)) })
}

// walk follows a path name by name: done is free of links and exists.
type walk struct {
	done  string
	todo  []string
	links int
}

// step takes one name from todo. It reports false where the names that exist end.
func (w *walk) step() (onward bool, err error) {
	name := w.todo[0]
	switch name {
	case ".":
		w.todo = w.todo[1:]
		return true, nil
	case "..":
		w.done, w.todo = filepath.Dir(w.done), w.todo[1:]
		return true, nil
	}
	next := filepath.Join(w.done, name)
	info, err := os.Lstat(next)
	if missing(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	w.todo = w.todo[1:]
	if info.Mode()&os.ModeSymlink == 0 {
		w.done = next
		return true, nil
	}
	return true, w.follow(next)
}

func (w *walk) follow(link string) error {
	const most = 40 // as Linux
	if w.links++; w.links > most {
		return ErrLoop
	}
	target, err := os.Readlink(link)
	if err != nil {
		return err
	}
	if filepath.IsAbs(target) {
		w.done = root(target)
	}
	w.todo = append(components(target), w.todo...)
	return nil
}

// spelled returns path as its directories spell it, where they fold case. A directory that does not is taken to stand
// in one that does not either.
func spelled(path string, folds func(dir string) bool) string {
	dir, name := filepath.Split(path)
	dir = filepath.Clean(dir)
	if name == "" || !folds(dir) {
		return path
	}
	return filepath.Join(spelled(dir, folds), entryName(dir, name))
}

// entryName returns the entry of dir that name means.
func entryName(dir, name string) string {
	wanted, err := os.Lstat(filepath.Join(dir, name))
	if err != nil {
		return name
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return name
	}
	return matching(entries, name, wanted)
}

// matching returns the entry that is named so, else the one that is the wanted file under another case of the name,
// else (another form of the same Unicode text) the one that is the wanted file.
func matching(entries []fs.DirEntry, name string, wanted fs.FileInfo) string {
	best := name
	for _, e := range entries {
		if e.Name() == name {
			return name
		}
		if info, err := e.Info(); err != nil || !os.SameFile(info, wanted) {
			continue
		}
		if best == name || strings.EqualFold(e.Name(), name) {
			best = e.Name()
		}
	}
	return best
}
