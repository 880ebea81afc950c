package document

// Outline is what Markdown makes of one line.
type Outline struct {
	Live  bool   // read as text: not in a fenced code block, a comment of several lines or the front matter
	Level int    // of a heading; 0: none
	Title string // the heading's text
}

// OutlineOf describes a document line by line.
func OutlineOf(doc []byte) []Outline {
	lines := split(doc).lines
	out := make([]Outline, len(lines))
	for i, reads := range live(lines, frontMatter(lines)) {
		out[i].Live = reads
		if level, title, ok := heading(lines[i].key); ok && reads {
			out[i].Level, out[i].Title = level, title
		}
	}
	return out
}

// Match pairs the lines of two documents in order: for each line of a the index of its partner in b, or -1.
func Match(a, b []byte) []int {
	in := interner{}
	from, to := in.number(split(a).lines), in.number(split(b).lines)
	out := make([]int, len(from))
	for i, j := range match(from, to, len(in)) {
		out[i] = int(j)
	}
	return out
}

// PlaceOf is the number of lines that stand before the place where a document grows: that of its end where it lacks the
// place.
func PlaceOf(doc []byte, at At) int {
	lines := split(doc).lines
	places := at.places(lines)
	if len(places) == 0 {
		return len(lines)
	}
	return places[len(places)-1]
}

// Marker reads a line that is an anchor's begin or end marker; both names are empty for any other line.
func (m Marks) Marker(line []byte) (begin, end string) {
	begin, _ = m.begin().name(trimRight(line))
	end, _ = m.end().name(trimRight(line))
	return begin, end
}

// SectionEnd is a line after which a shard's lines belong to no section again, until the next heading.
const SectionEnd = "<!-- end of section -->"

// InsertionIn finds the one piece that a proposal adds to a base, anywhere in it. A piece that stands below a heading
// brings that heading along, and SectionEnd, so that it keeps its place when it is written elsewhere.
func InsertionIn(base, proposal []byte) (Insertion, bool) {
	b, p := split(base).lines, split(proposal).lines
	added, n, ok := onePiece(b, p)
	if !ok {
		return Insertion{}, false
	}
	if head, ok := headingAbove(b, n); ok && len(added) > 0 {
		added = append(append([]line{head}, added...), newLine([]byte(SectionEnd), false))
	}
	return Insertion{added, 0}, true
}

// onePiece finds lines that stand in p before line n of b.
func onePiece(b, p []line) (added []line, n int, ok bool) {
	for n < len(b) && n < len(p) && sameLines(b[n:n+1], p[n:n+1]) {
		n++
	}
	m := len(p) - (len(b) - n)
	if m < n || !sameLines(p[m:], b[n:]) {
		return nil, 0, false
	}
	return p[n:m], n, true
}

// headingAbove is the heading of the section that line n stands in, unless that is the document's title.
func headingAbove(lines []line, n int) (line, bool) {
	reads := live(lines, frontMatter(lines))
	for i := n - 1; i >= 0; i-- {
		if level, _, ok := heading(lines[i].key); ok && reads[i] {
			return lines[i], level > 1
		}
	}
	return line{}, false
}
