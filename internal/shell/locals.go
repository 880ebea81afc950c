package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A local is a variable that a function has made its own, with what it was outside.
type local struct {
	was   variable
	had   bool
	maybe bool // it was declared in a branch that may not have been taken, or what was outside may show again
}

// localize makes a variable the present function's own; isNew is false where it was already, or outside of functions.
func (s *shell) localize(name string) (isNew bool) {
	if !s.inFunction || s.isLocal(name) {
		return false
	}
	was, had := s.vars.entries[name]
	s.keepLocal(name, local{was: was, had: had})
	return true
}

func (s *shell) isLocal(name string) bool {
	_, ok := s.locals.entries[name]
	return ok
}

func (s *shell) keepLocal(name string, l local) {
	s.locals = change(s.locals, &s.spend)
	s.locals.entries[name] = l
}

// blendLocals takes in what only one of two branches has made local.
func (s *shell) blendLocals(b *shell) {
	for name := range b.bared.entries {
		s.noteBared(name)
	}
	if s.locals == b.locals {
		return
	}
	s.spend.step((len(s.locals.entries) + len(b.locals.entries)) / 8)
	for name, l := range s.locals.entries {
		if other, ok := b.locals.entries[name]; !l.maybe && (!ok || other.maybe) {
			l.maybe = true
			s.keepLocal(name, l)
		}
	}
	for name, l := range b.locals.entries {
		if l.maybe = true; !s.isLocal(name) {
			s.keepLocal(name, l)
		}
	}
}

// A frame is what a function's caller gets back when the function returns.
type frame struct {
	args       []value
	moreArgs   bool
	guessed    bool
	maybe      int
	options    options
	inFunction bool
	nested     bool
	locals     *table[local]
	bared      *table[bool]
}

// enterFunction gives a function its arguments, and returns what to bring back behind it.
func (s *shell) enterFunction(args []value) frame {
	f := frame{s.args, s.moreArgs, s.guessedArgs, s.maybe, s.options, s.inFunction, s.nested, s.locals, s.bared}
	s.locals.shared, s.bared.shared = true, true
	s.args, s.moreArgs, s.guessedArgs = args, false, s.guessing()
	s.options.local, s.options.returns = false, false
	s.inFunction, s.nested, s.locals, s.bared = true, f.inFunction, &table[local]{}, &table[bool]{}
	return f
}

// leaveFunction brings back what was the caller's.
func (s *shell) leaveFunction(f frame) {
	s.leaveLocals()
	s.leaveOptions(f.options)
	s.args, s.moreArgs, s.guessedArgs, s.maybe = f.args, f.moreArgs, f.guessed, f.maybe
	bared := s.bared
	s.inFunction, s.nested, s.locals, s.bared = f.inFunction, f.nested, f.locals, f.bared
	for name := range bared.entries {
		s.bare(name)
	}
}

// leaveLocals brings back what the function's own variables were outside.
func (s *shell) leaveLocals() {
	if len(s.locals.entries) == 0 {
		return
	}
	s.spend.step(len(s.locals.entries) / 8)
	s.vars = change(s.vars, &s.spend)
	for name, l := range s.locals.entries {
		now, set := s.vars.entries[name]
		switch {
		case l.maybe && !now.equal(l.was):
			s.vars.entries[name] = either(now, l.was, set && l.had)
		case l.had:
			s.vars.entries[name] = l.was
		default:
			delete(s.vars.entries, name)
		}
	}
}

// bare notes that a variable was unset by a function called from the one whose own it may be: what it was outside shows
// again, and is what is assigned to from then on.
func (s *shell) bare(name string) {
	if l, ok := s.locals.entries[name]; ok && !l.maybe {
		l.maybe = true
		s.keepLocal(name, l)
	} else if s.nested {
		s.noteBared(name)
	}
}

func (s *shell) noteBared(name string) {
	if !s.bared.entries[name] {
		s.bared = change(s.bared, &s.spend)
		s.bared.entries[name] = true
	}
}

// leaveOptions brings back the caller's options, if the function has made them its own. It may not have, and it may have
// done so before or after it switched noclobber: that stays on only where it was on all the while.
func (s *shell) leaveOptions(callers options) {
	now := s.options
	if now.local {
		s.options = callers
		s.options.noclobber = now.noclobber && callers.noclobber
	}
	s.options.noclobber = s.options.noclobber && !now.returns
	s.options.trapped, s.options.local, s.options.returns = now.trapped, callers.local, callers.returns
}

// ownOptions is local -, which brings back at the function's end the options that are set now.
func (s *shell) ownOptions() {
	s.options.local = true
	s.options.returns = s.options.returns || !s.options.noclobber
}

// A declaration is the flags of declare, local, export, readonly or typeset.
type declaration struct {
	export, keyed, refers, global bool

	plain bool // +n: a reference becomes a plain variable again
}

// flags reads one word of flags such as -gx.
func (d *declaration) flags(word string) {
	d.export = d.export || strings.Contains(word, "x")
	d.keyed = d.keyed || strings.Contains(word, "A")
	d.refers = d.refers || strings.Contains(word, "n")
	d.global = d.global || strings.Contains(word, "g")
}

// ownName reports whether a declaration in a function makes a variable the function's own.
func (d declaration) ownName(variant string) bool {
	return !d.global && named("local|declare|typeset", variant)
}

// declare is declare, local, export, readonly or typeset.
func (s *shell) declare(decl *syntax.DeclClause) {
	variant := decl.Variant.Value
	d := declaration{export: variant == "export"}
	for _, a := range decl.Args {
		switch {
		case a.Name != nil:
			s.declareOne(a, variant, d)
		case a.Naked:
			s.declareWord(s.one(a.Value), variant, &d)
		}
	}
}

// declareWord is one argument that is no plain assignment: flags, or an assignment in quotes.
func (s *shell) declareWord(word value, variant string, d *declaration) {
	if variant == "local" && !word.known() {
		s.options.returns = s.options.returns || !s.options.noclobber // it may be local -
	}
	if strings.HasPrefix(string(word), "-") {
		d.flags(string(word))
		if word == "-" && variant == "local" {
			s.ownOptions()
		}
		return
	}
	if strings.HasPrefix(string(word), "+") {
		d.plain = d.plain || strings.Contains(string(word), "n")
		return
	}
	s.declareText(word, variant, *d)
}

// declareText is name, name=value or name+=value, as one word.
func (s *shell) declareText(word value, variant string, d declaration) {
	name, text, ok := strings.Cut(string(word), "=")
	name, add := strings.CutSuffix(name, "+")
	base, _, element := strings.Cut(name, "[")
	if !syntax.ValidName(base) || add && !ok {
		return
	}
	if d.ownName(variant) && s.localize(base) {
		s.set(base, variable{exported: s.vars.entries[base].exported})
	}
	if d.plain {
		s.dereference(base)
	}
	switch {
	case element:
		s.assign(base, holeAny)
	case d.refers && ok:
		s.refer(base, value(text))
	case d.refers:
		s.referLater(base)
	case ok && add:
		s.assign(base, s.extended(base, value(text)))
	case ok:
		s.assign(base, value(text))
	}
	if d.export {
		s.export(base)
	}
}

// extended is what name+=text makes of a variable.
func (s *shell) extended(name string, text value) value {
	if s.vars.entries[s.referred(name)].array {
		return holeAny
	}
	text = s.scalar(name) + text
	s.spend.copied(len(text))
	return text
}

// declareOne declares one name. Its value is expanded before the name is the function's own.
func (s *shell) declareOne(a *syntax.Assign, variant string, d declaration) {
	name, text := a.Name.Value, value("")
	if d.plain {
		s.dereference(name)
	}
	plain := !a.Naked && a.Array == nil && a.Index == nil && !a.Append
	if plain {
		text = s.assignment(a.Value)
	}
	if d.ownName(variant) && s.localize(name) && (a.Array == nil || a.Append) {
		s.set(name, variable{exported: s.vars.entries[name].exported})
	}
	switch {
	case d.refers && a.Naked:
		s.referLater(name)
	case d.refers:
		s.refer(name, text)
	case d.keyed && a.Array != nil:
		s.set(name, s.keyedArray(a.Array))
	case d.keyed:
		s.set(name, variable{keyed: map[string]value{}, array: true})
	case plain:
		s.assign(name, text)
	case !a.Naked:
		s.assignOne(a)
	}
	if d.export {
		s.export(name)
	}
}

// refer makes a name stand for another variable, as declare -n does.
func (s *shell) refer(name string, target value) {
	if text, ok := target.text(); ok && syntax.ValidName(text) && text != name {
		s.set(name, variable{refers: text})
		return
	}
	s.set(name, variable{refers: string(holeAny)})
}

// referLater makes a name stand for the variable whose name it holds, or is given next.
func (s *shell) referLater(name string) {
	v, ok := s.vars.entries[name]
	switch {
	case v.refers != "":
	case ok && !v.unset && v.text != "":
		s.refer(name, v.text)
	default:
		s.set(name, variable{unbound: true})
	}
}

// dereference makes a reference a plain variable, which holds the other's name.
func (s *shell) dereference(name string) {
	if v := s.vars.entries[name]; v.refers != "" || v.unbound {
		s.set(name, variable{text: value(v.refers)})
	}
}

// export marks a variable as one that programs see.
func (s *shell) export(name string) {
	v, ok := s.variable(name)
	if !ok {
		if _, inherited := s.environ(name); inherited || s.assigned(name) {
			return
		}
		v = variable{text: holeAny}
	}
	v.exported = true
	s.set(s.referred(name), v)
}
