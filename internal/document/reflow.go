package document

import (
	"bytes"
	"strings"
)

// Reflow says that two texts differ in layout at most: white space, line endings, list markers, emphasis style, table
// padding, closing number signs of headings, or the layout of JSON. Formatters leave reflows; no word is lost in one.
// Code blocks must be the same line by line.
func Reflow(a, b []byte) bool {
	if Equal(a, b) {
		return true
	}
	if !sameWords(a, b) {
		return false
	}
	x, xJSON := jsonEssence(a)
	y, yJSON := jsonEssence(b)
	if xJSON != yJSON {
		return false
	}
	if !xJSON {
		x, y = essence(split(a).lines), essence(split(b).lines)
	}
	return bytes.Equal(x, y)
}

// sameWords reports whether two texts have the same ASCII letters and digits in the same order: no layout changes those.
func sameWords(a, b []byte) bool {
	i, j := 0, 0
	for {
		for i < len(a) && !wordByte(a[i]) {
			i++
		}
		for j < len(b) && !wordByte(b[j]) {
			j++
		}
		if i == len(a) || j == len(b) {
			return i == len(a) && j == len(b)
		}
		if a[i] != b[j] {
			return false
		}
		i, j = i+1, j+1
	}
}

func wordByte(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

// jsonEssence is a JSON document, or one of JSON lines, without white space outside strings.
func jsonEssence(doc []byte) ([]byte, bool) {
	doc = bytes.TrimSpace(bytes.TrimPrefix(doc, []byte(bom)))
	if len(doc) == 0 || doc[0] != '{' && doc[0] != '[' {
		return nil, false
	}
	if validRow(doc) {
		return compact(nil, doc), true
	}
	var out []byte
	for row := range bytes.SplitSeq(doc, []byte{'\n'}) {
		row = bytes.TrimSpace(row)
		if len(row) == 0 {
			continue
		}
		if row[0] != '{' && row[0] != '[' || !validRow(row) {
			return nil, false
		}
		out = append(compact(out, row), '\n')
	}
	return out, true
}

func compact(out, json []byte) []byte {
	inString := false
	for i := 0; i < len(json); i++ {
		c := json[i]
		switch {
		case inString && c == '\\':
			out = append(out, c)
			i++
			c = json[i]
		case c == '"':
			inString = !inString
		case !inString && (c == ' ' || c == '\t' || c == '\n' || c == '\r'):
			continue
		}
		out = append(out, c)
	}
	return out
}

// Marks of structure in an essence. NUL bytes are not in texts that are compared so.
const (
	itemMark    = "\x00-"
	numberMark  = "\x00."
	headingMark = "\x00#"
	lineMark    = "\x00\n" // the line ends here, whatever follows
)

// essence is a Markdown text without its layout: words with one blank between them, and marks for items, headings,
// table rows and lines of code.
func essence(lines []line) []byte {
	var out []byte
	var paragraph []string
	flush := func() {
		for _, w := range strings.Fields(plainEmphasis(strings.Join(paragraph, " "))) {
			out = append(append(out, w...), ' ')
		}
		paragraph = paragraph[:0]
	}
	reads := live(lines, frontMatter(lines))
	for i, l := range lines {
		s := strings.TrimSpace(string(l.key))
		_, fenced := openFence(l.key)
		level, title, isHeading := heading([]byte(s))
		switch {
		case !reads[i] || fenced:
			flush()
			out = append(append(out, lineMark...), l.key...)
		case s == "":
			flush()
		case rule(l.key):
			flush()
			out = append(append(out, lineMark...), strings.ReplaceAll(s, " ", "")...)
		case isHeading:
			flush()
			paragraph = append(paragraph, headingMark+strings.Repeat("#", level)+" "+title)
			flush()
			out = append(out, lineMark...)
		case strings.Contains(s, "|"):
			flush()
			paragraph = append(paragraph, cells(s))
			flush()
			out = append(out, lineMark...)
		default:
			if marked, item := evenMarker(s); item {
				flush()
				s = marked
			}
			paragraph = append(paragraph, s)
		}
	}
	flush()
	return out
}

// evenMarker makes the same of all bullets, and of "1." and "1)".
func evenMarker(s string) (string, bool) {
	kind, n := listMarker(s)
	switch kind {
	case '-':
		return itemMark + " " + s[n:], true
	case '.':
		return numberMark + strings.TrimRight(s[:n], ".) \t") + " " + s[n:], true
	}
	return s, false
}

// cells takes the padding out of a table row.
func cells(s string) string {
	s, _ = evenMarker(s)
	parts := strings.Split(s, "|")
	for i, c := range parts {
		c = strings.TrimSpace(c)
		if dashes := strings.Trim(c, ":"); len(dashes) > 0 && strings.Trim(dashes, "-") == "" {
			c = strings.Replace(c, dashes, "-", 1)
		}
		parts[i] = c
	}
	return strings.Join(parts, " | ")
}
