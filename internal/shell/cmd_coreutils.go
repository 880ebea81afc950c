package shell

import (
	"path"
	"slices"
	"strings"
)

// coreutils are the programs of GNU coreutils, with what BSD's and busybox's have besides.
var coreutils = []command{
	{names: "cat|gcat", how: cats},
	{names: "rev|sha1sum|sha224sum|sha256sum|sha384sum|sha512sum|md5sum|sum|tsort", operands: reads},
	{names: "tac|gtac", operands: reads, opts: "-s|--separator="},
	{names: "wc|gwc", operands: reads, opts: "--files0-from=reads --total="},
	{names: "cksum|b2sum", operands: reads, opts: "-a|--algorithm= -l|--length="},
	{names: "md5", operands: reads, opts: "-s|--string= -c="},
	{names: "shasum", operands: reads, opts: "-a|--algorithm="},
	{names: "nl", operands: reads,
		opts: "-b|--body-numbering= -d|--section-delimiter= -f|--footer-numbering= -h|--header-numbering= -i|--line-increment= -l|--join-blank-lines= -n|--number-format= -s|--number-separator= -v|--starting-line-number= -w|--number-width="},
	{names: "fold", operands: reads, opts: "-w|--width="},
	{names: "fmt", operands: reads, opts: "-p|--prefix= -w|--width= -g|--goal="},
	{names: "pr", operands: reads,
		opts: "--columns= -D|--date-format= -e|--expand-tabs? -h|--header= -i|--output-tabs? -l|--length= -n|--number-lines? -N|--first-line-number= -o|--indent= --pages= -s|--separator? -S|--sep-string? -w|--width= -W|--page-width="},
	{names: "expand|unexpand", operands: reads, opts: "-t|--tabs="},
	{names: "od|god", operands: reads,
		opts: "-A|--address-radix= --endian= -j|--skip-bytes= -N|--read-bytes= -S= --strings? -t|--format= -w|--width?"},
	{names: "strings", operands: reads, opts: "-n|--bytes= -t|--radix= -T|--target= -e|--encoding= -s|--output-separator= -U|--unicode="},
	{names: "base32|basenc", operands: reads, opts: "-w|--wrap="},
	{names: "ptx", operands: reads,
		opts: "-F|--flag-truncation= -M|--macro-name= -S|--sentence-regexp= -W|--word-regexp= -b|--break-file=reads -g|--gap-size= -i|--ignore-file=reads -o|--only-file=reads -w|--width= --format="},
	{names: "xxd", how: dumps, style: oneDash, opts: "-c|-cols= -g|-groupsize= -l|-len= -n|-name= -o|-offset= -s|-seek|-skip= -R="},
	{names: "hexdump|hd", operands: reads, opts: "-e|--format= -f|--format-file=reads -n|--length= -s|--skip= -L|--color?"},
	{names: "head|ghead", how: filters, opts: "-n|--lines= -c|--bytes="},
	{names: "tail|gtail", how: filters, opts: "-n|--lines= -c|--bytes= -s|--sleep-interval= --pid= --max-unchanged-stats= --follow?"},
	{names: "sort|gsort", how: filters,
		opts: "-k|--key= -t|--field-separator= -S|--buffer-size= -T|--temporary-directory= -o|--output=writes --sort= --check? --parallel= --batch-size= --compress-program= --files0-from=reads --random-source="},
	{names: "shuf|gshuf", how: filters, opts: "-i|--input-range= -n|--head-count= -o|--output=writes --random-source="},
	{names: "cut", how: filters, opts: "-b|--bytes= -c|--characters= -d|--delimiter= -f|--fields= --output-delimiter="},
	{names: "paste", how: filters, opts: "-d|--delimiters="},
	{names: "join", how: filters, opts: "-a= -e= -j= -o= -t= -v= -1= -2="},
	{names: "comm", how: filters, opts: "--output-delimiter="},
	{names: "tr", how: filters},
	{names: "base64", how: filters, opts: "-w|--wrap= -b|--break= -o|--output=writes"},
	{names: "ls|gls|dir|vdir", how: filters,
		opts: "--block-size= --color? -F? --classify? --format= --hide= --hyperlink? --indicator-style= -I|--ignore= --quoting-style= --sort= --time= --time-style= -T|--tabsize= -w|--width="},
	{names: "exa|eza|lsd", how: filters, opts: "-L|--level= -s|--sort= -I|--ignore-glob= -t|--time= -w|--width= --depth= --color? --icons? --time-style="},
	{names: "seq", how: filters, opts: "-f|--format= -s|--separator="},
	{names: "uniq|guniq", how: filters, opts: "-f|--skip-fields= -s|--skip-chars= -w|--check-chars= --all-repeated? --group?"},
	{names: "cp|gcp", how: copies,
		opts: "-t|--target-directory= -S|--suffix= --backup? --context? --no-preserve= --preserve? --reflink? --sparse= --update?"},
	{names: "mv|gmv", how: moves, opts: "-t|--target-directory= -S|--suffix= --backup? --update?"},
	{names: "install|ginstall", how: installs,
		opts: "-t|--target-directory= -S|--suffix= --backup? -m|--mode= -o|--owner= -g|--group= --strip-program= -f= -B="},
	{names: "ln|gln|link", how: links, opts: "-t|--target-directory= -S|--suffix= --backup?"},
	{names: "rm|grm|trash|trash-put|rip|srm", how: removes, opts: "--interactive? --preserve-root?"},
	{names: "unlink|gunlink", operands: deletes, silent: true},
	{names: "rmdir|grmdir|sync|sleep|gsleep", silent: true},
	{names: "tee|gtee", how: tees, opts: "--output-error?"},
	{names: "dd|gdd", how: dds},
	{names: "truncate|gtruncate", how: truncates, opts: "-s|--size= -r|--reference="},
	{names: "fallocate", operands: edits, silent: true, opts: "-l|--length= -o|--offset="},
	{names: "shred|gshred", how: shreds, opts: "-n|--iterations= -s|--size= --random-source= --remove?"},
	{names: "split|gsplit", how: splits,
		opts: "-a|--suffix-length= -b|--bytes= -C|--line-bytes= -l|--lines= -n|--number= -t|--separator= --additional-suffix= --filter= -d? --numeric-suffixes? -x? --hex-suffixes?"},
	{names: "csplit|gcsplit", how: splits, opts: "-b|--suffix-format= -f|--prefix= -n|--digits="},
	{names: "touch|gtouch", operands: touches, silent: true, sure: true, opts: "-d|--date= -r|--reference= -t= --time= -A="},
	{names: "chmod|gchmod|chown|gchown|chgrp|gchgrp", first: 1, skip: "--reference", operands: touches, silent: true, opts: "--reference="},
	{names: "chattr|setfacl|chcon|xattr|setfattr", first: 1, skip: "-m|-x|-M|-X|-n|--name", operands: touches, silent: true,
		opts: "-m|--modify= -x|--remove= -n|--name= -v|--value= --restore= -M= -X="},
	{names: "mkdir|gmkdir", operands: makes, silent: true, sure: true, opts: "-m|--mode= --context?"},
	{names: "mkfifo|mknod", operands: touches, silent: true, opts: "-m|--mode="},
	{names: "mktemp|gmktemp", how: makesTemp, opts: "-p|--tmpdir= --suffix= -t?"},
	{names: "basename|dirname", how: prints, opts: "-s|--suffix="},
	{names: "realpath|grealpath|readlink|greadlink", how: prints, opts: "--relative-to= --relative-base="},
	{names: "date|gdate", how: prints, opts: "-d|--date= -f|--file= -r|--reference= -s|--set= -v= -I? --iso-8601? --rfc-3339="},
	{names: "hostname|whoami|id|uname|nproc|logname|arch|uuidgen", how: prints, opts: "--ignore="},
	{names: "stat|gstat", operands: reads, opts: "-c|--format= --printf= --cached="},
	{names: "file", operands: reads, opts: "-e|--exclude= --exclude-quiet= -f|--files-from=reads -F|--separator= -m|--magic-file= -P|--parameter="},
	{names: "du|gdu", operands: reads,
		opts: "-B|--block-size= -d|--max-depth= --files0-from=reads -t|--threshold= --time? --time-style= -X|--exclude-from=reads --exclude="},
	{names: "lsattr|getfacl", operands: reads},
	{names: "getfattr", operands: reads, opts: "-n|--name= -m|--match= -e|--encoding="},
	{names: "tree", operands: reads, opts: "-L= -P= -I= -H= -T= -o=writes --charset= --filelimit= --timefmt= --sort="},
	{names: "cmp", operands: reads, opts: "-i|--ignore-initial= -n|--bytes="},
	{names: "df|expr|factor|groups|users|who|w|yes|stty|tty|numfmt|pathchk|getconf|getopt|cal|ncal|locale|printenv|dircolors|pinky|uptime"},
	{names: "diff|gdiff|colordiff", operands: reads,
		opts: "-U= --unified? -C= --context? -x|--exclude= -X|--exclude-from=reads -I|--ignore-matching-lines= -W|--width= -L|--label= -F|--show-function-line= -S|--starting-file= -D|--ifdef= --to-file=reads --from-file=reads --tabsize= --color?"},
	{names: "sdiff", operands: reads, opts: "-o|--output=writes -I|--ignore-matching-lines= -w|--width= --tabsize= --diff-program="},
	{names: "diff3", operands: reads, opts: "-L|--label= --diff-program="},
	{names: "wdiff", operands: reads, opts: "-w|--start-delete= -x|--end-delete= -y|--start-insert= -z|--end-insert="},
	{names: "delta|difft|icdiff", operands: reads, opts: "-w|--width= -L|--label= --cols= --color= --display="},
}

// cp copies to a file, or into a directory.
func (c *call) cp(entry command) status {
	p := entry.opts.parse(c.args, gnu)
	to := destinationOf(p, "-T|--no-target-directory")
	tree := p.has("-r|-R|-a|--recursive|--archive|-d")
	keep := p.keepsExisting()
	for _, src := range to.sources {
		c.act(Op{Kind: Read, Via: c.name, Tree: tree && c.isDir(src)}, src)
		target := c.place(src, to)
		if p.has("--parents") {
			target = to.last + "/" + src
		}
		c.copyOne(src, target, copyOptions{tree: tree, keep: keep})
	}
	c.complain()
	return undecided
}

// keepsExisting reports whether cp and mv leave what exists as it is. Of -n, -f and -i the last one counts, which for
// cp's -f is so in BSD alone.
func (p parsed) keepsExisting() bool {
	update, _ := p.find("--update")
	last, _ := p.find("-n|--no-clobber|-f|--force|-i|--interactive")
	return named("-n|--no-clobber", last.spelled) || update.value == "none" || update.value == "none-fail"
}

type copyOptions struct {
	tree bool  // directories too
	keep bool  // what exists stays
	root value // the copy's top, once it is a directory's
	left *int  // how many files of one copy are still followed
}

// maxCopied is how many files of one recursive copy are followed, where it goes into a directory that exists.
const maxCopied = 2000

// copyOne copies a file, or all that a directory holds, to a place.
func (c *call) copyOne(src, to value, o copyOptions) {
	if o.keep && c.sure(to) && !c.isDir(to) {
		return
	}
	if !o.tree || !c.isDir(src) {
		n := c.act(Op{Kind: Write, Via: c.name}, to)
		if n < 0 {
			return
		}
		if src == "/dev/null" {
			c.ops[n].Known, c.ops[n].Content = true, []byte{}
		}
		if from, ok := c.locate(src); ok && from.known() {
			c.ops[n].From = string(from)
		}
		return
	}
	if c.copyFresh(src, to) {
		return
	}
	if o.left == nil {
		n := maxCopied
		o.left, o.root = &n, to
	}
	c.copyInto(src, to, o)
}

// copyFresh copies a directory to where none is: everything below is new.
func (c *call) copyFresh(src, to value) bool {
	from, okFrom := c.locate(src)
	at, okTo := c.locate(to)
	if !okFrom || !okTo || !from.known() || !at.known() || c.env.Stat == nil || c.exists(to) {
		return false
	}
	c.record(Op{Kind: Write, Via: c.name, Tree: true}, at)
	if !within(string(at), string(from)) {
		c.tree.moved[string(at)] = string(from)
	}
	return true
}

// copyInto copies what a directory holds into one that exists.
func (c *call) copyInto(src, to value, o copyOptions) {
	if c.env.List == nil || !c.spend.enter() {
		c.hide(c.name+" -r", ReasonPath)
		return
	}
	defer c.spend.leave()
	c.make(to)
	for _, name := range c.list(string(src)) {
		below := src + "/" + literal(name)
		if c.below(o.root, below) {
			continue // a directory is not copied into itself
		}
		if *o.left--; *o.left < 0 {
			c.hide(c.name+" -r", ReasonPath)
			return
		}
		c.copyOne(below, to+"/"+literal(name), o)
	}
}

// below reports whether p is dir or lies below it.
func (c *call) below(p, dir value) bool {
	at, okAt := c.locate(p)
	top, okTop := c.locate(dir)
	return okAt && okTop && within(string(at), string(top))
}

// A destination is what a command line of cp, mv, install or ln says about where its sources go.
type destination struct {
	sources []value
	last    value // a directory or a file
	dir     bool  // last is a directory, because an option or the number of operands says so
	exact   bool  // last is the new name itself, even if it is a directory
}

// destinationOf tells the sources from where they go; exact are the options that say that the last operand is no
// directory to put something into.
func destinationOf(p parsed, exact string) destination {
	if g, ok := p.find("-t|--target-directory"); ok {
		return destination{sources: p.operands, last: g.value, dir: true}
	}
	n := len(p.operands)
	if n < 2 {
		return destination{}
	}
	return destination{sources: p.operands[:n-1], last: p.operands[n-1], dir: n > 2, exact: p.has(exact)}
}

// place is where one source goes.
func (c *call) place(src value, to destination) value {
	switch {
	case to.exact:
		return to.last
	case to.dir || c.isDir(to.last) || strings.HasSuffix(string(to.last), "/"):
		return targetIn(to.last, src)
	}
	return to.last
}

// mv moves; where both names are known that is one operation, else the part that is known.
func (c *call) mv(entry command) status {
	p := entry.opts.parse(c.args, gnu)
	dest := destinationOf(p, "-T|--no-target-directory")
	for _, src := range dest.sources {
		to := c.place(src, dest)
		if p.keepsExisting() && c.sure(to) {
			continue
		}
		c.moveOne(src, to, c.name)
	}
	c.complain()
	return undecided
}

// moveOne records that src becomes to.
func (c *call) moveOne(src, to value, via string) {
	from, okFrom := c.locate(src)
	at, okTo := c.locate(to)
	tree := c.isDir(src)
	if tree {
		c.make(to)
	}
	switch {
	case okFrom && okTo && from.known() && at.known():
		text, _ := at.text()
		c.record(Op{Kind: Move, Via: via, Tree: tree, To: text}, from)
	case okTo && at.known():
		c.record(Op{Kind: Write, Via: via}, at)
	case okFrom && from.known():
		c.record(Op{Kind: Delete, Via: via, Tree: tree}, from)
		fallthrough
	default:
		if okTo {
			c.record(Op{Kind: Write, Via: via}, at)
		}
	}
}

// install copies, or makes directories.
func (c *call) install(entry command) status {
	p := entry.opts.parse(c.args, gnu)
	c.complain()
	if p.has("-d|--directory") {
		for _, dir := range p.operands {
			c.actAs(makes, dir, c.name+" -d")
		}
		return undecided
	}
	to := destinationOf(p, "-T|--no-target-directory")
	for _, src := range to.sources {
		c.actAs(reads, src, c.name)
		c.copyOne(src, c.place(src, to), copyOptions{})
	}
	return undecided
}

// ln makes a name for a file. It takes the place of a file only with -f.
func (c *call) ln(entry command) status {
	p := entry.opts.parse(c.args, gnu)
	c.complain()
	if len(p.operands) == 1 && !p.has("-t|--target-directory") {
		p.operands = append(p.operands, ".")
	}
	dest := destinationOf(p, "-T|--no-target-directory|-n|-h|--no-dereference")
	force := p.has("-f|--force|-b|--backup|-i|--interactive")
	for _, src := range dest.sources {
		to := c.place(src, dest)
		if !force && c.sure(to) {
			continue
		}
		c.act(Op{Kind: Write, Via: c.name}, to)
		c.noteLink(src, to, p.has("-s|--symbolic"))
	}
	return undecided
}

// noteLink remembers what a new name stands for. A symbolic link's text starts from where the link is.
func (c *call) noteLink(src, to value, symbolic bool) {
	at, ok := c.locate(to)
	if !ok || !at.known() {
		return
	}
	if symbolic && !absolute(src) {
		src = value(path.Dir(string(at))) + "/" + src
	}
	if target, ok := c.locate(src); ok && target.known() && target != at {
		c.tree.links[string(at)] = string(target)
	}
}

func (c *call) rm(entry command) status {
	p := entry.opts.parse(c.args, gnu)
	tree := p.has("-r|-R|--recursive") || c.name != "rm" && c.name != "grm"
	via := c.name
	if tree && c.name == "rm" {
		via = "rm -r"
	}
	for _, file := range p.operands {
		c.act(Op{Kind: Delete, Via: via, Tree: tree}, file)
	}
	c.complain()
	return undecided
}

// tee writes what it reads to files and to its standard output.
func (c *call) tee(entry command) status {
	p := entry.opts.parse(c.args, gnu)
	kind, via := Write, c.name
	if p.has("-a|--append") {
		kind, via = Append, c.name+" -a"
	}
	in := c.input()
	file := in.file // before all, which forgets it
	text := in.all()
	for _, operand := range p.operands {
		d := c.openFile(operand, kind, via)
		d.out.write(text, c.maybe)
	}
	if file >= 0 && c.output() != nil {
		c.output().copyFile(file, c.maybe)
	} else {
		c.print(text)
	}
	return success
}

// dump is xxd and hexdump: xxd writes its second operand.
func (c *call) dump(entry command) status {
	p := entry.opts.parse(c.args, entry.style)
	back := slices.ContainsFunc(p.options, func(g given) bool { return strings.HasPrefix(g.spelled, "-r") })
	for i, file := range p.operands {
		switch {
		case i == 0 || c.name != "xxd":
			c.actAs(reads, file, c.name)
		case back:
			c.actAs(edits, file, "xxd -r")
		default:
			c.actAs(writes, file, "xxd")
		}
	}
	if len(p.operands) == 0 {
		c.input().all()
	}
	c.chatter()
	return undecided
}

// dd writes of= and reads if=.
func (c *call) dd() status {
	var in, out value
	kind := Write
	for _, arg := range c.args {
		switch name, val := cutAt(arg, "="); name {
		case "if":
			in = val
		case "of":
			out = val
		case "conv":
			if containsWord(string(val), "notrunc") && kind == Write {
				kind = InPlace
			}
		case "oflag":
			if containsWord(string(val), "append") {
				kind = Append
			}
		case "seek":
			kind = InPlace
		}
	}
	c.complain()
	if in != "" {
		c.actAs(reads, in, "dd")
	} else {
		c.input().all()
	}
	if out == "" {
		c.print(holeAny)
		return undecided
	}
	c.act(Op{Kind: kind, Via: "dd"}, out)
	return undecided
}

// truncate cuts files off or extends them.
func (c *call) truncate(entry command) status {
	p := entry.opts.parse(c.args, gnu)
	g, _ := p.find("-s|--size")
	c.complain()
	for _, file := range p.operands {
		if p.has("-c|--no-create") && c.env.Stat != nil && !c.exists(file) && !c.madeAnything() {
			continue
		}
		if g.value == "0" {
			c.act(Op{Kind: Write, Known: true, Content: []byte{}, Via: c.name}, file)
		} else {
			c.act(Op{Kind: InPlace, Via: c.name}, file)
		}
	}
	return undecided
}

func (c *call) shred(entry command) status {
	p := entry.opts.parse(c.args, gnu)
	kind := InPlace
	if p.has("-u|--remove") {
		kind = Delete
	}
	for _, file := range p.operands {
		c.act(Op{Kind: kind, Via: c.name}, file)
	}
	c.complain()
	return undecided
}

// splitFile is split and csplit: they write files whose names they make from a prefix.
func (c *call) splitFile(entry command) status {
	p := entry.opts.parse(c.args, gnu)
	prefix, operands := value("x"), p.operands
	if c.name == "csplit" || c.name == "gcsplit" {
		prefix = "xx"
		if g, ok := p.find("-f|--prefix"); ok {
			prefix = g.value
		}
		operands = operands[:min(1, len(operands))]
	} else if len(operands) > 1 {
		prefix = operands[1]
	}
	if len(operands) > 0 {
		c.actAs(reads, operands[0], c.name)
	}
	if p.has("--filter") {
		c.hide(c.name+" --filter", ReasonArguments)
	}
	suffix, _ := p.find("--additional-suffix")
	c.act(Op{Kind: Write, Via: c.name}, prefix+holeName+suffix.value)
	c.complain()
	return undecided
}

// mktemp prints a name that did not exist before.
func (c *call) mktemp(entry command) status {
	p := entry.opts.parse(c.args, gnu)
	dir := value("/tmp")
	if text, ok := c.environ("TMPDIR"); ok && text != "" {
		dir = literal(text)
	}
	name := value("tmp.") + holeFresh
	if len(p.operands) > 0 {
		name = freshName(p.operands[len(p.operands)-1])
		if !p.has("-p|--tmpdir|-t") {
			dir = ""
		}
	}
	if g, ok := p.find("-p|--tmpdir"); ok && g.value != "" {
		dir = g.value
	}
	suffix, _ := p.find("--suffix")
	if dir != "" {
		name = dir + "/" + name
	}
	c.print(name + suffix.value + "\n")
	return success
}

// freshName replaces a template's last run of X.
func freshName(template value) value {
	end := len(template)
	for end > 0 && template[end-1] != 'X' {
		end--
	}
	start := end
	for start > 0 && template[start-1] == 'X' {
		start--
	}
	return template[:start] + holeFresh + template[end:]
}

// cat copies files, or what it reads, to its standard output.
func (c *call) cat(entry command) status {
	p := entry.opts.parse(c.args, gnu)
	changes := len(p.options) > 0 && !p.has("-u")
	if len(p.operands) == 0 {
		p.operands = []value{"-"}
	}
	for _, file := range p.operands {
		if file != "-" && !c.exists(file) {
			c.complain()
		}
		in := c.input()
		if n, ok := standardStream(file); ok {
			in = c.fds[n].in
		} else if file != "-" {
			in = unknownInput()
			in.file = c.act(Op{Kind: Read, Via: c.name}, file)
			if file == "/dev/null" {
				in.rest = ""
			}
		}
		c.pass(in, changes)
	}
	return undecided
}

// pass copies input to the standard output, as it is or changed.
func (c *call) pass(in *source, changed bool) {
	if in == nil {
		return
	}
	file := in.file // before all, which forgets it
	text := in.all()
	switch {
	case file >= 0 && !changed:
		c.output().copyFile(file, c.maybe)
	case changed && text != "":
		c.print(holeAny)
	default:
		c.print(text)
	}
}

// sponge writes what it reads once it has read all; mostly that is made from the file itself.
func (c *call) sponge(entry command) status {
	p := entry.opts.parse(c.args, gnu)
	text := c.input().all()
	kind := InPlace
	switch {
	case p.has("-a"):
		kind = Append
	case text.known():
		kind = Write
	}
	for _, file := range p.operands {
		d := c.openFile(file, kind, c.name)
		d.out.write(text, c.maybe)
	}
	if len(p.operands) == 0 {
		c.print(text)
	}
	return success
}
