package shell

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// parameter expands $x, ${x%y} and their kin. Several chunks are the elements of $@ or of an array.
func (s *shell) parameter(pe *syntax.ParamExp, quoted bool) []chunk {
	if !s.spend.step(1) || zshOnly(pe) || pe.Param == nil {
		return []chunk{{text: holeAny, split: !quoted}}
	}
	if pe.Length {
		return []chunk{{text: s.length(pe), split: !quoted}}
	}
	name := pe.Param.Value
	if pe.Names != 0 {
		return []chunk{{text: holeAny, split: !quoted}}
	}
	if pe.Excl {
		target, ok := s.scalar(name).text()
		if !ok || !syntax.ValidName(target) {
			return []chunk{{text: holeAny, split: !quoted}}
		}
		name = target
	}
	if list, star, ok := s.elements(name, pe.Index); ok {
		return s.elementChunks(pe, list, star, quoted)
	}
	text := s.element(name, pe)
	return s.modified(pe, name, text, quoted)
}

func zshOnly(pe *syntax.ParamExp) bool {
	return pe.Flags != nil || pe.NestedParam != nil || len(pe.Modifiers) > 0 || pe.IsSet || pe.Width
}

// elements gives the list that $@, $*, ${a[@]} or ${a[*]} stand for; star says that the quoted form joins it.
func (s *shell) elements(name string, index syntax.ArithmExpr) (list []value, star, ok bool) {
	if name == "@" || name == "*" {
		list = s.args
		if s.moreArgs {
			list = append(append([]value(nil), list...), holeAny)
		}
		return list, name == "*", true
	}
	word, isWord := index.(*syntax.Word)
	if !isWord {
		return nil, false, false
	}
	sub := word.Lit()
	if sub != "@" && sub != "*" {
		return nil, false, false
	}
	v, known := s.variable(name)
	switch {
	case !known || len(v.keyed) > 0:
		list = []value{holeAny}
	case v.array:
		list = v.list
	default:
		list = []value{v.text}
	}
	return list, sub == "*", true
}

func (s *shell) elementChunks(pe *syntax.ParamExp, list []value, star, quoted bool) []chunk {
	if pe.Slice != nil {
		list = s.sliceList(pe.Slice, list, pe.Param.Value == "@" || pe.Param.Value == "*")
	}
	if pe.Exp != nil && len(list) == 0 || pe.Exp != nil && alternate(pe.Exp.Op) {
		return s.modified(pe, pe.Param.Value, lookedUp{text: joinValues(list, " "), set: len(list) > 0}, quoted)
	}
	if star && quoted {
		return []chunk{{text: joinValues(list, s.joiner()), quoted: true}}
	}
	var chunks []chunk
	for i, v := range list {
		if pe.Exp != nil || pe.Repl != nil {
			for _, c := range s.modified(pe, "", lookedUp{text: v, set: true}, quoted) {
				v = c.text
			}
		}
		chunks = append(chunks, chunk{text: v, brk: i > 0, split: !quoted, quoted: quoted})
		s.spend.copied(len(v))
	}
	return chunks
}

func alternate(op syntax.ParExpOperator) bool {
	return op == syntax.AlternateUnset || op == syntax.AlternateUnsetOrNull
}

// joiner is what "$*" puts between the arguments.
func (s *shell) joiner() string {
	if ifs := s.separators(); ifs != "" {
		return ifs[:1]
	}
	return ""
}

func joinValues(list []value, sep string) value {
	var b strings.Builder
	for i, v := range list {
		if i > 0 {
			b.WriteString(sep)
		}
		b.WriteString(string(v))
	}
	return value(b.String())
}

// element is the text of a parameter or of one array element. A parameter that the command has not set and the
// environment does not have counts as unset where an operator asks for that, and as unknown elsewhere: the shell's
// own start-up files may have set it.
func (s *shell) element(name string, pe *syntax.ParamExp) lookedUp {
	if pe.Index == nil {
		return s.lookUp(name)
	}
	v, ok := s.variable(name)
	if !ok {
		return lookedUp{text: holeAny}
	}
	sub := s.subscript(pe.Index, v.keyed != nil)
	if v.keyed != nil {
		if v, ok := v.keyed[string(sub)]; ok {
			return lookedUp{text: v, set: true}
		}
		return lookedUp{text: holeAny}
	}
	i, err := strconv.Atoi(string(sub))
	if !v.array && i == 0 && err == nil {
		return lookedUp{text: v.text, set: true}
	}
	if i < 0 {
		i += len(v.list)
	}
	if err != nil || i < 0 || i >= len(v.list) {
		return lookedUp{text: holeAny, unsure: err != nil}
	}
	return lookedUp{text: v.list[i], set: true}
}

func (s *shell) subscript(index syntax.ArithmExpr, keyed bool) value {
	if w, ok := index.(*syntax.Word); ok && keyed {
		return s.one(w)
	}
	return s.arithmetic(index)
}

// lookedUp is a parameter's text and whether it is set.
type lookedUp struct {
	text   value
	set    bool
	unsure bool // whether it is set is not known
}

// scalar is the text of a plain parameter.
func (s *shell) scalar(name string) value { return s.lookUp(name).text }

func (s *shell) lookUp(name string) lookedUp {
	if name = s.referred(name); name == string(holeAny) {
		return lookedUp{text: holeAny, set: true, unsure: true}
	}
	if v, ok := s.variable(name); ok {
		if v.guessed {
			s.guess++
		}
		if v.array {
			if len(v.list) > 0 {
				return lookedUp{text: v.list[0], set: true}
			}
			return lookedUp{}
		}
		return lookedUp{text: v.text, set: true, unsure: v.text.has(holeAny)}
	}
	if s.assigned(name) {
		return lookedUp{}
	}
	if text, ok := s.special(name); ok {
		return text
	}
	s.guess++
	if text, ok := s.environ(name); ok {
		return lookedUp{text: literal(text), set: true}
	}
	return lookedUp{text: holeAny}
}

// special gives the parameters that the shell itself sets.
func (s *shell) special(name string) (lookedUp, bool) {
	known := func(v value) (lookedUp, bool) { return lookedUp{text: v, set: true}, true }
	switch name {
	case "#":
		if s.moreArgs {
			return known(holeNumber)
		}
		return known(value(itoa(len(s.args))))
	case "?", "$", "!", "RANDOM", "SRANDOM", "SECONDS", "EPOCHSECONDS", "LINENO", "PPID", "BASHPID", "UID", "EUID",
		"PIPESTATUS", "COLUMNS", "LINES", "SHLVL":
		return known(holeNumber)
	case "HOSTNAME", "OSTYPE", "MACHTYPE", "HOSTTYPE", "USER", "LOGNAME", "BASH_VERSION":
		s.guess++
		if text, ok := s.environ(name); ok {
			return known(literal(text))
		}
		return known(holeName)
	case "HOME":
		return known(s.home())
	case "PWD":
		return known(s.pwd())
	case "0":
		return known(s.zero)
	case "-", "_":
		return known(holeAny)
	case "IFS":
		return known(" \t\n")
	}
	return s.positional(name)
}

// positional gives $1, $2 and so on.
func (s *shell) positional(name string) (lookedUp, bool) {
	n, err := strconv.Atoi(name)
	if err != nil || n < 1 {
		return lookedUp{}, false
	}
	if s.guessedArgs {
		s.guess++
	}
	if n <= len(s.args) {
		return lookedUp{text: s.args[n-1], set: true}, true
	}
	if s.moreArgs {
		return lookedUp{text: holeAny, unsure: true}, true
	}
	return lookedUp{}, true
}

// modified applies what stands behind the name in ${name...}.
func (s *shell) modified(pe *syntax.ParamExp, name string, v lookedUp, quoted bool) []chunk {
	switch {
	case pe.Slice != nil:
		v.text = s.slice(pe.Slice, v.text)
	case pe.Repl != nil:
		v.text = s.replaced(pe.Repl, v.text)
	case pe.Exp != nil:
		return s.expanded(pe.Exp, name, v, quoted)
	}
	s.spend.copied(len(v.text))
	return []chunk{{text: v.text, split: !quoted, quoted: quoted}}
}

// expanded applies an operator such as :- or ##.
func (s *shell) expanded(exp *syntax.Expansion, name string, v lookedUp, quoted bool) []chunk {
	null := v.set && v.text == ""
	whole := []chunk{{text: v.text, split: !quoted, quoted: quoted}}
	switch exp.Op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull:
		orNull := exp.Op == syntax.DefaultUnsetOrNull || exp.Op == syntax.AssignUnsetOrNull
		if v.unsure {
			return []chunk{{text: holeAny, split: !quoted}}
		}
		if v.set && (!null || !orNull) {
			return whole
		}
		if exp.Op == syntax.AssignUnset || exp.Op == syntax.AssignUnsetOrNull {
			s.assign(name, s.one(exp.Word))
		}
		return s.alternative(exp.Word, quoted)
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		if v.unsure {
			return []chunk{{text: holeAny, split: !quoted}}
		}
		if !v.set || null && exp.Op == syntax.AlternateUnsetOrNull {
			return nil
		}
		return s.alternative(exp.Word, quoted)
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		return whole
	}
	return []chunk{{text: s.trimmed(exp, v.text), split: !quoted, quoted: quoted}}
}

// alternative is the word behind :- or :+.
func (s *shell) alternative(w *syntax.Word, quoted bool) []chunk {
	if w == nil {
		return nil
	}
	chunks := s.wordChunks(w)
	for i := range chunks {
		if !chunks[i].quoted {
			chunks[i].split = !quoted
		}
	}
	return chunks
}

// trimmed cuts a prefix or suffix off, or changes case.
func (s *shell) trimmed(exp *syntax.Expansion, v value) value {
	pattern, known := "", true
	if exp.Word != nil {
		pattern, known = s.pattern(exp.Word)
	}
	if !known {
		return holeAny
	}
	if !v.known() {
		return trimmedHole(exp.Op, pattern, v)
	}
	text := string(v)
	switch exp.Op {
	case syntax.RemSmallPrefix:
		return value(s.cutPrefix(pattern, text, false))
	case syntax.RemLargePrefix:
		return value(s.cutPrefix(pattern, text, true))
	case syntax.RemSmallSuffix:
		return value(s.cutSuffix(pattern, text, false))
	case syntax.RemLargeSuffix:
		return value(s.cutSuffix(pattern, text, true))
	case syntax.UpperAll:
		return value(strings.ToUpper(text))
	case syntax.LowerAll:
		return value(strings.ToLower(text))
	case syntax.UpperFirst, syntax.LowerFirst:
		return changeFirst(text, exp.Op == syntax.UpperFirst)
	}
	return holeAny
}

func changeFirst(text string, upper bool) value {
	if text == "" {
		return ""
	}
	if upper {
		return value(strings.ToUpper(text[:1]) + text[1:])
	}
	return value(strings.ToLower(text[:1]) + text[1:])
}

// trimmedHole is what can be said of the two commonest cuts, the base name and the directory, of a path that is
// known in part.
func trimmedHole(op syntax.ParExpOperator, pattern string, v value) value {
	i := strings.LastIndexByte(string(v), '/')
	if i < 0 {
		return holeAny
	}
	head, tail := v[:i], v[i+1:]
	switch {
	case op == syntax.RemLargePrefix && pattern == "*/" && !tail.has(holeAny):
		return tail
	case op == syntax.RemSmallSuffix && pattern == "/*" && !tail.has(holeAny):
		return head
	}
	return holeAny
}

// cutPrefix removes the shortest or longest prefix that matches.
func (s *shell) cutPrefix(pattern, text string, longest bool) string {
	for i := 0; i <= len(text); i++ {
		n := i
		if longest {
			n = len(text) - i
		}
		if s.matches(pattern, text[:n]) {
			return text[n:]
		}
	}
	return text
}

func (s *shell) cutSuffix(pattern, text string, longest bool) string {
	for i := 0; i <= len(text); i++ {
		n := len(text) - i
		if longest {
			n = i
		}
		if s.matches(pattern, text[n:]) {
			return text[:n]
		}
	}
	return text
}

// replaced is ${x/pattern/text}.
func (s *shell) replaced(repl *syntax.Replace, v value) value {
	if repl.Orig == nil || !v.known() {
		return holeAny
	}
	pattern, known := s.pattern(repl.Orig)
	with := s.one(repl.With)
	if !known || !with.known() || pattern == "" {
		return holeAny
	}
	return s.substituted(pattern, string(v), string(with), repl.All)
}

func (s *shell) substituted(pattern, text, with string, all bool) value {
	switch {
	case strings.HasPrefix(pattern, "#"):
		if rest := s.cutPrefix(pattern[1:], text, true); rest != text {
			return value(with + rest)
		}
		return value(text)
	case strings.HasPrefix(pattern, "%"):
		if rest := s.cutSuffix(pattern[1:], text, true); rest != text {
			return value(rest + with)
		}
		return value(text)
	}
	var b strings.Builder
	for i := 0; i <= len(text); {
		n := s.longestMatch(pattern, text[i:])
		if n > 0 {
			b.WriteString(with)
			i += n
			if !all {
				b.WriteString(text[i:])
				break
			}
			continue
		}
		if i < len(text) {
			b.WriteByte(text[i])
		}
		i++
	}
	if !s.spend.copied(b.Len()) {
		return holeAny
	}
	return value(b.String())
}

// longestMatch is the length of the longest prefix that matches, or 0.
func (s *shell) longestMatch(pattern, text string) int {
	if !hasMeta(pattern) {
		if plain := unescapePattern(pattern); strings.HasPrefix(text, plain) {
			return len(plain)
		}
		return 0
	}
	for n := len(text); n > 0; n-- {
		if s.matches(pattern, text[:n]) {
			return n
		}
	}
	return 0
}

// slice is ${x:offset:length}.
func (s *shell) slice(sl *syntax.Slice, v value) value {
	from, to, ok := s.bounds(sl, len(v))
	if !ok || !v.known() {
		return holeAny
	}
	return v[from:to]
}

func (s *shell) sliceList(sl *syntax.Slice, list []value, positional bool) []value {
	if positional {
		list = append([]value{s.zero}, list...)
	}
	from, to, ok := s.bounds(sl, len(list))
	if !ok {
		return []value{holeAny}
	}
	if slices.Contains(list, holeAny) { // it may stand for several elements
		return append(list[from:to:to], holeAny)
	}
	return list[from:to]
}

func (s *shell) bounds(sl *syntax.Slice, size int) (from, to int, ok bool) {
	from, errFrom := strconv.Atoi(string(s.arithmetic(sl.Offset)))
	to = size
	var errTo error
	if from < 0 {
		from += size
	}
	if sl.Length != nil {
		var n int
		n, errTo = strconv.Atoi(string(s.arithmetic(sl.Length)))
		to = from + n
		if n < 0 {
			to = size + n
		}
	}
	to = min(to, size)
	if errFrom != nil || errTo != nil || from < 0 || to < from {
		return 0, 0, from > size && errFrom == nil
	}
	return min(from, size), to, true
}

// length is ${#x} and ${#a[@]}.
func (s *shell) length(pe *syntax.ParamExp) value {
	if list, _, ok := s.elements(pe.Param.Value, pe.Index); ok {
		for _, v := range list {
			if v == holeAny {
				return holeNumber
			}
		}
		return value(itoa(len(list)))
	}
	v := s.element(pe.Param.Value, pe)
	if text, ok := v.text.text(); ok {
		return value(itoa(len([]rune(text))))
	}
	return holeNumber
}
