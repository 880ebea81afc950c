package shell

import (
	"path"
	"slices"
	"strconv"
	"strings"
)

// A scanner reads program text for operations on literal paths. What it finds is certain enough to refuse: a call
// that writes, with a path that stands there in quotes or in a variable that holds one. A mere mention is none.
type scanner struct {
	*shell
	lang   string
	tokens []token
	at     int
	args   []value
	paths  map[string][]string // variables that hold paths
	names  map[string]string   // names that Python's import gives to modules and functions: "rm" → "os.remove"
}

// scanIn scans program text, in a shell that it may change.
func (s *shell) scanIn(lang, text string, args []value) {
	if !s.spend.enter() {
		return
	}
	defer s.spend.leave()
	sc := &scanner{shell: s, lang: lang, tokens: lex(lang, text), args: args, paths: make(map[string][]string), names: make(map[string]string)}
	if !s.spend.step(len(sc.tokens) / 32) {
		return
	}
	s.setDescriptor(0, descriptor{in: unknownInput()}) // what the program leaves of it, or gives to its commands
	for sc.at = 0; sc.at < len(sc.tokens) && s.spend.over == ""; sc.at++ {
		sc.token()
	}
}

func (sc *scanner) peek(offset int) token {
	if i := sc.at + offset; i >= 0 && i < len(sc.tokens) {
		return sc.tokens[i]
	}
	return token{kind: tokenLine}
}

func (t token) is(mark string) bool { return t.kind == tokenMark && t.text == mark }

// token looks at one token: an assignment, a loop's variable, or a call.
func (sc *scanner) token() {
	t := sc.peek(0)
	if t.kind != tokenName {
		return
	}
	switch {
	case sc.peek(1).is("=") && !sc.peek(2).is("=") && !sc.peek(-1).is("."):
		sc.assignment(t.text)
	case t.text == "import" && sc.lang == "python":
		sc.imports()
	case t.text == "for" || t.text == "foreach" && sc.lang == "perl":
		sc.loop()
	case sc.peek(1).is("("):
		sc.call(t.text, sc.arguments(sc.at+1))
	case (sc.lang == "perl" || sc.lang == "ruby") && bareCall(t.text):
		sc.call(t.text, sc.bareArguments(sc.at+1))
	}
}

// bareCall names the functions that Perl and Ruby call without brackets.
func bareCall(name string) bool {
	switch name {
	case "open", "unlink", "rename", "system", "truncate", "copy", "move", "write", "delete", "exec", "rm", "rm_f", "rm_rf", "mv", "cp":
		return true
	}
	return false
}

// assignment notes a variable that is given a path or a list of paths.
func (sc *scanner) assignment(name string) {
	end := sc.at + 2
	depth := 0
	for ; end < len(sc.tokens); end++ {
		t := sc.tokens[end]
		if t.kind == tokenLine {
			break
		}
		if t.is("(") || t.is("[") {
			depth++
		}
		if t.is(")") || t.is("]") {
			if depth--; depth < 0 {
				break
			}
		}
		if t.is(",") && depth == 0 {
			break
		}
	}
	value := sc.tokens[sc.at+2 : end]
	if found, ok := sc.evaluate(value); ok {
		sc.paths[name] = found
	} else if found, ok := sc.list(value); ok {
		sc.paths[name] = found
	} else {
		delete(sc.paths, name)
	}
}

// loop is a loop over a list: the variable stands for all elements.
func (sc *scanner) loop() {
	name, start, end := sc.loopHead()
	if name == "" {
		return
	}
	list := sc.tokens[start:end]
	if found, ok := sc.list(list); ok {
		sc.paths[name] = found
	} else if found, ok := sc.evaluate(list); ok {
		sc.paths[name] = found
	} else {
		delete(sc.paths, name)
	}
}

// loopHead gives the variable of a loop, and where its list stands: for x in list, for (const x of list), for my $x (list).
func (sc *scanner) loopHead() (name string, start, end int) {
	at := sc.at + 1
	in := "in"
	if sc.lang == "node" {
		in = "of"
		at++ // the bracket
	}
	for at < len(sc.tokens) && named("const|let|var|my|our", sc.tokens[at].text) {
		at++
	}
	if at+2 >= len(sc.tokens) || sc.tokens[at].kind != tokenName {
		return "", 0, 0
	}
	name, start = sc.tokens[at].text, at+2
	switch word := sc.tokens[at+1]; {
	case sc.lang == "perl" && word.is("("):
		start--
	case word.kind != tokenName || word.text != in:
		return "", 0, 0
	}
	depth := 0
	for end = start; end < len(sc.tokens); end++ {
		switch t := sc.tokens[end]; {
		case t.is("(") || t.is("["):
			depth++
		case (t.is(")") || t.is("]")) && depth > 0:
			depth--
		case depth == 0 && (t.is(":") || t.is(")") || t.is("{") || t.kind == tokenLine || t.text == "do"):
			return name, start, end
		}
	}
	return name, start, end
}

// list evaluates [a, b] and (a, b).
func (sc *scanner) list(tokens []token) ([]string, bool) {
	n := len(tokens)
	if n < 2 || !tokens[0].is("[") && !tokens[0].is("(") || !tokens[n-1].is("]") && !tokens[n-1].is(")") {
		return nil, false
	}
	var all []string
	size := 0
	for _, arg := range splitArguments(tokens[1 : n-1]) {
		found, ok := sc.evaluate(arg)
		if !ok {
			return nil, false
		}
		added := bytesOf(found)
		if size += added; size > maxListed || !sc.spend.copied(added) {
			return nil, false
		}
		all = append(all, found...)
	}
	return all, len(all) > 0
}

// The limits of what a program puts together, for it to be followed.
const (
	maxComposed = 64 << 10 // bytes of one text
	maxListed   = 1 << 20  // bytes of a list's texts
)

// composes accounts for a text that is put together, and reports whether it is followed.
func (sc *scanner) composes(size int) bool { return size <= maxComposed && sc.spend.copied(size) }

// bytesOf is how much room texts take.
func bytesOf(texts []string) int {
	size := 16 * len(texts)
	for _, text := range texts {
		size += len(text)
	}
	return size
}

// arguments gives the argument lists of the call whose bracket stands at index open.
func (sc *scanner) arguments(open int) [][]token {
	depth := 0
	for i := open; i < len(sc.tokens) && i < open+2000; i++ {
		switch t := sc.tokens[i]; {
		case t.is("(") || t.is("[") || t.is("{"):
			depth++
		case t.is(")") || t.is("]") || t.is("}"):
			if depth--; depth == 0 {
				return splitArguments(sc.tokens[open+1 : i])
			}
		}
	}
	return nil
}

// bareArguments gives the arguments of a call without brackets: up to the end of the statement.
func (sc *scanner) bareArguments(start int) [][]token {
	end := start
	for end < len(sc.tokens) && sc.tokens[end].kind != tokenLine && !sc.tokens[end].is("}") && !sc.tokens[end].is("|") &&
		sc.tokens[end].text != "or" && sc.tokens[end].text != "do" && sc.tokens[end].text != "if" {
		end++
	}
	return splitArguments(sc.tokens[start:end])
}

func splitArguments(tokens []token) [][]token {
	var all [][]token
	depth, start := 0, 0
	for i, t := range tokens {
		switch {
		case t.is("(") || t.is("[") || t.is("{"):
			depth++
		case t.is(")") || t.is("]") || t.is("}"):
			depth--
		case t.is(",") && depth == 0:
			all = append(all, tokens[start:i])
			start = i + 1
		}
	}
	if start < len(tokens) {
		all = append(all, tokens[start:])
	}
	return all
}

// evaluate gives the texts that an expression may stand for.
func (sc *scanner) evaluate(tokens []token) ([]string, bool) {
	if len(tokens) == 0 || len(tokens) > 64 || !sc.spend.step(1) {
		return nil, false
	}
	if name := tokens[0]; name.kind == tokenName && (name.text == "my" || name.text == "await" || name.text == "new") {
		return sc.evaluate(tokens[1:])
	}
	if i := lastOperator(tokens); i > 0 {
		return sc.operator(tokens, i)
	}
	if len(tokens) == 1 {
		return sc.single(tokens[0])
	}
	if (sc.lang == "python" || sc.lang == "ruby") && !slices.ContainsFunc(tokens, func(t token) bool { return t.kind != tokenText && t.kind != tokenHole }) {
		return sc.adjacent(tokens)
	}
	if tokens[0].is("(") && tokens[len(tokens)-1].is(")") {
		return sc.evaluate(tokens[1 : len(tokens)-1])
	}
	if found, ok := sc.argument(tokens); ok {
		return found, true
	}
	return sc.pathCall(tokens)
}

func (sc *scanner) single(t token) ([]string, bool) {
	switch t.kind {
	case tokenText:
		return []string{t.text}, true
	case tokenName:
		found, ok := sc.paths[t.text]
		return found, ok
	case tokenHole:
		return sc.template(t.text)
	}
	return nil, false
}

// adjacent joins strings that stand side by side.
func (sc *scanner) adjacent(tokens []token) ([]string, bool) {
	all := ""
	for _, t := range tokens {
		found, ok := sc.single(t)
		if !ok || len(found) != 1 || !sc.composes(len(all)+len(found[0])) {
			return nil, false
		}
		all += found[0]
	}
	return []string{all}, true
}

// template fills in what an f-string or a template literal computes, where each part has one text.
func (sc *scanner) template(text string) ([]string, bool) {
	if text == "" || !sc.spend.enter() { // empty: a regular expression
		return nil, false
	}
	defer sc.spend.leave()
	var b strings.Builder
	for text != "" {
		before, expression, after, found := sc.interpolation(text)
		b.WriteString(before)
		if !found {
			break
		}
		known, ok := sc.evaluate(lex(sc.lang, expression))
		if !ok || len(known) != 1 || !sc.composes(b.Len()+len(known[0])) {
			return nil, false
		}
		b.WriteString(known[0])
		text = after
	}
	return []string{b.String()}, true
}

// interpolation finds the first expression in a string that computes.
func (sc *scanner) interpolation(text string) (before, expression, after string, found bool) {
	if sc.lang == "perl" || sc.lang == "php" {
		return dollarName(text)
	}
	open := map[string]string{"python": "{", "node": "${", "ruby": "#{"}[sc.lang]
	before, rest, found := strings.Cut(text, open)
	if !found {
		return before, "", "", false
	}
	expression, after, closed := strings.Cut(rest, "}")
	if !closed {
		expression = "" // which has no value
	}
	return before, expression, after, true
}

// dollarName finds $name and ${name}. An element such as $name[0], and an array, are expressions that have no value here.
func dollarName(text string) (before, expression, after string, found bool) {
	i := strings.IndexAny(text, "$@")
	if i < 0 {
		return text, "", "", false
	}
	before, rest := text[:i], text[i+1:]
	name, after := nameAt(rest), ""
	if inner, ok := strings.CutPrefix(rest, "{"); ok {
		name, after, _ = strings.Cut(inner, "}")
	} else {
		after = rest[len(name):]
	}
	if text[i] == '@' || strings.HasPrefix(after, "[") || strings.HasPrefix(after, "{") || strings.HasPrefix(after, "->") {
		return before, "", after, true
	}
	return before, "$" + name, after, true
}

// lastOperator finds + or / outside brackets.
func lastOperator(tokens []token) int {
	depth := 0
	for i := len(tokens) - 1; i > 0; i-- {
		switch t := tokens[i]; {
		case t.is(")") || t.is("]"):
			depth++
		case t.is("(") || t.is("["):
			depth--
		case depth == 0 && (t.is("+") || t.is("/")):
			return i
		}
	}
	return 0
}

// operator joins two paths (/, for Python's Path) or two texts (+).
func (sc *scanner) operator(tokens []token, i int) ([]string, bool) {
	left, okLeft := sc.evaluate(tokens[:i])
	right, okRight := sc.evaluate(tokens[i+1:])
	if !okLeft || !okRight || !sc.pairable(left, right) {
		return nil, false
	}
	var all []string
	for _, a := range left {
		for _, b := range right {
			if tokens[i].is("/") {
				all = append(all, joinPath(a, b))
			} else {
				all = append(all, a+b)
			}
		}
	}
	return all, true
}

// pairable reports whether each of a may be joined with each of b.
func (sc *scanner) pairable(a, b []string) bool {
	return len(a)*len(b) <= 64 && sc.composes(bytesOf(a)*len(b)+bytesOf(b)*len(a))
}

func joinPath(a, b string) string {
	if strings.HasPrefix(b, "/") {
		return b
	}
	return path.Join(a, b)
}

// argument is sys.argv[1], process.argv[2], ARGV[0].
func (sc *scanner) argument(tokens []token) ([]string, bool) {
	n := len(tokens)
	if n < 4 || !tokens[n-1].is("]") || !tokens[n-3].is("[") {
		return nil, false
	}
	i, err := strconv.Atoi(tokens[n-2].text)
	if err != nil {
		return nil, false
	}
	switch tokens[n-4].text {
	case "argv":
		i--
	case "ARGV", "$ARGV":
	default:
		return nil, false
	}
	if i < 0 || i >= len(sc.args) {
		return nil, false
	}
	text, ok := sc.args[i].text()
	return []string{text}, ok
}

// pathCall is a call that gives a path made of its arguments: Path("a", "b"), os.path.join(a, b), str(p).
func (sc *scanner) pathCall(tokens []token) ([]string, bool) {
	open := openingBracket(tokens)
	if open < 1 || tokens[open-1].kind != tokenName {
		return nil, false
	}
	args := splitArguments(tokens[open+1 : len(tokens)-1])
	_, name := sc.imported("", tokens[open-1].text)
	if (name == "glob" || name == "rglob") && open > 3 {
		return sc.globBelow(tokens[:open-2], args, name == "rglob")
	}
	switch name {
	case "Path", "PurePath", "PosixPath", "join", "resolve", "str", "fspath", "abspath", "realpath", "normpath", "expanduser", "String", "new", "expand_path", "URL", "joinpath", "catfile":
		return sc.joinArguments(args, name == "expanduser" || name == "expand_path")
	case "cwd", "getcwd", "pwd":
		return []string{"."}, true
	case "glob", "iglob", "globSync":
		return sc.globArguments(args)
	}
	return nil, false
}

// openingBracket is the index of the bracket that the last token closes, or -1.
func openingBracket(tokens []token) int {
	depth := 0
	for i := len(tokens) - 1; i >= 0; i-- {
		switch {
		case tokens[i].is(")"):
			depth++
		case tokens[i].is("("):
			if depth--; depth == 0 {
				return i
			}
		case depth == 0:
			return -1
		}
	}
	return -1
}

// globBelow is Path(dir).glob(pattern).
func (sc *scanner) globBelow(dir []token, args [][]token, recursive bool) ([]string, bool) {
	dirs, ok := sc.evaluate(dir)
	if !ok || len(args) != 1 || len(dirs) != 1 {
		return nil, false
	}
	patterns, ok := sc.evaluate(args[0])
	if !ok || len(patterns) != 1 {
		return nil, false
	}
	pattern := patterns[0]
	if recursive {
		pattern = "**/" + pattern
	}
	return sc.globbed(joinPath(dirs[0], pattern))
}

// globbed lists the files that a pattern of the program's own matches.
func (sc *scanner) globbed(pattern string) ([]string, bool) {
	if sc.env.List == nil {
		return nil, false
	}
	inner := sc.fork()
	inner.options.globstar = true
	var all []string
	for _, v := range inner.glob(pattern) {
		if text, ok := v.text(); ok {
			all = append(all, text)
		}
	}
	return all, true
}

func (sc *scanner) joinArguments(args [][]token, home bool) ([]string, bool) {
	all := []string{""}
	for _, arg := range args {
		found, ok := sc.evaluate(arg)
		if !ok || !sc.pairable(all, found) {
			return nil, false
		}
		var next []string
		for _, a := range all {
			for _, b := range found {
				if rest, tilde := strings.CutPrefix(b, "~/"); tilde && home {
					dir, known := sc.home().text()
					if !known {
						return nil, false
					}
					b = path.Join(dir, rest)
				}
				next = append(next, joinPath(a, b))
			}
		}
		all = next
	}
	return all, len(args) > 0
}

func (sc *scanner) globArguments(args [][]token) ([]string, bool) {
	if len(args) == 0 {
		return nil, false
	}
	patterns, ok := sc.evaluate(args[0])
	if !ok || len(patterns) != 1 {
		return nil, false
	}
	return sc.globbed(patterns[0])
}
