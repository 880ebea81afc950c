package shell

import (
	"strings"
)

// languageOf maps an interpreter's name to the language whose text can be scanned; empty: none.
func languageOf(name string) string {
	switch {
	case strings.HasPrefix(name, "python"), strings.HasPrefix(name, "pypy"), name == "ipython", name == "py":
		return "python"
	case name == "node", name == "nodejs", name == "deno", name == "bun", name == "tsx", name == "ts-node":
		return "node"
	case name == "ruby", name == "jruby":
		return "ruby"
	case strings.HasPrefix(name, "perl"):
		return "perl"
	case name == "php":
		return "php"
	case name == "pwsh", name == "powershell", name == "powershell.exe":
		return "powershell"
	}
	return ""
}

// A textOption says how an interpreter's command line gives program text.
type textOption struct {
	opts spec
	text string // options whose value is program text
}

func textOptions(lang string) textOption {
	switch lang {
	case "python":
		return textOption{opts: "-c= -m= -W= -X= --check-hash-based-pycs=", text: "-c"}
	case "node":
		return textOption{opts: "-e|--eval= -p|--print= -r|--require= -C|--conditions= --import= --loader= --input-type= -i", text: "-e|--eval|-p|--print"}
	case "ruby":
		return textOption{opts: "-e= -r= -I= -C= -E= -F? -i? -K= -T# -W? -x? -0#", text: "-e"}
	case "perl":
		return textOption{opts: "-e= -E= -I= -M? -m? -F? -i? -0# -l# -C? -D? -x?", text: "-e|-E"}
	case "php":
		return textOption{opts: "-r|--run= -B= -R= -E= -d= -c= -f=reads -F=reads -z=", text: "-r|--run|-B|-R|-E"}
	}
	return textOption{opts: "-c= -e= -E= -l= -x=", text: "-e|-E|-c"}
}

// interpret is an interpreter: opaque, and what literal text certainly does to literal paths is found.
func (c *call) interpret(command) status {
	lang := languageOf(c.name)
	if isVersionQuestion(c.args) {
		c.chatter()
		return undecided
	}
	if lang == "powershell" {
		return c.pwsh()
	}
	how := textOptions(lang)
	p := how.opts.parse(c.args, posix)
	if (c.name == "deno" || c.name == "bun") && len(p.operands) > 0 && p.operands[0] == "run" {
		p.operands = p.operands[1:]
	}
	text, given := c.programText(p, how)
	if (c.name == "deno" || c.name == "bun") && len(p.operands) > 1 && p.operands[0] == "eval" {
		text, given = p.operands[1], true
	}
	if edited, ok := p.find("-i"); ok && (lang == "perl" || lang == "ruby") {
		c.editInPlace(p, edited, given)
	} else if given && (lang == "perl" || lang == "ruby") && p.has("-n|-p") {
		for _, v := range p.operands {
			c.actAs(reads, v, c.name)
		}
	}
	switch {
	case given:
		c.input().all()
		c.hide(c.name, ReasonInterpreter)
		c.scanText(lang, text, p.operands)
	case p.has("-m"):
		c.input().all()
		c.hide(c.name+" -m", ReasonInterpreter)
	case len(p.operands) > 0 && p.operands[0] != "-":
		if !c.scriptIn(lang, p.operands[0], p.operands[1:]) {
			c.hide(c.name, ReasonInterpreter)
		}
	default:
		c.hide(c.name, ReasonInterpreter)
		c.scanText(lang, c.input().all(), p.operands[min(1, len(p.operands)):])
	}
	c.chatter()
	return undecided
}

// programText joins the texts given by options.
func (c *call) programText(p parsed, how textOption) (text value, given bool) {
	for _, g := range p.options {
		if named(how.text, g.spelled) && g.has {
			text, given = text+g.value+"\n", true
		}
	}
	return text, given
}

// editInPlace is perl -i and ruby -i: the operands are rewritten.
func (c *call) editInPlace(p parsed, edited given, given bool) {
	files := p.operands
	if !given {
		files = files[min(1, len(files)):] // the first one is the program
	}
	for _, file := range files {
		c.actAs(edits, file, c.name+" "+edited.spelled)
	}
	c.backups(files, edited.value)
}

// scriptIn foretells what a script file in another language does, where it can be read.
func (c *call) scriptIn(lang string, file value, args []value) bool {
	c.input().all()
	text, ok := c.ownText(file)
	if ok && lang != "" {
		c.hide(c.name, ReasonInterpreter)
		c.fork().scanIn(lang, text, args)
		return true
	}
	if lang != "" {
		text, ok = c.readScript(file)
	}
	if ok {
		c.foretell(file, func(inner *shell) { inner.scanIn(lang, text, args) })
	}
	return ok
}

// scanText scans text that stands in the command itself.
func (c *call) scanText(lang string, v value, args []value) {
	text, ok := v.text()
	if !ok || lang == "" || len(text) > maxScript {
		return
	}
	c.fork().scanIn(lang, text, args)
}

// scan scans a script file's text.
func (s *shell) scan(lang, text string) { s.scanIn(lang, text, nil) }

// pwsh is PowerShell, with its text behind -Command.
func (c *call) pwsh() status {
	c.input().all()
	c.hide(c.name, ReasonInterpreter)
	for i, arg := range c.args {
		switch strings.ToLower(string(arg)) {
		case "-c", "-command":
			if text, ok := joinValues(c.args[i+1:], " ").text(); ok {
				c.fork().powershell(text)
			}
			c.chatter()
			return undecided
		}
	}
	c.chatter()
	return undecided
}
