package gate

import (
	"strings"

	"noclobber/internal/document"
)

// maxNearest bounds the lines of an old text that are looked for.
const maxNearest = 3

// nearest finds the lines of a document that are most like the first lines of a text that is not in it.
func nearest(text string, doc []byte) []string {
	lines := strings.Split(string(document.Normalize(doc)), "\n")
	var out []string
	for _, want := range strings.SplitN(text, "\n", maxNearest+1) {
		if line, ok := mostLike(want, lines); ok && len(out) < maxNearest {
			out = append(out, line)
		}
	}
	return out
}

// mostLike picks the line that shares most with want at both ends: at least half of the longer one.
func mostLike(want string, lines []string) (best string, ok bool) {
	most := 0
	for _, line := range lines {
		n := shared(want, line)
		if n > most && 2*n >= max(len(want), len(line)) {
			best, most = line, n
		}
	}
	return best, most > 0
}

// shared counts the bytes that two lines have in common at both ends.
func shared(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	a, b = a[n:], b[n:]
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
		n++
	}
	return n
}
