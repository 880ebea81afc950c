package document

import "bytes"

// ConflictMark is a line that a merge left where two sides conflict.
type ConflictMark struct {
	Line   int    // 1-based
	Text   string // the line without its ending
	Quoted bool   // it stands in a code block or a comment, as where somebody writes about merges
}

// ConflictMarks finds the lines that git leaves in a conflict: seven of "<", "|" or ">" at the start of a line, then a
// blank or nothing more. Seven "=" alone underline a heading too, so they count only between the others.
func ConflictMarks(doc []byte) []ConflictMark {
	lines := split(doc).lines
	var out []ConflictMark
	reads := live(lines, frontMatter(lines))
	open := false
	for i, l := range lines {
		sign := conflictSign(l.key)
		switch sign {
		case '<':
			open = true
		case '>':
			open = false
		case '=':
			if !open {
				continue
			}
		case 0:
			continue
		}
		out = append(out, ConflictMark{Line: i + 1, Text: string(l.key), Quoted: !reads[i] && i >= frontMatter(lines)})
	}
	return out
}

// conflictMarkSize is git's default for conflict-marker-size.
const conflictMarkSize = 7

// conflictSign is the sign of a conflict mark, or 0.
func conflictSign(key []byte) byte {
	if len(key) < conflictMarkSize {
		return 0
	}
	sign := key[0]
	if bytes.IndexByte([]byte("<|=>"), sign) < 0 || bytes.Count(key[:conflictMarkSize], []byte{sign}) < conflictMarkSize {
		return 0
	}
	rest := key[conflictMarkSize:]
	switch {
	case len(rest) == 0 && sign != '|': // "|||||||" alone may be a table's line
		return sign
	case len(rest) > 0 && rest[0] == ' ' && sign != '=':
		return sign
	}
	return 0
}
