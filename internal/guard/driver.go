package guard

import (
	"bytes"
	"fmt"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/policy"
)

// Sides are three versions of a file that git is to merge. An empty base is none: both sides made the file.
type Sides struct {
	Base, Ours, Theirs []byte
	document.MarkStyle
}

// MergeSides merges as the gate does in the rule's mode and format; a file without a rule is merged as text. The result
// depends on the contents alone where nothing conflicts. Where something does, both sides stand between marks, as git
// leaves them, and clean is false.
func MergeSides(rule *policy.Rule, path string, s Sides) (text []byte, clean bool) {
	if rule == nil {
		return s.marked()
	}
	switch {
	case bytes.Equal(s.Ours, s.Theirs):
		return s.Ours, true
	case rule.FormatOf(path) == policy.JSON:
		return s.members(rule)
	case rule.FormatOf(path) == policy.JSONL:
		return s.rows(rule)
	}
	return s.lines(rule, path)
}

func (s Sides) hasBase() bool { return len(s.Base) > 0 }

func (s Sides) marked() ([]byte, bool) {
	text, conflicts := document.MergeMarked(s.Base, s.Ours, s.Theirs, s.MarkStyle)
	return text, conflicts == 0
}

// conflict marks what the lines say is a conflict, or else all that differs: the format found one that no line shows.
func (s Sides) conflict() ([]byte, bool) {
	text, clean := s.marked()
	if clean {
		text = document.MarkWhole(s.Ours, s.Theirs, s.MarkStyle)
	}
	return text, false
}

// lines merges text, in the line endings of ours.
func (s Sides) lines(rule *policy.Rule, path string) ([]byte, bool) {
	text, clean := s.symmetric(rule)
	if clean {
		text = document.Merge(s.Ours, text, s.Ours).Text
	}
	if clean && s.whole(rule, path, text) {
		return text, true
	}
	if rule.Mode == policy.Anchors && s.hasBase() && s.sound(rule) {
		m := document.MergeAnchors(s.Base, true, s.Theirs, s.Ours, marksOf(rule))
		if m.Clean() && len(m.Removed) == 0 {
			return m.Text, true
		}
	}
	return s.conflict()
}

// sound reports whether the anchors of all versions can be told apart: a merge by anchors takes markers that are no pair
// for something to be mended.
func (s Sides) sound(rule *policy.Rule) bool {
	for _, text := range [][]byte{s.Base, s.Ours, s.Theirs} {
		if _, problems := document.ParseAnchors(text, marksOf(rule)); len(problems) > 0 {
			return false
		}
	}
	return true
}

// symmetric merges without preferring a side.
func (s Sides) symmetric(rule *policy.Rule) ([]byte, bool) {
	if text, ok := s.entries(rule); ok {
		return text, true
	}
	if s.hasBase() {
		m := document.MergeSymmetric(s.Base, s.Ours, s.Theirs)
		return m.Text, m.Clean()
	}
	u := document.Union(s.Ours, s.Theirs)
	return u.Text, len(u.Doubts) == 0 || rule.Mode == policy.Append
}

// entries puts the entries that both sides added where the document grows, in the order of their dates.
func (s Sides) entries(rule *policy.Rule) ([]byte, bool) {
	if rule.Mode != policy.Append || !s.hasBase() {
		return nil, false
	}
	at := placeOf(rule)
	ours, okOurs := document.FindInsertion(s.Base, s.Ours, at)
	theirs, okTheirs := document.FindInsertion(s.Base, s.Theirs, at)
	if !okOurs || !okTheirs || ours.Empty() || theirs.Empty() {
		return nil, false
	}
	both := document.Union(ours.Text(), theirs.Text())
	text, err := document.Insert(s.Base, document.FragmentInsertion(both.Text), at)
	return text, err == nil
}

// whole reports whether a merged text parses where ours does, and has all of our anchors that theirs did not remove.
func (s Sides) whole(rule *policy.Rule, path string, text []byte) bool {
	if !gate.Parses(rule, path, text, s.Ours) {
		return false
	}
	if rule.Mode != policy.Anchors {
		return true
	}
	_, ours := document.ParseAnchors(s.Ours, marksOf(rule))
	_, theirs := document.ParseAnchors(s.Theirs, marksOf(rule))
	_, merged := document.ParseAnchors(text, marksOf(rule))
	return len(merged) <= min(len(ours), len(theirs))
}

func (s Sides) members(rule *policy.Rule) ([]byte, bool) {
	m := document.MergeJSON(s.Base, s.hasBase(), s.Theirs, s.Ours, document.JSONOptions{Key: rule.Key, Keep: rule.Keep, Symmetric: true})
	switch {
	case m.Clean() && document.EqualJSON(m.Text, s.Ours):
		return s.Ours, true
	case m.Clean():
		return m.Text, true
	case m.AsText || m.Err != nil:
		return s.marked()
	}
	return s.conflict()
}

// rows merges JSON lines. A row that both sides have otherwise is marked where it stands.
func (s Sides) rows(rule *policy.Rule) ([]byte, bool) {
	r := reunion{rule: rule, head: s.Ours}
	m := document.MergeRows(s.Base, s.hasBase(), s.Theirs, s.Ours, r.rowKey(), true)
	if len(m.Reported) == 0 {
		text := document.Merge(s.Ours, m.Text, s.Ours).Text
		if r.numbersFit(text) || graveNumbers(text, gate.Numbers(rule)) <= graveNumbers(s.Theirs, gate.Numbers(rule)) {
			return text, true
		}
		return document.MarkWhole(s.Ours, s.Theirs, s.MarkStyle), false
	}
	return s.markedRows(r.rowKey()), false
}

// markedRows marks each row that both sides have otherwise: the merged rows with ours, and with theirs, are two edits of
// the merged rows with neither.
func (s Sides) markedRows(key string) []byte {
	m := document.MergeRows(s.Base, s.hasBase(), s.Theirs, s.Ours, key, false)
	neither, ours, theirs := m.Text, m.Text, m.Text
	for i, c := range m.Reported {
		stands := orDefault(c.Document, c.Other)
		neither = replaceRow(neither, stands, fmt.Sprintf("\x00%d", i))
		ours, theirs = replaceRow(ours, stands, c.Document), replaceRow(theirs, stands, c.Other)
	}
	text, _ := document.MergeMarked(neither, ours, theirs, s.MarkStyle)
	return text
}

// replaceRow puts another row in the place of one, or takes it out where the other is empty.
func replaceRow(text []byte, row, other string) []byte {
	var out []byte
	for line := range bytes.Lines(text) {
		bare := bytes.TrimRight(line, " \t\r\n")
		switch {
		case string(bare) != row:
			out = append(out, line...)
		case other != "":
			out = append(append(out, other...), line[len(bare):]...)
		}
	}
	return out
}
