package shell

import "strings"

// create opens a file for output on descriptors, as > does: under the noclobber option, only one that is not there yet.
func (s *shell) create(target value, via string, fds ...int) {
	_, stream := standardStream(target)
	careful := s.options.noclobber && !stream
	if careful && s.kept(target) {
		s.refused = true
		s.complain()
		return
	}
	again := careful && s.mayBeMade(target)
	d := s.openFile(target, Write, via)
	if again {
		d.out.write(holeAny, s.maybe)
	}
	s.doubt = s.doubt || careful
	for _, n := range fds {
		s.setDescriptor(n, d)
	}
}

// kept reports whether the noclobber option keeps a file from being written over: it is there, and the command has not
// taken it away.
func (s *shell) kept(target value) bool {
	at, ok := s.locate(target)
	if !ok || !at.known() || device(at) || s.removed(string(at)) {
		return false
	}
	_, exists := s.statReal(string(at))
	return exists
}

// mayBeMade reports whether the command itself may have made a file, so that a redirection may fail that otherwise works.
func (s *shell) mayBeMade(target value) bool {
	at, ok := s.locate(target)
	return ok && !device(at) && (!at.known() || s.env.Stat == nil || s.changed(at))
}

// startOptions are the options that a shell's own command line switches on: bash -C -c text, bash -o noclobber file.
func (s *shell) startOptions(args []value) options {
	inner := s.fork()
	inner.options = options{}
	for len(args) > 0 && len(args[0]) > 1 && (args[0][0] == '-' || args[0][0] == '+') {
		arg := string(args[0])
		args = args[1:]
		if arg == "--" {
			break
		}
		if strings.HasPrefix(arg, "--") {
			continue
		}
		on := arg[0] == '-'
		inner.setFlags(value(arg[1:]), on)
		if len(args) > 0 && strings.HasSuffix(arg, "o") {
			inner.setNamed(string(args[0]), on)
			args = args[1:]
		} else if len(args) > 0 && strings.HasSuffix(arg, "O") {
			inner.setPattern(string(args[0]), on)
			args = args[1:]
		}
	}
	return inner.options
}
