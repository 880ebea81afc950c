package shell

import (
	"path"
	"slices"
	"strconv"
	"strings"
)

// answer is what the programs print whose output can be told, at least in kind.
func (c *call) answer(entry command) status {
	p := entry.opts.parse(c.args, gnu)
	c.complain()
	switch c.name {
	case "basename":
		c.print(c.baseNames(p))
	case "dirname":
		for _, v := range p.operands {
			c.print(dirName(v) + "\n")
		}
	case "realpath", "grealpath", "readlink", "greadlink":
		c.print(c.realPath(p))
	case "pwd":
		c.print(c.dir + "\n")
	case "date", "gdate":
		if g, ok := p.find("-r"); ok {
			c.actAs(reads, g.value, c.name)
		}
		c.print(dateOutput(p))
	case "hostname", "whoami", "uname", "logname", "uuidgen", "arch":
		c.print(holeName + "\n")
	case "nproc":
		c.print(holeNumber + "\n")
	case "id":
		if p.has("-u|-g") && !p.has("-n") {
			c.print(holeNumber + "\n")
		} else {
			c.print(holeAny)
		}
	default:
		c.print(holeAny)
	}
	return undecided
}

func (c *call) baseNames(p parsed) value {
	suffix := value("")
	operands := p.operands
	if g, ok := p.find("-s|--suffix"); ok {
		suffix = g.value
	} else if !p.has("-a|--multiple") && len(operands) == 2 {
		suffix, operands = operands[1], operands[:1]
	}
	var out value
	for _, v := range operands {
		base := targetIn("", v)[1:]
		if text, ok := suffix.text(); ok && string(base) != text {
			base = value(strings.TrimSuffix(string(base), text))
		}
		out += base + "\n"
	}
	return out
}

func dirName(v value) value {
	i := strings.LastIndexByte(strings.TrimRight(string(v), "/"), '/')
	switch {
	case v.has(holeAny) && v[max(i, 0):].has(holeAny):
		return holeAny
	case i < 0:
		return "."
	case i == 0:
		return "/"
	}
	return v[:i]
}

// realPath makes paths absolute; links are not followed.
func (c *call) realPath(p parsed) value {
	follows := strings.HasSuffix(c.name, "realpath") || p.has("-f|-e|-m|--canonicalize|--canonicalize-existing|--canonicalize-missing")
	if !follows || p.has("--relative-to|--relative-base|-z|--zero") {
		return holeAny
	}
	var out value
	for _, v := range p.operands {
		at, ok := c.locate(v)
		if !ok {
			at = v
		}
		out += at + "\n"
	}
	return out
}

// dateOutput is digits and names in the format's own text.
func dateOutput(p parsed) value {
	if p.has("-I|--iso-8601") {
		return holeNumber + "-" + holeNumber + "-" + holeName + "\n"
	}
	if len(p.operands) == 0 || !strings.HasPrefix(string(p.operands[0]), "+") {
		return holeAny
	}
	format := string(p.operands[0][1:])
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 >= len(format) {
			b.WriteByte(format[i])
			continue
		}
		i++
		for i+1 < len(format) && strings.IndexByte("-_0^#:", format[i]) >= 0 {
			i++
		}
		switch format[i] {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case '%':
			b.WriteByte('%')
		case 'c', 'D', 'x', 'r', '+', 'X':
			return holeAny
		case 'F':
			b.WriteString(string(holeNumber + "-" + holeNumber + "-" + holeNumber))
		case 'T', 'R':
			b.WriteString(string(holeNumber + ":" + holeNumber))
			if format[i] == 'T' {
				b.WriteString(string(":" + holeNumber))
			}
		case 'd', 'H', 'M', 'S', 'm', 'Y', 'y', 's', 'N', 'j', 'u', 'w', 'V', 'G', 'U', 'I', 'C', 'g', 'W':
			b.WriteString(string(holeNumber))
		default:
			b.WriteString(string(holeName))
		}
	}
	return value(b.String()) + "\n"
}

// ls prints the names it is given, where they are files.
func (c *call) ls(p parsed) {
	if p.has("-l|-s|-i|-o|-g|-n|-F|-p|-Q|-C|-x|-m|-R|-t|-S|-u|-c|-r|-X|--color|--sort|--format|-v|-U|-f") || len(p.operands) > 1 && p.has("-t|-S") {
		c.print(holeAny)
		return
	}
	dirs := !p.has("-d|--directory")
	if dirs && len(p.operands) == 1 && p.operands[0].known() && c.isDir(p.operands[0]) {
		c.printList(c.namesIn(p.operands[0], p))
		return
	}
	var out strings.Builder
	for _, v := range p.operands {
		if !v.known() || c.isDir(v) && dirs {
			c.print(holeAny)
			return
		}
		if c.exists(v) {
			out.WriteString(string(v) + "\n")
		}
	}
	switch {
	case len(p.operands) > 0:
		c.printList(value(out.String()))
	case dirs:
		c.printList(c.namesIn(".", p))
	default:
		c.print(".\n")
	}
}

// printList prints the names of files. Their order is that of the disk or the language's, so in a file they are no
// content that is known.
func (s *shell) printList(v value) {
	if out := s.output(); out != nil && out.op >= 0 && strings.Count(string(v), "\n") > 1 {
		v = holeAny
	}
	s.print(v)
}

// namesIn is what ls prints of a directory, where no option leaves names out or adds some.
func (c *call) namesIn(dir value, p parsed) value {
	if c.env.List == nil || !absolute(dir) && !c.dir.known() || !allIn(p, "-1") {
		return holeAny
	}
	return visibleNames(c.list(string(dir)))
}

// visibleNames is how ls prints names that do not begin with a dot.
func visibleNames(names []string) value {
	names = slices.DeleteFunc(slices.Clone(names), func(n string) bool { return strings.HasPrefix(n, ".") })
	slices.Sort(names)
	var b strings.Builder
	for _, n := range names {
		b.WriteString(string(literal(n)) + "\n")
	}
	return value(b.String())
}

// filter is the programs that pass on part of their input, in some order.
func (c *call) filter(entry command) status {
	p := entry.opts.parse(c.args, gnu)
	switch c.name {
	case "ls", "gls", "dir", "vdir", "exa", "eza", "lsd":
		for _, v := range p.operands {
			c.act(Op{Kind: Read, Via: c.name}, v) // of names, not of what the files hold
		}
		c.complain()
		c.ls(p)
		return undecided
	case "seq":
		c.print(seqOutput(p))
		return success
	}
	operands := p.operands
	if c.name == "tr" || p.has("-e|--echo") && strings.HasSuffix(c.name, "shuf") {
		operands = nil // no files
	}
	if len(operands) > 0 || len(p.options) > 0 && filesInOptions(p) {
		c.filterFiles(operands, p)
		c.chatter()
		return undecided
	}
	if strings.HasSuffix(c.name, "shuf") {
		c.input().all()
		c.print(holeAny)
		return undecided
	}
	c.print(filtered(c.name, c.input().all(), p))
	return undecided
}

// filterFiles acts on the files that a filter is given.
func (c *call) filterFiles(operands []value, p parsed) {
	from := len(c.ops)
	for i, v := range operands {
		if i == 1 && strings.HasSuffix(c.name, "uniq") { // the only filter whose second operand is its output
			c.actAs(writes, v, c.name)
			continue
		}
		c.actAs(reads, v, c.name)
	}
	for _, g := range p.options {
		if g.role != noFile && g.has {
			c.actAs(g.role, g.value, c.name+" "+g.spelled)
		}
	}
	c.ownInputs(from)
}

func filesInOptions(p parsed) bool {
	return slices.ContainsFunc(p.options, func(g given) bool { return g.role != noFile })
}

// filtered is a filter's output for known input.
func filtered(name string, in value, p parsed) value {
	text, ok := in.text()
	if !ok || strings.IndexByte(text, 0) >= 0 {
		if in.has(holeAny) || strings.IndexByte(string(in), 0) >= 0 && name == "tr" {
			return holeAny
		}
		text = string(in)
	}
	switch name {
	case "head", "ghead", "tail", "gtail":
		return cutLines(name, text, p)
	case "sort", "gsort":
		if len(p.options) > 0 && !allIn(p, "-u|-r") {
			return holeAny
		}
		return sortLines(text, p)
	case "uniq", "guniq":
		if len(p.options) > 0 {
			return holeAny
		}
		return joinLines(slices.Compact(lines(text)))
	case "base64":
		if p.has("-d|-D|--decode") {
			return decode64(text)
		}
	}
	if text == "" {
		return ""
	}
	return holeAny
}

func allIn(p parsed, names string) bool {
	return !slices.ContainsFunc(p.options, func(g given) bool { return !named(names, g.spelled) })
}

func joinLines(list []string) value {
	if len(list) == 0 {
		return ""
	}
	return value(strings.Join(list, "\n") + "\n")
}

func sortLines(text string, p parsed) value {
	list := lines(text)
	slices.Sort(list)
	if p.has("-u") {
		list = slices.Compact(list)
	}
	if p.has("-r") {
		slices.Reverse(list)
	}
	return joinLines(list)
}

// cutLines is head and tail with a number of lines.
func cutLines(name, text string, p parsed) value {
	n := 10
	for _, g := range p.options {
		switch {
		case named("-n|--lines", g.spelled):
			var err error
			if n, err = strconv.Atoi(string(g.value)); err != nil || n < 0 {
				return holeAny
			}
		case len(g.spelled) == 2 && g.spelled[1] >= '0' && g.spelled[1] <= '9' && len(p.options) == 1:
			n = int(g.spelled[1] - '0')
		default:
			return holeAny
		}
	}
	list := lines(text)
	n = min(n, len(list))
	part, last := list[len(list)-n:], true
	if strings.HasSuffix(name, "head") {
		part, last = list[:n], n == len(list)
	}
	out := joinLines(part)
	if last && !strings.HasSuffix(text, "\n") {
		return value(strings.TrimSuffix(string(out), "\n"))
	}
	return out
}

// seqOutput lists the numbers of seq.
func seqOutput(p parsed) value {
	if len(p.options) > 0 || len(p.operands) == 0 || len(p.operands) > 2 {
		return holeAny
	}
	from, last := 1, p.operands[len(p.operands)-1]
	if len(p.operands) == 2 {
		var ok bool
		if from, ok = smallNumber(p.operands[0]); !ok {
			return holeAny
		}
	}
	to, ok := smallNumber(last)
	if !ok || to-from > maxRounds {
		return holeAny
	}
	var b strings.Builder
	for n := from; n <= to; n++ {
		b.WriteString(strconv.Itoa(n) + "\n")
	}
	return value(b.String())
}

// decode64 decodes base64 without the package of that name, whose tables cost start-up time.
func decode64(text string) value {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	var out []byte
	bits, have := uint(0), 0
	for i := 0; i < len(text); i++ {
		n := strings.IndexByte(alphabet, text[i])
		if n < 0 {
			continue
		}
		bits, have = bits<<6|uint(n), have+6
		if have >= 8 {
			have -= 8
			out = append(out, byte(bits>>have))
		}
	}
	return data(string(out))
}

// topLevel is the root of the git work tree that the shell stands in.
func (s *shell) topLevel() value {
	at, ok := s.dir.text()
	if !ok {
		return holeAny
	}
	for {
		if _, exists := s.stat(literal(path.Join(at, ".git"))); exists {
			return literal(at)
		}
		if at == "/" || at == "." || path.Dir(at) == at {
			return holeAny
		}
		at = path.Dir(at)
	}
}
