package shell

import "strings"

// A psWord is one word of a PowerShell command.
type psWord struct {
	text     value
	quoted   bool
	computed bool   // it begins with a variable
	block    string // the text between the braces of a script block, or between the brackets of (...)
	kind     byte   // 0 a word, '{' a block, '(' an expression, '>' a redirection, ',' a comma, '=' an assignment to text
}

// split cuts PowerShell text into commands and does something with each before the next is read, since words are
// expanded as they are read. Quotes, here-strings, comments, blocks and brackets are understood.
func (ps *powerShell) split(text string, do func(words []psWord)) {
	r := &psReader{ps: ps, rest: text}
	var words []psWord
	end := func() {
		if len(words) > 0 {
			do(words)
		}
		words = nil
	}
	for r.rest != "" && ps.spend.step(1) {
		switch c := r.rest[0]; {
		case strings.HasPrefix(r.rest, "||"), strings.HasPrefix(r.rest, "&&"):
			r.rest = r.rest[2:]
			end()
		case c == '|' || c == '\n' || c == ';' || c == '}' || c == ')':
			r.rest = r.rest[1:]
			end()
		case c == ' ' || c == '\t' || c == '\r':
			r.rest = r.rest[1:]
		case strings.HasPrefix(r.rest, "`\n"):
			r.rest = r.rest[2:]
		case r.comment():
		default:
			words = append(words, r.word())
		}
	}
	end()
}

type psReader struct {
	ps   *powerShell
	rest string
}

func (r *psReader) comment() bool {
	switch {
	case strings.HasPrefix(r.rest, "<#"):
		_, r.rest, _ = strings.Cut(r.rest, "#>")
		return true
	case r.rest[0] == '#':
		n := strings.IndexByte(r.rest, '\n')
		if n < 0 {
			n = len(r.rest)
		}
		r.rest = r.rest[n:]
		return true
	}
	return false
}

// word reads one word, block, bracket, comma, redirection, or the beginning of an assignment.
func (r *psReader) word() psWord {
	if name, rest, ok := assignmentStart(r.rest); ok {
		r.rest = rest
		return psWord{kind: '=', text: literal(name)}
	}
	switch {
	case r.rest[0] == '{':
		return psWord{kind: '{', block: r.balanced('{', '}')}
	case r.rest[0] == '(':
		return psWord{kind: '(', block: r.balanced('(', ')'), text: holeAny}
	case strings.HasPrefix(r.rest, "@("), strings.HasPrefix(r.rest, "$("):
		r.rest = r.rest[1:]
		return psWord{kind: '(', block: r.balanced('(', ')'), text: holeAny}
	case strings.HasPrefix(r.rest, "@{"):
		r.rest = r.rest[1:]
		r.balanced('{', '}')
		return psWord{text: holeAny}
	case r.rest[0] == ',':
		r.rest = r.rest[1:]
		return psWord{kind: ','}
	}
	if op := redirection(r.rest); op != "" {
		r.rest = r.rest[len(op):]
		return psWord{kind: '>', text: value(op)}
	}
	return r.plain()
}

// assignmentStart reads "$name =".
func assignmentStart(text string) (name, rest string, ok bool) {
	if !strings.HasPrefix(text, "$") {
		return "", "", false
	}
	name, rest = variableName(text[1:])
	rest, ok = strings.CutPrefix(strings.TrimLeft(rest, " \t"), "=")
	return strings.ToLower(name), rest, ok && name != "" && !strings.HasPrefix(rest, "=")
}

// redirection gives the operator that text begins with: >, >>, 2>, *>>, or a merge such as 2>&1.
func redirection(text string) string {
	n := 0
	if strings.IndexByte("123456*", text[0]) >= 0 {
		n = 1
	}
	if !strings.HasPrefix(text[n:], ">") {
		return ""
	}
	n++
	if strings.HasPrefix(text[n:], ">") {
		n++
	}
	if strings.HasPrefix(text[n:], "&") && len(text) > n+1 {
		n += 2
	}
	return text[:n]
}

// balanced reads a bracketed text and gives what is inside.
func (r *psReader) balanced(open, closer byte) string {
	depth := 0
	for i := 0; i < len(r.rest); i++ {
		switch c := r.rest[i]; c {
		case open:
			depth++
		case closer:
			if depth--; depth == 0 {
				inside := r.rest[1:i]
				r.rest = r.rest[i+1:]
				return inside
			}
		case '\'', '"':
			if n := closingPS(r.rest[i+1:], c); n >= 0 {
				i += n + 1
			}
		case '`':
			i++
		}
	}
	inside := r.rest[1:]
	r.rest = ""
	return inside
}

// closingPS finds the quote that ends a string; doubled quotes and, in double quotes, a backtick stand for text.
func closingPS(text string, quote byte) int {
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '`' && quote == '"':
			i++
		case text[i] == quote:
			if i+1 < len(text) && text[i+1] == quote {
				i++
				continue
			}
			return i
		}
	}
	return -1
}

// plain reads a word made of bare and quoted parts.
func (r *psReader) plain() psWord {
	var w psWord
	var b strings.Builder
	for r.rest != "" && !w.ends(r.rest, b.Len() > 0) {
		c := r.rest[0]
		switch {
		case hereStringStart(r.rest):
			b.WriteString(string(r.hereString()))
			w.quoted = true
		case c == '\'' || c == '"':
			b.WriteString(string(r.quoted(c)))
			w.quoted = true
		case c == '(':
			w.block, w.kind = r.balanced('(', ')'), '('
		case c == '$':
			w.computed = w.computed || b.Len() == 0
			b.WriteString(string(r.variable()))
		case c == '`' && len(r.rest) > 1:
			b.WriteString(string(literal(r.rest[1:2])))
			r.rest = r.rest[2:]
		default:
			b.WriteByte(c)
			r.rest = r.rest[1:]
		}
	}
	w.text = value(b.String())
	r.ps.spend.copied(b.Len())
	return w
}

// ends reports whether a word is over where rest begins. A bracket right behind a word belongs to it.
func (w psWord) ends(rest string, started bool) bool {
	c := rest[0]
	switch {
	case w.kind == '(':
		return true
	case c == '(':
		return !started
	case c == '>':
		return started
	}
	return strings.IndexByte(" \t\r\n;|,){}", c) >= 0
}

func hereStringStart(text string) bool {
	return strings.HasPrefix(text, "@'\n") || strings.HasPrefix(text, "@\"\n") || strings.HasPrefix(text, "@'\r\n") || strings.HasPrefix(text, "@\"\r\n")
}

func (r *psReader) quoted(quote byte) value {
	n := closingPS(r.rest[1:], quote)
	if n < 0 {
		n = len(r.rest) - 1
	}
	text := r.rest[1 : 1+n]
	r.rest = r.rest[min(n+2, len(r.rest)):]
	if quote == '\'' {
		return literal(strings.ReplaceAll(text, "''", "'"))
	}
	return r.ps.interpolate(strings.ReplaceAll(text, `""`, `"`))
}

// hereString reads @' ... '@ and @" ... "@.
func (r *psReader) hereString() value {
	quote := r.rest[1:2]
	_, body, _ := strings.Cut(r.rest, "\n")
	text, rest, _ := strings.Cut(body, "\n"+quote+"@")
	r.rest = rest
	if quote == "'" {
		return literal(text)
	}
	return r.ps.interpolate(text)
}

// variable reads $name, ${name} and $env:NAME, with what follows as members.
func (r *psReader) variable() value {
	name, rest := variableName(r.rest[1:])
	r.rest = rest
	if name == "" {
		return "$"
	}
	v := r.ps.lookUpVariable(name)
	if strings.HasPrefix(r.rest, "[") || strings.HasPrefix(r.rest, ".") && len(r.rest) > 1 && isNameByte(r.rest[1]) && !v.known() {
		return holeAny
	}
	return v
}

func variableName(text string) (name, rest string) {
	if inner, ok := strings.CutPrefix(text, "{"); ok {
		name, rest, _ = strings.Cut(inner, "}")
		return name, rest
	}
	n := 0
	for n < len(text) && (isNameByte(text[n]) || text[n] == ':' && n > 0 && n+1 < len(text) && isNameByte(text[n+1])) {
		n++
	}
	return text[:n], text[n:]
}

// interpolate expands the variables in a double-quoted text.
func (ps *powerShell) interpolate(text string) value {
	var out value
	for text != "" {
		i := strings.IndexAny(text, "$`")
		if i < 0 {
			return out + literal(text)
		}
		out += literal(text[:i])
		if text[i] == '`' {
			out += literal(backtick(text[i+1:]))
			text = text[min(i+2, len(text)):]
			continue
		}
		text = text[i+1:]
		if strings.HasPrefix(text, "(") {
			return out + holeAny
		}
		name, rest := variableName(text)
		if name == "" {
			out += "$"
		} else {
			out += ps.lookUpVariable(name)
		}
		text = rest
		if !ps.spend.copied(len(out)) {
			return holeAny
		}
	}
	return out
}

func backtick(text string) string {
	if text == "" {
		return ""
	}
	switch text[0] {
	case 'n':
		return "\n"
	case 't':
		return "\t"
	case 'r':
		return "\r"
	}
	return text[:1]
}
