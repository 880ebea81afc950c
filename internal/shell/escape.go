package shell

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

func itoa(n int) string { return strconv.Itoa(n) }

// ansiC decodes the escapes of $'...' (bash manual, 3.1.2.4).
func ansiC(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 >= len(text) {
			b.WriteByte(text[i])
			continue
		}
		i++
		switch text[i] {
		case '\'', '"', '?':
			b.WriteByte(text[i])
		case 'c':
			if i+1 < len(text) {
				i++
				b.WriteByte(text[i] & 0x1f)
			}
		case '0', '1', '2', '3', '4', '5', '6', '7':
			n, used := number(text[i:], 8, 3)
			b.WriteByte(byte(n))
			i += used - 1
		default:
			i += escapeAt(&b, text[i:]) - 1
		}
	}
	return b.String()
}

// echoEscapes decodes what echo -e and printf %b decode; stop says that \c cut the output off.
func echoEscapes(text string) (out string, stop bool) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 >= len(text) {
			b.WriteByte(text[i])
			continue
		}
		i++
		switch text[i] {
		case 'c':
			return b.String(), true
		case '0':
			n, used := number(text[i+1:], 8, 3)
			b.WriteByte(byte(n))
			i += used
		default:
			i += escapeAt(&b, text[i:]) - 1
		}
	}
	return b.String(), false
}

// formatEscapes decodes the escapes of a printf format.
func formatEscapes(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 >= len(text) {
			b.WriteByte(text[i])
			continue
		}
		i++
		switch c := text[i]; {
		case c == '"' || c == '\'' || c == '?':
			b.WriteByte(c)
		case c >= '0' && c <= '7':
			n, used := number(text[i:], 8, 3)
			b.WriteByte(byte(n))
			i += used - 1
		default:
			i += escapeAt(&b, text[i:]) - 1
		}
	}
	return b.String()
}

// escapeAt decodes the escape whose letter text begins with, and says how many bytes it took. What is no escape
// stays as it is, backslash included.
func escapeAt(b *strings.Builder, text string) int {
	const letters, codes = `abeEfnrtv\`, "\a\b\x1b\x1b\f\n\r\t\v\\"
	if i := strings.IndexByte(letters, text[0]); i >= 0 {
		b.WriteByte(codes[i])
		return 1
	}
	if n, used := number(text[1:], 16, hexDigits(text[0])); used > 0 {
		if text[0] == 'x' {
			b.WriteByte(byte(n))
		} else {
			b.Write(utf8.AppendRune(nil, rune(n)))
		}
		return 1 + used
	}
	b.WriteByte('\\')
	b.WriteByte(text[0])
	return 1
}

// hexDigits is how many hexadecimal digits may follow an escape's letter.
func hexDigits(letter byte) int {
	switch letter {
	case 'x':
		return 2
	case 'u':
		return 4
	case 'U':
		return 8
	}
	return 0
}

// number reads up to limit digits and says how many there were.
func number(text string, base, limit int) (n uint64, used int) {
	for used < limit && used < len(text) {
		d, err := strconv.ParseUint(text[used:used+1], base, 8)
		if err != nil {
			break
		}
		n = n*uint64(base) + d
		used++
	}
	return n, used
}
