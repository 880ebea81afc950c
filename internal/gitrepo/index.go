package gitrepo

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"noclobber/internal/staged"
)

// Next is the commit that `git commit` would make of the index: on HEAD, and in a merge on what is merged too. The error is
// ErrBare where there is no index.
func (r *Repo) Next() (staged.Commit, error) {
	var c staged.Commit
	var err error
	if c.Tree, c.Unmerged, err = r.index(); err != nil {
		return c, err
	}
	head, ok := r.Resolve("HEAD")
	if !ok {
		return c, nil // the first commit
	}
	others, err := r.merging()
	if err != nil {
		return c, err
	}
	c.Parents, c.Base, err = r.parents(append([]string{head}, others...))
	if err == nil {
		c.Parents[0].Name = "HEAD"
	}
	return c, err
}

// Modes of git's entries.
const (
	modeLink      = "120000"
	modeSubmodule = "160000"
)

func entryOf(mode, id string) staged.Entry {
	switch mode {
	case modeLink:
		return staged.Entry{Kind: staged.Link, ID: id}
	case modeSubmodule:
		return staged.Entry{Kind: staged.Submodule, ID: id}
	}
	return staged.Entry{Kind: staged.File, ID: id}
}

// index reads the index: GIT_INDEX_FILE where `git commit PATH` made one for its hooks.
func (r *Repo) index() (tree staged.Tree, unmerged []string, err error) {
	if r.Bare {
		return nil, nil, ErrBare
	}
	out, err := r.git("ls-files", "--stage", "-z", "--full-name", "--", ":/")
	if err != nil {
		return nil, nil, err
	}
	tree = staged.Tree{}
	for _, e := range entries(out) {
		meta, path, ok := strings.Cut(e, "\t")
		f := strings.Fields(meta)
		switch {
		case !ok || len(f) != 3:
			return nil, nil, fmt.Errorf("reading git's index: %q is no entry", e)
		case f[2] == "0":
			tree[path] = entryOf(f[0], f[1])
		case !slices.Contains(unmerged, path):
			unmerged = append(unmerged, path)
		}
	}
	return tree, unmerged, nil
}

// merging lists the commits that a merge under way brings in. Before `git merge` has written MERGE_HEAD, as in its
// pre-merge-commit hook, it names them in variables GITHEAD_<id>.
func (r *Repo) merging() ([]string, error) {
	file, err := r.GitPath("MERGE_HEAD")
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(file)
	if err == nil {
		return strings.Fields(string(text)), nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("reading what is being merged: %w", err)
	}
	var named []string
	for _, v := range os.Environ() {
		if id, ok := strings.CutPrefix(v, "GITHEAD_"); ok {
			id, _, _ = strings.Cut(id, "=")
			named = append(named, id)
		}
	}
	slices.Sort(named)
	return named, nil
}

// GitPath is where the repository keeps something: a work tree's own, or shared by all.
func (r *Repo) GitPath(name string) (string, error) {
	out, err := r.git("rev-parse", "--git-path", name)
	if err != nil {
		return "", err
	}
	path := filepath.FromSlash(strings.TrimSuffix(out, "\n"))
	if !filepath.IsAbs(path) {
		path = filepath.Join(r.cwd, path)
	}
	return path, nil
}
