package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// builtin runs a command that the shell itself provides; ok is false where name is none.
func (s *shell) builtin(name string, args []value) (st status, ok bool) {
	switch name {
	case ":", "true":
		return success, true
	case "false":
		return failure, true
	case "echo":
		s.echo(args)
		return success, true
	case "printf":
		s.printf(args)
		return success, true
	case "test", "[":
		return s.test(name, args), true
	case "cd", "pushd", "popd", "chdir":
		return s.changeDir(name, args), true
	case "pwd":
		s.print(s.dir + "\n")
		return success, true
	case "read":
		return s.read(args), true
	case "mapfile", "readarray":
		s.mapfile(args)
		return undecided, true
	}
	return s.controlBuiltin(name, args)
}

// controlBuiltin runs the builtins that change the shell or run other commands.
func (s *shell) controlBuiltin(name string, args []value) (status, bool) {
	switch name {
	case "eval":
		return s.eval(args), true
	case "source", ".":
		return s.source(args), true
	case "exec":
		return s.exec(args), true
	case "command", "builtin":
		return s.commandBuiltin(args), true
	case "exit", "logout":
		s.ended = endsShell
		return success, true
	case "return":
		s.ended = endsCall
		return undecided, true
	case "break":
		s.ended = endsLoop
		return success, true
	case "continue":
		s.ended = endsRound
		return success, true
	case "wait":
		s.await()
		return undecided, true
	case "trap":
		s.trap(args)
		return success, true
	case "noglob", "nocorrect":
		if s.dialect == "zsh" {
			return s.execute(args), true
		}
	case "print":
		if s.dialect == "zsh" {
			s.print(holeAny)
			return success, true
		}
	}
	return s.stateBuiltin(name, args)
}

// stateBuiltin runs the builtins that set variables and options, and those that do nothing to files.
func (s *shell) stateBuiltin(name string, args []value) (status, bool) {
	switch name {
	case "set":
		s.setOptions(args)
	case "emulate":
		s.options.noclobber = false
		s.options.local = s.options.local || s.dialect == "zsh" && anyOption(args, "-L")
		return undecided, true
	case "shopt", "setopt", "unsetopt":
		s.shopt(name, args)
	case "shift":
		s.shift(args)
	case "unset":
		s.unset(args)
	case "export", "readonly", "local", "declare", "typeset":
		s.declareWords(name, args)
	case "getopts":
		s.getopts(args)
		return undecided, true
	case "let":
		return undecided, true
	case "alias":
		if len(args) > 0 {
			s.hide("alias", ReasonArguments) // what a name means behind this line is not followed
		}
		s.chatter()
		return undecided, true
	case "type", "hash", "jobs", "ulimit", "umask", "times", "dirs", "bind", "complete", "compgen", "help":
		s.chatter()
		return undecided, true
	case "history":
		s.history(args)
		return undecided, true
	case "unalias", "fg", "bg", "kill", "disown", "enable", "suspend", "compopt", "autoload", "zmodload":
		return undecided, true
	default:
		return undecided, false
	}
	return success, true
}

// history writes its list to a file with -w, adds to one with -a, and reads one with -r or -n.
func (s *shell) history(args []value) {
	s.chatter()
	p := spec("-d= -p= -s=").parse(args, posix)
	if len(p.operands) == 0 || p.has("-p|-s") {
		return
	}
	kind, via := Read, "history -r"
	switch {
	case p.has("-w"):
		kind, via = Write, "history -w"
	case p.has("-a"):
		kind, via = Append, "history -a"
	case !p.has("-r|-n"):
		return
	}
	s.act(Op{Kind: kind, Via: via}, p.operands[0])
}

// changeDir is cd, pushd and popd.
func (s *shell) changeDir(name string, args []value) status {
	operands := cdOperands(args)
	var to value
	switch {
	case name == "popd":
		if len(s.stack) == 0 {
			return failure
		}
		to, s.stack = s.stack[len(s.stack)-1], s.stack[:len(s.stack)-1]
	case len(operands) == 0 && name == "pushd":
		return failure
	case len(operands) == 0:
		to = s.home()
	case operands[0] == "-":
		to = s.scalar("OLDPWD")
	case operands[0] == "":
		return success
	default:
		to = operands[0]
	}
	from := s.dir
	st := s.enterDir(to)
	if name == "pushd" && st != failure {
		s.stack = append(s.stack[:len(s.stack):len(s.stack)], from)
	}
	if name != "cd" {
		s.chatter()
	}
	return st
}

func cdOperands(args []value) []value {
	for i, arg := range args {
		if arg == "--" {
			return args[i+1:]
		}
		if len(arg) < 2 || arg[0] != '-' {
			return args[i:]
		}
	}
	return nil
}

// enterDir changes the directory. One that does not exist and that nothing before can have made is not entered.
func (s *shell) enterDir(to value) status {
	at, ok := s.unclean(to) // cd goes up by name
	if ok {
		at = clean(at)
	} else {
		at = to // below a new directory
		if !absolute(to) && s.dir.fresh() {
			at = clean(s.dir + "/" + to)
		}
	}
	before := s.fork()
	s.assign("OLDPWD", s.dir)
	s.dir = at
	switch {
	case !at.known():
		s.alt = nil
		return undecided
	case s.tree.dirs[string(at)] && !s.removed(string(at)):
		return success
	case s.env.Stat == nil:
		s.alt = before
		return undecided
	}
	if dir, _ := s.stat(at); dir && !s.removed(string(at)) {
		return success
	}
	if !s.madeAnything() {
		s.adopt(before)
		return failure
	}
	s.alt = before
	return undecided
}

// madeAnything reports whether the command may have made a directory so far.
func (s *shell) madeAnything() bool { return len(s.ops) > 0 || len(s.opaque) > 0 || s.creators > 0 }

// eval runs its arguments, joined by blanks, in this shell.
func (s *shell) eval(args []value) status {
	s.spend.step(1 + len(args)/16)
	text, ok := joinValues(args, " ").text()
	if !ok {
		s.hide("eval", ReasonArguments)
		s.forget()
		s.chatter()
		return undecided
	}
	return s.run(text, variants(s.dialect))
}

// forget gives up what is known of the shell's state, after text that is not known ran in it.
func (s *shell) forget() {
	s.forgetVariables()
	s.dir = holeAny
	s.options.noclobber = false
}

// forgetVariables gives up what is known of variables.
func (s *shell) forgetVariables() {
	s.vars = change(s.vars, &s.spend)
	s.spend.step(len(s.vars.entries) / 8)
	for name, v := range s.vars.entries {
		now := variable{text: holeAny, exported: v.exported}
		if v.refers != "" || v.unbound {
			now.refers = string(holeAny)
		}
		s.vars.entries[name] = now
	}
}

// exec replaces the shell by a command; without one it only keeps its redirections.
func (s *shell) exec(args []value) status {
	for len(args) > 0 && strings.HasPrefix(string(args[0]), "-") {
		skip := 1
		if args[0] == "-a" {
			skip = 2
		}
		args = args[min(skip, len(args)):]
	}
	if len(args) == 0 {
		return success
	}
	st := s.execute(args)
	s.ended = endsShell
	return st
}

// commandBuiltin is command and builtin: run without looking at functions, or only look.
func (s *shell) commandBuiltin(args []value) status {
	for len(args) > 0 && strings.HasPrefix(string(args[0]), "-") {
		if strings.ContainsAny(string(args[0]), "vV") {
			s.chatter()
			return undecided
		}
		args = args[1:]
	}
	if len(args) == 0 {
		return success
	}
	name, ok := args[0].text()
	if !ok {
		s.unknownCommand(args)
		return undecided
	}
	if !s.spend.enter() || !s.spend.step(1+len(args)/16) {
		return undecided
	}
	defer s.spend.leave()
	if st, ok := s.builtin(name, args[1:]); ok {
		return st
	}
	return s.program(name, args[1:])
}

// trap notes what runs later; it is analysed at once, as if it ran now.
func (s *shell) trap(args []value) {
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) < 2 || strings.HasPrefix(string(args[0]), "-") {
		return
	}
	text, ok := args[0].text()
	if !ok || s.switches(text, args[1:]) {
		s.options.trapped, s.options.noclobber = true, false
	}
	if !ok {
		s.hide("trap", ReasonArguments)
		return
	}
	c := s.fork()
	c.maybe++
	c.options.noclobber = false // it may be off by then
	c.run(text, variants(s.dialect))
}

func (s *shell) shift(args []value) {
	n := 1
	if len(args) > 0 {
		var ok bool
		if n, ok = smallNumber(args[0]); !ok {
			s.args, s.moreArgs = nil, true
			return
		}
	}
	if n <= len(s.args) {
		s.args = s.args[n:]
	}
}

func (s *shell) unset(args []value) {
	for _, arg := range args {
		if name, ok := arg.text(); ok && !strings.HasPrefix(name, "-") {
			if args[0] != "-n" {
				name = s.referred(name)
			}
			s.set(name, s.unsetLeaves(name))
			s.define(name, nil)
		}
	}
}

// unsetLeaves is what unset makes of a variable. Of one that a calling function may have made its own, it leaves what was
// outside.
func (s *shell) unsetLeaves(name string) variable {
	if l, ok := s.locals.entries[name]; !s.nested || ok && !l.maybe {
		return variable{unset: true}
	}
	s.bare(name)
	return variable{text: holeAny, guessed: true}
}

// declareWords is export and its kin where the parser saw plain words.
func (s *shell) declareWords(name string, args []value) {
	d := declaration{export: name == "export"}
	for _, arg := range args {
		if d.export && syntax.ValidName(string(arg)) {
			s.export(string(arg))
			continue
		}
		s.declareWord(arg, name, &d)
	}
}

func (s *shell) getopts(args []value) {
	if len(args) > 1 {
		if name, ok := args[1].text(); ok {
			s.assign(name, holeAny)
		}
	}
	s.assign("OPTARG", holeAny)
	s.assign("OPTIND", holeNumber)
}

// read takes one line of input apart.
func (s *shell) read(args []value) status {
	r := readArguments(args)
	in := s.fds[r.fd].in
	line, st := holeAny, undecided
	switch {
	case in == nil:
	case r.whole:
		line = in.all()
	default:
		line, st = in.line(r.delimiter)
	}
	if !r.raw && strings.Contains(string(line), `\`) {
		line = holeAny
	}
	if r.array != "" {
		s.assignList(r.array, line)
	} else {
		s.assignFields(r.names, line)
	}
	return st
}

// A reading is the command line of read.
type reading struct {
	names     []string
	array     string // takes all fields
	fd        int
	raw       bool
	whole     bool // where it stops is not followed
	delimiter string
}

func readArguments(args []value) reading {
	r := reading{delimiter: "\n"}
	for i := 0; i < len(args); i++ {
		arg, ok := args[i].text()
		if !ok || len(arg) < 2 || arg[0] != '-' {
			r.names = append(r.names, arg)
			continue
		}
		r.raw = r.raw || strings.Contains(arg, "r")
		r.whole = r.whole || strings.ContainsAny(arg, "nN")
		last := arg[len(arg)-1]
		if strings.IndexByte("dnNptuia", last) >= 0 && i+1 < len(args) {
			i++
			r.option(last, args[i])
		}
	}
	if len(r.names) == 0 {
		r.names = []string{"REPLY"}
	}
	return r
}

// option takes the value of one of read's options.
func (r *reading) option(name byte, v value) {
	switch name {
	case 'u':
		r.fd, _ = smallNumber(v)
	case 'a':
		r.array = string(v)
	case 'd':
		text, ok := v.text()
		switch {
		case !ok:
			r.whole = true
		case text == "":
			r.delimiter = string(byteNUL)
		default:
			r.delimiter = text[:1]
		}
	}
}

// assignList gives an array all the fields of a line.
func (s *shell) assignList(name string, line value) {
	ifs := s.separators()
	if line.has(holeAny) {
		s.assign(name, holeAny)
		return
	}
	v := variable{array: true}
	for field, rest := "", strings.Trim(string(line), blanksOf(ifs)); rest != ""; {
		field, rest = cutOne(rest, ifs)
		v.list = append(v.list, value(field))
	}
	s.set(s.referred(name), v)
}

// assignFields gives each name one field of a line, and the last the rest.
func (s *shell) assignFields(names []string, line value) {
	ifs := s.separators()
	rest := string(line)
	if len(names) > 1 || names[0] != "REPLY" {
		rest = strings.Trim(rest, blanksOf(ifs))
	}
	if line.has(holeAny) && len(names) > 1 {
		for _, name := range names {
			s.assign(name, holeAny)
		}
		return
	}
	for i, name := range names {
		field := rest
		if i < len(names)-1 {
			field, rest = cutOne(rest, ifs)
		}
		s.assign(name, value(field))
	}
}

func blanksOf(ifs string) string {
	var b strings.Builder
	for _, c := range ifs {
		if c == ' ' || c == '\t' || c == '\n' {
			b.WriteRune(c)
		}
	}
	return b.String()
}

// cutOne cuts the first field off.
func cutOne(text, ifs string) (field, rest string) {
	i := strings.IndexAny(text, ifs)
	if i < 0 || ifs == "" {
		return text, ""
	}
	rest = strings.TrimLeft(text[i:], blanksOf(ifs))
	if rest != "" && strings.IndexByte(ifs, rest[0]) >= 0 {
		rest = strings.TrimLeft(rest[1:], blanksOf(ifs))
	}
	return text[:i], rest
}

// mapfile reads lines into an array, and runs the command behind -C as it goes.
func (s *shell) mapfile(args []value) {
	p := spec("-d= -n= -O= -s= -u= -c= -C=").parse(args, posix)
	name := "MAPFILE"
	if len(p.operands) > 0 {
		name, _ = p.operands[0].text()
	}
	if g, ok := p.find("-C"); ok {
		s.callback(g.value)
	}
	text := s.input().all()
	if text.has(holeAny) || !p.has("-t") || p.has("-d|-n|-O|-s|-u") {
		s.assign(name, holeAny)
		return
	}
	v := variable{array: true}
	for _, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		v.list = append(v.list, value(line))
	}
	s.set(name, v)
}

// callback runs a command that may be run any number of times, with arguments that are not known.
func (s *shell) callback(command value) {
	text, ok := command.text()
	if !ok {
		s.hide("mapfile -C", ReasonArguments)
		return
	}
	c := s.fork()
	c.maybe++
	c.assign("MAPFILE_ARGUMENT", holeAny)
	c.run(text+` "$MAPFILE_ARGUMENT" "$MAPFILE_ARGUMENT"`, variants(s.dialect)) // an index and a line
	s.join(s.fork(), c)
}
