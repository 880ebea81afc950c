package policy

import (
	"path/filepath"
	"strings"
)

// Builtin is what protects a path without a rule.
type Builtin uint8

// The kinds of paths that are always protected.
const (
	BuiltinPolicy   Builtin = iota + 1 // a policy file; an edit that only adds protection may pass (see Set.Weaker)
	BuiltinState                       // noclobber's own state
	BuiltinSettings                    // a host's settings, where noclobber's hooks are
)

// String is "policy", "state", "settings", or "" for no Builtin.
func (b Builtin) String() string {
	switch b {
	case BuiltinPolicy:
		return "policy"
	case BuiltinState:
		return "state"
	case BuiltinSettings:
		return "settings"
	}
	return ""
}

// builtin says what protects a path whatever the rules say.
func (s *Set) builtin(given, actual string) Builtin {
	if s.isPolicyFile(given, actual) {
		return BuiltinPolicy
	}
	for _, g := range s.extra {
		if s.within(given, g.path) || s.within(actual, g.path) || s.within(actual, s.real(g.path)) {
			return g.kind
		}
	}
	for _, g := range s.named {
		if s.hasElement(given, g.path) || s.hasElement(actual, g.path) {
			return g.kind
		}
	}
	return 0
}

// hasElement says whether a path leads to something of that name, or through it.
func (s *Set) hasElement(path, name string) bool {
	x, y := slash(path)+"/", "/"+name+"/"
	return strings.Contains(x, y) || strings.Contains(fold(x), fold(y)) && s.files.FoldsCase(filepath.Dir(path))
}

// isPolicyFile knows policy files by their name, by being the user's, and by being what a policy that is a link points to.
func (s *Set) isPolicyFile(given, actual string) bool {
	for _, path := range []string{given, actual} {
		if s.same(path, filepath.Join(filepath.Dir(path), FileName)) {
			return true
		}
	}
	if user := s.userFile; user != "" && (s.same(given, user) || s.same(actual, user) || s.same(actual, s.real(user))) {
		return true
	}
	for _, dir := range append([]string{filepath.Dir(actual), filepath.Dir(given)}, s.from...) {
		for _, l := range s.atOrAbove(dir) {
			if s.real(l.file) == actual {
				return true
			}
		}
	}
	return false
}

// same says whether two paths name one file, as far as letters can tell.
func (s *Set) same(a, b string) bool {
	x, y := slash(a), slash(b)
	return x == y || fold(x) == fold(y) && s.files.FoldsCase(filepath.Dir(b))
}

// within says whether path is dir or in it.
func (s *Set) within(path, dir string) bool {
	x, y := slash(path), slash(dir)
	if _, below := relativeTo(x, y); below {
		return true
	}
	_, below := relativeTo(fold(x), fold(y))
	return below && s.files.FoldsCase(filepath.Dir(dir))
}
