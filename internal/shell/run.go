package shell

import (
	"slices"
	"strings"
)

// run performs a program's entry.
func (c *call) run(entry command) status {
	if !c.spend.step(1) {
		return undecided
	}
	if entry.reason != "" && entry.how == byTable {
		c.input().all()
		if !isVersionQuestion(c.args) {
			c.hide(c.name, entry.reason)
		}
		c.chatter()
		return undecided
	}
	if entry.how != byTable {
		return c.special(entry)
	}
	c.byTable(entry, entry.opts.parse(c.args, entry.style))
	if entry.silent {
		c.complain()
	} else {
		c.chatter()
	}
	if entry.sure {
		return success
	}
	return undecided
}

// byTable acts on the files that options and operands name.
func (c *call) byTable(entry command, p parsed) {
	from := len(c.ops)
	operands := entry.files(p)
	via, role := c.name, entry.operands
	if g, ok := p.find(entry.when); entry.when != "" && ok {
		via, role = c.name+" "+g.spelled, entry.then
	}
	c.unknownOptions(entry, p)
	if entry.globs {
		operands = c.expandOwn(operands)
	}
	for _, operand := range operands {
		c.actAs(role, operand, via)
	}
	if len(operands) == 0 && role == reads {
		c.input().all()
	}
	for _, g := range p.options {
		if g.role != noFile && g.has {
			c.actAs(g.role, g.value, c.name+" "+g.spelled)
		}
	}
	c.ownInputs(from)
}

// files is the operands without those that are no files.
func (e command) files(p parsed) []value {
	if e.verbs != "" && len(p.operands) > 0 && named(e.verbs, string(p.operands[0])) {
		p.operands = p.operands[1:]
	}
	if e.skip != "" && p.has(e.skip) {
		return p.operands
	}
	return p.operands[min(e.first, len(p.operands)):]
}

// expandOwn expands the wildcards that a program was given in quotes and expands itself.
func (c *call) expandOwn(operands []value) []value {
	var all []value
	for _, operand := range operands {
		text, ok := operand.text()
		if !ok || !strings.ContainsAny(text, "*?[") || c.env.List == nil {
			all = append(all, operand)
			continue
		}
		inner := c.fork()
		inner.options.globstar = true
		all = append(all, inner.glob(text)...)
	}
	return all
}

// unknownOptions says that an argument which is not known may be the option that makes the program write.
func (c *call) unknownOptions(entry command, p parsed) {
	if entry.when == "" || p.has(entry.when) || p.dashes || entry.then == reads {
		return
	}
	for _, arg := range c.args {
		if len(arg) >= holeLen && arg[:holeLen] == holeAny {
			c.hide(c.name, ReasonArguments)
			return
		}
	}
}

// ownInputs marks what is written and read by the same call: the program rewrites its input.
func (c *call) ownInputs(from int) {
	for i := from; i < len(c.ops); i++ {
		if c.ops[i].Kind != Write {
			continue
		}
		for _, other := range c.ops[from:] {
			if other.Kind == Read && other.Path == c.ops[i].Path {
				c.ops[i].Kind = InPlace
			}
		}
	}
}

// actAs acts on one file in a role.
func (c *call) actAs(r role, file value, via string) {
	if file == "-" && r != touches && r != makes {
		return
	}
	switch r {
	case reads:
		c.act(Op{Kind: Read, Via: via}, file)
	case writes:
		c.act(Op{Kind: Write, Via: via}, file)
	case appends:
		c.act(Op{Kind: Append, Via: via}, file)
	case edits:
		if c.isDir(file) {
			c.hide(via, ReasonArguments) // which files those are is the program's to decide
			return
		}
		c.act(Op{Kind: InPlace, Via: via}, file)
	case deletes:
		c.act(Op{Kind: Delete, Via: via, Tree: c.isDir(file)}, file)
	case touches:
		c.act(Op{Kind: Touch, Via: via}, file)
	case creates:
		if !c.kept(file) {
			c.act(Op{Kind: Write, Via: via}, file)
		}
	case makes:
		c.act(Op{Kind: Touch, Via: via}, file)
		c.make(file)
	}
}

// special performs the entries that have code of their own.
func (c *call) special(entry command) status {
	switch entry.how {
	case copies:
		return c.cp(entry)
	case moves:
		return c.mv(entry)
	case installs:
		return c.install(entry)
	case links:
		return c.ln(entry)
	case removes:
		return c.rm(entry)
	case tees:
		return c.tee(entry)
	case dds:
		return c.dd()
	case dumps:
		return c.dump(entry)
	case truncates:
		return c.truncate(entry)
	case shreds:
		return c.shred(entry)
	case splits:
		return c.splitFile(entry)
	case makesTemp:
		return c.mktemp(entry)
	case cats:
		return c.cat(entry)
	case sponges:
		return c.sponge(entry)
	}
	return c.specialOutput(entry)
}

// specialOutput performs the entries whose output matters.
func (c *call) specialOutput(entry command) status {
	switch entry.how {
	case prints:
		return c.answer(entry)
	case filters:
		return c.filter(entry)
	case finds:
		return c.find()
	case seds:
		return c.sed(entry)
	case fds:
		return c.fd(entry)
	case greps:
		return c.grep(entry)
	case xargs:
		return c.xargs(entry)
	case parallels:
		return c.parallel(entry)
	case awks:
		return c.awk(entry)
	}
	return c.specialRunner(entry)
}

// specialRunner performs the entries that run other programs or programs' text.
func (c *call) specialRunner(entry command) status {
	switch entry.how {
	case wraps:
		return c.wrap(entry)
	case busyboxes:
		return c.execute(c.args)
	case shells:
		c.startFile(c.name, c.args)
		c.starting = c.startOptions(c.args)
		defer func() { c.starting = options{} }()
		return c.runShell(entry)
	case switchesUser:
		return c.su(entry)
	case interprets:
		return c.interpret(entry)
	case recorders:
		return c.recorder(entry)
	case runsTools:
		return c.runTool(entry)
	case remotes:
		return c.remote(entry)
	}
	return c.specialTool(entry)
}

// specialTool performs the entries of larger tools.
func (c *call) specialTool(entry command) status {
	switch entry.how {
	case gits:
		return c.git()
	case hubs:
		return c.hub()
	case verbs:
		return c.verb(entry)
	case patches:
		return c.patch(entry)
	case applies:
		return c.applyPatch()
	case archives:
		return c.archive(entry)
	case fetches:
		return c.fetch(entry)
	case editors:
		return c.editor(entry)
	case databases:
		return c.database(entry)
	case syncs:
		return c.sync(entry)
	}
	return undecided
}

// targetIn is where a file goes in a directory: dir/base.
func targetIn(dir, file value) value {
	text := string(file)
	for len(text) > 1 && text[len(text)-1] == '/' {
		text = text[:len(text)-1]
	}
	for i := len(text) - 1; i >= 0; i-- {
		if text[i] == '/' {
			text = text[i+1:]
			break
		}
	}
	return dir + "/" + value(text)
}

// anyOption reports whether one of the arguments is exactly one of the words.
func anyOption(args []value, words ...string) bool {
	return slices.ContainsFunc(args, func(arg value) bool { return slices.Contains(words, string(arg)) })
}
