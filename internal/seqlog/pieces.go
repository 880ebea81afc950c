package seqlog

import "bytes"

// pieces is a line that is no JSON, taken apart: whole rows at its beginning, then text that is none, then perhaps one
// whole row, which a writer added behind a row that was cut off.
type pieces struct {
	whole  [][2]int // offsets of whole rows
	torn   [2]int   // of what is none; equal: nothing
	behind [2]int   // of the whole row behind that; equal: none
}

// rows is how many whole rows the line holds.
func (p pieces) rows() int {
	n := len(p.whole)
	if p.hasBehind() {
		n++
	}
	return n
}

func (p pieces) hasTorn() bool   { return p.torn[0] < p.torn[1] }
func (p pieces) hasBehind() bool { return p.behind[0] < p.behind[1] }

// endsTorn reports whether nothing whole stands at the line's very end.
func (p pieces) endsTorn() bool { return p.hasTorn() && !p.hasBehind() }

// fused reports whether two rows met on the line.
func (p pieces) fused() bool { return p.rows() > 1 || p.rows() == 1 && p.hasTorn() }

// takeApart finds the rows on a line that is no JSON.
func (n numbering) takeApart(line []byte) pieces {
	var p pieces
	at := 0
	for {
		at += len(line[at:]) - len(bytes.TrimLeft(line[at:], " \t\r"))
		end := valueEnd(line, at)
		if end < 0 || !valid(line[at:end]) {
			break
		}
		p.whole = append(p.whole, [2]int{at, end})
		at = end
	}
	p.torn = [2]int{at, len(line)}
	if i := n.rowBehind(line[at:]); i > 0 {
		p.torn[1] = at + i
		p.behind = [2]int{at + i, len(line)}
	}
	return p
}

// valueEnd returns the offset behind the object or array that begins at offset at, or -1.
func valueEnd(line []byte, at int) int {
	if at >= len(line) || line[at] != '{' && line[at] != '[' {
		return -1
	}
	depth, quoted := 0, false
	for i := at; i < len(line); i++ {
		switch c := line[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// rowBehind finds a whole row at the end of text that begins with something else. It must have a number: a torn row
// ends in whole values of its own. The bounds keep a line of nothing but braces from costing its square.
func (n numbering) rowBehind(text []byte) int {
	const tries, most = 256, 1 << 20
	for at, try := 1, 0; at < len(text) && try < tries; try++ {
		i := bytes.IndexByte(text[at:], '{')
		if i < 0 {
			return -1
		}
		at += i
		if rest := text[at:]; len(rest) <= most && valid(rest) && n.of(rest).has {
			return at
		}
		at++
	}
	return -1
}
