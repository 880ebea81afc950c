package document

import (
	"fmt"
	"strings"
)

// sections makes an anchor of every heading and what follows it, to the next heading of any level. Its name is the path
// of headings above it, "Journal > May > Done"; the second of the same path is "Journal > May > Done (2)". The unit has
// the blank lines before the heading, not those after the section: who adds a section brings its separator along.
func sections(lines []line) []Anchor {
	var out []Anchor
	var path titles
	names := map[string]int{}
	reads := live(lines, frontMatter(lines))
	for i, l := range lines {
		level, title, ok := heading(l.key)
		if !ok || !reads[i] {
			continue
		}
		path = path.down(level, title)
		a := Anchor{Name: unused(names, path.String()), Line: i + 1, from: i - trailingBlanks(lines[:i])}
		if n := len(out); n > 0 {
			out[n-1].to, out[n-1].LastLine = a.from, a.from
		}
		out = append(out, a)
	}
	if n := len(out); n > 0 {
		out[n-1].to, out[n-1].LastLine = len(lines), len(lines)
	}
	return out
}

func trailingBlanks(lines []line) int { return len(lines) - len(trimBlankTail(lines)) }

// titles is the path to a heading, with the levels.
type titles []struct {
	level int
	title string
}

func (t titles) down(level int, title string) titles {
	for len(t) > 0 && t[len(t)-1].level >= level {
		t = t[:len(t)-1]
	}
	return append(t[:len(t):len(t)], struct {
		level int
		title string
	}{level, title})
}

func (t titles) String() string {
	parts := make([]string, len(t))
	for i, one := range t {
		parts[i] = one.title
	}
	return strings.Join(parts, " > ")
}

// unused numbers a name that was used before.
func unused(names map[string]int, name string) string {
	names[name]++
	if names[name] == 1 {
		return name
	}
	numbered := fmt.Sprintf("%s (%d)", name, names[name])
	if names[numbered] > 0 {
		return unused(names, name)
	}
	names[numbered]++
	return numbered
}
