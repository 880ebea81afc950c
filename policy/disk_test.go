package policy

import (
	"errors"
	"io/fs"
	"path"
	"strings"
	"time"
)

// disk is a small file system in memory, with slashes on every system that these tests run on.
type disk struct {
	files map[string]string // a name that ends in / is a directory
	links map[string]string
	folds bool
	fails map[string]error // what reading a file returns

	reads  map[string]int
	lstats int
	folded int // how often FoldsCase was asked
}

func newDisk(files map[string]string) *disk {
	return &disk{files: files, links: map[string]string{}, fails: map[string]error{}, reads: map[string]int{}}
}

// entry finds a name as the disk spells it.
func (d *disk) entry(name string) (string, bool) {
	for _, names := range []map[string]string{d.files, d.links} {
		for n := range names {
			n = strings.TrimSuffix(n, "/")
			for ; n != "" && n != "."; n = strings.TrimSuffix(path.Dir(n), "/") {
				if n == name || d.folds && strings.EqualFold(n, name) {
					return n, true
				}
			}
		}
	}
	return name, name == "/"
}

func (d *disk) isFile(name string) bool { _, ok := d.files[name]; return ok }

func (d *disk) ReadFile(name string) ([]byte, error) {
	d.reads[name]++
	real, err := d.Resolve(name)
	if err != nil {
		return nil, err
	}
	if err := d.fails[real]; err != nil {
		return nil, err
	}
	if text, ok := d.files[real]; ok {
		return []byte(text), nil
	}
	if _, there := d.entry(real); there {
		return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("is a directory")}
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

func (d *disk) Lstat(name string) (fs.FileInfo, error) {
	d.lstats++
	parent, err := d.Resolve(path.Dir(name))
	if err != nil {
		return nil, err
	}
	entry, there := d.entry(path.Join(parent, path.Base(name)))
	if !there {
		return nil, &fs.PathError{Op: "lstat", Path: name, Err: fs.ErrNotExist}
	}
	info := info{name: path.Base(entry)}
	if _, link := d.links[entry]; link {
		info.mode = fs.ModeSymlink
	} else if !d.isFile(entry) {
		info.mode = fs.ModeDir
	}
	return info, nil
}

func (d *disk) Resolve(name string) (string, error) { return d.resolve(name, 0) }

func (d *disk) resolve(name string, followed int) (string, error) {
	if followed > 20 {
		return "", errors.New("too many links")
	}
	at, rest := "/", strings.Split(strings.TrimPrefix(name, "/"), "/")
	for i, part := range rest {
		next, _ := d.entry(path.Join(at, part))
		if target, link := d.links[next]; link {
			if !path.IsAbs(target) {
				target = path.Join(at, target)
			}
			return d.resolve(path.Join(target, path.Join(rest[i+1:]...)), followed+1)
		}
		at = next
	}
	return at, nil
}

func (d *disk) FoldsCase(string) bool { d.folded++; return d.folds }

type info struct {
	name string
	mode fs.FileMode
}

func (i info) Name() string       { return i.name }
func (i info) Size() int64        { return 0 }
func (i info) Mode() fs.FileMode  { return i.mode }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return i.mode.IsDir() }
func (i info) Sys() any           { return nil }
