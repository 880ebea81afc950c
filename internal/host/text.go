package host

import (
	"strings"
	"unicode/utf8"
)

const ellipsis = " …"

// Clip returns text as valid UTF-8 of at most limit bytes (limit ≥ 8), cut
// between two characters and marked where something was left out.
func Clip(text string, limit int) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if len(text) <= limit {
		return text
	}
	end := limit - len(ellipsis)
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return strings.TrimRight(text[:end], " \n") + ellipsis
}
