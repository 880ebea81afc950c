package policy

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// nfc is s with characters composed: file systems and hosts differ in which form they send.
func nfc(s string) string {
	if isASCII(s) {
		return s
	}
	return norm.NFC.String(s)
}

// fold is s as a directory that ignores letter case compares it (simple folding; NFC in, NFC out).
func fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	return nfc(strings.Map(foldRune, s))
}

// foldRune is the least of the letters that differ only in case.
func foldRune(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	least := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		least = min(least, next)
	}
	if least < utf8.RuneSelf { // the Kelvin sign and the long s
		return foldRune(least)
	}
	return least
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
