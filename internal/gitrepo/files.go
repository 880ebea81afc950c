package gitrepo

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"noclobber/internal/fsx"
	"noclobber/internal/staged"
)

// Files shows a tree as package policy looks at a disk. What lies outside the repository, and what neither this tree nor
// the other one has (a policy that is not tracked), is read from disk.
type Files struct {
	repo  *Repo
	tree  staged.Tree
	other staged.Tree
}

// Files shows the tree; other is the one it is compared with.
func (r *Repo) Files(tree, other staged.Tree) Files { return Files{repo: r, tree: tree, other: other} }

// maxLinks bounds how many links a path may lead through.
const maxLinks = 40

// inside is a path from the top of the repository.
func (f Files) inside(name string) (rel string, ok bool) {
	rel, err := filepath.Rel(f.repo.Top, name)
	if err != nil || !filepath.IsLocal(rel) || rel == "." {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

// ReadFile is as os.ReadFile.
func (f Files) ReadFile(name string) ([]byte, error) {
	rel, ok := f.inside(name)
	if !ok {
		return os.ReadFile(name)
	}
	switch e := f.tree[rel]; e.Kind {
	case staged.File:
		return f.repo.Blob(e.ID)
	case staged.Link:
		real, err := f.Resolve(name)
		if err != nil || real == name {
			return nil, fmt.Errorf("reading %s: %w", rel, orNotExist(err))
		}
		return f.ReadFile(real)
	}
	if _, tracked := f.other[rel]; tracked {
		return nil, fs.ErrNotExist
	}
	return os.ReadFile(name)
}

func orNotExist(err error) error {
	if err == nil {
		return fs.ErrNotExist
	}
	return err
}

// Lstat is as os.Lstat, as far as kinds go. Where repositories begin only the disk knows.
func (f Files) Lstat(name string) (fs.FileInfo, error) {
	rel, ok := f.inside(name)
	if !ok || path.Base(rel) == ".git" {
		return os.Lstat(name)
	}
	e, ok := f.tree[rel]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return info{name: path.Base(rel), kind: e.Kind}, nil
}

// Resolve follows the links of the tree.
func (f Files) Resolve(name string) (string, error) {
	rel, ok := f.inside(name)
	if !ok {
		return fsx.Resolve(name)
	}
	return f.follow(rel, 0)
}

func (f Files) follow(rel string, depth int) (string, error) {
	if depth > maxLinks {
		return "", fmt.Errorf("%s leads through too many links", rel)
	}
	parts := strings.Split(rel, "/")
	for i := range parts {
		at := strings.Join(parts[:i+1], "/")
		if f.tree[at].Kind != staged.Link {
			continue
		}
		target, err := f.repo.Blob(f.tree[at].ID)
		if err != nil {
			return "", err
		}
		full := filepath.FromSlash(string(target))
		if !filepath.IsAbs(full) {
			full = filepath.Join(f.repo.Top, filepath.FromSlash(path.Dir(at)), full)
		}
		full = filepath.Join(append([]string{full}, parts[i+1:]...)...)
		if next, ok := f.inside(full); ok {
			return f.follow(next, depth+1)
		}
		return fsx.Resolve(full)
	}
	return filepath.Join(f.repo.Top, filepath.FromSlash(rel)), nil
}

// FoldsCase says what git says of this clone, or for places outside of it the disk.
func (f Files) FoldsCase(dir string) bool {
	if _, ok := f.inside(dir); ok || dir == f.repo.Top {
		return f.repo.folds
	}
	return fsx.FoldsCase(dir)
}

// info is what a tree tells of an entry.
type info struct {
	name string
	kind staged.Kind
}

func (i info) Name() string       { return i.name }
func (i info) Size() int64        { return 0 }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return i.kind == staged.Submodule }
func (i info) Sys() any           { return nil }

func (i info) Mode() fs.FileMode {
	switch i.kind {
	case staged.Link:
		return fs.ModeSymlink
	case staged.Submodule:
		return fs.ModeDir
	}
	return 0
}
