package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

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

// switches reports whether a trap may switch noclobber between two commands: those that run behind each, and those that
// speak of options or call what can.
func (s *shell) switches(text string, signals []value) bool {
	if text == "" {
		return false
	}
	for _, signal := range signals {
		name := strings.TrimPrefix(strings.ToUpper(string(signal)), "SIG")
		if !signal.known() || named("DEBUG|ERR|ZERR|RETURN", name) {
			return true
		}
	}
	stmts, err := parse(text, variants(s.dialect))
	found := err != nil
	for _, stmt := range stmts {
		syntax.Walk(stmt, func(node syntax.Node) bool {
			if call, ok := node.(*syntax.CallExpr); ok && len(call.Args) > 0 {
				found = found || !s.leavesOptions(call.Args[0].Lit())
			}
			return !found
		})
	}
	return found
}

// leavesOptions reports whether a command is known to leave the shell's options alone.
func (s *shell) leavesOptions(name string) bool {
	if _, ours := s.function(name); ours {
		return false
	}
	_, program := s.listed(name)
	return program || named(":|true|false|echo|printf|test|[|pwd|exit|kill|wait|return|trap", name)
}

// opensForCertain reports whether none of the redirections can fail, and keep the command from being run.
func (s *shell) opensForCertain(redirs []*syntax.Redirect) bool {
	return !slices.ContainsFunc(redirs, func(r *syntax.Redirect) bool {
		if r.Word == nil || r.N != nil && strings.HasPrefix(r.N.Value, "{") {
			return true
		}
		word := r.Word.Lit()
		switch r.Op {
		case syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
			return false
		case syntax.DplIn, syntax.DplOut:
			return word != "-" && !s.openDescriptor(word)
		}
		return word != "/dev/null"
	})
}

// openDescriptor reports whether a number is that of an open descriptor.
func (s *shell) openDescriptor(number string) bool {
	n, ok := smallNumber(value(number))
	d := s.fds[n]
	return ok && (d.in != nil || d.out != nil)
}

// mayNotHaveRun takes back that a command has switched noclobber on, where it may not have been run.
func (s *shell) mayNotHaveRun(before bool) {
	s.options.noclobber = s.options.noclobber && before
	if s.alt != nil {
		s.alt.options.noclobber = s.alt.options.noclobber && before
	}
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
