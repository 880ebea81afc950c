package document

import (
	"bytes"
	"strings"
)

// applyHunks makes the hunks of a patch as the hosts' apply_patch does (Codex 0.171.0; the others have ported it): each is
// looked for behind the one before, first as it stands, then without trailing blanks, then without blanks at both ends.
// A document that is changed ends in a line feed.
func applyHunks(doc []byte, hunks []Edit) ([]byte, error) {
	t := split(doc)
	var done []patchPlace
	from := 0
	for _, h := range hunks {
		p, err := findHunk(t.lines, h, from)
		if err != nil {
			return nil, err
		}
		if done = append(done, p); p.count > 0 {
			from = p.at + p.count
		}
	}
	return rebuild(doc, t, done), nil
}

// patchPlace is where a hunk's old lines stand, and the lines that take their place.
type patchPlace struct {
	at, count int
	lines     []string
}

func findHunk(lines []line, h Edit, from int) (patchPlace, error) {
	if h.Behind != "" {
		at := seekLines(lines, []string{h.Behind}, from, false)
		if at < 0 {
			return patchPlace{}, ErrNotFound{h.Behind}
		}
		from = at + 1
	}
	old, now := patchLines(h.Old), patchLines(h.New)
	if len(old) == 0 {
		return patchPlace{at: len(lines), lines: now}, nil
	}
	at := seekLines(lines, old, from, h.AtEnd)
	if n := len(old) - 1; at < 0 && old[n] == "" { // an empty last line that stands for the document's end
		old = old[:n]
		if m := len(now) - 1; m >= 0 && now[m] == "" {
			now = now[:m]
		}
		at = seekLines(lines, old, from, h.AtEnd)
	}
	if at < 0 {
		return patchPlace{}, ErrNotFound{h.Old}
	}
	return patchPlace{at, len(old), now}, nil
}

// patchLines cuts a hunk's side into lines without their line feeds.
func patchLines(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(lf(s), "\n"), "\n")
}

// seekLines finds lines at or behind from; -1 where they are not.
func seekLines(lines []line, want []string, from int, atEnd bool) int {
	if len(want) > len(lines) {
		return -1
	}
	if atEnd {
		from = len(lines) - len(want)
	}
	for _, same := range []func(have []byte, want string) bool{asItStands, withoutTrailing, withoutOuter} {
		for at := from; at+len(want) <= len(lines); at++ {
			if matchesAt(lines[at:], want, same) {
				return at
			}
		}
	}
	return -1
}

func matchesAt(lines []line, want []string, same func([]byte, string) bool) bool {
	for i, w := range want {
		if !same(lines[i].text, w) {
			return false
		}
	}
	return true
}

func asItStands(have []byte, want string) bool { return string(have) == want }

func withoutTrailing(have []byte, want string) bool {
	return string(bytes.TrimRight(have, " \t\r")) == strings.TrimRight(want, " \t\r")
}

func withoutOuter(have []byte, want string) bool {
	return string(bytes.TrimSpace(have)) == strings.TrimSpace(want)
}

// rebuild puts a patch's lines into a document; they end as the lines around them do.
func rebuild(doc []byte, t text, places []patchPlace) []byte {
	out := make([]byte, 0, len(doc)+256)
	if t.bom {
		out = append(out, bom...)
	}
	next := 0
	for _, p := range inOrder(places) {
		for ; next < p.at; next++ {
			out = append(out, t.lines[next].raw...)
		}
		end := t.ending(p.at)
		out = endLine(out, end, t.bom)
		for _, l := range p.lines {
			out = append(append(out, l...), end...)
		}
		next = p.at + p.count
	}
	for ; next < len(t.lines); next++ {
		out = append(out, t.lines[next].raw...)
	}
	return endLine(out, t.ending(len(t.lines)), t.bom)
}

// inOrder sorts places by where they are; additions at the end keep their order.
func inOrder(places []patchPlace) []patchPlace {
	var within, added []patchPlace
	for _, p := range places {
		if p.count == 0 {
			added = append(added, p)
		} else {
			within = append(within, p)
		}
	}
	return append(within, added...)
}

// ending is how the line at a place ends, or the one before it.
func (t text) ending(at int) string {
	for i := min(at, len(t.lines)-1); i >= 0; i-- {
		if end := t.lines[i].end(); len(end) > 0 {
			return string(end)
		}
	}
	return "\n"
}

// endLine ends an unterminated last line.
func endLine(out []byte, end string, marked bool) []byte {
	if n := len(out); n > 0 && out[n-1] != '\n' && (!marked || n > len(bom)) {
		return append(out, end...)
	}
	return out
}
