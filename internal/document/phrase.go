package document

import "strings"

// phrase is a line without what wraps it: what it says and how it is set apart from the text around it.
type phrase struct {
	core     string
	listed   bool // it is a list item
	sentence bool // it ends with a full stop
	comment  bool // of a programming or markup language, but for #, which makes headings
	slashes  bool // that comment is a // line: it may be one line of a longer text
	round    bool // in (…)
	square   bool // in […], <…> or {…}
	ruled    bool // between dashes, tildes and the like
	lead     bool // dots before it
	trail    bool // dots behind it
}

func (p phrase) bracketed() bool { return p.round || p.square }
func (p phrase) dotted() bool    { return p.lead || p.trail }
func (p phrase) marked() bool    { return p.comment || p.bracketed() || p.dotted() || p.ruled }

// unwrap takes the wrapping off.
func unwrap(s string) phrase {
	var p phrase
	p.core = strings.TrimSpace(s)
	p.core, p.listed = unlisted(p.core)
	for before := ""; before != p.core; {
		before = p.core
		p.core = strings.TrimSpace(p.unwrapOnce(p.core))
	}
	return p
}

func (p *phrase) unwrapOnce(s string) string {
	if len(s) > 1 && s[len(s)-1] == '.' && s[len(s)-2] != '.' {
		p.sentence = true
		s = s[:len(s)-1]
	}
	s = strings.TrimLeft(strings.TrimRight(s, ":;!"), ":;")
	s = trimDots(s, p)
	s = trimHashes(s)
	if inner, ok := uncomment(s); ok {
		p.comment, p.slashes = true, strings.HasPrefix(s, "//")
		return inner
	}
	if inner, bracket, ok := unbracket(s); ok {
		p.round = p.round || bracket == '('
		p.square = p.square || bracket != '('
		return inner
	}
	inner, n := unframe(s)
	p.ruled = p.ruled || n > 1
	return inner
}

// unlisted takes a list marker and a check box off.
func unlisted(s string) (string, bool) {
	_, n := listMarker(s)
	if n == 0 {
		return s, false
	}
	s = strings.TrimLeft(s[n:], " ")
	for _, box := range []string{"[ ] ", "[x] ", "[X] "} {
		s = strings.TrimPrefix(s, box)
	}
	return s, true
}

// trimDots takes runs of dots off both ends, and notes them.
func trimDots(s string, p *phrase) string {
	for _, dots := range []string{"...", "…", "⋮", "。。。"} {
		if strings.HasPrefix(s, dots) {
			p.lead = true
			s = strings.TrimLeft(s, ".…⋮。 ")
		}
		if strings.HasSuffix(s, dots) {
			p.trail = true
			s = strings.TrimRight(s, ".…⋮。 ")
		}
	}
	return s
}

func trimHashes(s string) string {
	if n := run([]byte(s), '#'); n > 0 && n < len(s) && s[n] == ' ' {
		return s[n:]
	}
	return s
}

func uncomment(s string) (string, bool) {
	for _, form := range [][2]string{{"<!--", "-->"}, {"{/*", "*/}"}, {"/*", "*/"}, {"//", ""}} {
		if len(s) >= len(form[0])+len(form[1]) && strings.HasPrefix(s, form[0]) && strings.HasSuffix(s, form[1]) {
			return strings.TrimLeft(s[len(form[0]):len(s)-len(form[1])], "/*"), true
		}
	}
	return s, false
}

// unbracket takes off a bracket around all of the text.
func unbracket(s string) (inner string, bracket rune, ok bool) {
	for _, pair := range []string{"[]", "()", "<>", "{}", "【】", "（）", "［］", "「」"} {
		rs := []rune(pair)
		if !strings.HasPrefix(s, string(rs[0])) || !strings.HasSuffix(s, string(rs[1])) {
			continue
		}
		inner = s[len(string(rs[0])) : len(s)-len(string(rs[1]))]
		if strings.ContainsAny(inner, pair) {
			return s, 0, false
		}
		if rs[0] == '（' {
			rs[0] = '('
		}
		return inner, rs[0], true
	}
	return s, 0, false
}

// unframe takes off characters of emphasis and rules that stand at both ends, and says how many there were at the start.
func unframe(s string) (string, int) {
	const frame = "*_~-=—–"
	inner := strings.TrimLeft(s, frame)
	n := len(s) - len(inner)
	cut := strings.TrimRight(inner, frame)
	if n == 0 || len(cut) == len(inner) || cut == "" {
		return s, 0
	}
	return cut, n
}
