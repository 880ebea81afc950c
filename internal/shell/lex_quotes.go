package shell

import "strings"

// The quotes of Perl, Ruby and PHP that other languages do not have: text in them is no code.

// commandHere reports whether a backtick begins a command: where a value or a statement may begin. Elsewhere it is
// prose that the lexer took for code.
func (l *lexer) commandHere() bool {
	n := len(l.tokens)
	if n == 0 {
		return true
	}
	before := token{kind: tokenLine}
	if n > 1 {
		before = l.tokens[n-2]
	}
	switch last := l.tokens[n-1]; {
	case last.kind == tokenLine:
		return true
	case last.kind == tokenName:
		return named("print|printf|say|puts|p|pp|echo|return|if|unless|while|until|and|or|not|do|then|else|elsif|elseif|eval|in|die|warn|chomp", last.text)
	case last.is("{"):
		return !before.is("}") && !named("s|m|y|tr|qr|q|r|w", before.text)
	case last.is("|"):
		return before.is("|")
	case last.is(">"):
		return before.is("=")
	case last.is("}"):
		return l.lang != "ruby"
	default:
		return last.kind == tokenMark && strings.Contains("=(,[.+&?:!@", last.text)
	}
}

// manual skips documentation that stands between Perl's =pod and =cut, or Ruby's =begin and =end.
func (l *lexer) manual() bool {
	end := map[string]string{"perl": "\n=cut", "ruby": "\n=end"}[l.lang]
	if end == "" || len(l.rest) < 2 || l.rest[0] != '=' || !isLetter(l.rest[1]) {
		return false
	}
	if n := len(l.tokens); n > 0 && l.tokens[n-1].kind != tokenLine {
		return false
	}
	_, rest, _ := strings.Cut(l.rest, end)
	l.rest = rest
	return true
}

// delimited cuts text at the character that closes its first one. Brackets nest.
func delimited(text string) (inner, rest string, ok bool) {
	open, closer, depth := text[0], text[0], 0
	if i := strings.IndexByte("({[<", open); i >= 0 {
		closer = ")}]>"[i]
	}
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case c == closer && depth == 0:
			return text[1:i], text[i+1:], true
		case c == closer:
			depth--
		case c == open:
			depth++
		}
	}
	return "", "", false
}

// percentLiteral reads Ruby's %q(text), %w[words] and %r{pattern}.
func (l *lexer) percentLiteral() bool {
	if l.lang != "ruby" || len(l.rest) < 4 || strings.IndexByte("qQwWiIrs", l.rest[1]) < 0 || strings.IndexByte("({[<|!/", l.rest[2]) < 0 {
		return false
	}
	text, rest, ok := delimited(l.rest[2:])
	if !ok {
		return false
	}
	switch l.rest[1] {
	case 'q', 'Q':
		l.text(text, l.rest[1] == 'Q' && l.computes(text, `"`, ""))
	default:
		l.add(tokenHole, "")
	}
	l.rest = rest
	return true
}

// matching reads Perl's m/a/, qr/a/, s/a/b/ and tr/a/b/. What s///e puts in is code.
func (l *lexer) matching(operator string) bool {
	if l.rest == "" || isNameByte(l.rest[0]) || strings.IndexByte(" \t\r\n=;)", l.rest[0]) >= 0 || l.isPlainName() || l.misses > maxMisses {
		return false
	}
	second, rest, ok := operands(l.rest, named("s|y|tr", operator))
	if !ok {
		l.misses++
		return false
	}
	flags := nameAt(rest)
	l.rest = rest[len(flags):]
	l.add(tokenHole, "")
	if operator == "s" && strings.Contains(flags, "e") {
		l.code(second)
	}
	return true
}

// operands cuts off what stands behind an operator: a pattern, and where there are two what replaces it.
func operands(text string, two bool) (second, rest string, ok bool) {
	_, rest, ok = delimited(text)
	if !ok || !two {
		return "", rest, ok
	}
	if strings.IndexByte("({[<", text[0]) < 0 {
		return delimited(text[len(text)-len(rest)-1:])
	}
	rest = strings.TrimLeft(rest, " \t\r\n")
	if rest == "" {
		return "", "", false
	}
	return delimited(rest)
}

// maxMisses is how often the lexer looks in vain for the end of such a quote.
const maxMisses = 64

// isPlainName reports whether the name that was just read is a method, a function's or one in brackets: ->s, sub s, {s}.
func (l *lexer) isPlainName() bool {
	if len(l.tokens) == 0 {
		return false
	}
	last := l.tokens[len(l.tokens)-1]
	if l.rest[0] == ',' && last.kind != tokenLine && !last.is("~") {
		return true
	}
	return last.text == "sub" || last.is(">") || last.is("&") || last.is("-") || last.is("%") || l.rest[0] == '}' || strings.HasPrefix(l.rest, "->")
}

// code reads a piece of the program that stands inside a quote of its own.
func (l *lexer) code(text string) {
	l.add(tokenLine, "")
	inner := lexer{lang: l.lang, rest: text, nested: l.nested + 1}
	for inner.rest != "" && inner.nested < maxNested && len(l.tokens)+len(inner.tokens) < maxTokens {
		inner.next()
	}
	l.tokens = append(l.tokens, inner.tokens...)
	l.add(tokenLine, "")
}

// maxNested is how deep code may stand in quotes.
const maxNested = 4

// hereDocument reads <<EOF, <<~'EOF' and PHP's <<<EOF: a string whose text begins on the next line. Behind <<`EOF` it
// is a command.
func (l *lexer) hereDocument() bool {
	tag, quote, rest := l.hereTag()
	if tag == "" || l.misses > maxMisses {
		return false
	}
	body := l.below
	if !l.here {
		n := strings.IndexByte(rest, '\n')
		if n < 0 {
			return false
		}
		body = rest[n+1:]
	}
	text, below, ok := upToTag(body, tag, l.lang == "php", l.lang == "php" || named("~|-", l.rest[2:3]))
	if !ok {
		l.misses++
		return false
	}
	l.rest, l.below, l.here = rest, below, true
	read := func() { l.text(text, l.computes(text, quote, "")) }
	if quote == "`" {
		l.command(read)
	} else {
		read()
	}
	return true
}

// hereTag is the word that ends a here-document, and how it is quoted.
func (l *lexer) hereTag() (tag, quote, rest string) {
	rest, ok := strings.CutPrefix(l.rest, "<<")
	if !ok || l.lang != "perl" && l.lang != "ruby" && l.lang != "php" {
		return "", "", ""
	}
	if l.lang == "php" {
		if rest, ok = strings.CutPrefix(rest, "<"); !ok {
			return "", "", ""
		}
		rest = strings.TrimLeft(rest, " \t")
	} else if rest != "" && (rest[0] == '~' || rest[0] == '-') {
		rest = rest[1:]
	}
	if rest != "" && strings.IndexByte("'\"`", rest[0]) >= 0 {
		quote = rest[:1]
		tag, rest, ok = strings.Cut(rest[1:], quote)
		if !ok || strings.Contains(tag, "\n") {
			return "", "", ""
		}
		return tag, quote, rest
	}
	tag = nameAt(rest)
	if tag != "" && tag[0] >= '0' && tag[0] <= '9' {
		return "", "", "" // a shift
	}
	return tag, `"`, rest[len(tag):]
}

// upToTag cuts text at the line that holds the tag alone. It may be indented, and more may stand behind it, where the
// language allows that.
func upToTag(text, tag string, goesOn, indented bool) (inner, rest string, ok bool) {
	for at := 0; at < len(text); {
		n := strings.IndexByte(text[at:], '\n')
		end := at + n
		if n < 0 {
			end = len(text)
		}
		line := text[at:end]
		if indented {
			line = strings.TrimLeft(line, " \t")
		}
		if after, found := strings.CutPrefix(line, tag); found && (after == "" || goesOn && !isNameByte(after[0])) {
			return text[:at], text[end-len(after):], true
		}
		at = end + 1
	}
	return "", "", false
}
