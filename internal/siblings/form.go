package siblings

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A form is literal text with fields in braces:
//
//	{name}    the owner's name before its extension     {ext}   its extension with the dot, or nothing
//	{file}    the owner's whole name                    {n}     digits
//	{date}    2026-01-31   {day} 20260131               {time}  101500   {minute} 202601311015
//	{device}  seven letters and digits as Syncthing shortens a device
//	{host}    the name of a computer or user, one word  {word}  "conflict" in one of many languages
//	{any}     anything but a bracket, or nothing       {nested} the same, and round brackets in pairs
//
// The owner is {name}{ext}, or {file}; where an extension follows {file}, the mark may stand before or behind the owner's
// own, so that both are owners. Every way to match counts.

// matching is one attempt to match a name.
type matching struct {
	fold       bool // letter case of literals does not count
	bareDotted bool // the owner may be a dot and an extension only, the mark standing before the dot
	whole      bool // name is the owner's whole name
	name, ext  string
	host       string
	owners     []owned
}

// owned is an owner, and the host that the name speaks of.
type owned struct{ owner, host string }

// owners lists the owners that a name has by this row; lower is the name in lower case.
func (r Row) owners(name, lower string) []owned {
	if !r.mayMatch(name, lower) {
		return nil
	}
	m := matching{fold: r.fold, bareDotted: r.dotted}
	m.match(r.Form, name)
	return m.owners
}

// mayMatch looks for the character behind the owner's name and for the longest literal of the form, which most names lack.
func (r Row) mayMatch(name, lower string) bool {
	_, after, _ := strings.Cut(r.Form, "}")
	if after != "" && strings.IndexByte(" ._-([~", after[0]) >= 0 && strings.IndexByte(name, after[0]) < 0 {
		return false
	}
	want := longestLiteral(r.Form)
	if r.fold {
		return strings.Contains(lower, strings.ToLower(want))
	}
	return strings.Contains(name, want)
}

// longestLiteral leaves apostrophes out: they stand for others.
func longestLiteral(form string) string {
	best, from := "", 0
	for i := 0; i <= len(form); i++ {
		if i < len(form) && form[i] != '{' && form[i] != '\'' {
			continue
		}
		if i-from > len(best) {
			best = form[from:i]
		}
		if i < len(form) && form[i] == '{' {
			i += strings.IndexByte(form[i:], '}')
		}
		from = i + 1
	}
	return best
}

// match takes the rest of a name by the rest of a form.
func (m *matching) match(form, rest string) {
	switch {
	case form == "" && rest == "":
		m.found()
		return
	case form == "":
		return
	case form[0] != '{':
		if n, ok := m.literal(form[0], rest); ok {
			m.match(form[1:], rest[n:])
		}
		return
	}
	field, after, _ := strings.Cut(form[1:], "}")
	for _, n := range lengths(field, rest) {
		old := *m
		switch field {
		case "name", "file":
			m.name, m.whole = rest[:n], field == "file"
		case "ext":
			m.ext = rest[:n]
		case "host":
			m.host = rest[:n]
		}
		m.match(after, rest[n:])
		m.name, m.ext, m.host = old.name, old.ext, old.host
	}
}

func (m *matching) found() {
	switch {
	case m.name == "" && (!m.bareDotted || len(m.ext) < 2):
	case m.name == "." || m.name == "..":
	case m.whole:
		m.owners = append(m.owners, owned{m.name, m.host})
		if !strings.HasSuffix(m.name, m.ext) {
			m.owners = append(m.owners, owned{m.name + m.ext, m.host})
		}
	default:
		m.owners = append(m.owners, owned{m.name + m.ext, m.host})
	}
}

// literal matches one byte of a form. An apostrophe stands for all that are typed in its place.
func (m *matching) literal(want byte, rest string) (int, bool) {
	if rest == "" {
		return 0, false
	}
	if want == '\'' {
		r, n := utf8.DecodeRuneInString(rest)
		return n, strings.ContainsRune("'’‘ʼ´`＇", r)
	}
	got := rest[0]
	if m.fold && 'A' <= got && got <= 'Z' {
		got += 'a' - 'A'
	}
	if m.fold && 'A' <= want && want <= 'Z' {
		want += 'a' - 'A'
	}
	return 1, got == want
}

// lengths lists how many bytes of the rest a field may take, the longest first.
func lengths(field, rest string) []int {
	switch field {
	case "name", "file":
		return upTo(rest, func(rune) bool { return true })
	case "any":
		return upTo(rest, func(r rune) bool { return !strings.ContainsRune("()[]", r) })
	case "nested":
		return nested(rest)
	case "host":
		return atLeast(1, upTo(rest, hostLetter))
	case "n":
		return atLeast(1, upTo(rest, digit))
	case "ext":
		return extension(rest)
	case "word":
		return conflictWord(rest)
	case "date":
		return shaped(rest, "0000-00-00")
	case "day":
		return shaped(rest, "00000000")
	case "time":
		return shaped(rest, "000000")
	case "minute":
		return shaped(rest, "000000000000")
	case "device":
		return shaped(rest, "AAAAAAA")
	}
	return nil
}

// upTo lists the lengths of all beginnings, the longest first, that consist of such letters.
func upTo(s string, ok func(rune) bool) []int {
	ends := []int{0}
	for i, r := range s {
		if !ok(r) {
			break
		}
		ends = append(ends, i+utf8.RuneLen(r))
	}
	out := make([]int, len(ends))
	for i, n := range ends {
		out[len(ends)-1-i] = min(n, len(s))
	}
	return out
}

// nested lists the lengths, the longest first, at which every round bracket that was opened is closed.
func nested(s string) []int {
	out, depth := []int{0}, 0
	for i, r := range s {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		case '[', ']':
			depth = -1
		}
		if depth < 0 {
			break
		}
		if depth == 0 {
			out = append(out, min(i+utf8.RuneLen(r), len(s)))
		}
	}
	slices.Reverse(out)
	return out
}

func atLeast(n int, lengths []int) []int {
	for i, l := range lengths {
		if l < n {
			return lengths[:i]
		}
	}
	return lengths
}

func digit(r rune) bool { return '0' <= r && r <= '9' }

func hostLetter(r rune) bool {
	return r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)
}

// maxExtension bounds what is taken for an extension, in bytes with its dot.
const maxExtension = 17

// extension takes the rest if it is one: a dot and letters without blanks or further dots. Nothing is one too.
func extension(rest string) []int {
	if rest == "" {
		return []int{0}
	}
	if rest[0] == '.' && len(rest) > 1 && len(rest) <= maxExtension && !strings.ContainsAny(rest[1:], ". ()") {
		return []int{len(rest)}
	}
	return nil
}

// shaped takes as many bytes as the shape has: 0 is a digit, A a letter or digit of base 32.
func shaped(rest, shape string) []int {
	if len(rest) < len(shape) {
		return nil
	}
	for i := range len(shape) {
		c, ok := rest[i], false
		switch shape[i] {
		case '0':
			ok = '0' <= c && c <= '9'
		case 'A':
			ok = 'A' <= c && c <= 'Z' || '2' <= c && c <= '7'
		default:
			ok = c == shape[i]
		}
		if !ok {
			return nil
		}
	}
	return []int{len(shape)}
}

// conflictWord takes a word for "conflict" in a language that sync clients are translated to, or the part of it that
// several of them share.
func conflictWord(rest string) []int {
	lower := strings.ToLower(rest)
	for _, w := range []string{
		"confli", "konflikt", "ristiriit", "çakış", "sprzeczn", "xung đột", "конфликт", "конфлікт", "تعارض",
		"競合", "冲突", "衝突", "충돌", "問題のあるコピー",
	} {
		if strings.HasPrefix(lower, w) && len(lower) == len(rest) {
			return []int{len(w)}
		}
	}
	return nil
}
