package gitrepo

import (
	"fmt"
	"strings"

	"noclobber/internal/staged"
)

// shortID is how many digits of a commit's id messages show.
const shortID = 10

// Resolve is the commit's id that a name stands for.
func (r *Repo) Resolve(name string) (id string, ok bool) {
	out, err := r.git("rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	return strings.TrimSpace(out), err == nil
}

// Short is a commit's id as messages show it.
func Short(id string) string { return id[:min(len(id), shortID)] }

// Tree lists a commit's files. It is not to be changed.
func (r *Repo) Tree(commit string) (staged.Tree, error) {
	if tree, known := r.trees[commit]; known {
		return tree, nil
	}
	out, err := r.git("ls-tree", "-r", "-z", "--full-tree", commit)
	if err != nil {
		return nil, err
	}
	tree := staged.Tree{}
	for _, e := range entries(out) {
		meta, path, ok := strings.Cut(e, "\t")
		f := strings.Fields(meta)
		if !ok || len(f) != 3 {
			return nil, fmt.Errorf("reading the tree of %s: %q is no entry", Short(commit), e)
		}
		tree[path] = entryOf(f[0], f[2])
	}
	r.trees[commit] = tree
	return tree, nil
}

// parents reads the trees of commits, and of what they have in common if there are several.
func (r *Repo) parents(ids []string) ([]staged.Parent, staged.Tree, error) {
	var all []staged.Parent
	for _, id := range ids {
		tree, err := r.Tree(id)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, staged.Parent{Name: Short(id), Tree: tree})
	}
	if len(ids) < 2 {
		return all, nil, nil
	}
	base, err := r.git(append([]string{"merge-base", "--octopus"}, ids...)...)
	if err != nil {
		return all, staged.Tree{}, nil // histories that have nothing in common
	}
	tree, err := r.Tree(strings.TrimSpace(base))
	return all, tree, err
}

// Commit reads a commit that exists.
func (r *Repo) Commit(id string) (c staged.Commit, err error) {
	if c.Tree, err = r.Tree(id); err != nil {
		return c, err
	}
	out, err := r.git("rev-list", "--parents", "--max-count=1", id)
	if err != nil {
		return c, err
	}
	if ids := strings.Fields(out)[1:]; len(ids) > 0 {
		c.Parents, c.Base, err = r.parents(ids)
	}
	return c, err
}

// Message is a commit's message.
func (r *Repo) Message(id string) ([]byte, error) {
	out, err := r.git("log", "--max-count=1", "--format=%B", id)
	return []byte(out), err
}

// Fork is where the history of to left that of from, or "" where they have nothing in common.
func (r *Repo) Fork(from, to string) string {
	out, err := r.git("merge-base", from, to)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(out)
}

// Since lists the commits of to that from lacks, oldest first: those that touch one of the paths, or all.
func (r *Repo) Since(from, to string, paths ...string) ([]string, error) {
	args := []string{"rev-list", "--reverse", "--topo-order", "--full-history", to}
	if from != "" {
		args = append(args, "^"+from)
	}
	args = append(args, "--")
	for _, p := range paths {
		args = append(args, ":(top,literal)"+p)
	}
	out, err := r.git(args...)
	return strings.Fields(out), err
}

// Shallow says that the clone lacks history.
func (r *Repo) Shallow() bool {
	out, err := r.git("rev-parse", "--is-shallow-repository")
	return err == nil && strings.TrimSpace(out) == "true"
}

// AddTrailers puts lines "Key: value" at the end of a commit message's file, those that it has already left out.
func (r *Repo) AddTrailers(file string, lines []string) error {
	args := []string{"-c", "trailer.ifexists=addIfDifferent", "interpret-trailers", "--in-place"}
	for _, l := range lines {
		args = append(args, "--trailer", l)
	}
	_, err := r.git(append(args, file)...)
	return err
}
