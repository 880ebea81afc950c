package shell

import "strings"

// An effect is what a function of a language's library does to the files that its arguments name.
type effect struct {
	lang  string // the language; empty: all
	names string
	owner string // what must stand before the dot, "|" between; empty: anything or nothing
	first role   // the first argument's
	then  role   // the second one's
	tree  bool
}

// The effects of library functions. A name that is common in code needs an owner.
func effects() []effect {
	return []effect{
		{lang: "python", names: "remove|unlink|removedirs|truncate", owner: "os", first: deletes},
		{lang: "python", names: "rename|replace|renames", owner: "os", first: deletes, then: writes},
		{lang: "python", names: "link|symlink", owner: "os", then: creates},
		{lang: "python", names: "move", owner: "shutil", first: deletes, then: writes},
		{lang: "python", names: "copy|copy2|copyfile", owner: "shutil", first: reads, then: writes},
		{lang: "python", names: "rmtree", owner: "shutil", first: deletes, tree: true},
		{lang: "node", names: "writeFileSync|writeFile|createWriteStream|outputFile|outputFileSync|writeJson|writeJsonSync|writeTextFile|writeTextFileSync|outputJson|outputJsonSync", first: writes},
		{lang: "node", names: "write", owner: "Bun", first: writes},
		{lang: "node", names: "appendFileSync|appendFile", first: appends},
		{lang: "node", names: "unlinkSync|rmSync|truncateSync|removeSync|unlink", first: deletes},
		{lang: "node", names: "rm|remove|truncate", owner: "fs|fsp|promises|fsPromises|Deno|)", first: deletes},
		{lang: "node", names: "renameSync|moveSync", first: deletes, then: writes},
		{lang: "node", names: "rename|move", owner: "fs|fsp|promises|fsPromises|Deno|)", first: deletes, then: writes},
		{lang: "node", names: "copyFileSync|copyFile|copySync|cpSync", first: reads, then: writes},
		{lang: "node", names: "linkSync|symlinkSync", then: creates},
		{lang: "node", names: "link|symlink", owner: "fs|fsp|promises|fsPromises|Deno|)", then: creates},
		{lang: "node", names: "cp|copy", owner: "fs|fsp|promises|fsPromises|)", first: reads, then: writes},
		{lang: "ruby", names: "write|binwrite", owner: "File|IO", first: writes},
		{lang: "ruby", names: "delete|unlink|truncate", owner: "File", first: deletes},
		{lang: "ruby", names: "rename", owner: "File", first: deletes, then: writes},
		{lang: "ruby", names: "link|symlink", owner: "File", then: creates},
		{lang: "ruby", names: "rm|rm_f|remove|safe_unlink", owner: "FileUtils", first: deletes},
		{lang: "ruby", names: "rm_r|rm_rf|remove_dir", owner: "FileUtils", first: deletes, tree: true},
		{lang: "ruby", names: "mv|move", owner: "FileUtils", first: deletes, then: writes},
		{lang: "ruby", names: "cp|copy|copy_file|install|ln_sf", owner: "FileUtils", first: reads, then: writes},
		{lang: "perl", names: "unlink|truncate", first: deletes},
		{lang: "perl", names: "rename|move", first: deletes, then: writes},
		{lang: "perl", names: "link|symlink", then: creates},
		{lang: "perl", names: "copy", first: reads, then: writes},
		{lang: "php", names: "unlink", first: deletes},
		{lang: "php", names: "rename", first: deletes, then: writes},
		{lang: "php", names: "link|symlink", then: creates},
		{lang: "php", names: "copy", first: reads, then: writes},
	}
}

// call looks at one call: of a library function, of open, of a path's method, of a shell.
func (sc *scanner) call(name string, args [][]token) {
	owner, name := sc.imported(sc.owner(), name)
	switch {
	case sc.runsShell(name, owner, args):
	case sc.opens(name, owner, args):
	case sc.pathMethod(name, owner, args):
	case name == "chdir" && len(args) > 0:
		if to, ok := sc.evaluate(args[0]); ok && len(to) == 1 {
			sc.enterDir(literal(to[0]))
		}
	default:
		sc.library(name, owner, args)
	}
}

// owner is what stands before the dot of the name at the present token: a name, or ")" for the end of a call.
func (sc *scanner) owner() string {
	switch {
	case sc.peek(-1).is("."):
		return sc.peek(-2).text
	case sc.peek(-1).is(":") && sc.peek(-2).is(":"): // FileUtils::rm
		return sc.peek(-3).text
	case sc.peek(-1).is(">") && sc.peek(-2).is("-"): // $x->open
		return sc.peek(-3).text
	}
	return ""
}

func (sc *scanner) library(name, owner string, args [][]token) {
	for _, e := range effects() {
		if e.lang != sc.lang || !named(e.names, name) || e.owner != "" && !named(e.owner, owner) {
			continue
		}
		if e.lang == "perl" && owner != "" {
			continue
		}
		if e.first == deletes && e.then == writes && len(args) > 1 {
			sc.renames(args, name)
			return
		}
		first := e.first
		if first == writes && appendsByOption(args) {
			first = appends
		}
		sc.apply(first, args, 0, name, e.tree)
		sc.apply(e.then, args, 1, name, e.tree)
		if e.then == creates {
			sc.links(args, strings.HasPrefix(name, "sym"))
		}
		return
	}
	if sc.lang == "php" && name == "file_put_contents" {
		role := writes
		if len(args) > 2 && len(args[2]) > 0 && args[2][0].text == "FILE_APPEND" {
			role = appends
		}
		sc.apply(role, args, 0, name, false)
	}
}

// links notes what a link that the program makes stands for.
func (sc *scanner) links(args [][]token, symbolic bool) {
	if len(args) < 2 {
		return
	}
	from, okFrom := sc.evaluate(args[0])
	to, okTo := sc.evaluate(args[1])
	if okFrom && okTo && len(from) == 1 && len(to) == 1 && !sc.kept(literal(to[0])) {
		(&call{shell: sc.shell}).noteLink(literal(from[0]), literal(to[0]), symbolic)
	}
}

// renames is os.rename(a, b) and its kin.
func (sc *scanner) renames(args [][]token, name string) {
	c := &call{shell: sc.shell, name: sc.lang}
	from, okFrom := sc.evaluate(args[0])
	to, okTo := sc.evaluate(args[1])
	via := sc.lang + " " + name
	switch {
	case okFrom && okTo && len(from) == 1 && len(to) == 1:
		src, dst := literal(from[0]), literal(to[0])
		if name == "move" && c.isDir(dst) {
			dst = targetIn(dst, src)
		}
		c.moveOne(src, dst, via)
	case okTo:
		sc.apply(writes, args, 1, name, false)
	case okFrom:
		sc.apply(deletes, args, 0, name, false)
	}
}

// appendsByOption recognises {flag: 'a'} and mode: 'a'.
func appendsByOption(args [][]token) bool {
	for _, arg := range args[min(2, len(args)):] {
		for i, t := range arg {
			if t.kind == tokenText && strings.HasPrefix(t.text, "a") && len(t.text) <= 2 && i > 0 {
				return true
			}
			if t.kind == tokenName && t.text == "append" {
				return true
			}
		}
	}
	return false
}

// apply acts on the files that one argument names.
func (sc *scanner) apply(r role, args [][]token, n int, via string, tree bool) {
	if r == noFile || n >= len(args) {
		return
	}
	arg := args[n]
	if len(arg) > 2 && arg[1].is("=") && named("file|path|src|dst|filename", arg[0].text) {
		arg = arg[2:] // given by name
	}
	paths, ok := sc.evaluate(arg)
	if !ok {
		return
	}
	c := &call{shell: sc.shell, name: sc.lang}
	for _, p := range paths {
		if r == deletes && tree {
			c.act(Op{Kind: Delete, Via: sc.lang + " " + via, Tree: true}, literal(p))
			continue
		}
		c.actAs(r, literal(p), sc.lang+" "+via)
	}
}

// opens is open and its kin, where a mode says what for.
func (sc *scanner) opens(name, owner string, args [][]token) bool {
	switch {
	case sc.lang == "perl" && name == "open":
		sc.openPerl(args)
		return true
	case name == "open" && (owner == "" || named("io|codecs|gzip|bz2|lzma|File|IO|fs|aiofiles|builtins", owner)):
	case name == "open" && owner == "os" && len(args) > 1:
		sc.apply(flagsRole(args[1]), args, 0, "os.open", false)
		return true
	case name == "input" && owner == "fileinput" && inPlace(args):
		sc.apply(edits, args, 0, "fileinput", false)
		return true
	case name == "openSync" || name == "fopen" || name == "new" && owner == "File":
	default:
		return false
	}
	if len(args) > 0 {
		sc.apply(sc.modeRole(args[1:]), args, 0, name, false)
	}
	return true
}

// flagsRole reads os.O_WRONLY | os.O_TRUNC.
func flagsRole(flags []token) role {
	r := reads
	for _, t := range flags {
		switch t.text {
		case "O_TRUNC":
			return writes
		case "O_APPEND":
			return appends
		case "O_WRONLY", "O_RDWR":
			r = edits
		}
	}
	return r
}

// inPlace recognises inplace=True among the arguments.
func inPlace(args [][]token) bool {
	for _, arg := range args {
		if len(arg) == 3 && arg[0].text == "inplace" && arg[2].text != "False" {
			return true
		}
	}
	return false
}

// modeRole reads the mode among the arguments behind the path.
func (sc *scanner) modeRole(args [][]token) role {
	for i, arg := range args {
		if len(arg) == 0 {
			continue
		}
		keyword := len(arg) == 3 && arg[0].text == "mode" && (arg[1].is("=") || arg[1].is(":"))
		if i == 0 && len(arg) == 1 || keyword {
			if mode, ok := sc.single(arg[len(arg)-1]); ok && len(mode) == 1 {
				return roleOfMode(mode[0])
			}
		}
	}
	return reads
}

func roleOfMode(mode string) role {
	switch {
	case strings.Contains(mode, "x"):
		return creates
	case strings.Contains(mode, "a"):
		return appends
	case strings.ContainsAny(mode, "wc"):
		return writes
	case strings.Contains(mode, "+"):
		return edits
	}
	return reads
}

// openPerl is open(FH, '>', path) and open(FH, ">path").
func (sc *scanner) openPerl(args [][]token) {
	if len(args) < 2 {
		return
	}
	mode, ok := sc.evaluate(args[1])
	if !ok {
		return
	}
	text := strings.TrimSpace(mode[0])
	if strings.HasPrefix(text, "|") || strings.HasSuffix(text, "|") || text == "-|" {
		sc.pipePerl(strings.Trim(text, "|-"), args[2:])
		return
	}
	via := "open"
	role := perlRole(text)
	if len(args) > 2 {
		sc.apply(role, args, 2, via, false)
		return
	}
	file := strings.TrimSpace(strings.TrimLeft(text, "+<>"))
	if role != noFile && file != "" {
		sc.apply(role, [][]token{{{kind: tokenText, text: file}}}, 0, via, false)
	}
}

// pipePerl is open(FH, "| command") and open(FH, "-|", command, arguments).
func (sc *scanner) pipePerl(text string, args [][]token) {
	if text != "" {
		sc.process().run(text, variants("sh"))
		return
	}
	sc.runsShell("system", "", args)
}

func perlRole(mode string) role {
	switch {
	case strings.HasPrefix(mode, ">>"):
		return appends
	case strings.HasPrefix(mode, ">"), strings.HasPrefix(mode, "+>"):
		return writes
	case strings.HasPrefix(mode, "+<"):
		return edits
	}
	return noFile
}

// pathMethod is a method of a path: Path("x").write_text(...), p.unlink().
func (sc *scanner) pathMethod(name, owner string, args [][]token) bool {
	var r role
	switch name {
	case "write_text", "write_bytes":
		r = writes
	case "unlink":
		r = deletes
	case "rename", "replace":
		r = deletes
	case "touch":
		r = touches
	case "open":
		r = sc.modeRole(args)
	default:
		return false
	}
	if sc.lang != "python" || owner == "os" || owner == "shutil" {
		return false
	}
	receiver := sc.receiver()
	if len(receiver) == 0 {
		return false
	}
	if (name == "replace" || name == "rename") && len(args) != 1 {
		return false // a string's replace
	}
	sc.apply(r, [][]token{receiver}, 0, name, false)
	if name == "replace" || name == "rename" {
		sc.apply(writes, args, 0, name, false)
	}
	return true
}

// receiver gives the tokens of what stands before the method's dot: a variable, a call, or a bracket.
func (sc *scanner) receiver() []token {
	if !sc.peek(-1).is(".") {
		return nil
	}
	end := sc.at - 1
	start := end - 1
	if start >= 0 && sc.tokens[start].is(")") {
		depth := 0
		for ; start >= 0; start-- {
			if sc.tokens[start].is(")") {
				depth++
			}
			if sc.tokens[start].is("(") {
				if depth--; depth == 0 {
					break
				}
			}
		}
		for start > 0 && (sc.tokens[start-1].kind == tokenName || sc.tokens[start-1].is(".")) {
			start--
		}
	}
	if start < 0 {
		return nil
	}
	return sc.tokens[start:end]
}

// runsShell is a call that runs shell text or a command: os.system, subprocess.run, execSync, system.
func (sc *scanner) runsShell(name, owner string, args [][]token) bool {
	switch {
	case named("system|popen|getoutput|getstatusoutput|shell_exec|passthru", name):
	case named("run|call|check_call|check_output|Popen", name) && owner == "subprocess":
	case named("execSync|exec|spawnSync|execFileSync|execFile|spawn", name) && sc.lang == "node":
	case owner == "" && (name == "exec" && sc.lang == "perl" || named("exec|spawn", name) && sc.lang == "ruby"):
	case named("exec|spawn|capture2|capture3", name) && (sc.lang == "php" || owner == "Kernel" || owner == "Open3"):
	default:
		return false
	}
	if len(args) == 0 {
		return true
	}
	if words, ok := sc.list(args[0]); ok {
		sc.runWords(words)
		return true
	}
	texts, ok := sc.evaluate(args[0])
	if !ok || len(texts) != 1 {
		return true
	}
	if len(args) > 1 && sc.lang != "python" && (named("spawnSync|execFileSync|execFile|spawn|system", name) || name == "exec" && sc.lang != "node") {
		sc.runList(texts[0], args)
		return true
	}
	sc.process().run(texts[0], variants("sh"))
	return true
}

// runList is spawn('rm', ['x']) and system('rm', 'x').
func (sc *scanner) runList(program string, args [][]token) {
	if words, ok := sc.list(args[1]); ok {
		sc.runWords(append([]string{program}, words...))
		return
	}
	words := []string{program}
	for _, arg := range args[1:] {
		found, ok := sc.evaluate(arg)
		if !ok {
			return
		}
		words = append(words, found...)
	}
	sc.runWords(words)
}

func (sc *scanner) runWords(words []string) {
	args := make([]value, len(words))
	for i, w := range words {
		args[i] = literal(w)
	}
	sc.process().external(args)
}
