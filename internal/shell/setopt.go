package shell

import "strings"

// setLetters are the letters that set knows.
const setLetters = "abefhkmnoptuvxBCEHPT"

// setOptions is set: options and positional parameters. A word that it rejects stops it before it has set anything, or
// half way.
func (s *shell) setOptions(args []value) {
	rejected := false
	defer func() { s.options.noclobber = s.options.noclobber && !rejected }()
	for i := 0; i < len(args); i++ {
		arg := string(args[i])
		switch {
		case arg == "--" || arg == "-":
			s.args, s.moreArgs = args[i+1:], false
			return
		case strings.HasPrefix(arg, "-") || strings.HasPrefix(arg, "+"):
			on := arg[0] == '-'
			rejected = rejected || strings.Trim(arg[1:], setLetters) != ""
			s.setFlags(args[i][1:], on)
			if strings.HasSuffix(arg, "o") && i+1 < len(args) {
				i++
				rejected = rejected || !isSetName(string(args[i]))
				s.setNamed(string(args[i]), on)
			}
		default:
			if !args[i].known() {
				s.options.noclobber = false // it may be an option
			}
			s.args, s.moreArgs = args[i:], args[i].has(holeAny)
			return
		}
	}
}

// isSetName reports whether set -o knows an option by this name.
func isSetName(name string) bool {
	return named("allexport|emacs|errexit|ignoreeof|monitor|noclobber|noexec|noglob|notify|nounset|pipefail|posix|verbose|vi|xtrace|"+
		"braceexpand|errtrace|functrace|hashall|histexpand|history|interactive-comments|keyword|nolog|onecmd|physical|privileged", name)
}

// setFlags switches the options of one word such as -eu.
func (s *shell) setFlags(letters value, on bool) {
	for _, c := range letters {
		switch c {
		case 'f':
			s.options.noglob = on
		case 'e':
			s.options.errexit = on
		case 'a':
			s.options.allexport = on
		case 'C':
			s.setNoclobber(on)
		}
	}
	if !letters.known() {
		s.options.noclobber = false
	}
}

func (s *shell) setNamed(name string, on bool) {
	switch name {
	case "noglob":
		s.options.noglob = on
	case "errexit":
		s.options.errexit = on
	case "allexport":
		s.options.allexport = on
	case "noclobber":
		s.setNoclobber(on)
	}
	if !value(name).known() {
		s.options.noclobber = false
	}
}

// setNoclobber switches noclobber. What was guessed switches it off alone: it keeps files, so it must be certain.
func (s *shell) setNoclobber(on bool) {
	s.options.noclobber = on && !s.guessing() && !s.options.trapped
}

// shopt sets bash's and zsh's options.
func (s *shell) shopt(name string, args []value) {
	on, plain := name == "setopt", false
	for _, arg := range args {
		text := string(arg)
		switch {
		case strings.HasPrefix(text, "-"):
			on = on || strings.Contains(text, "s")
			plain = plain || strings.Contains(text, "o")
		case name != "shopt":
			s.setopt(strings.ReplaceAll(strings.ToLower(text), "_", ""), on)
		case plain:
			s.setNamed(text, on)
		default:
			s.setPattern(text, on)
		}
	}
}

// setopt switches one of zsh's options. Other shells have no such command: there it keeps no file.
func (s *shell) setopt(name string, on bool) {
	before := s.options
	s.setZsh(name, on)
	if s.dialect != "zsh" {
		s.options.noclobber = s.options.noclobber && before.noclobber
		s.options.local = before.local
	}
}

// setPattern switches one of bash's options about patterns.
func (s *shell) setPattern(name string, on bool) {
	switch name {
	case "globstar":
		s.options.globstar = on
	case "nullglob":
		s.options.nullglob = on
	case "dotglob":
		s.options.dotglob = on
	case "nocaseglob":
		s.options.nocaseglob = on
	case "nocasematch":
		s.options.nocasematch = on
	}
}

// setZsh switches one of zsh's options, each of which has an opposite that begins with "no".
func (s *shell) setZsh(name string, on bool) {
	if positive, ok := strings.CutPrefix(name, "no"); ok {
		name, on = positive, !on
	}
	switch name {
	case "clobber":
		s.setNoclobber(!on)
	case "glob":
		s.options.noglob = !on
	case "caseglob":
		s.options.nocaseglob = !on
	case "globdots", "dotglob":
		s.options.dotglob = on
	case "localoptions":
		s.options.local = on
	default:
		s.setNamed(name, on)
		s.setPattern(name, on)
	}
}
