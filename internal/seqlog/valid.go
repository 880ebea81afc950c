package seqlog

import (
	"bytes"

	"github.com/tidwall/gjson"
)

// wholeRow reports whether a line is JSON, and shows where it ends: without its newline "12" may be the beginning of 123.
func wholeRow(text []byte, terminated bool) bool {
	return valid(text) && (terminated || selfDelimiting(text))
}

func selfDelimiting(text []byte) bool {
	text = bytes.TrimSpace(text)
	return len(text) > 0 && (text[0] == '{' || text[0] == '[')
}

// maxDepth bounds how deep values may nest, as in encoding/json. gjson calls itself for each level: a long line of
// nothing but brackets would end the process.
const maxDepth = 10_000

// valid reports whether text is JSON.
func valid(text []byte) bool { return !tooDeep(text) && gjson.ValidBytes(text) }

// tooDeep counts brackets first, which is quick, and levels only where there are many.
func tooDeep(text []byte) bool {
	if len(text) <= maxDepth || bytes.Count(text, []byte("["))+bytes.Count(text, []byte("{")) <= maxDepth {
		return false
	}
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			if depth++; depth > maxDepth {
				return true
			}
		case c == ']' || c == '}':
			depth--
		}
	}
	return false
}

// byteOrderMark is the size of the mark that the log's first line begins with.
func byteOrderMark(l line) int {
	if mark := "\uFEFF"; l.at.offset == 0 && bytes.HasPrefix(l.text, []byte(mark)) {
		return len(mark)
	}
	return 0
}
