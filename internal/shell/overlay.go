package shell

import (
	"path"
	"slices"
)

// An overlay is what the command's own operations so far make of the tree: patterns, directories and recursive
// copies further on in the same command meet it. What was removed is still seen, since it may not have been.
type overlay struct {
	names map[string][]string // directory → names made in it
	moved map[string]string   // directory → where what it holds came from
	dirs  map[string]bool     // directories made
	links map[string]string   // names made for other files
}

func newOverlay() overlay {
	return overlay{names: map[string][]string{}, moved: map[string]string{}, dirs: map[string]bool{}, links: map[string]string{}}
}

// note takes an operation into account.
func (a *analysis) note(op Op) {
	switch op.Kind {
	case Write, Append, InPlace, Touch:
		if a.hasDir(path.Dir(op.Path)) {
			a.addName(op.Path)
		}
	case Move:
		a.addName(op.To)
		if op.Tree {
			a.tree.moved[op.To] = op.Path
		}
	}
}

// hasDir reports whether a directory is there by now, as far as can be told: a file is not made without one.
func (a *analysis) hasDir(dir string) bool {
	if a.env.Stat == nil || a.tree.dirs[dir] {
		return true
	}
	isDir, _ := a.statReal(a.origin(dir))
	return isDir
}

// addName puts a path into its directory, and that into its own, up to one that exists.
func (a *analysis) addName(p string) {
	for p != "/" && p != "." {
		dir, base := path.Split(p)
		dir = path.Clean(dir)
		if slices.Contains(a.tree.names[dir], base) || len(a.tree.names[dir]) > maxRounds {
			return
		}
		a.tree.names[dir] = append(a.tree.names[dir], base)
		if _, exists := a.statReal(dir); exists || a.env.Stat == nil {
			return
		}
		a.tree.dirs[dir] = true
		p = dir
	}
}

// origin is where what a path names lay before the command moved directories.
func (a *analysis) origin(at string) string {
	for range maxLinks {
		moved := false
		for dir, rest := at, ""; dir != "/" && dir != "."; dir = path.Dir(dir) {
			if from, ok := a.tree.moved[dir]; ok {
				at, moved = path.Join(from, rest), true
				break
			}
			rest = path.Join(path.Base(dir), rest)
		}
		if !moved {
			break
		}
	}
	return at
}

// statReal asks Env about an absolute path.
func (a *analysis) statReal(at string) (dir, exists bool) {
	if a.env.Stat == nil || !a.spend.look() {
		return false, false
	}
	return a.env.Stat(native(at))
}

// stat tells about an absolute path as the command has it by now.
func (s *shell) stat(at value) (dir, exists bool) {
	text, ok := at.text()
	if !ok {
		return false, false
	}
	for range maxLinks {
		target, linked := s.linked(text)
		if !linked {
			break
		}
		text = target
	}
	if s.tree.dirs[text] {
		return true, true
	}
	if dir, exists = s.statReal(s.origin(text)); exists {
		return dir, true
	}
	parent, base := path.Split(text)
	return false, slices.Contains(s.tree.names[path.Clean(parent)], base)
}

// list names what is in a directory, given as the shell sees it.
func (s *shell) list(dir string) []string {
	if dir == "" {
		dir = "."
	}
	at, _ := s.locate(literal(dir))
	text, ok := at.text()
	if s.env.List == nil || !ok || text == "" || !s.spend.look() {
		return nil
	}
	names, err := s.env.List(native(s.origin(text)))
	if err != nil {
		names = nil
	}
	s.spend.looks -= len(names) / 16
	made := s.tree.names[text]
	if len(made) == 0 {
		return names
	}
	all := append(slices.Clone(names), made...)
	slices.Sort(all)
	return slices.Compact(all)
}

// sure reports whether a path exists for certain: it does now, and nothing before can have removed it.
func (s *shell) sure(p value) bool {
	at, ok := s.locate(p)
	if !ok || !at.known() || s.changed(at) {
		return false
	}
	_, exists := s.statReal(string(at))
	return exists
}
