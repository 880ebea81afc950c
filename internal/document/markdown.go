package document

import "bytes"

// live says for each line from the given one on whether Markdown reads it as text: not in a fenced code block, not in a
// comment of several lines. What looks like a heading or a marker elsewhere is an example.
func live(lines []line, from int) []bool {
	out := make([]bool, len(lines))
	closers := commentEnds{lines: lines}
	for i := from; i < len(lines); i++ {
		if f, ok := openFence(lines[i].key); ok {
			i = f.closedAt(lines, i+1)
			continue
		}
		if end, ok := closers.after(i); ok && opensComment(lines[i].key) {
			i = end
			continue
		}
		out[i] = true
	}
	return out
}

// frontMatter counts the lines of a YAML block at the start, its fences included: # begins a comment there.
func frontMatter(lines []line) int {
	if len(lines) == 0 || string(lines[0].key) != "---" {
		return 0
	}
	for i, l := range lines[1:] {
		if k := string(l.key); k == "---" || k == "..." {
			return i + 2
		}
	}
	return 0
}

// fence is an open code fence (CommonMark 4.5).
type fence struct {
	char   byte
	length int
}

func openFence(key []byte) (fence, bool) {
	s := unindent(key)
	if len(s) < 3 || s[0] != '`' && s[0] != '~' {
		return fence{}, false
	}
	f := fence{s[0], run(s, s[0])}
	if f.length < 3 || f.char == '`' && bytes.IndexByte(s[f.length:], '`') >= 0 {
		return fence{}, false
	}
	return f, true
}

// closedAt is the line that closes the fence, or the last one: an unclosed block goes on to the end.
func (f fence) closedAt(lines []line, i int) int {
	for ; i < len(lines); i++ {
		if s := unindent(lines[i].key); len(s) >= f.length && run(s, f.char) == len(s) {
			break
		}
	}
	return i
}

// run counts how often c stands at the start.
func run(s []byte, c byte) int {
	n := 0
	for n < len(s) && s[n] == c {
		n++
	}
	return n
}

// unindent takes off the up to three spaces that Markdown blocks may be indented by; more makes other text of it: nil.
func unindent(key []byte) []byte {
	n := run(key, ' ')
	if n > 3 {
		return nil
	}
	return key[n:]
}

// opensComment says that a comment begins the line and does not end on it.
func opensComment(key []byte) bool {
	s := unindent(key)
	return bytes.HasPrefix(s, []byte("<!--")) && !bytes.Contains(s, []byte("-->"))
}

// commentEnds finds the lines that end a comment begun earlier. A comment that is never ended so is no comment: lines
// with a whole comment of their own, as markers are, do not end it, or an example of markers in a comment would.
type commentEnds struct {
	lines []line
	next  int
}

// after is the first such line after i. It must be asked for rising i.
func (c *commentEnds) after(i int) (int, bool) {
	for c.next = max(c.next, i+1); c.next < len(c.lines); c.next++ {
		s := c.lines[c.next].key
		end, begin := bytes.Index(s, []byte("-->")), bytes.Index(s, []byte("<!--"))
		if end >= 0 && (begin < 0 || end < begin) {
			return c.next, true
		}
	}
	return 0, false
}

// heading reads an ATX heading.
func heading(key []byte) (level int, title string, ok bool) {
	s := unindent(key)
	level = run(s, '#')
	if level == 0 || level > 6 || len(s) > level && s[level] != ' ' && s[level] != '\t' {
		return 0, "", false
	}
	s = bytes.TrimSpace(s[level:])
	if cut := bytes.TrimRight(s, "#"); len(cut) == 0 || cut[len(cut)-1] == ' ' || cut[len(cut)-1] == '\t' {
		s = bytes.TrimSpace(cut)
	}
	return level, string(s), true
}

// rule says that a line is a thematic break, or the underline of a heading.
func rule(key []byte) bool {
	s := bytes.ReplaceAll(unindent(key), []byte(" "), nil)
	return len(s) >= 3 && bytes.IndexByte([]byte("-*_="), s[0]) >= 0 && run(s, s[0]) == len(s)
}
