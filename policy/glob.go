package policy

import (
	"path/filepath"
	"slices"
	"strings"
)

func hasGlob(s string) bool { return strings.ContainsAny(s, "*?[{") }

// staticBase is the leading part of a pattern that has no glob characters, and whether that is all of it.
// Classes of a single character stand for the character.
func staticBase(text string) (base string, whole bool) {
	names := strings.Split(text, "/")
	for i, n := range names {
		if !quotesOnly(n) {
			return unquote(strings.Join(names[:i], "/")), false
		}
	}
	return unquote(text), true
}

// quotesOnly says whether a name's only glob characters are classes of one character, as Quote writes them.
func quotesOnly(s string) bool {
	for i := 0; i < len(s); i++ {
		switch {
		case isQuote(s[i:]):
			i += 2
		case strings.IndexByte("*?[{", s[i]) >= 0:
			return false
		}
	}
	return true
}

func isQuote(s string) bool {
	return len(s) >= 3 && s[0] == '[' && s[2] == ']' && s[1] != '^' && s[1] != '!'
}

// unquote undoes Quote.
func unquote(s string) string {
	if !strings.Contains(s, "[") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if isQuote(s[i:]) {
			b.WriteByte(s[i+1])
			i += 2
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// Quote writes the path of a file as a pattern that matches just that path.
func Quote(p string) string {
	p = filepath.ToSlash(p)
	var b strings.Builder
	if strings.HasPrefix(p, "!") || strings.HasPrefix(p, "~") {
		b.WriteString("./")
	}
	for i := range len(p) {
		switch p[i] {
		case '*', '?', '[', '{', '}':
			b.WriteString("[" + p[i:i+1] + "]")
		case '\\':
			b.WriteByte('?') // a pattern has no backslash
		default:
			b.WriteByte(p[i])
		}
	}
	return b.String()
}

// expand writes out the alternatives in braces. It fails when they are more than maxAlternatives.
func expand(text string) (all []string, enough bool) {
	open := indexGlob(text, '{')
	if open < 0 {
		return []string{text}, true
	}
	for _, choice := range choices(text[open:]) {
		rest := text[open+choice.end:]
		more, enough := expand(text[:open] + choice.text + rest)
		if !enough || len(all)+len(more) > maxAlternatives {
			return nil, false
		}
		all = append(all, more...)
	}
	return slices.Compact(all), true
}

// indexGlob finds the first c that is not in a class.
func indexGlob(text string, c byte) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case c:
			return i
		case '[':
			i = classEnd(text, i)
		}
	}
	return -1
}

// classEnd is where the class that opens at i closes.
func classEnd(text string, i int) int {
	j := i + 1
	if j < len(text) && (text[j] == '^' || text[j] == '!') {
		j++
	}
	for j++; j < len(text) && text[j] != ']'; j++ {
	}
	return j
}

type choice struct {
	text string
	end  int // where the braces end
}

// choices are the alternatives of the braces that text starts with.
func choices(text string) []choice {
	var all []choice
	depth, from := 0, 1
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '[':
			i = classEnd(text, i)
		case '{':
			depth++
		case ',', '}':
			if depth == 1 {
				all = append(all, choice{text: text[from:i]})
				from = i + 1
			}
			if text[i] == '}' {
				depth--
			}
			if depth == 0 {
				for j := range all {
					all[j].end = i + 1
				}
				return all
			}
		}
	}
	return all
}
