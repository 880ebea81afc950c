package shell

import (
	"path"
	"runtime"
	"strings"
)

// locate makes a path absolute and clean. A result that is not known has holeAny. No place is given for an empty
// path, and for one that certainly did not exist before the command.
func (s *shell) locate(p value) (at value, ok bool) {
	at, ok = s.unclean(p)
	if !ok || at == holeAny {
		return at, ok
	}
	if strings.Contains(string(at), "/../") || strings.HasSuffix(string(at), "/..") {
		return clean(s.throughLinks(at)), true
	}
	return clean(at), true
}

// unclean makes a path absolute.
func (s *shell) unclean(p value) (at value, ok bool) {
	switch {
	case p == "" || p.fresh() && !p.has(holeAny):
		return "", false
	case p.has(holeAny):
		return holeAny, true
	case absolute(p):
		return p, true
	case s.dir.fresh():
		return "", false
	case s.dir.has(holeAny):
		return holeAny, true
	}
	return s.dir + "/" + p, true
}

// throughLinks replaces the links in front of "..": the system goes up from where a link leads, not from where it
// stands.
func (s *shell) throughLinks(at value) value {
	if s.env.Link == nil {
		return at
	}
	var done value
	for _, part := range strings.Split(string(at), "/") {
		if part != ".." {
			done += "/" + value(part)
			continue
		}
		done = clean("/" + done)
		for range maxLinks {
			text, ok := done.text()
			if !ok || !s.spend.look() {
				break
			}
			target, ok := s.env.Link(native(text))
			if !ok {
				break
			}
			if target = string(slashed(target)); !path.IsAbs(target) {
				target = path.Dir(text) + "/" + target
			}
			done = clean(value(target))
		}
		done = value(path.Dir(string(done)))
	}
	return done
}

func clean(p value) value { return value(path.Clean(string(p))) }

// absolute reports whether p starts at a root: /x, and C:/x on Windows.
func absolute(p value) bool {
	if strings.HasPrefix(string(p), "/") {
		return true
	}
	return len(p) > 2 && p[1] == ':' && p[2] == '/' && runtime.GOOS == "windows"
}

// device reports whether a path names no file that anyone keeps: /dev/null, /proc/self/fd/3.
func device(p value) bool {
	text := string(p)
	if strings.HasPrefix(text, "/dev/shm/") {
		return false
	}
	return strings.HasPrefix(text, "/dev/") || strings.HasPrefix(text, "/proc/")
}

// act records an operation on a path as the shell sees it, and returns its number or -1. Where the path is not
// known, that is recorded instead.
func (s *shell) act(op Op, p value) int {
	at, ok := s.locate(p)
	if !ok {
		return -1
	}
	return s.record(op, at)
}

// record records an operation on an absolute path, and returns its number or -1.
func (s *shell) record(op Op, at value) int {
	if device(at) {
		return -1
	}
	text, ok := at.text()
	if !ok {
		if op.Kind != Read && s.mayExist(at) {
			s.hide(op.Via+" "+at.show(), ReasonPath)
		}
		return -1
	}
	op.Background = s.background
	if op.Kind != Delete && op.Kind != Move {
		s.throughLink(op, text)
	}
	op.Path = text
	return s.add(op)
}

// throughLink records the operation also on the file that stands behind a link which the command itself made. Links
// that exist already are for the caller to resolve.
func (s *shell) throughLink(op Op, at string) {
	if len(s.tree.links) == 0 {
		return
	}
	for range maxLinks {
		target, ok := s.linked(at)
		if !ok {
			return
		}
		at = target
		op.Path = at
		s.add(op)
	}
}

// maxLinks is how many links are followed one after the other.
const maxLinks = 8

// linked resolves a path whose name, or one of its directories, is a link that the command made.
func (s *shell) linked(at string) (string, bool) {
	if len(s.tree.links) == 0 {
		return "", false
	}
	for dir, rest := at, ""; dir != "/" && dir != "."; dir = path.Dir(dir) {
		if target, ok := s.tree.links[dir]; ok {
			return path.Join(target, rest), true
		}
		rest = path.Join(path.Base(dir), rest)
	}
	return "", false
}

// mayExist reports whether a path that is known in part may be one of the existing files.
func (s *shell) mayExist(at value) bool {
	dir, base := path.Split(string(at))
	if value(dir).known() && !at.has(holeAny) && s.env.List != nil && s.spend.look() {
		names, err := s.env.List(native(path.Clean(dir)))
		if err != nil {
			return false
		}
		pattern := globHoles(value(base))
		for _, name := range names {
			if s.matches(pattern, name) {
				return true
			}
		}
		return false
	}
	return true
}

// globHoles turns a value into a pattern that matches all that it may be.
func globHoles(v value) string {
	var b strings.Builder
	for i := 0; i < len(v); i++ {
		if v[i] == 0 && i+1 < len(v) {
			switch i++; v[i] {
			case holeNumber[1]:
				b.WriteString("+([0-9])")
			case holeName[1], holeFresh[1]:
				b.WriteString("?*")
			default:
				b.WriteByte('*')
			}
			continue
		}
		escapePattern(&b, v[i])
	}
	return b.String()
}

// isDir reports whether a path is a directory, as far as that can be known: of those that exist now, and those that
// the command made.
func (s *shell) isDir(p value) bool {
	at, ok := s.locate(p)
	if !ok {
		return false
	}
	dir, _ := s.stat(at)
	return dir
}

// exists reports whether a path names something now; false also where it cannot be told.
func (s *shell) exists(p value) bool {
	at, ok := s.locate(p)
	if !ok {
		return false
	}
	_, exists := s.stat(at)
	return exists
}

// make notes that the command makes a directory, so that a later cd is known to succeed.
func (s *shell) make(p value) {
	if at, ok := s.locate(p); ok && at.known() {
		s.tree.dirs[string(at)] = true
		s.addName(string(at))
	}
}

// changed reports whether an operation so far may have changed whether a path exists.
func (s *shell) changed(at value) bool {
	if len(s.opaque) > 0 {
		return true
	}
	s.spend.step(len(s.ops) / 16)
	for _, op := range s.ops {
		if op.Kind == Read {
			continue
		}
		if within(string(at), op.Path) || op.To != "" && within(string(at), op.To) {
			return true
		}
	}
	return false
}

// removed reports whether the command may have taken a path away and not made it anew.
func (s *shell) removed(at string) bool {
	s.spend.step(len(s.ops) / 16)
	gone := false
	for _, op := range s.ops {
		switch {
		case (op.Kind == Delete || op.Kind == Move) && within(at, op.Path):
			gone = true
		case op.Kind == Touch && op.Path == at:
			gone = false
		}
	}
	return gone
}

// within reports whether p is dir or lies below it.
func within(p, dir string) bool {
	return p == dir || strings.HasPrefix(p, dir) && (strings.HasSuffix(dir, "/") || p[len(dir)] == '/')
}
