package document

import (
	"fmt"
	"slices"
	"strings"
)

// ErrNoAnchor says that the document has no such anchor, and which it has.
type ErrNoAnchor struct {
	Name string
	Have []string
}

func (e ErrNoAnchor) Error() string {
	if len(e.Have) == 0 {
		return fmt.Sprintf("no anchor %q: the document has none", e.Name)
	}
	return fmt.Sprintf("no anchor %q: the document has %q", e.Name, e.Have)
}

// ErrCarriesMarkers says that a splice would change which anchors there are: its content has a marker line or a heading,
// or opens a code block or comment that swallows the anchor's end.
type ErrCarriesMarkers struct {
	Name   string
	Marker string // the line, if there is one
}

func (e ErrCarriesMarkers) Error() string {
	if e.Marker == "" {
		return fmt.Sprintf("the text for anchor %q opens a code block or a comment that it does not close", e.Name)
	}
	return fmt.Sprintf("the text for anchor %q carries the marker line %q", e.Name, e.Marker)
}

// AnchorText is the text of an anchor with its own bytes: the lines between its markers, or a section without heading
// and outer blank lines. Sections may be named by the end of their path. Errors: ErrNoAnchor, and AnchorProblem where
// the document's markers are damaged.
func AnchorText(head []byte, name string, m Marks) ([]byte, error) {
	lines := split(head).lines
	from, to, err := m.inside(lines, name)
	if err != nil {
		return nil, err
	}
	return rawText(lines[from:to]), nil
}

// Splice replaces the text of an anchor. Lines that stay keep their bytes, new ones take the document's line endings.
// Errors: those of AnchorText, ErrCarriesMarkers, and AnchorProblem where content lacks anchors nested in this one.
func Splice(head []byte, name string, content []byte, m Marks) ([]byte, error) {
	lines, added := split(head).lines, split(content).lines
	from, to, err := m.inside(lines, name)
	if err != nil {
		return nil, err
	}
	c := composer{base: lines, prop: slices.Concat(lines[:from], added, lines[to:]), head: lines}
	if hasBOM(head) {
		c.out = append(c.out, bom...)
	}
	out := c.merge().Text
	return out, m.sameAnchors(lines, split(out).lines, name, added)
}

// inside gives the lines of an anchor's text, as indexes.
func (m Marks) inside(lines []line, name string) (from, to int, err error) {
	all, damage := m.parse(lines)
	if len(damage) > 0 {
		return 0, 0, damage[0]
	}
	a, ok := all.named(name, m.Headings)
	if !ok {
		return 0, 0, ErrNoAnchor{name, all.Names()}
	}
	if !m.Headings {
		return a.Line, a.LastLine - 1, nil
	}
	body := lines[a.Line:a.to]
	from = a.Line + leadingBlanks(body)
	return from, max(from, a.Line+len(trimBlankTail(body))), nil
}

// named finds an anchor by its name; a section also by the end of its path, if that is its alone.
func (a Anchors) named(name string, headings bool) (Anchor, bool) {
	if one, ok := a.find(name); ok || !headings {
		return one, ok
	}
	if _, title, ok := heading([]byte(name)); ok {
		name = title
	}
	var found []Anchor
	for _, one := range a.list {
		if one.Name == name || strings.HasSuffix(one.Name, " > "+name) {
			found = append(found, one)
		}
	}
	if len(found) != 1 {
		return Anchor{}, false
	}
	return found[0], true
}

// sameAnchors makes sure that a splice left the anchors as they were; new headings may be allowed.
func (m Marks) sameAnchors(before, after []line, name string, added []line) error {
	was, _ := m.parse(before)
	is, damage := m.parse(after)
	grown := m.Headings && m.AllowNew && len(is.list) >= len(was.list)
	if len(damage) == 0 && (grown || slices.Equal(was.Names(), is.Names())) {
		return nil
	}
	if marker, ok := m.firstMarker(added); ok || len(damage) > 0 || m.Headings {
		return ErrCarriesMarkers{name, marker}
	}
	for _, a := range was.list {
		if _, ok := is.find(a.Name); !ok {
			return deleted(a)
		}
	}
	return ErrCarriesMarkers{Name: name}
}

func (m Marks) firstMarker(lines []line) (string, bool) {
	begin, end := m.begin(), m.end()
	for _, l := range lines {
		_, isBegin := begin.name(l.key)
		_, isEnd := end.name(l.key)
		if _, _, isHeading := heading(l.key); m.Headings && isHeading || !m.Headings && (isBegin || isEnd) {
			return string(l.key), true
		}
	}
	return "", false
}
