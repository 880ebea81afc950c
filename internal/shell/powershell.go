package shell

import (
	"strings"
)

// isPowerShell reports whether a dialect is PowerShell's.
func isPowerShell(dialect string) bool {
	switch strings.ToLower(dialect) {
	case "powershell", "pwsh":
		return true
	}
	return false
}

// A powerShell is the analysis of PowerShell text. It knows redirections, the cmdlets that write, and literal paths;
// programs are looked up in the same table as the shell's. All else is opaque.
type powerShell struct {
	*shell
}

// A cmdlet is one entry of the table of cmdlets: names, and what -Path and -Destination mean.
type cmdlet struct {
	names string // in lower case, aliases included
	kind  Kind   // what happens to the path; 0: nothing
	via   string
}

// cmdlets lists those that write, and those that are known not to.
func cmdlets() []cmdlet {
	return []cmdlet{
		{"set-content|sc", Write, "Set-Content"},
		{"out-file", Write, "Out-File"},
		{"tee-object|tee", Write, "Tee-Object"},
		{"add-content|ac", Append, "Add-Content"},
		{"clear-content|clc", Write, "Clear-Content"},
		{"export-csv|epcsv|export-clixml|export-alias|export-formatdata|export-counter|export-modulemember|export-startlayout", Write, "Export"},
		{"copy-item|copy|cp|cpi", Write, "Copy-Item"},
		{"move-item|move|mv|mi", Move, "Move-Item"},
		{"rename-item|ren|rni", Move, "Rename-Item"},
		{"remove-item|rm|del|erase|rd|ri|rmdir", Delete, "Remove-Item"},
		{"new-item|ni", Touch, "New-Item"},
		{"set-itemproperty|sp|set-acl", Touch, "Set-ItemProperty"},
		{"get-content|gc|cat|type", Read, "Get-Content"},
		{"select-string|sls|import-csv|get-filehash|import-clixml|get-item|gi|get-childitem|gci|ls|dir|test-path|resolve-path|convert-path", Read, "Get"},
	}
}

func findCmdlet(name string) (cmdlet, bool) {
	for _, c := range cmdlets() {
		if named(c.names, name) {
			return c, true
		}
	}
	return cmdlet{}, false
}

// isCmdlet reports whether a command's name can only be that of a cmdlet: Verb-Noun.
func isCmdlet(name string) bool {
	lower := strings.ToLower(name)
	if _, ok := findCmdlet(lower); ok && strings.Contains(lower, "-") {
		return true
	}
	verb, noun, ok := strings.Cut(name, "-")
	return ok && verb != "" && noun != "" && 'A' <= verb[0] && verb[0] <= 'Z' && 'A' <= noun[0] && noun[0] <= 'Z' && harmless(lower)
}

// powershell analyses PowerShell text.
func (s *shell) powershell(text string) {
	if len(text) > maxCommand {
		s.spend.stop(ReasonLarge)
		return
	}
	ps := &powerShell{shell: s}
	ps.run(dropNUL(text))
}

func (ps *powerShell) run(text string) {
	if !ps.spend.enter() {
		return
	}
	defer ps.spend.leave()
	ps.split(text, ps.command)
}

// lookUpVariable gives what is known of $name.
func (ps *powerShell) lookUpVariable(name string) value {
	name = strings.ToLower(name)
	switch name {
	case "pwd":
		return ps.dir
	case "home", "env:userprofile", "env:home":
		return ps.home()
	case "null":
		return ""
	case "pid":
		return holeNumber
	}
	if env, ok := strings.CutPrefix(name, "env:"); ok {
		if text, ok := ps.environ(strings.ToUpper(env)); ok {
			return slashed(text)
		}
		return holeAny
	}
	if v, ok := ps.variable(name); ok {
		return v.text
	}
	return holeAny
}

// command runs one command of a pipeline.
func (ps *powerShell) command(words []psWord) {
	words = ps.redirects(words)
	if len(words) == 0 || ps.dotNet(words) {
		return
	}
	ps.blocks(words)
	if ps.assigns(words) {
		return
	}
	if words[0].quoted || words[0].computed {
		return // an expression
	}
	if words[0].text == "&" || words[0].text == "." {
		words = words[1:]
	}
	if len(words) == 0 || words[0].kind != 0 {
		return
	}
	name, ok := words[0].text.text()
	if !ok {
		ps.hide(words[0].text.show(), ReasonUnknown)
		return
	}
	ps.invoke(name, words[1:])
}

// redirects takes the redirections off, and records the files they write.
func (ps *powerShell) redirects(words []psWord) []psWord {
	var rest []psWord
	for i := 0; i < len(words); i++ {
		if words[i].kind != '>' {
			rest = append(rest, words[i])
			continue
		}
		op := string(words[i].text)
		if strings.Contains(op, "&") || i+1 >= len(words) {
			continue
		}
		i++
		kind, via := Write, ">"
		if strings.Contains(op, ">>") {
			kind, via = Append, ">>"
		}
		if target := words[i].text; target != "" {
			ps.onPath(kind, via, target)
		}
	}
	return rest
}

// blocks runs the script blocks and bracketed expressions among a command's words.
func (ps *powerShell) blocks(words []psWord) {
	for _, w := range words {
		if w.block == "" {
			continue
		}
		inner := &powerShell{shell: ps.fork()}
		inner.maybe++
		inner.run(w.block)
	}
}

// assigns notes $name = value, and runs the command that an assignment has on its right side.
func (ps *powerShell) assigns(words []psWord) bool {
	if words[0].kind != '=' {
		return false
	}
	name := string(words[0].text)
	words = words[1:]
	ps.assign(name, holeAny)
	switch {
	case len(words) == 1 && words[0].kind == 0:
		ps.assign(name, words[0].text)
	case len(words) == 3 && strings.EqualFold(string(words[0].text), "Join-Path"):
		ps.assign(name, words[1].text+"/"+words[2].text)
	case len(words) > 0 && words[0].kind == 0:
		if text, ok := words[0].text.text(); ok && !words[0].quoted {
			ps.invoke(text, words[1:])
		}
	}
	return true
}

// dotNet is [IO.File]::WriteAllText(path, text) and its kin.
func (ps *powerShell) dotNet(words []psWord) bool {
	if words[0].kind != '(' || !strings.HasPrefix(string(words[0].text), "[") {
		return false
	}
	class, method, ok := strings.Cut(strings.ToLower(string(words[0].text)), "]::")
	if !ok || !strings.HasSuffix(class, "io.file") {
		ps.hide("[.NET]", ReasonInterpreter)
		return true
	}
	var paths []value
	ps.split(words[0].block, func(words []psWord) { paths = append(paths, commaSeparated(words)...) })
	at := func(i int) value {
		if i < len(paths) {
			return paths[i]
		}
		return ""
	}
	switch method {
	case "writealltext", "writealllines", "writeallbytes", "create", "createtext", "openwrite":
		ps.onPath(Write, "File."+method, at(0))
	case "appendalltext", "appendalllines", "appendtext":
		ps.onPath(Append, "File."+method, at(0))
	case "delete":
		ps.onPath(Delete, "File.delete", at(0))
	case "copy":
		ps.onPath(Write, "File.copy", at(1))
	case "move", "replace":
		ps.moveTo(at(0), at(1), "File."+method)
	}
	return true
}

// commaSeparated gives the first word of each argument.
func commaSeparated(words []psWord) []value {
	var all []value
	fresh := true
	for _, w := range words {
		if w.kind == ',' {
			fresh = true
			continue
		}
		if fresh {
			all = append(all, w.text)
		}
		fresh = false
	}
	return all
}

// onPath records an operation on a path that is spelled the Windows way.
func (ps *powerShell) onPath(kind Kind, via string, p value) {
	ps.each(p, func(one value) {
		ps.act(Op{Kind: kind, Via: via, Tree: kind == Delete && ps.isDir(one)}, one)
	})
}

// each expands wildcards and gives each path with slashes.
func (ps *powerShell) each(p value, do func(value)) {
	p = value(strings.ReplaceAll(string(p), `\`, "/"))
	if p == "$null" || p == "" {
		return
	}
	if text, ok := p.text(); ok && strings.ContainsAny(text, "*?[") && ps.env.List != nil {
		for _, one := range ps.glob(text) {
			do(one)
		}
		return
	}
	do(p)
}

// A psArguments is a cmdlet's command line: parameters by name, in lower case, and positional values.
type psArguments struct {
	named map[string][]value
	rest  [][]value
}

// switches are the parameters that take no value.
const switches = "|append|force|recurse|nonewline|confirm|whatif|passthru|noclobber|asbytestream|raw|notypeinformation|verbose|debug|asjob|container|usequotes|tail|wait|"

// arguments takes a command line apart.
func (ps *powerShell) arguments(words []psWord) psArguments {
	a := psArguments{named: make(map[string][]value)}
	for i := 0; i < len(words); i++ {
		name, isName := parameterName(words[i])
		if !isName {
			var list []value
			list, i = valueList(words, i)
			a.rest = append(a.rest, list)
			continue
		}
		name, text, attached := strings.Cut(name, ":")
		if attached && text != "" {
			a.named[name] = []value{literal(text)}
			continue
		}
		a.named[name] = nil
		if strings.Contains(switches, "|"+name+"|") || i+1 >= len(words) {
			continue
		}
		if _, next := parameterName(words[i+1]); !next {
			a.named[name], i = valueList(words, i+1)
		}
	}
	return a
}

// parameterName recognises -Name.
func parameterName(w psWord) (string, bool) {
	text := string(w.text)
	if w.quoted || w.kind != 0 || len(text) < 2 || text[0] != '-' || text[1] >= '0' && text[1] <= '9' {
		return "", false
	}
	name, rest, attached := strings.Cut(text[1:], ":")
	if name = strings.ToLower(name); attached {
		name += ":" + rest
	}
	return name, true
}

// valueList reads a, b, c and returns the index of its last word.
func valueList(words []psWord, i int) ([]value, int) {
	list := []value{words[i].text}
	for i+2 < len(words) && words[i+1].kind == ',' {
		i += 2
		list = append(list, words[i].text)
	}
	return list, i
}

// find gives a parameter by its name or a beginning of it.
func (a psArguments) find(names ...string) ([]value, bool) {
	for _, name := range names {
		for given, list := range a.named {
			if given == name || len(given) >= 2 && strings.HasPrefix(name, given) {
				return list, true
			}
		}
	}
	return nil, false
}

// position gives the nth positional value.
func (a psArguments) position(n int) []value {
	if n < len(a.rest) {
		return a.rest[n]
	}
	return nil
}

// invoke runs a cmdlet, or a program.
func (ps *powerShell) invoke(name string, words []psWord) {
	lower := strings.ToLower(name)
	c, ok := findCmdlet(lower)
	switch {
	case ok:
		ps.cmdlet(c, ps.arguments(words))
	case named("set-location|cd|sl|push-location|pushd|chdir|pop-location|popd", lower):
		ps.location(lower, words)
	case named("invoke-expression|iex", lower):
		ps.expression(words)
	case named("invoke-webrequest|iwr|invoke-restmethod|irm|start-bitstransfer", lower):
		ps.download(ps.arguments(words))
	case lower == "compress-archive":
		if list, ok := ps.arguments(words).find("destinationpath"); ok {
			for _, p := range list {
				ps.onPath(Write, "Compress-Archive", p)
			}
		}
	case harmless(lower):
	case strings.Contains(lower, "-") && !strings.ContainsAny(lower, "./\\"):
		ps.hide(name, ReasonUnknown)
	case keyword(lower):
	default:
		ps.programCall(name, words)
	}
}

// location is Set-Location, Push-Location and Pop-Location.
func (ps *powerShell) location(name string, words []psWord) {
	list := pathArguments(ps.arguments(words))
	switch {
	case strings.HasPrefix(name, "pop"):
		ps.changeDir("popd", nil)
	case len(list) == 0:
	case strings.HasPrefix(name, "push"):
		ps.changeDir("pushd", []value{value(strings.ReplaceAll(string(list[0]), `\`, "/"))})
	default:
		ps.enterDir(value(strings.ReplaceAll(string(list[0]), `\`, "/")))
	}
}

// expression runs the text that Invoke-Expression is given.
func (ps *powerShell) expression(words []psWord) {
	a := ps.arguments(words)
	list, ok := a.find("command")
	if !ok {
		list = a.position(0)
	}
	if len(list) == 1 {
		if text, ok := list[0].text(); ok && text != "" {
			ps.run(text)
			return
		}
	}
	ps.hide("Invoke-Expression", ReasonArguments)
}

// download writes what it fetches where -OutFile says.
func (ps *powerShell) download(a psArguments) {
	list, _ := a.find("outfile", "destination")
	for _, p := range list {
		ps.onPath(Write, "-OutFile", p)
	}
}

// harmless reports whether a cmdlet touches no file: those that get, write to the screen, or work on objects.
func harmless(name string) bool {
	for _, verb := range []string{"get-", "write-", "select-", "sort-", "where-", "foreach-", "measure-", "format-", "group-", "compare-",
		"convertto-", "convertfrom-", "test-", "join-", "split-", "read-", "out-host", "out-null", "out-string", "start-sleep", "show-"} {
		if strings.HasPrefix(name, verb) {
			return true
		}
	}
	return named("%|?|foreach|where|echo|select|sort|measure|group|ft|fl|pwd|cls|clear|exit|return|if|else|elseif|for|while|do|switch|try|catch|finally|function|param|throw|break|continue|in|begin|process|end|filter", name)
}

func keyword(name string) bool { return strings.HasPrefix(name, "[") || strings.HasPrefix(name, "-") }

// programCall runs a program from the shell's own table.
func (ps *powerShell) programCall(name string, words []psWord) {
	args := make([]value, 0, len(words))
	for _, w := range words {
		if w.kind == 0 {
			text := w.text
			if !w.quoted || !strings.ContainsAny(string(text), " \n") {
				text = value(strings.ReplaceAll(string(text), `\`, "/"))
			}
			args = append(args, text)
		}
	}
	name = strings.TrimSuffix(strings.ReplaceAll(name, `\`, "/"), ".exe")
	if base, script := programName(name); script || strings.HasSuffix(base, ".ps1") {
		ps.hide(name, ReasonScript)
		return
	}
	ps.program(name, args)
}

func pathArguments(a psArguments) []value {
	if list, ok := a.find("path", "literalpath", "filepath", "lp", "pspath"); ok {
		return list
	}
	return a.position(0)
}

// cmdlet performs one cmdlet.
func (ps *powerShell) cmdlet(c cmdlet, a psArguments) {
	if _, dry := a.named["whatif"]; dry {
		return
	}
	paths := pathArguments(a)
	switch {
	case c.via == "Copy-Item" || c.kind == Move:
		ps.transfer(c, a, paths)
		return
	case c.kind == Write:
		if _, appends := a.find("append"); appends {
			c.kind = Append
		}
		if _, keeps := a.find("noclobber"); keeps && len(paths) == 1 && ps.sure(paths[0]) {
			return
		}
	case c.via == "New-Item":
		ps.newItem(a, paths)
		return
	}
	if len(paths) == 0 && c.kind == Delete {
		ps.hide(c.via, ReasonArguments)
	}
	for _, p := range paths {
		ps.onPath(c.kind, c.via, p)
	}
}

// transfer is Copy-Item, Move-Item and Rename-Item.
func (ps *powerShell) transfer(c cmdlet, a psArguments, paths []value) {
	dest, ok := a.find("destination", "newname")
	if !ok {
		dest = a.position(1)
		if _, byName := a.find("path", "literalpath"); byName {
			dest = a.position(0)
		}
	}
	to := value("")
	if len(dest) > 0 {
		to = value(strings.ReplaceAll(string(dest[0]), `\`, "/"))
	}
	for _, p := range paths {
		ps.each(p, func(src value) { ps.transferOne(c, src, to) })
	}
}

func (ps *powerShell) transferOne(c cmdlet, src, to value) {
	target := to
	switch {
	case to == "":
		target = "."
		fallthrough
	case ps.isDir(target):
		target = targetIn(target, src)
	case c.via == "Rename-Item" && !strings.Contains(string(to), "/"):
		if i := strings.LastIndexByte(string(src), '/'); i >= 0 {
			target = src[:i+1] + to
		}
	}
	if c.kind == Move {
		ps.moveTo(src, target, c.via)
		return
	}
	cp := &call{shell: ps.shell, name: c.via}
	cp.copyOne(src, target, copyOptions{tree: true})
}

func (ps *powerShell) moveTo(src, to value, via string) {
	slash := func(v value) value { return value(strings.ReplaceAll(string(v), `\`, "/")) }
	c := &call{shell: ps.shell, name: via}
	c.moveOne(slash(src), slash(to), via)
}

// newItem makes a file or a directory; an existing file is emptied with -Force only.
func (ps *powerShell) newItem(a psArguments, paths []value) {
	_, force := a.find("force")
	kind, _ := a.find("itemtype", "type")
	directory := len(kind) > 0 && strings.EqualFold(string(kind[0]), "directory")
	names, _ := a.find("name")
	for _, p := range paths {
		if len(names) > 0 {
			p += "/" + names[0]
		}
		if directory || !force {
			ps.onPath(Touch, "New-Item", p)
		} else {
			ps.onPath(Write, "New-Item -Force", p)
		}
	}
}
