package shell

import "strings"

// A value is shell text of which some parts may be unknown. Shell text never holds a NUL byte, so NUL and a control
// character stand for a part that is not known before the command runs: cutting, joining and comparing then work on values
// as they do on text.
type value string

// The holes a value may have.
const (
	holeAny    value = "\x00\x01" // any text: several words, slashes, nothing at all
	holeNumber value = "\x00\x02" // digits, as in $$ and $RANDOM
	holeName   value = "\x00\x03" // one or more characters without a slash or a blank, as in $(date +%F)
	holeFresh  value = "\x00\x04" // characters that make a new name, as in $(mktemp): what they are part of did not exist
	byteNUL    value = "\x00\x05" // no hole: a NUL byte in a program's output, as find -print0 writes it
)

const holeLen = 2

// literal turns text into a value; NUL bytes are dropped, as bash drops them.
func literal(text string) value {
	if strings.IndexByte(text, 0) < 0 {
		return value(text)
	}
	return value(strings.ReplaceAll(text, "\x00", ""))
}

// data turns bytes that a program prints into a value; NUL bytes are kept.
func data(text string) value {
	if strings.IndexByte(text, 0) < 0 {
		return value(text)
	}
	return value(strings.ReplaceAll(text, "\x00", string(byteNUL)))
}

// known reports whether no part of v is unknown.
func (v value) known() bool {
	for rest := string(v); ; {
		i := strings.IndexByte(rest, 0)
		if i < 0 || i+1 >= len(rest) {
			return true
		}
		if rest[i+1] != byteNUL[1] {
			return false
		}
		rest = rest[i+holeLen:]
	}
}

// has reports whether v has the given hole.
func (v value) has(hole value) bool { return strings.Contains(string(v), string(hole)) }

// text gives v's text where all of it is known.
func (v value) text() (string, bool) {
	if strings.IndexByte(string(v), 0) < 0 {
		return string(v), true
	}
	if !v.known() {
		return "", false
	}
	return strings.ReplaceAll(string(v), string(byteNUL), "\x00"), true
}

// fresh reports whether v names something that did not exist before the command.
func (v value) fresh() bool { return v.has(holeFresh) }

// show renders v for messages: holes become "…".
func (v value) show() string {
	if strings.IndexByte(string(v), 0) < 0 {
		return string(v)
	}
	r := strings.NewReplacer(string(holeAny), "…", string(holeNumber), "…", string(holeName), "…", string(holeFresh), "…", string(byteNUL), " ")
	return r.Replace(string(v))
}

// trimNewlines cuts newlines off the end, as command substitution does.
func (v value) trimNewlines() value { return value(strings.TrimRight(string(v), "\n")) }

// merge gives what is known of a value that is either a or b.
func merge(a, b value) value {
	switch {
	case a == b:
		return a
	case a.numeric() && b.numeric():
		return holeNumber
	}
	return holeAny
}

// numeric reports whether v is a number, known or not.
func (v value) numeric() bool {
	if v == holeNumber {
		return true
	}
	digits := strings.TrimPrefix(string(v), "-")
	return digits != "" && strings.Trim(digits, "0123456789") == ""
}
