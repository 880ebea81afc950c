package shell

import (
	"strings"
)

// searchTools find files and text, and run commands on what they find.
var searchTools = []command{
	{names: "grep|egrep|fgrep|ggrep|zgrep|pcregrep", how: greps,
		opts:  "-e|--regexp= -f|--file=reads -m|--max-count= -A|--after-context= -B|--before-context= -C|--context= --include= --exclude= --exclude-dir= -d|--directories= -D|--devices= --label= --color? --binary-files=",
		first: 1, skip: "-e|--regexp|-f|--file", operands: reads},
	{names: "rg|ripgrep|ag|ack|ugrep|ug",
		opts:  "-e|--regexp= -f|--file=reads -m|--max-count= -A|--after-context= -B|--before-context= -C|--context= -g|--glob= --iglob= -t|--type= -T|--type-not= -r|--replace= -j|--threads= --max-depth= --color= --sort= --sortr= --pre= -E|--encoding= --engine=",
		first: 1, skip: "-e|--regexp|-f|--file|--files", operands: reads},
	{names: "find|gfind|bfs", how: finds},
	{names: "fd|fdfind", how: fds, opts: "-x|--exec= -X|--exec-batch= -e|--extension= -t|--type= -E|--exclude= -d|--max-depth= -c|--color= -S|--size= -j|--threads= -o|--owner=", first: 1, operands: reads},
	{names: "locate|plocate|mlocate|whereis|which|apropos|man|info|tldr|whatis|fzf|peco"},
	{names: "xargs|gxargs", how: xargs},
	{names: "parallel|sem", how: parallels},
	{names: "cloc|tokei|scc|sloccount", operands: reads},
}

// fd runs what stands behind -x on what it finds.
func (c *call) fd(entry command) status {
	for i, arg := range c.args {
		if anyOption([]value{arg}, "-x", "--exec", "-X", "--exec-batch") {
			inner := c.fork()
			inner.maybe++
			line := fill(c.args[i+1:], "{}", holeAny)
			if same(line, c.args[i+1:]) {
				line = append(line, holeAny)
			}
			inner.execute(line)
			c.args = c.args[:i]
			break
		}
	}
	c.byTable(entry, entry.opts.parse(c.args, gnu))
	c.chatter()
	return undecided
}

// grep passes on the lines of known input that hold a plain text.
func (c *call) grep(entry command) status {
	p := entry.opts.parse(c.args, gnu)
	operands := p.operands
	var pattern value
	if g, ok := p.find("-e|--regexp"); ok {
		pattern = g.value
	} else if len(operands) > 0 && !p.has("-f|--file") {
		pattern, operands = operands[0], operands[1:]
	}
	for _, file := range operands {
		c.actAs(reads, file, c.name)
	}
	c.complain()
	if p.has("-q|--quiet|--silent") {
		return undecided
	}
	if len(operands) > 0 || p.has("-c|-l|-L|-n|-o|-A|-B|-C|-f|-m|-b|-H|--count|--only-matching|-r|-R|-w|-x") {
		c.print(holeAny)
		return undecided
	}
	c.print(grepLines(c.input().all(), pattern, p))
	return undecided
}

// grepLines keeps the lines that match, where the pattern is plain enough to tell.
func grepLines(text, pattern value, p parsed) value {
	plain, ok := plainPattern(string(pattern), p.has("-F|--fixed-strings"))
	if !ok || !text.known() || !pattern.known() {
		return holeAny
	}
	fold := p.has("-i|--ignore-case")
	if fold {
		plain = strings.ToLower(plain)
	}
	var b strings.Builder
	for _, line := range lines(string(text)) {
		seen := line
		if fold {
			seen = strings.ToLower(line)
		}
		if strings.Contains(seen, plain) != p.has("-v|--invert-match") {
			b.WriteString(line + "\n")
		}
	}
	return value(b.String())
}

// plainPattern turns a regular expression without operators into the text it stands for.
func plainPattern(pattern string, fixed bool) (string, bool) {
	if fixed {
		return pattern, !strings.Contains(pattern, "\n")
	}
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\' && i+1 < len(pattern) && strings.IndexByte(`.*[]^$/-`, pattern[i+1]) >= 0:
			i++
			b.WriteByte(pattern[i])
		case strings.IndexByte(`.*[]^$\+?(){}|`, c) >= 0 || c == '\n':
			return "", false
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), true
}

// xargs runs a command with the words of its input.
func (c *call) xargs(command) status {
	opts := spec("-0|--null -a|--arg-file=reads -d|--delimiter= -E= -I= -i? -L= -l? -n|--max-args= -P|--max-procs= -s|--max-chars= -J= -R= -S= --process-slot-var= --replace?")
	p := opts.parse(c.args, posix)
	args := p.operands
	if len(args) == 0 {
		args = []value{"echo"}
	}
	words, ok := c.xargsWords(p)
	if !ok {
		words = []value{holeAny}
	}
	slot, replaces := xargsSlot(p)
	for _, batch := range batches(words, p, replaces) {
		if !c.spend.step(1) {
			break
		}
		var line []value
		if replaces {
			line = fill(args, slot, batch[0])
		} else {
			line = append(args[:len(args):len(args)], batch...)
		}
		inner := c.fork()
		inner.setDescriptor(0, descriptor{in: knownInput("")})
		if !ok {
			inner.maybe++
		}
		inner.execute(line)
	}
	return undecided
}

// xargsSlot is the text that -I has replaced.
func xargsSlot(p parsed) (string, bool) {
	g, ok := p.find("-I|-i|--replace|-J")
	if !ok {
		return "", false
	}
	if g.value == "" {
		return "{}", true
	}
	return string(g.value), true
}

// fill puts text in the place of a slot.
func fill(args []value, slot string, text value) []value {
	out := make([]value, len(args))
	for i, arg := range args {
		out[i] = value(strings.ReplaceAll(string(arg), slot, string(text)))
	}
	return out
}

// xargsWords takes the input apart.
func (c *call) xargsWords(p parsed) ([]value, bool) {
	text := c.input().all()
	if p.has("-a|--arg-file") || text.has(holeAny) {
		return nil, false
	}
	var words []value
	split := func(sep string) {
		for _, w := range strings.Split(string(text), sep) {
			if w != "" && w != "\n" {
				words = append(words, value(w))
			}
		}
	}
	_, replaces := xargsSlot(p)
	g, delimited := p.find("-d|--delimiter")
	switch {
	case p.has("-0|--null"):
		split(string(byteNUL))
	case delimited:
		split(formatEscapes(string(g.value)))
	case replaces:
		split("\n")
		for i, w := range words {
			words[i] = value(strings.TrimLeft(string(w), " \t"))
		}
	case strings.ContainsAny(string(text), `'"\`):
		return nil, false
	default:
		for _, w := range strings.Fields(string(text)) {
			words = append(words, value(w))
		}
	}
	return words, true
}

// batches divides the words among the runs.
func batches(words []value, p parsed, replaces bool) [][]value {
	size := len(words)
	if g, ok := p.find("-n|--max-args|-L"); ok {
		if n, ok := smallNumber(g.value); ok && n > 0 {
			size = n
		}
	}
	if replaces {
		size = 1
	}
	if len(words) == 0 {
		if replaces || p.has("-r|--no-run-if-empty") {
			return nil
		}
		return [][]value{nil}
	}
	var all [][]value
	for len(words) > 0 {
		n := min(size, len(words))
		all = append(all, words[:n])
		words = words[n:]
	}
	return all
}

// parallel runs a command for each of the words behind ::: or of its input.
func (c *call) parallel(command) status {
	opts := spec("-j|--jobs= -P= -a|--arg-file=reads -I= -n|--max-args= -N= -L= --joblog=writes --results= --tmpdir= -d|--delimiter= -C|--colsep= --delay= --timeout= --retries= -S|--sshlogin= --halt= --tagstring=")
	p := opts.parse(c.args, posix)
	args, words := p.operands, []value(nil)
	for i, arg := range p.operands {
		if arg == ":::" {
			args, words = p.operands[:i], p.operands[i+1:]
			break
		}
		if arg == "::::" || arg == ":::+" {
			args, words = p.operands[:i], []value{holeAny}
			break
		}
	}
	if len(args) == len(p.operands) {
		text := c.input().all()
		if text.has(holeAny) || p.has("-a|--arg-file") {
			words = []value{holeAny}
		} else {
			for _, line := range lines(string(text)) {
				words = append(words, value(line))
			}
		}
	}
	for i, word := range words {
		if word == ":::" || strings.HasPrefix(string(word), "::::") {
			words = append(words[:i:i], holeAny)
			break
		}
	}
	for _, word := range words {
		c.parallelOne(args, word)
	}
	c.chatter()
	return undecided
}

// parallelOne runs one job; the command is shell text.
func (c *call) parallelOne(args []value, word value) {
	text := joinValues(args, " ")
	if len(args) == 0 {
		text = word
	} else if filled := fillParallel(text, word); filled != text {
		text = filled
	} else {
		text += " " + word
	}
	plain, ok := text.text()
	if !ok {
		c.parallelWords(args, word)
		return
	}
	inner := c.fork().process()
	inner.run(plain, variants("bash"))
}

// parallelWords runs a job whose word is not known, as far as its arguments tell.
func (c *call) parallelWords(args []value, word value) {
	if len(args) == 1 {
		c.hide(c.name, ReasonArguments)
		return
	}
	line := fill(args, "{}", word)
	if same(line, args) {
		line = append(line, word)
	}
	inner := c.fork()
	inner.maybe++
	inner.execute(line)
}

// fillParallel replaces {}, {.}, {/} and their kin.
func fillParallel(text, word value) value {
	if !strings.Contains(string(text), "{") {
		return text
	}
	w := string(word)
	base := w[strings.LastIndexByte(w, '/')+1:]
	dir, cut := ".", strings.TrimSuffix(w, "/"+base)
	if cut != w {
		dir = cut
	}
	noExt := func(name string) string {
		if i := strings.LastIndexByte(name, '.'); i > strings.LastIndexByte(name, '/') {
			return name[:i]
		}
		return name
	}
	r := strings.NewReplacer("{}", w, "{.}", noExt(w), "{/}", base, "{/.}", noExt(base), "{//}", dir)
	return value(r.Replace(string(text)))
}
