package shell

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// simple runs a simple command: assignments and arguments, already expanded.
func (s *shell) simple(assigns []*syntax.Assign, args []value) status {
	if len(args) == 0 {
		return s.assignAll(assigns)
	}
	if len(assigns) == 0 {
		return s.execute(args)
	}
	before := s.vars
	before.shared = true
	for _, a := range assigns {
		if a.Name == nil {
			continue
		}
		s.assignOne(a)
		v := s.vars.entries[a.Name.Value]
		v.exported = true
		s.set(a.Name.Value, v)
	}
	st := s.execute(args)
	s.takeBack(assigns, before)
	return st
}

// takeBack gives the variables that were set for one command alone the values they had before it.
func (s *shell) takeBack(assigns []*syntax.Assign, before *table[variable]) {
	s.vars = change(s.vars, &s.spend)
	for _, a := range assigns {
		if a.Name == nil {
			continue
		}
		if v, ok := before.entries[a.Name.Value]; ok {
			s.vars.entries[a.Name.Value] = v
		} else {
			delete(s.vars.entries, a.Name.Value)
		}
	}
}

// assignAll runs an assignment without a command.
func (s *shell) assignAll(assigns []*syntax.Assign) status {
	st := success
	for _, a := range assigns {
		if a.Name != nil {
			s.assignOne(a)
		}
		if a.Value != nil && hasSubstitution(a.Value) {
			st = undecided
		}
	}
	return st
}

func hasSubstitution(w *syntax.Word) bool {
	found := false
	syntax.Walk(w, func(node syntax.Node) bool {
		if _, ok := node.(*syntax.CmdSubst); ok {
			found = true
		}
		return !found
	})
	return found
}

// assignOne is name=value, name+=value, name=(list) or name[i]=value.
func (s *shell) assignOne(a *syntax.Assign) {
	name := s.referred(a.Name.Value)
	old := s.vars.entries[name]
	switch {
	case a.Array != nil:
		s.assignArray(name, a, old)
	case a.Index != nil:
		s.assignElement(name, a, old)
	default:
		text := s.assignment(a.Value)
		if a.Append {
			text = s.extended(name, text)
		}
		s.assign(name, text)
	}
}

func (s *shell) assignArray(name string, a *syntax.Assign, old variable) {
	v := variable{array: true, exported: old.exported}
	if a.Append && old.array {
		v.list = append(v.list, old.list...)
	}
	for _, elem := range a.Array.Elems {
		if elem.Index != nil {
			s.assign(name, holeAny)
			return
		}
		if elem.Value != nil {
			v.list = append(v.list, s.words([]*syntax.Word{elem.Value})...)
		}
	}
	s.set(name, v)
}

func (s *shell) assignElement(name string, a *syntax.Assign, old variable) {
	text := s.assignment(a.Value)
	key := s.subscript(a.Index, old.keyed != nil)
	if old.keyed != nil {
		keyed := make(map[string]value, len(old.keyed)+1)
		for k, v := range old.keyed {
			keyed[k] = v
		}
		keyed[string(key)] = text
		s.spend.step(len(keyed) / 8)
		s.set(name, variable{keyed: keyed, array: true, exported: old.exported})
		return
	}
	if i, ok := smallNumber(key); ok && i == len(old.list) && (old.array || i == 0) && !a.Append {
		list := append(old.list[:len(old.list):len(old.list)], text)
		s.spend.step(len(list) / 8)
		s.set(name, variable{list: list, array: true, exported: old.exported})
		return
	}
	s.assign(name, holeAny)
}

func smallNumber(v value) (int, bool) {
	n := 0
	for _, c := range []byte(v) {
		if c < '0' || c > '9' || n > 1<<20 {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, v != ""
}

// keyedArray is the ([k]=v ...) of declare -A.
func (s *shell) keyedArray(x *syntax.ArrayExpr) variable {
	v := variable{keyed: map[string]value{}, array: true}
	for _, elem := range x.Elems {
		if w, ok := elem.Index.(*syntax.Word); ok && elem.Value != nil {
			v.keyed[string(s.one(w))] = s.one(elem.Value)
		}
	}
	return v
}

// execute runs a command by its name: a function, a builtin, a program.
func (s *shell) execute(args []value) status {
	if len(args) == 0 {
		return success
	}
	name, ok := args[0].text()
	if !ok || name == "" {
		s.unknownCommand(args)
		return undecided
	}
	if s.dialect == "zsh" && len(name) > 1 && name[0] == '=' {
		name = name[1:] // =rm is the program rm
	}
	if body, ok := s.function(name); ok {
		return s.callFunction(name, body, args[1:])
	}
	if st, ok := s.builtin(name, args[1:]); ok {
		return st
	}
	return s.program(name, args[1:])
}

// unknownCommand is a command that is not in the table. The name of a cmdlet says that the text was meant for
// PowerShell; it is then read once more as such.
func (s *shell) unknownCommand(args []value) {
	s.cmdlets = s.cmdlets || s.script == nil && strings.Contains(string(args[0]), "-") && isCmdlet(string(args[0]))
	s.hide(args[0].show(), ReasonUnknown)
	s.input().all()
	s.chatter()
}

// callFunction runs a function's body with its own arguments.
func (s *shell) callFunction(name string, body *syntax.Stmt, args []value) status {
	if s.calling[name] >= maxRecursion || s.spend.once {
		s.hide(name, ReasonDeep)
		s.chatter()
		return undecided
	}
	if !s.spend.enter() {
		return undecided
	}
	defer s.spend.leave()
	s.calling[name]++
	defer func() { s.calling[name]-- }()
	caller := s.enterFunction(args)
	st := s.stmt(body)
	s.leaveFunction(caller)
	if s.alt != nil {
		s.alt.leaveFunction(caller)
	}
	if s.ended <= endsCall {
		s.ended = goesOn
	}
	return st
}

// program runs a program from the table, or says that its effect is not known.
func (s *shell) program(name string, args []value) status {
	if !s.spend.enter() || !s.spend.step(1+len(args)/16) {
		return undecided
	}
	defer s.spend.leave()
	base, script := programName(name)
	if script {
		s.startFile("bash", nil)
		return s.scriptFile(literal(name), args)
	}
	if programAndBuiltin(base) {
		st, _ := s.builtin(base, args)
		return st
	}
	c := &call{shell: s, name: base, args: args}
	if entry, ok := s.listed(base); ok {
		return c.run(entry)
	}
	if isVersionQuestion(args) {
		s.chatter()
		return undecided
	}
	s.unknownCommand([]value{literal(base)})
	return undecided
}

// isVersionQuestion reports whether a program is only asked about itself.
func isVersionQuestion(args []value) bool {
	return len(args) == 1 && (args[0] == "--version" || args[0] == "--help" || args[0] == "-V" || args[0] == "version")
}

// programName is the name under which a program stands in the table. A path counts as a script of the user's own,
// unless it leads into a directory for programs.
func programName(name string) (base string, script bool) {
	dir, base := path.Split(name)
	base = strings.TrimSuffix(base, ".exe")
	if dir == "" {
		return base, false
	}
	dir = strings.TrimSuffix(dir, "/")
	return base, !strings.HasSuffix(dir, "/bin") && !strings.HasSuffix(dir, "/sbin") && !strings.HasSuffix(dir, "/.bin") && dir != ".venv/bin" && dir != "venv/bin"
}

// A call is one run of a program: its name and the arguments behind it.
type call struct {
	*shell
	name string
	args []value
}
