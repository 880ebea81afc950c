package policy

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
)

// syntax reports why a text is no TOML.
func (r *reader) syntax(source string, err error) {
	if first := strings.TrimLeft(source, " \t\r\n"); strings.HasPrefix(first, "{") {
		r.add(place(len(source)-len(first)), Problem{Kind: BadSyntax, Message: "a policy is TOML, and this looks like JSON", Mend: "write `version = 1`, then a [[protect]] table with paths and mode for each rule"})
		return
	}
	var parse toml.ParseError
	if !errors.As(err, &parse) {
		r.add(0, Problem{Kind: BadSyntax, Message: strings.TrimPrefix(err.Error(), "toml: "), Mend: "write a TOML file"})
		return
	}
	r.add(pinpoint(source, parse), Problem{Kind: BadSyntax, Message: "not TOML: " + parse.Message, Mend: syntaxMend(parse.Message)})
}

// pinpoint is where a syntax error stands. Where the library points beside a bad character, it is looked up.
func pinpoint(source string, parse toml.ParseError) place {
	at := min(max(parse.Position.Start, 0), len(source))
	find := func(bad func(rune, int) bool) place {
		for i := max(at-1, 0); i < len(source); {
			r, size := utf8.DecodeRuneInString(source[i:])
			if bad(r, size) {
				return place(i)
			}
			i += size
		}
		return place(at)
	}
	switch {
	case strings.Contains(parse.Message, "NULL bytes"):
		return 0
	case strings.Contains(parse.Message, "invalid UTF-8"):
		return find(func(r rune, size int) bool { return r == utf8.RuneError && size == 1 })
	case strings.Contains(parse.Message, "invalid escape"):
		return find(func(r rune, _ int) bool { return r == '\\' })
	case strings.Contains(parse.Message, "control characters"):
		return find(func(r rune, _ int) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' })
	}
	return place(at)
}

// syntaxMend says what the usual causes of a syntax error ask for.
func syntaxMend(message string) string {
	for _, m := range []struct{ part, mend string }{
		{"already been defined", "keep one of the two"},
		{"already created", "a table stands once, as [name]; several of a kind are [[name]]"},
		{"invalid escape", `a path has / between names; a literal string stands in 'single quotes'`},
		{"strings cannot contain newlines", "close the string's quotes on the same line"},
		{"NULL bytes", "save the file as UTF-8"},
		{"UTF-8", "save the file as UTF-8"},
		{"control characters", "take the character out, or write it as \\uXXXX"},
		{"but got ':'", "TOML writes key = value"},
		{"expected value but found", "put texts in quotes; true, false and numbers stand without"},
		{"array terminator", "put a comma between elements and close the array with ]"},
		{"inline table terminator", "put a comma between keys and close the table with }"},
		{"unexpected EOF", "the file ends in the middle: close what is open"},
	} {
		if strings.Contains(message, m.part) {
			return m.mend
		}
	}
	return "mend the line; keys are written name = value, texts in quotes"
}
