package document

import "bytes"

// Rotation is a document cut in two: what stays, and its oldest entries.
type Rotation struct {
	Rest    []byte
	Moved   []byte
	Entries int // how many moved
	Left    int // how many stay
}

// Rotate cuts off all but the newest keep entries of a document that grows at at. An entry is a section where the
// growing part has headings (of the highest level that it has), else a list item or paragraph with what is indented
// below it; with rows set every line is one. What stands before the first entry, title and front matter, stays, and
// so does what stands behind the growing part. It fails with ErrNoPlace.
func Rotate(doc []byte, at At, rows bool, keep int) (Rotation, error) {
	lines := split(doc).lines
	from, to, err := at.region(lines)
	if err != nil {
		return Rotation{}, err
	}
	starts := entryStarts(lines, from, to, rows)
	n := len(starts) - keep
	if n <= 0 {
		return Rotation{Rest: doc, Left: len(starts)}, nil
	}
	cutFrom, cutTo := starts[0], to
	if at.Place != End {
		cutFrom = starts[keep:][0]
	} else if keep > 0 {
		cutTo = starts[n]
	}
	var rest, moved bytes.Buffer
	if split(doc).bom {
		rest.WriteString(bom)
	}
	for i, l := range lines {
		if i >= cutFrom && i < cutTo {
			moved.Write(l.raw)
		} else {
			rest.Write(l.raw)
		}
	}
	return Rotation{Rest: rest.Bytes(), Moved: moved.Bytes(), Entries: n, Left: len(starts) - n}, nil
}

// region is the range of lines in which a document grows.
func (at At) region(lines []line) (from, to int, err error) {
	if at.Place != After {
		places := At{Place: Top}.places(lines)
		return places[len(places)-1], len(lines), nil
	}
	n := at.anchorLine(lines)
	if n < 0 {
		return 0, 0, ErrNoPlace{at.Anchor}
	}
	level, _, _ := heading(lines[n].key)
	reads := live(lines, frontMatter(lines))
	for to = n + 1; to < len(lines); to++ {
		below, _, ok := heading(lines[to].key)
		if reads[to] && (ok && (level == 0 || below <= level) || level == 0 && endsAnchor(lines[to].key)) {
			break
		}
	}
	return n + 1, to, nil
}

// endsAnchor says that a line is a comment that closes something: of an anchor's end marker only the form is known here.
func endsAnchor(key []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(key), []byte("<!-- /"))
}

// entryStarts lists the lines at which the entries of a range begin.
func entryStarts(lines []line, from, to int, rows bool) []int {
	var starts []int
	reads := live(lines, frontMatter(lines))
	top := topLevel(lines, reads, from, to)
	for i := from; i < to; i++ {
		level, _, isHeading := heading(lines[i].key)
		switch {
		case rows:
			if !lines[i].blank() {
				starts = append(starts, i)
			}
		case top > 0:
			if isHeading && reads[i] && level == top {
				starts = append(starts, i)
			}
		case begins(lines, reads, from, i):
			starts = append(starts, i)
		}
	}
	return starts
}

// topLevel is the highest level among the headings of a range, 0 where it has none.
func topLevel(lines []line, reads []bool, from, to int) int {
	top := 0
	for i := from; i < to; i++ {
		if level, _, ok := heading(lines[i].key); ok && reads[i] && (top == 0 || level < top) {
			top = level
		}
	}
	return top
}

// begins says that an entry of a list or of paragraphs begins with a line.
func begins(lines []line, reads []bool, from, i int) bool {
	key := lines[i].key
	if len(key) == 0 || !reads[i] || key[0] == ' ' || key[0] == '\t' {
		return false
	}
	if _, n := listMarker(string(key)); n > 0 {
		return true
	}
	return i == from || lines[i-1].blank() && reads[i-1]
}
