package shell

import (
	"fmt"
	"strconv"
	"strings"
)

// echo writes its arguments. Whether sh's echo reads escapes depends on which shell that is.
func (s *shell) echo(args []value) {
	newline, escapes := true, s.dialect == "zsh"
	if s.dialect != "sh" {
		args, newline, escapes = echoOptions(args, escapes)
	} else if len(args) > 0 && args[0] == "-n" {
		args, newline = args[1:], false
	}
	out := joinValues(args, " ")
	if strings.Contains(string(out), `\`) {
		switch {
		case escapes && out.known():
			text, stop := echoEscapes(string(out))
			out, newline = data(text), newline && !stop
		case escapes || s.dialect == "sh":
			out = holeAny
		}
	}
	if newline {
		out += "\n"
	}
	s.spend.copied(len(out))
	s.print(out)
}

func echoOptions(args []value, escapes bool) (rest []value, newline, decode bool) {
	newline, decode = true, escapes
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' && strings.Trim(string(args[0][1:]), "neE") == "" {
		for _, c := range string(args[0][1:]) {
			switch c {
			case 'n':
				newline = false
			case 'e':
				decode = true
			case 'E':
				decode = false
			}
		}
		args = args[1:]
	}
	return args, newline, decode
}

// printf formats its arguments, as often as it takes to use them up.
func (s *shell) printf(args []value) {
	name := ""
	if len(args) > 1 && args[0] == "-v" {
		name, args = string(args[1]), args[2:]
	}
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	out := holeAny
	if len(args) > 0 {
		if format, ok := args[0].text(); ok {
			out = s.format(format, args[1:])
		}
	}
	s.spend.copied(len(out))
	if name != "" {
		s.assign(name, out)
		return
	}
	s.print(out)
}

func (s *shell) format(format string, args []value) value {
	var b strings.Builder
	for {
		before := len(args)
		var stop, ok bool
		if args, stop, ok = formatOnce(&b, format, args); !ok {
			return holeAny
		}
		if stop || len(args) == 0 || len(args) == before || !s.spend.step(1) {
			return value(b.String())
		}
	}
}

// formatOnce goes through the format once and returns the arguments that are left.
func formatOnce(b *strings.Builder, format string, args []value) (rest []value, stop, ok bool) {
	for {
		text, directive, found := strings.Cut(format, "%")
		b.WriteString(string(data(formatEscapes(text))))
		if !found {
			return args, false, true
		}
		if strings.HasPrefix(directive, "%") {
			b.WriteByte('%')
			format = directive[1:]
			continue
		}
		n := strings.IndexFunc(directive, func(r rune) bool { return !strings.ContainsRune("-+ #0123456789.*", r) })
		if n < 0 || strings.Contains(directive[:n], "*") {
			return nil, false, false
		}
		verb, flags := directive[n], directive[:n]
		format = directive[n+1:]
		arg := value("")
		if len(args) > 0 {
			arg, args = args[0], args[1:]
		}
		out, stop, ok := formatArgument(flags, verb, arg)
		if !ok {
			return nil, false, false
		}
		b.WriteString(string(out))
		if stop {
			return nil, true, true
		}
	}
}

func formatArgument(flags string, verb byte, arg value) (out value, stop, ok bool) {
	switch verb {
	case 's':
		return padText(flags, arg)
	case 'b':
		if !arg.known() || flags != "" {
			return holeAny, false, true
		}
		text, stop := echoEscapes(string(arg))
		return data(text), stop, true
	case 'c':
		if len(arg) > 0 && arg.known() {
			return arg[:1], false, true
		}
		return holeAny, false, true
	case 'd', 'i', 'u', 'x', 'X', 'o':
		return formatNumber(flags, verb, arg)
	}
	return holeAny, false, true
}

// padText applies a width and a precision to %s.
func padText(flags string, arg value) (value, bool, bool) {
	if flags == "" {
		return arg, false, true
	}
	if !arg.known() || !plainWidth(flags) {
		return holeAny, false, true
	}
	return value(fmt.Sprintf("%"+flags+"s", string(arg))), false, true
}

// plainWidth accepts short widths only: a long one would make much text out of few characters.
func plainWidth(flags string) bool {
	return len(flags) <= 5 && !strings.ContainsAny(flags, "+# ")
}

func formatNumber(flags string, verb byte, arg value) (value, bool, bool) {
	if arg == "" {
		arg = "0"
	}
	n, err := strconv.ParseInt(string(arg), 0, 64)
	if err != nil || len(flags) > 5 {
		if arg.numeric() && flags == "" && verb == 'd' {
			return arg, false, true
		}
		return holeName, false, true
	}
	if verb == 'i' || verb == 'u' {
		verb = 'd'
	}
	return value(fmt.Sprintf("%"+flags+string(verb), n)), false, true
}
