package shell

import "strings"

// A role is what a program does with a file that an operand or an option names.
type role uint8

const (
	noFile role = iota
	reads
	writes
	appends
	edits // rewrites in place
	deletes
	touches // creates or stamps
	makes   // a directory
	makesParents
	creates // writes a new file, and fails where there is one
)

// A spec says which options a program has, as far as that matters here. It is written as words, one an option:
//
//	-o|--output=writes   takes a value, which names a file that is written
//	-k|--key=            takes a value that is no file
//	-i|--in-place?       may have a value attached, never the next argument
//	-0#                  may have digits attached, behind which other options follow
//	--arg==              takes two values
//
// Options without a value need not stand there. Long options may be shortened, as GNU programs allow.
type spec string

// An option is one entry of a spec.
type option struct {
	names string // "-o|--output"
	value byte   // '=' takes a value, '2' two, '?' may have one attached, '#' digits, 0 none
	role  role
}

// A given is an option that a command line has.
type given struct {
	option
	spelled string // as given, without a value: "-o"
	value   value
	has     bool // a value was given
	behind  int  // how many operands stand before it
}

// parsed is a command line taken apart.
type parsed struct {
	options  []given
	operands []value
	dashes   bool // "--" was seen
}

// has reports whether any of the options, given as "-i|--in-place", is there.
func (p parsed) has(names string) bool {
	_, ok := p.find(names)
	return ok
}

// find gives the last of the options that go by any of the names.
func (p parsed) find(names string) (given, bool) {
	for i := len(p.options) - 1; i >= 0; i-- {
		if named(names, p.options[i].spelled) {
			return p.options[i], true
		}
	}
	return given{}, false
}

// named reports whether name is one of names, which are separated by "|".
func named(names, name string) bool {
	if !strings.Contains(names, name) {
		return false
	}
	for names != "" {
		var one string
		one, names, _ = strings.Cut(names, "|")
		if one == name {
			return true
		}
	}
	return false
}

// options takes a spec apart.
func (sp spec) options() []option {
	words := strings.Fields(string(sp))
	all := make([]option, 0, len(words))
	for _, w := range words {
		all = append(all, parseOption(w))
	}
	return all
}

func parseOption(word string) option {
	if names, ok := strings.CutSuffix(word, "?"); ok {
		return option{names: names, value: '?'}
	}
	if names, ok := strings.CutSuffix(word, "#"); ok {
		return option{names: names, value: '#'}
	}
	if names, ok := strings.CutSuffix(word, "=="); ok {
		return option{names: names, value: '2'}
	}
	names, role, ok := strings.Cut(word, "=")
	if !ok {
		return option{names: names}
	}
	return option{names: names, value: '=', role: roleNamed(role)}
}

func roleNamed(name string) role {
	switch name {
	case "reads":
		return reads
	case "writes":
		return writes
	case "appends":
		return appends
	case "edits":
		return edits
	case "deletes":
		return deletes
	case "touches":
		return touches
	}
	return noFile
}

// A style is how a program writes its options.
type style uint8

const (
	gnu     style = iota // -abc bundles, --long, operands anywhere
	posix                // as gnu, but options end at the first operand
	oneDash              // -long: Go's flags, find, java
)

// parse takes a command line apart.
func (sp spec) parse(args []value, how style) parsed {
	p := parser{options: sp.options(), how: how, args: args}
	for len(p.args) > 0 {
		arg := p.args[0]
		p.args = p.args[1:]
		switch {
		case arg == "--":
			p.dashes = true
			p.operands = append(p.operands, p.args...)
			return p.parsed
		case len(arg) < 2 || arg[0] != '-':
			p.operands = append(p.operands, arg)
			if how == posix {
				p.operands = append(p.operands, p.args...)
				return p.parsed
			}
		case arg[1] == '-' || how == oneDash:
			p.long(arg)
		default:
			p.short(arg)
		}
	}
	return p.parsed
}

type parser struct {
	parsed
	options []option
	how     style
	args    []value
}

// long reads --name, --name=value and --name value.
func (p *parser) long(arg value) {
	name, val, has := strings.Cut(string(arg), "=")
	opt, full := p.longOption(name)
	g := given{option: opt, spelled: full, value: value(val), has: has, behind: len(p.operands)}
	if !has && opt.value == '=' && len(p.args) > 0 {
		g.value, g.has = p.args[0], true
		p.args = p.args[1:]
	}
	if opt.value == '2' {
		p.args = p.args[min(2, len(p.args)):]
	}
	p.parsed.options = append(p.parsed.options, g)
}

// longOption finds an option by its name or by a beginning that only one has.
func (p *parser) longOption(name string) (option, string) {
	var found option
	full := ""
	for _, opt := range p.options {
		for names := opt.names; names != ""; {
			var one string
			one, names, _ = strings.Cut(names, "|")
			if one == name || p.how == oneDash && one == strings.TrimPrefix(name, "-") {
				return opt, one
			}
			if strings.HasPrefix(one, name) && strings.HasPrefix(one, "--") && len(name) > 3 {
				found, full = opt, one
			}
		}
	}
	if full == "" {
		return option{}, name
	}
	return found, full
}

// short reads -abc, -ovalue and -o value.
func (p *parser) short(arg value) {
	for i := 1; i < len(arg); i++ {
		spelled := "-" + string(arg[i])
		g := given{option: p.shortOption(spelled), spelled: spelled, behind: len(p.operands)}
		rest := arg[i+1:]
		switch {
		case g.option.value == 0:
			p.parsed.options = append(p.parsed.options, g)
			continue
		case g.option.value == '#':
			for i+1 < len(arg) && arg[i+1] >= '0' && arg[i+1] <= '9' {
				i++
			}
			p.parsed.options = append(p.parsed.options, g)
			continue
		case rest != "":
			g.value, g.has = rest, true
		case g.option.value == '=' && len(p.args) > 0:
			g.value, g.has = p.args[0], true
			p.args = p.args[1:]
		}
		p.parsed.options = append(p.parsed.options, g)
		return
	}
}

func (p *parser) shortOption(name string) option {
	for _, opt := range p.options {
		if named(opt.names, name) {
			return opt
		}
	}
	return option{}
}
