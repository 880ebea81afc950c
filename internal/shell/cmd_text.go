package shell

import "strings"

// textTools are stream editors and the programs that put their output back into files.
var textTools = []command{
	{names: "sed|gsed", how: seds, opts: "-e|--expression= -f|--file=reads -i|--in-place? -l|--line-length=", first: 1, skip: "-e|--expression|-f|--file",
		operands: reads, when: "-i|--in-place", then: edits},
	{names: "awk|gawk|mawk|nawk|original-awk|goawk", how: awks},
	{names: "sponge", how: sponges},
	{names: "dos2unix|unix2dos|mac2unix", opts: "-c|--convmode= -D= -i|--info?", operands: edits, when: "-i|--info|-O|--to-stdout", then: reads},
	{names: "rename|prename|file-rename|mmv", reason: ReasonArguments},
	{names: "recode", first: 1, operands: edits},
	{names: "iconv", opts: "-f|--from-code= -t|--to-code= -o|--output=writes", operands: reads},
	{names: "sd", first: 2, opts: "-n= -f=", operands: edits, when: "-p|--preview", then: reads},
	{names: "rpl", first: 2, operands: edits},
	{names: "comby|ast-grep|vipe", reason: ReasonArguments},
	{names: "more|most|mdcat|zcat|gzcat|bzcat|xzcat|zless|lesspipe", operands: reads},
	{names: "column", operands: reads,
		opts: "-c|--output-width= -E|--table-noextreme= -H|--table-hide= -l|--table-columns-limit= -N|--table-columns= -n|--table-name= -O|--table-order= -o|--output-separator= -p|--tree-parent= -R|--table-right= -r|--tree= -s|--separator= -T|--table-truncate= -W|--table-wrap="},
	{names: "bat|batcat", operands: reads,
		opts: "-H|--highlight-line= -l|--language= -m|--map-syntax= -r|--line-range= --style= --theme= --color= --paging= --tabs= --wrap= --file-name= --pager= --terminal-width="},
	{names: "less", operands: reads, opts: "-b= -h= -j= -k= -o|--log-file=appends -O|--LOG-FILE=writes -p|--pattern= -P= -t|--tag= -T= -x= -y= -z="},
	{names: "glow", operands: reads, opts: "-s|--style= -w|--width="},
	{names: "pygmentize", operands: reads, opts: "-o=writes -l= -f= -F= -O= -P= -S= -a= -N="},
	{names: "envsubst|gettext|ngettext|cowsay|figlet|toilet|banner|lolcat"},
	{names: "pandoc", operands: reads,
		opts: "-o|--output=writes -f|--from= -t|--to= --template= -V= -M= --metadata= --css= -H= -B= -A= --toc-depth= --filter= -L= --log=writes --extract-media="},
	{names: "m4|cpp", operands: reads, opts: "-o=writes -D= -I= -U="},
	{names: "crudini|dasel", reason: ReasonArguments},
}

// sed edits in place with -i. A script's own w command writes files too.
func (c *call) sed(entry command) status {
	p := entry.opts.parse(c.args, gnu)
	c.sedScripts(p)
	entry.how = byTable
	if from, ok := p.find("-i"); ok && !from.has && c.bsdSuffix(p) {
		p.operands = p.operands[1:]
	}
	c.byTable(entry, p)
	if g, ok := p.find("-i|--in-place"); ok {
		c.backups(entry.files(p), g.value)
		c.complain()
	} else {
		c.chatter()
	}
	return undecided
}

// backups are the copies that -i.bak leaves beside the files it edits.
func (c *call) backups(files []value, suffix value) {
	if suffix == "" || strings.Contains(string(suffix), "*") {
		return
	}
	for _, file := range files {
		if c.exists(file) {
			c.act(Op{Kind: Write, Via: c.name + " -i"}, file+suffix)
		}
	}
}

// bsdSuffix recognises BSD's way to say "no backup": sed -i ” s/a/b/ file.
func (c *call) bsdSuffix(p parsed) bool {
	need := 3 // the suffix, the script, a file
	if p.has("-e|--expression|-f|--file") {
		need = 2
	}
	return len(p.operands) >= need && p.operands[0] == ""
}

// sedScripts looks for the files that a script writes.
func (c *call) sedScripts(p parsed) {
	found := false
	for _, g := range p.options {
		if named("-e|--expression", g.spelled) {
			c.sedScript(g.value)
			found = true
		}
		if named("-f|--file", g.spelled) {
			found = true
		}
	}
	if !found && len(p.operands) > 0 {
		c.sedScript(p.operands[0])
	}
}

// sedScript finds "w file" as a command of its own and as a flag of s, and e, which runs a command.
func (c *call) sedScript(script value) {
	for _, line := range strings.Split(string(script), "\n") {
		for _, part := range sedCommands(line) {
			if file, ok := strings.CutPrefix(part, "w "); ok {
				c.openFile(value(strings.TrimSpace(file)), Write, "sed w").out.write(holeAny, c.maybe)
			}
			if text, ok := strings.CutPrefix(part, "e"); ok {
				c.hide("sed e", ReasonInterpreter)
				if text = strings.TrimSpace(text); text != "" {
					c.fork().runText(value(text))
				}
			}
		}
	}
}

// sedCommands gives the ends of one line's commands: what stands behind addresses, and behind s///'s flags.
func sedCommands(line string) []string {
	var ends []string
	for {
		line = strings.TrimLeft(line, " \t;{}")
		line = skipAddresses(line)
		if line == "" {
			return ends
		}
		switch line[0] {
		case 's', 'y':
			rest, ok := skipSubstitution(line)
			if !ok {
				return ends
			}
			flags := rest
			rest = strings.TrimLeft(rest, "gpIimMe0123456789")
			if strings.Contains(flags[:len(flags)-len(rest)], "e") && line[0] == 's' {
				ends = append(ends, "e")
			}
			if strings.HasPrefix(rest, "w ") {
				return append(ends, rest)
			}
			line = rest
		case 'e', 'w', 'W', 'a', 'i', 'c', 'r', 'R', '#', ':':
			return append(ends, line)
		default:
			line = line[1:]
		}
	}
}

func skipAddresses(line string) string {
	for line != "" {
		switch c := line[0]; {
		case c >= '0' && c <= '9' || strings.IndexByte("$,!~+ ", c) >= 0:
			line = line[1:]
		case c == '/':
			i := closing(line[1:], '/')
			if i < 0 {
				return ""
			}
			line = strings.TrimLeft(line[1+i+1:], "IM")
		default:
			return line
		}
	}
	return line
}

// skipSubstitution skips s/a/b/.
func skipSubstitution(line string) (rest string, ok bool) {
	if len(line) < 2 {
		return "", false
	}
	sep, rest := line[1], line[2:]
	for range 2 {
		i := closing(rest, sep)
		if i < 0 {
			return "", false
		}
		rest = rest[i+1:]
	}
	return rest, true
}

// closing finds an unescaped delimiter.
func closing(text string, delimiter byte) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case delimiter:
			return i
		}
	}
	return -1
}

// awk reads its operands, edits them with -i inplace, and writes the files that its program names as text.
func (c *call) awk(command) status {
	opts := spec("-f|--file=reads -v|--assign= -F|--field-separator= -i|--include= -o= -e|--source= -E|--exec=reads -l|--load=")
	p := opts.parse(c.args, posix)
	program, operands := value(""), p.operands
	if g, ok := p.find("-e|--source"); ok {
		program = g.value
	} else if !p.has("-f|--file|-E|--exec") && len(operands) > 0 {
		program, operands = operands[0], operands[1:]
	}
	vars := awkVariables(string(program))
	for _, g := range p.options {
		if name, text, ok := strings.Cut(string(g.value), "="); ok && named("-v|--assign", g.spelled) {
			vars[name] = text
		}
	}
	c.awkProgram(program, awkNames{vars, operands})
	role, via := reads, c.name
	if g, ok := p.find("-i|--include"); ok && strings.HasPrefix(string(g.value), "inplace") {
		role, via = edits, c.name+" -i inplace"
	}
	for _, file := range operands {
		if name, _, assigns := strings.Cut(string(file), "="); assigns && name != "" && !strings.ContainsAny(name, "./") {
			continue
		}
		c.actAs(role, file, via)
	}
	if p.has("-f|--file|-E|--exec") {
		c.hide(c.name+" -f", ReasonScript)
	}
	c.input().all()
	c.chatter()
	return undecided
}

// stringEnd is the index of the quote that closes the string text begins with, or its last index.
func stringEnd(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return len(text) - 1
}
