package document

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// delimiter is a run of * or _ in a paragraph (CommonMark 6.2).
type delimiter struct {
	at, length    int
	char          byte
	opens, closes bool
}

// plainEmphasis replaces the delimiters of emphasis by marks that do not tell * from _. Code spans and what is no pair
// stay as they are.
func plainEmphasis(s string) string {
	if !strings.ContainsAny(s, "*_") {
		return s
	}
	out := []byte(s)
	var open []delimiter
	for _, d := range delimiters(s) {
		n := len(open) - 1
		for n >= 0 && (open[n].char != d.char || open[n].length != d.length) {
			n--
		}
		switch {
		case d.closes && n >= 0:
			for _, one := range []delimiter{open[n], d} {
				for i := range one.length {
					out[one.at+i] = 0
				}
			}
			open = open[:n]
		case d.opens:
			open = append(open, d)
		}
	}
	return string(out)
}

func delimiters(s string) []delimiter {
	var out []delimiter
	for i := 0; i < len(s); {
		switch c := s[i]; c {
		case '\\':
			i += 2
		case '`':
			i += codeSpan(s[i:])
		case '*', '_':
			d := delimiter{at: i, length: run([]byte(s[i:]), c), char: c}
			d.flank(s)
			out = append(out, d)
			i += d.length
		default:
			i++
		}
	}
	return out
}

// codeSpan is the length of the code span at the start, or of its backticks if it is not closed.
func codeSpan(s string) int {
	n := run([]byte(s), '`')
	for i := n; i < len(s); {
		if m := run([]byte(s[i:]), '`'); m == n {
			return i + m
		} else if m > 0 {
			i += m
		} else {
			i++
		}
	}
	return n
}

// flank finds out whether the run can open or close emphasis. A run within a word does neither here, though * may in
// CommonMark: there is no other spelling of it.
func (d *delimiter) flank(s string) {
	before, _ := utf8.DecodeLastRuneInString(s[:d.at])
	after, _ := utf8.DecodeRuneInString(s[d.at+d.length:])
	spaceBefore, spaceAfter := d.at == 0 || unicode.IsSpace(before), d.at+d.length == len(s) || unicode.IsSpace(after)
	wordBefore, wordAfter := !spaceBefore && !punctuation(before), !spaceAfter && !punctuation(after)
	d.opens = !spaceAfter && !wordBefore && (wordAfter || spaceBefore)
	d.closes = !spaceBefore && !wordAfter && (wordBefore || spaceAfter)
}

func punctuation(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }
