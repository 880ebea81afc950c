package shell

import (
	"strings"
	"unicode/utf8"
)

// hasMeta reports whether a pattern has an unquoted character that does not stand for itself.
func hasMeta(pattern string) bool {
	for i := 0; i < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			i++
		case '*', '?':
			return true
		case '[':
			if strings.IndexByte(pattern[i:], ']') > 0 {
				return true
			}
		case '(':
			if i > 0 && strings.IndexByte("@+!", pattern[i-1]) >= 0 {
				return true
			}
		}
	}
	return false
}

// unescapePattern gives the text that a pattern without meta characters stands for.
func unescapePattern(pattern string) string {
	if strings.IndexByte(pattern, '\\') < 0 {
		return pattern
	}
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		if pattern[i] == '\\' && i+1 < len(pattern) {
			i++
		}
		b.WriteByte(pattern[i])
	}
	return b.String()
}

// matches reports whether the whole text matches a shell pattern: * ? [...] \x and the extended @(a|b). It stops the
// analysis where backtracking takes too long.
func (s *shell) matches(pattern, text string) bool {
	if !hasMeta(pattern) {
		return unescapePattern(pattern) == text
	}
	if n := len(pattern); n > 0 && n == 1 || n > 1 && pattern[n-2] != '\\' {
		last := pattern[n-1]
		if strings.IndexByte(`*?])`, last) < 0 && (text == "" || text[len(text)-1] != last) {
			return false
		}
	}
	return s.match(pattern, text)
}

// matchesWord is what case and [[ ask: as matches, but letter case may not count.
func (s *shell) matchesWord(pattern, text string) bool {
	return s.matches(pattern, text) || s.options.nocasematch && s.matches(strings.ToLower(pattern), strings.ToLower(text))
}

// match goes through pattern and text; on a mismatch it lets the last star take one more character.
func (s *shell) match(pattern, text string) bool {
	star, starText := "", ""
	starred := false
	for {
		if s.spend.match--; s.spend.match < 0 {
			s.spend.stop(ReasonSteps)
			return false
		}
		if op, alternatives, rest, ok := extended(pattern); ok {
			if s.matchExtended(op, alternatives, rest, text) {
				return true
			}
		} else if strings.HasPrefix(pattern, "*") && !strings.HasPrefix(pattern, "*(") {
			for strings.HasPrefix(pattern, "*") && !strings.HasPrefix(pattern, "*(") {
				pattern = pattern[1:]
			}
			if pattern == "" {
				return true
			}
			star, starText, starred = pattern, text, true
			continue
		} else if pattern == "" {
			if text == "" {
				return true
			}
		} else if rest, left, ok := matchOne(pattern, text); ok {
			pattern, text = rest, left
			continue
		}
		if !starred || starText == "" {
			return false
		}
		_, size := utf8.DecodeRuneInString(starText)
		starText = starText[size:]
		pattern, text = star, starText
	}
}

// matchOne matches one pattern element with one character.
func matchOne(pattern, text string) (rest, left string, ok bool) {
	if text == "" {
		return "", "", false
	}
	r, size := utf8.DecodeRuneInString(text)
	left = text[size:]
	switch pattern[0] {
	case '?':
		return pattern[1:], left, true
	case '[':
		if rest, ok, valid := matchClass(pattern, r); valid {
			return rest, left, ok
		}
	case '\\':
		if len(pattern) > 1 {
			pattern = pattern[1:]
		}
	}
	p, n := utf8.DecodeRuneInString(pattern)
	if p == utf8.RuneError && n == 1 {
		return pattern[1:], text[1:], pattern[0] == text[0]
	}
	return pattern[n:], left, p == r
}

// matchClass matches [a-z], [!abc] and [[:digit:]]; valid is false where the bracket is never closed.
func matchClass(pattern string, r rune) (rest string, ok, valid bool) {
	i := 1
	negate := i < len(pattern) && (pattern[i] == '!' || pattern[i] == '^')
	if negate {
		i++
	}
	for first := true; i < len(pattern); first = false {
		if pattern[i] == ']' && !first {
			return pattern[i+1:], ok != negate, true
		}
		if name, found := strings.CutPrefix(pattern[i:], "[:"); found {
			if end := strings.Index(name, ":]"); end >= 0 {
				ok = ok || inClass(name[:end], r)
				i += end + len("[::]")
				continue
			}
		}
		lo, next := classRune(pattern, i)
		hi := lo
		if next+1 < len(pattern) && pattern[next] == '-' && pattern[next+1] != ']' {
			hi, next = classRune(pattern, next+1)
		}
		ok = ok || lo <= r && r <= hi
		i = next
	}
	return "", false, false
}

func classRune(pattern string, i int) (rune, int) {
	if pattern[i] == '\\' && i+1 < len(pattern) {
		i++
	}
	r, n := utf8.DecodeRuneInString(pattern[i:])
	return r, i + n
}

func inClass(name string, r rune) bool {
	lower, upper, digit := 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9'
	switch name {
	case "alpha":
		return lower || upper
	case "digit":
		return digit
	case "alnum":
		return lower || upper || digit
	case "lower":
		return lower
	case "upper":
		return upper
	case "space", "blank":
		return strings.ContainsRune(" \t\n\v\f\r", r)
	case "xdigit":
		return digit || 'a' <= r && r <= 'f' || 'A' <= r && r <= 'F'
	case "punct":
		return '!' <= r && r <= '~' && !lower && !upper && !digit
	}
	return false
}

// extended takes an extended pattern such as @(a|b) off the front.
func extended(pattern string) (op byte, alternatives []string, rest string, ok bool) {
	if len(pattern) < 3 || pattern[1] != '(' || strings.IndexByte("?*+@!", pattern[0]) < 0 {
		return 0, nil, "", false
	}
	depth, start := 0, 2
	for i := 1; i < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			i++
		case '(':
			depth++
		case '|':
			if depth == 1 {
				alternatives = append(alternatives, pattern[start:i])
				start = i + 1
			}
		case ')':
			if depth--; depth == 0 {
				return pattern[0], append(alternatives, pattern[start:i]), pattern[i+1:], true
			}
		}
	}
	return 0, nil, "", false
}

// matchExtended tries every way to divide text between the extended pattern and the rest.
func (s *shell) matchExtended(op byte, alternatives []string, rest, text string) bool {
	if !s.spend.enter() {
		return false
	}
	defer s.spend.leave()
	if (op == '?' || op == '*') && s.match(rest, text) {
		return true
	}
	for n := 0; n <= len(text); n++ {
		hit := s.anyOf(alternatives, text[:n])
		if op == '!' {
			hit = !hit
		}
		if !hit {
			continue
		}
		if s.match(rest, text[n:]) {
			return true
		}
		if (op == '*' || op == '+') && n > 0 && s.matchExtended('*', alternatives, rest, text[n:]) {
			return true
		}
	}
	return false
}

func (s *shell) anyOf(alternatives []string, text string) bool {
	for _, alt := range alternatives {
		if s.match(alt, text) {
			return true
		}
	}
	return false
}
