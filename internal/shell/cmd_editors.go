package shell

import "strings"

// editorTools edit files by commands given to them.
var editorTools = []command{
	{names: "ed|red", how: editors, opts: "-p= -s"},
	{names: "ex|vim|vi|nvim|view|vimdiff|gvim|mvim", how: editors,
		opts: "-c= -S=reads -u= -U= -i= -T= -W=writes --cmd= -t= --startuptime=writes --listen= --server= --remote-expr="},
	{names: "emacs|emacsclient|kak|hx|helix|micro|nano|pico|joe|jed|mg|ne|code|subl|gedit|kate|mate", reason: ReasonEditor},
}

// editor rewrites the files it is given, if what it is told may write. What it is told is not read closely: a
// program that edits by commands is there to write.
func (c *call) editor(entry command) status {
	style := gnu
	p := entry.opts.parse(c.args, style)
	input := c.input().all()
	c.chatter()
	if isVersionQuestion(c.args) {
		return undecided
	}
	if c.name == "ed" || c.name == "red" {
		c.savings(edSavings(input), p.operands)
		c.hide(c.name, ReasonEditor)
		return undecided
	}
	script := input
	for _, g := range p.options {
		if g.spelled == "-c" || g.spelled == "--cmd" || g.spelled == "-S" {
			script += "\n" + g.value
		}
	}
	for _, v := range p.operands {
		if rest, ok := strings.CutPrefix(string(v), "+"); ok {
			script += "\n" + value(rest)
		}
	}
	if c.name != "view" {
		c.savings(vimSavings(script), p.operands)
	}
	c.hide(c.name, ReasonEditor)
	return undecided
}

// edits records that the files among the operands are rewritten.
func (c *call) edits(operands []value) {
	for _, v := range operands {
		if strings.HasPrefix(string(v), "+") || strings.HasPrefix(string(v), "-") {
			continue
		}
		c.act(Op{Kind: InPlace, Via: c.name}, v)
	}
}

// A saving is one command of an editor that writes: to a file that it names, or to the files being edited.
type saving struct {
	file value // empty: those being edited
	kind Kind
}

// savings records what an editor's commands write.
func (c *call) savings(list []saving, operands []value) {
	own := false
	for _, s := range list {
		if s.file == "" {
			own = true
			continue
		}
		c.act(Op{Kind: s.kind, Via: c.name + " w"}, s.file)
	}
	if own {
		c.edits(operands)
	}
}

// edSavings finds ed's writing commands: w, wq and W, alone or behind an address. Of a script that is not known, any
// line may be one.
func edSavings(script value) []saving {
	if script.has(holeAny) {
		return []saving{{}}
	}
	var all []saving
	for _, line := range strings.Split(string(script), "\n") {
		command := strings.TrimLeft(line, "0123456789,.$;%+- ")
		if !strings.HasPrefix(command, "w") && !strings.HasPrefix(command, "W") {
			continue
		}
		kind := Write
		if command[0] == 'W' {
			kind = Append
		}
		file := strings.TrimSpace(strings.TrimPrefix(command[1:], "q"))
		if strings.HasPrefix(file, "!") && !strings.Contains(file, "%") {
			continue // to a program
		}
		file = strings.TrimPrefix(file, "!")
		if strings.Contains(file, "%") {
			file = ""
		}
		all = append(all, saving{value(file), kind})
	}
	return all
}

// vimSavings finds vim's writing commands.
func vimSavings(script value) []saving {
	var all []saving
	for _, command := range strings.FieldsFunc(string(script), func(r rune) bool { return r == '|' || r == '\n' }) {
		if s, ok := vimSaving(command); ok {
			all = append(all, s)
		}
	}
	if strings.Contains(string(script), "ZZ") || strings.Contains(string(script), "writefile(") {
		all = append(all, saving{})
	}
	return all
}

// vimSaving reads one command, behind its range and the words that only say how it is carried out.
func vimSaving(command string) (saving, bool) {
	for {
		command = strings.TrimLeft(command, ": \t0123456789,.$%;'<>")
		n := 0
		for n < len(command) && isLetter(command[n]) {
			n++
		}
		word, rest := command[:n], strings.TrimPrefix(command[n:], "!")
		if named("silent|sil|noautocmd|noa|keepalt|keepjumps|bufdo|argdo|windo|tabdo|exe|execute|normal|norm", word) && rest != "" {
			command = strings.Trim(rest, ` "'`)
			continue
		}
		if !named("w|wq|x|wa|wqa|xa|wall|write|update|up|exit|xit|wn|saveas|sav|wqall|xall", word) {
			return saving{}, false
		}
		rest = strings.TrimSpace(rest)
		if strings.HasPrefix(rest, "!") { // to a program, which may be told the file's name
			return saving{}, strings.Contains(rest, "%")
		}
		return vimTarget(rest), true
	}
}

// vimTarget reads what stands behind a writing command: a file, >> and a file, nothing.
func vimTarget(rest string) saving {
	kind := Write
	if file, ok := strings.CutPrefix(rest, ">>"); ok {
		kind, rest = Append, strings.TrimSpace(file)
	}
	if rest == "" || rest[0] == '+' || strings.HasPrefix(rest, "%") {
		return saving{}
	}
	return saving{literal(rest), kind}
}
