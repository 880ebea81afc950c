package policy

import (
	"slices"
	"strings"
)

// Edit replaces the bytes From to To of a policy's text.
type Edit struct {
	From, To int
	Text     string
}

// ApplyEdits makes all edits that do not touch each other, of those that do the first, and says how many that were.
func ApplyEdits(text []byte, edits []Edit) (out []byte, made int) {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b Edit) int { return a.From - b.From })
	at, last := 0, -1
	for _, e := range edits {
		if e.From < at || e.From == last || e.To > len(text) {
			continue
		}
		out = append(append(out, text[at:e.From]...), e.Text...)
		at, last = e.To, e.From
		made++
	}
	return append(out, text[at:]...), made
}

// edit replaces a part of the source; the edit is about the whole text.
func (r *reader) edit(from, to place, text string) *Edit {
	return &Edit{From: int(from) + r.skipped, To: int(to) + r.skipped, Text: text}
}

// replace puts text in the place of the string that stands at a value's place.
func (r *reader) replace(at place, text string) *Edit {
	s := scanner{text: r.source, at: int(at)}
	if s.at >= len(s.text) || s.text[s.at] != '"' && s.text[s.at] != '\'' {
		return nil
	}
	s.quoted()
	return r.edit(at, place(s.at), text)
}

// rename puts another key in the place of one.
func (r *reader) rename(at place, key, instead string) *Edit {
	s := scanner{text: r.source, at: int(at)}
	if s.at < len(s.text) && s.text[s.at] == '[' { // a header
		s.at += strings.Index(s.text[s.at:], key)
		at = place(s.at)
	}
	if s.key() != key {
		return nil
	}
	return r.edit(at, place(s.at), instead)
}

// afterComments is where the comments end with which a text begins.
func afterComments(text string) place {
	at := 0
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(strings.TrimSpace(line), "#") {
			break
		}
		at += len(line)
	}
	return place(at)
}
