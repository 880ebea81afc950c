package document

import (
	"bytes"
	"iter"
	"strings"
)

// JSONPlaceholder is Placeholder for JSON documents and JSON lines: it also finds keys and strings that stand for values
// left out, "...": "rest unchanged" or ["a", "... (4 more)"], and gives them as they are written.
//
// In data a string is often a text that somebody else cut off, so more is asked for than of a line: that the proposal lacks
// values which head has, and of a string that is the value of an ordinary key that it names the rest.
func JSONPlaceholder(proposal, head []byte) (text string, number int, found bool) {
	if text, number, found = Placeholder(proposal, head); found {
		return text, number, found
	}
	p, h := split(proposal).lines, split(head).lines
	left := valuesLeft{old: h, new: p}
	from, to := changed(h, p)
	for i, l := range p[from:to] {
		for s := range scalars(l.key) {
			if need := s.omits(); need != neverOmits && !left.had(s) && left.enough(need) {
				return s.String(), from + i + 1, true
			}
		}
	}
	return "", 0, false
}

// scalar is a string, a number or a word of a JSON text, with what stands around it in its line.
type scalar struct {
	raw    []byte
	key    bool
	member bool   // the value of a member
	value  []byte // of a key: its value, if that is a string
}

func (s scalar) String() string {
	if len(s.value) > 0 {
		return string(s.raw) + ": " + string(s.value)
	}
	return string(s.raw)
}

// dots says that a key is nothing but dots: "...", "// ...".
func (s scalar) dots() bool {
	text := bytes.Trim(s.raw, `"`)
	return s.key && bytes.ContainsAny(text, ".…") && len(bytes.Trim(text, ".…/ ")) == 0
}

// scalars lists those of one line; a string never goes on in the next. A comment at the end of the line holds none.
func scalars(line []byte) iter.Seq[scalar] {
	return func(yield func(scalar) bool) {
		member := false
		for rest := line; len(rest) > 0; {
			n := scalarLength(rest)
			if n == 0 {
				if bytes.HasPrefix(rest, []byte("//")) {
					return
				}
				member = rest[0] == ':' || member && (rest[0] == ' ' || rest[0] == '\t')
				rest = rest[1:]
				continue
			}
			s := scalar{raw: rest[:n], member: member}
			rest, member = rest[n:], false
			s.key, s.value = keyed(rest)
			if !yield(s) {
				return
			}
		}
	}
}

// scalarLength is how many bytes the scalar has that a text begins with, 0 if there is none.
func scalarLength(text []byte) int {
	if text[0] != '"' {
		if n := bytes.IndexAny(text, " \t,:[]{}\"/"); n >= 0 {
			return n
		}
		return len(text)
	}
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

// keyed says that a colon follows, and gives the string behind it.
func keyed(rest []byte) (key bool, value []byte) {
	rest = bytes.TrimLeft(rest, " \t")
	if len(rest) == 0 || rest[0] != ':' {
		return false, nil
	}
	if rest = bytes.TrimLeft(rest[1:], " \t"); len(rest) > 0 && rest[0] == '"' {
		value = rest[:scalarLength(rest)]
	}
	return true, value
}

// characters are what a string says; of a number or a word nothing.
func characters(raw []byte) string {
	if len(raw) < 2 || raw[0] != '"' || raw[len(raw)-1] != '"' {
		return ""
	}
	out, ok := raw[1:len(raw)-1], true
	if bytes.IndexByte(out, '\\') >= 0 {
		out, ok = unescape(out)
	}
	if !ok {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// plain says at a glance that a scalar is none that omits: most are a word, or the value of a member that nothing wraps.
func (s scalar) plain() bool {
	if len(s.raw) < 3 || s.raw[0] != '"' {
		return true
	}
	text := s.raw[1 : len(s.raw)-1]
	return letter(text[0]) && letter(text[len(text)-1]) && (s.member || bytes.IndexByte(text, ' ') < 0)
}

func letter(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// omits is what must be true for a scalar to stand for values left out.
type omits uint8

const (
	neverOmits    omits = iota
	omitsIfFewer        // the proposal has fewer values and lacks several of head's
	omitsIfLacked       // it lacks one of head's
	alwaysOmits
)

func (s scalar) omits() omits {
	if s.plain() {
		return neverOmits
	}
	text := characters(s.raw)
	if text == "" {
		return neverOmits
	}
	dots := s.dots()
	if dots && len(s.value) > 0 {
		text += " " + characters(s.value) + " " + text
	}
	p, g, sure, maybe := read(text)
	switch {
	case sure && dots:
		return alwaysOmits
	case sure && p.marked() && (g.rest || g.existing || g.earlier):
		return omitsIfLacked
	case (sure || maybe) && !s.member:
		return omitsIfFewer
	}
	return neverOmits
}

// valuesLeft tells which values of the old text the new one has; it looks once.
type valuesLeft struct {
	old, new []line
	known    map[string]bool // the old text's
	fewer    bool
	lacked   int
}

func (v *valuesLeft) had(s scalar) bool {
	v.look()
	return v.known[string(s.raw)] && (!s.dots() || len(s.value) == 0 || v.known[string(s.value)])
}

func (v *valuesLeft) enough(need omits) bool {
	v.look()
	switch need {
	case omitsIfFewer:
		return v.fewer && v.lacked >= 2
	case omitsIfLacked:
		return v.lacked > 0
	}
	return need == alwaysOmits
}

func (v *valuesLeft) look() {
	if v.known != nil {
		return
	}
	now, nNow := scalarSet(v.new)
	known, n := scalarSet(v.old)
	v.known, v.fewer = known, nNow < n
	for raw := range known {
		if !now[raw] {
			v.lacked++
		}
	}
}

func scalarSet(lines []line) (set map[string]bool, n int) {
	set = map[string]bool{}
	for _, l := range lines {
		for s := range scalars(l.key) {
			set[string(s.raw)] = true
			n++
		}
	}
	return set, n
}
