package staged

import (
	"maps"
	"slices"
)

// Kind is what a tree has under a path.
type Kind uint8

// The kinds of entries. A submodule's files are no business of the tree around it.
const (
	File Kind = iota + 1
	Link
	Submodule
)

func (k Kind) String() string {
	switch k {
	case File:
		return "a file"
	case Link:
		return "a symbolic link"
	case Submodule:
		return "a submodule"
	}
	return "nothing"
}

// Entry is what a tree has under a path. Whether a file may be executed is of no interest here.
type Entry struct {
	Kind Kind
	ID   string // of the blob, or of a submodule's commit
}

// Tree is every entry of a commit or of the index, by its path with "/" from the top.
type Tree map[string]Entry

// Commit is a commit that may be made, or that was.
type Commit struct {
	Tree     Tree
	Parents  []Parent // none: it is the first
	Base     Tree     // of a merge: what its parents have in common
	Unmerged []string // paths whose conflicts are not resolved; not in Tree
}

// Parent is a commit on which another one builds.
type Parent struct {
	Name string // for messages: HEAD, or a commit's short id
	Tree Tree
}

// changed lists the paths at which two trees differ, in order.
func changed(before, after Tree) []string {
	var out []string
	for path, was := range before {
		if after[path] != was {
			out = append(out, path)
		}
	}
	for path := range after {
		if _, there := before[path]; !there {
			out = append(out, path)
		}
	}
	slices.Sort(out)
	return out
}

// parents are the commit's parents; the first commit builds on an empty tree.
func (c Commit) parents() []Parent {
	if len(c.Parents) == 0 {
		return []Parent{{Name: "nothing", Tree: Tree{}}}
	}
	return c.Parents
}

// without is a tree that lacks some paths.
func (t Tree) without(paths []string) Tree {
	if len(paths) == 0 {
		return t
	}
	out := maps.Clone(t)
	for _, p := range paths {
		delete(out, p)
	}
	return out
}
