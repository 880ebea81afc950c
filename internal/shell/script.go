package shell

import (
	"path"
	"strings"
)

// The limits of one script file that is only read to foretell what it may do.
const (
	maxScript      = 256 << 10
	scriptSteps    = 5000
	scriptLooks    = 500
	maxScriptFiles = 16
)

// scriptFile runs a program that is a file of the user's: opaque, with what its text foretells.
func (s *shell) scriptFile(file value, args []value) status {
	if n, ok := standardStream(file); ok && s.fds[n].in != nil {
		if text, ok := s.fds[n].in.all().text(); ok {
			return s.runOwn(file, text, args)
		}
	}
	if text, ok := s.ownText(file); ok && scriptLanguage(file, text) == "" {
		return s.runOwn(file, text, args)
	}
	s.input().all()
	text, ok := s.readScript(file)
	if !ok {
		s.hide(file.show(), ReasonScript)
		s.chatter()
		return undecided
	}
	s.foretell(file, func(inner *shell) {
		if lang := scriptLanguage(file, text); lang != "" {
			inner.scan(lang, text)
			return
		}
		c := inner.process()
		c.zero, c.args, c.moreArgs = file, args, false
		c.run(text, variants("bash"))
	})
	s.chatter()
	return undecided
}

// runOwn runs a script whose text stands in the command itself: what it does is as certain as what sh -c does.
func (s *shell) runOwn(file value, text string, args []value) status {
	c := s.process()
	c.zero, c.args, c.moreArgs = file, args, false
	return c.run(text, variants("bash"))
}

// ownText is the text of a file that the command itself has written, where all of it is known.
func (s *shell) ownText(file value) (string, bool) {
	op := s.lastChange(file)
	for _, k := range s.sinks {
		if op >= 0 && k.op == op && s.ops[op].Kind == Write {
			return k.value().text()
		}
	}
	return "", false
}

// lastChange is the number of the last operation that changed a file, or -1.
func (s *shell) lastChange(file value) int {
	at, ok := s.locate(file)
	if !ok || !at.known() || !s.spend.step(len(s.ops)/16) {
		return -1
	}
	for i := len(s.ops) - 1; i >= 0; i-- {
		op := s.ops[i]
		if op.Kind != Read && op.Kind != Touch && (op.Path == string(at) || op.To == string(at)) {
			return i
		}
	}
	return -1
}

// foretell analyses a script file's text beside the command: its operations go into one opaque entry, and what it
// costs is not taken from the command's own budget.
func (s *shell) foretell(file value, run func(*shell)) {
	if s.script != nil {
		run(s.fork())
		return
	}
	entry := &Opaque{Command: file.show(), Reason: ReasonScript}
	before, readBefore := s.spend, s.textRead
	s.spend = newBudget(0)
	s.spend.steps, s.spend.looks = scriptSteps, scriptLooks
	s.script = entry
	inner := s.fork()
	inner.fds = map[int]descriptor{0: {in: unknownInput()}}
	run(inner)
	s.script = nil
	s.spend, s.textRead = before, readBefore
	if len(s.opaque) < maxOpaque {
		s.opaque = append(s.opaque, *entry)
	}
}

// readScript reads a file that the command runs, and only a few of them.
func (s *shell) readScript(file value) (string, bool) {
	at, ok := s.locate(file)
	if !ok || s.env.ReadFile == nil || s.scriptsRead >= maxScriptFiles {
		return "", false
	}
	name, ok := at.text()
	if !ok || device(at) {
		return "", false
	}
	if s.lastChange(file) >= 0 {
		return s.ownText(file) // what is on the disk now is no longer there then
	}
	s.scriptsRead++
	text, err := s.env.ReadFile(native(name))
	if err != nil || len(text) > maxScript || strings.IndexByte(string(text[:min(len(text), 512)]), 0) >= 0 {
		return "", false
	}
	return string(text), true
}

// scriptLanguage tells, by name and first line, the interpreter of a script that is not for the shell.
func scriptLanguage(file value, text string) string {
	first, _, _ := strings.Cut(text, "\n")
	if rest, ok := strings.CutPrefix(first, "#!"); ok {
		fields := strings.Fields(rest)
		if len(fields) > 1 && path.Base(fields[0]) == "env" {
			fields = fields[1:]
		}
		if len(fields) > 0 {
			return languageOf(path.Base(fields[0]))
		}
	}
	switch path.Ext(string(file)) {
	case ".py":
		return "python"
	case ".js", ".mjs", ".cjs", ".ts":
		return "node"
	case ".rb":
		return "ruby"
	case ".pl":
		return "perl"
	case ".php":
		return "php"
	}
	return ""
}

// source runs a file in this shell: what it sets is known where it could be read, what it does is foretold.
func (s *shell) source(args []value) status {
	if len(args) == 0 {
		return failure
	}
	if n, ok := standardStream(args[0]); ok {
		in := s.fds[n].in
		if in == nil {
			in = unknownInput()
		}
		return s.eval([]value{in.all()})
	}
	if text, ok := s.ownText(args[0]); ok {
		return s.sourceOwn(text, args[1:])
	}
	text, ok := s.readScript(args[0])
	if !ok {
		s.hide("source "+args[0].show(), ReasonScript)
		s.forget()
		s.chatter()
		return undecided
	}
	s.foretell(args[0], func(inner *shell) {
		if len(args) > 1 {
			inner.args = args[1:]
		}
		inner.run(text, variants(s.dialect))
		s.takeOver(inner)
	})
	s.chatter()
	return undecided
}

// sourceOwn runs a script that the command itself has written, in this shell. Its arguments are its own while it runs.
func (s *shell) sourceOwn(text string, args []value) status {
	before, open := s.args, s.moreArgs
	if len(args) > 0 {
		s.args, s.moreArgs = args, false
	}
	st := s.run(text, variants(s.dialect))
	if len(args) > 0 {
		s.args, s.moreArgs = before, open
	}
	return st
}

// takeOver takes the variables, functions and directory that a sourced file left.
func (s *shell) takeOver(inner *shell) {
	s.vars, s.funcs, s.dir, s.options = inner.vars, inner.funcs, inner.dir, inner.options
	s.vars.shared, s.funcs.shared = true, true
}

// startFile runs the file that a shell reads before anything else, where the command names one: BASH_ENV=file bash x.
func (s *shell) startFile(name string, args []value) {
	interactive := anyOption(args, "-i")
	switch {
	case name == "bash" && interactive:
		for i, arg := range args[:len(args)-1] {
			if arg == "--rcfile" || arg == "--init-file" {
				s.process().source(args[i+1 : i+2])
			}
		}
	case name == "bash":
		s.startFileIn("BASH_ENV", "")
	case name == "zsh":
		s.startFileIn("ZDOTDIR", "/.zshenv")
	case interactive:
		s.startFileIn("ENV", "")
	}
}

// startFileIn runs the file that an exported variable names.
func (s *shell) startFileIn(variable string, base value) {
	v, ok := s.variable(variable)
	if !ok || !v.exported || v.text == "" {
		return
	}
	file := v.text + base
	if strings.ContainsAny(string(file), "$`~") {
		file = holeAny // the shell expands it once more
	}
	s.process().source([]value{file})
}
