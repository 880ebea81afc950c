package shell

import (
	"maps"

	"mvdan.cc/sh/v3/syntax"
)

// ending says why the statements that follow are not reached.
type ending uint8

const (
	goesOn    ending = iota
	endsRound        // continue
	endsLoop         // break
	endsCall         // return
	endsShell        // exit, exec
)

// status is what is known of a command's exit status.
type status uint8

const (
	undecided status = iota
	success
	failure
)

func (st status) not() status {
	switch st {
	case success:
		return failure
	case failure:
		return success
	}
	return undecided
}

func decided(ok bool) status {
	if ok {
		return success
	}
	return failure
}

// A variable is what is known of a shell variable.
type variable struct {
	text     value
	list     []value          // an indexed array's elements
	keyed    map[string]value // an associative array's
	array    bool
	unset    bool
	exported bool
	guessed  bool   // it was made of what came from the environment
	refers   string // the variable that it is another name for (declare -n); holeAny where that is not known
	unbound  bool   // it becomes another name for the variable that it is first given the name of
}

func (v variable) equal(w variable) bool {
	return v.text == w.text && v.refers == w.refers && v.unbound == w.unbound && v.array == w.array && v.unset == w.unset && v.exported == w.exported && v.guessed == w.guessed &&
		same(v.list, w.list) && len(v.keyed)+len(w.keyed) == 0
}

func same(a, b []value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// A table is something that shells share until one of them changes it.
type table[V any] struct {
	entries map[string]V
	shared  bool
}

// A shell is the state of one shell or subshell, as far as it is known.
type shell struct {
	*analysis
	vars     *table[variable]
	funcs    *table[*syntax.Stmt]
	dir      value   // where it stands; holeAny where that is not known
	alt      *shell  // how things stand if the last command failed, where that is different
	stack    []value // pushd
	fds      map[int]descriptor
	args     []value // $1 and so on
	moreArgs bool    // there may be more arguments than args
	zero     value   // $0
	ended    ending
	jobs     []job

	dialect    string
	background bool
	maybe      int // undecided conditions around
	options    options
	starting   options // those that the next shell program is started with

	doubt       bool // a redirection may have failed
	refused     bool // a redirection has failed
	before      int  // how often a value had been guessed before the present statement
	guessedArgs bool // the arguments were

	inFunction bool
	nested     bool          // the present function was called by another
	locals     *table[local] // what the present function has made its own
	bared      *table[bool]  // what it has unset that may be its callers' own
}

// options are the shell options that matter here.
type options struct {
	globstar, nullglob, dotglob, nocaseglob, nocasematch, noglob, errexit, allexport bool

	noclobber bool // for certain
	trapped   bool // a trap may switch noclobber at any time
	local     bool // the options are, or may be, the present function's own
	returns   bool // noclobber may be off again when the present function returns
}

// or is what is known of options that are o or p: names that a pattern may match count.
func (o options) or(p options) options {
	if o == p {
		return o
	}
	o.globstar, o.dotglob, o.nocaseglob = o.globstar || p.globstar, o.dotglob || p.dotglob, o.nocaseglob || p.nocaseglob
	o.noglob, o.noclobber = o.noglob && p.noglob, o.noclobber && p.noclobber
	o.errexit, o.local, o.trapped = false, o.local || p.local, o.trapped || p.trapped
	o.returns = o.returns || p.returns
	return o
}

// fork splits off a shell that starts in the same state: a subshell, or a branch that may be taken.
func (s *shell) fork() *shell {
	c := *s
	s.share()
	return &c
}

// share says that another shell holds the same tables.
func (s *shell) share() {
	s.vars.shared, s.funcs.shared, s.locals.shared, s.bared.shared = true, true, true, true
}

// process starts a new shell program: it has exported variables and no functions.
func (s *shell) process() *shell {
	c := s.fork()
	c.vars, c.funcs = &table[variable]{}, &table[*syntax.Stmt]{}
	if s.spend.step(1 + len(s.vars.entries)/4) {
		c.vars.entries = make(map[string]variable, len(s.vars.entries))
		for name, v := range s.vars.entries {
			if v.exported {
				c.vars.entries[name] = v
			}
		}
	}
	c.options, c.starting = s.starting, options{}
	c.options.globstar = c.options.globstar || c.dialect == "zsh"
	c.alt, c.jobs = nil, nil
	c.inFunction, c.nested, c.locals, c.bared = false, false, &table[local]{}, &table[bool]{}
	return c
}

// change gives a table that may be written to.
func change[V any](t *table[V], spend *budget) *table[V] {
	if !t.shared && t.entries != nil {
		return t
	}
	spend.step(len(t.entries) / 8)
	entries := maps.Clone(t.entries)
	if entries == nil {
		entries = make(map[string]V)
	}
	return &table[V]{entries: entries}
}

// variable looks up what the command has set.
func (s *shell) variable(name string) (variable, bool) {
	v, ok := s.vars.entries[s.referred(name)]
	return v, ok && !v.unset
}

// referred is the variable that a name stands for in the end.
func (s *shell) referred(name string) string {
	for range maxLinks {
		v, ok := s.vars.entries[name]
		if !ok || v.refers == "" {
			break
		}
		name = v.refers
	}
	return name
}

// assigned reports whether the command has set or unset name.
func (s *shell) assigned(name string) bool {
	_, ok := s.vars.entries[name]
	return ok
}

func (s *shell) set(name string, v variable) {
	if name == string(holeAny) { // a reference to it may be known no more
		s.forgetVariables()
		return
	}
	s.vars = change(s.vars, &s.spend)
	s.vars.entries[name] = v
}

// assign sets a plain variable; it stays exported if it was.
func (s *shell) assign(name string, text value) {
	if s.spend.once && len(text) > maxOnce {
		text = holeAny
	}
	name = s.referred(name)
	old, ok := s.vars.entries[name]
	if old.unbound {
		s.refer(name, text)
		return
	}
	if !ok {
		_, old.exported = s.environ(name)
	}
	s.set(name, variable{text: text, exported: old.exported || s.options.allexport, guessed: s.guessing()})
}

// guessing reports whether the present command was expanded with what came from the environment. The environment of
// the shell that will run it may differ: its start-up files are not known.
func (s *shell) guessing() bool { return s.guess > s.before }

// environ looks a name up in the environment that the command starts with.
func (s *shell) environ(name string) (string, bool) {
	if s.env.Lookup == nil {
		return "", false
	}
	return s.env.Lookup(name)
}

func (s *shell) function(name string) (*syntax.Stmt, bool) {
	body, ok := s.funcs.entries[name]
	return body, ok && body != nil
}

func (s *shell) define(name string, body *syntax.Stmt) {
	s.funcs = change(s.funcs, &s.spend)
	s.funcs.entries[name] = body
}

// adopt goes on as a branch left it; how deep in conditions s stands does not change.
func (s *shell) adopt(branch *shell) {
	maybe := s.maybe
	*s = *branch
	s.maybe = maybe
}

// join goes on after one of the branches, it is not known which. Branches that ended do not count, unless all did; but
// where one did, what follows may not be reached.
func (s *shell) join(branches ...*shell) {
	var open []*shell
	end := endsShell
	for _, b := range branches {
		b.settle()
		if b.ended == goesOn {
			open = append(open, b)
		}
		end = min(end, b.ended)
	}
	if len(open) == 0 {
		s.ended = end
		return
	}
	maybe := s.maybe
	if len(open) < len(branches) {
		maybe++
	}
	*s = *open[0]
	s.maybe = maybe
	s.share()
	for _, b := range open[1:] {
		s.blend(b)
	}
}

// blend makes s what is known of a shell that is either s or b.
func (s *shell) blend(b *shell) {
	s.blendVars(b)
	for name, body := range b.funcs.entries {
		if s.funcs.entries[name] != body {
			s.define(name, body)
		}
	}
	if s.dir != b.dir {
		s.dir = holeAny
	}
	if !same(s.args, b.args) || s.moreArgs != b.moreArgs {
		s.args, s.moreArgs = nil, true
	}
	if !same(s.stack, b.stack) {
		s.stack = nil
	}
	for n, d := range b.fds {
		if _, ok := s.fds[n]; !ok {
			s.setDescriptor(n, d)
		}
	}
	s.options = s.options.or(b.options)
	s.blendLocals(b)
}

func (s *shell) blendVars(b *shell) {
	if s.vars == b.vars {
		return
	}
	s.spend.step((len(s.vars.entries) + len(b.vars.entries)) / 8)
	for name, v := range b.vars.entries {
		if w, ok := s.vars.entries[name]; !ok || !v.equal(w) {
			s.set(name, either(v, w, ok))
		}
	}
	for name, v := range s.vars.entries {
		if _, ok := b.vars.entries[name]; !ok {
			s.set(name, variable{text: holeAny, exported: v.exported})
		}
	}
}

// either is a variable that is v or w.
func either(v, w variable, ok bool) variable {
	if ok && (v.refers != w.refers || v.unbound != w.unbound) {
		return variable{refers: string(holeAny)}
	}
	if !ok || v.unset || w.unset || v.array || w.array {
		return variable{text: holeAny, exported: v.exported || w.exported, guessed: true}
	}
	if v.refers != "" || v.unbound {
		return v
	}
	return variable{text: merge(v.text, w.text), exported: v.exported || w.exported, guessed: true}
}
