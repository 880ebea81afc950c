package shell

import "strings"

// A token is a piece of program text in one of the scanned languages.
type token struct {
	kind tokenKind
	text string // an identifier, a string's content, an operator
}

type tokenKind uint8

const (
	tokenName tokenKind = iota + 1
	tokenText           // a string literal
	tokenHole           // a string with something computed in it
	tokenMark           // one character of punctuation
	tokenLine           // the end of a statement's line
)

// maxTokens bounds the scan of one text.
const maxTokens = 50_000

// lex cuts program text into tokens. It knows strings and comments, which is all that the scan needs; where it is
// wrong about a language's finer points, what follows is misread, and the text stays what it is anyway: opaque.
func lex(lang, text string) []token {
	l := lexer{lang: lang, rest: text}
	for l.rest != "" && len(l.tokens) < maxTokens {
		l.next()
	}
	return l.tokens
}

type lexer struct {
	lang   string
	rest   string
	tokens []token
	depth  int    // of brackets: inside, a line's end ends nothing
	below  string // what stands behind the here-documents of the present line
	here   bool   // there are some
	misses int    // quotes whose end was not found
	nested int    // how deep this code stands in quotes
}

func (l *lexer) add(kind tokenKind, text string) { l.tokens = append(l.tokens, token{kind, text}) }

func (l *lexer) next() {
	c := l.rest[0]
	switch {
	case c == '\n' || c == ';':
		if l.depth == 0 || c == ';' {
			l.add(tokenLine, "")
		}
		l.rest = l.rest[1:]
		if c == '\n' && l.here {
			l.rest, l.below, l.here = l.below, "", false
		}
	case c == ' ' || c == '\t' || c == '\r':
		l.rest = l.rest[1:]
	case l.comment() || l.manual():
	case c == '`' && l.lang != "python" && l.lang != "node" && l.commandHere():
		l.command(func() { l.quoted("") })
	case c == '"' || c == '\'' || c == '`':
		l.quoted("")
	case strings.HasPrefix(l.rest, "%x") && l.lang == "ruby" && len(l.rest) > 3 && strings.IndexByte("({[<|!", l.rest[2]) >= 0:
		l.rest = l.rest[2:]
		l.command(func() { l.bracketed(true) })
	case c == '%' && l.percentLiteral():
	case c == '<' && l.hereDocument():
	case isNameByte(c) || c == '$' || c == '@':
		l.name()
	case c == '/' && l.regexpHere():
		l.skipRegexp()
	default:
		l.mark(c)
	}
}

func (l *lexer) mark(c byte) {
	switch c {
	case '(', '[':
		l.depth++
	case ')', ']':
		l.depth = max(0, l.depth-1)
	}
	l.add(tokenMark, l.rest[:1])
	l.rest = l.rest[1:]
}

// comment skips a comment.
func (l *lexer) comment() bool {
	slashes := l.lang == "node" || l.lang == "php"
	switch {
	case l.rest[0] == '#' && l.lang != "node", slashes && strings.HasPrefix(l.rest, "//"):
		n := strings.IndexByte(l.rest, '\n')
		if n < 0 {
			n = len(l.rest)
		}
		l.rest = l.rest[n:]
		return true
	case slashes && strings.HasPrefix(l.rest, "/*"):
		n := strings.Index(l.rest[2:], "*/")
		if n < 0 {
			l.rest = ""
		} else {
			l.rest = l.rest[n+4:]
		}
		return true
	}
	return false
}

func isNameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// name reads an identifier or a number; in Python it may be a string's prefix, in Perl a quoting operator.
func (l *lexer) name() {
	n := 1
	for n < len(l.rest) && isNameByte(l.rest[n]) {
		n++
	}
	word := l.rest[:n]
	l.rest = l.rest[n:]
	if l.rest != "" && l.lang == "python" && (l.rest[0] == '"' || l.rest[0] == '\'') && len(word) <= 2 && strings.Trim(strings.ToLower(word), "rbfu") == "" {
		l.quoted(strings.ToLower(word))
		return
	}
	if l.lang == "perl" && (word == "q" || word == "qq") && l.rest != "" && strings.IndexByte("({[</|!", l.rest[0]) >= 0 {
		l.bracketed(word == "qq")
		return
	}
	if l.lang == "perl" && word == "qx" && l.rest != "" && strings.IndexByte("({[</|!'", l.rest[0]) >= 0 {
		l.command(func() { l.bracketed(l.rest[0] != '\'') })
		return
	}
	if (l.lang == "perl" || l.lang == "ruby") && (word == "__END__" || word == "__DATA__") {
		l.rest = ""
		return
	}
	if l.lang == "perl" && named("s|m|y|tr|qr", word) && l.matching(word) {
		return
	}
	l.add(tokenName, word)
}

// command reads text that the language itself gives to a shell: `text`, qx(text), %x(text). It stands for a call.
func (l *lexer) command(read func()) {
	l.add(tokenName, "system")
	l.add(tokenMark, "(")
	read()
	l.add(tokenMark, ")")
}

// bracketed reads perl's q(...) and qq(...), and ruby's %x(...).
func (l *lexer) bracketed(computes bool) {
	text, rest, ok := delimited(l.rest)
	if !ok {
		l.rest = ""
		return
	}
	l.text(text, computes && l.computes(text, `"`, ""))
	l.rest = rest
}

func (l *lexer) text(text string, computed bool) {
	if computed {
		l.add(tokenHole, text)
		return
	}
	l.add(tokenText, text)
}

// quoted reads a string with its escapes.
func (l *lexer) quoted(prefix string) {
	quote := l.rest[:1]
	if l.lang == "python" && strings.HasPrefix(l.rest, strings.Repeat(quote, 3)) {
		quote = strings.Repeat(quote, 3)
	}
	body := l.rest[len(quote):]
	raw := strings.Contains(prefix, "r")
	n := closingQuote(body, quote)
	if n < 0 {
		l.rest = ""
		return
	}
	text := body[:n]
	l.rest = body[n+len(quote):]
	computed := l.computes(text, quote, prefix)
	if !raw {
		text = l.unescape(text, quote)
	}
	l.text(text, computed)
}

func closingQuote(body, quote string) int {
	for i := 0; i+len(quote) <= len(body); i++ {
		if body[i] == '\\' {
			i++
			continue
		}
		if strings.HasPrefix(body[i:], quote) {
			return i
		}
	}
	return -1
}

// computes reports whether a string has something computed in it.
func (l *lexer) computes(text, quote, prefix string) bool {
	switch l.lang {
	case "python":
		return strings.Contains(prefix, "f") && strings.Contains(text, "{")
	case "node":
		return quote == "`" && strings.Contains(text, "${")
	case "ruby":
		return quote != "'" && strings.Contains(text, "#{")
	case "perl":
		return quote != "'" && strings.ContainsAny(text, "$@")
	case "php":
		return quote != "'" && strings.Contains(text, "$")
	}
	return false
}

func (l *lexer) unescape(text, quote string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	if quote == "'" && (l.lang == "ruby" || l.lang == "perl" || l.lang == "php") {
		return unescapeIn(text, `\'`)
	}
	return formatEscapes(text)
}

// regexpHere reports whether a slash begins a regular expression: where an operand is expected.
func (l *lexer) regexpHere() bool {
	if l.lang == "python" || l.lang == "php" {
		return false
	}
	if len(l.tokens) == 0 {
		return true
	}
	last := l.tokens[len(l.tokens)-1]
	return last.kind == tokenLine || last.kind == tokenMark && strings.Contains("(,=:[!&|?{};~+", last.text)
}

func (l *lexer) skipRegexp() {
	class := false
	for i := 1; i < len(l.rest); i++ {
		switch l.rest[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if class {
				continue
			}
			l.rest = l.rest[i+1:]
			l.add(tokenHole, "")
			return
		case '\n':
			l.mark('/')
			return
		}
	}
	l.mark('/')
}
