package guard

import (
	"bytes"
	"strings"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/policy"
)

// join merges two versions of a document that come from one base, by the rule's mode. ok is false on a conflict.
// theirs stood first: of facts that the rule keeps theirs stays, since ours comes from a writer who had not seen it.
func join(rule *policy.Rule, name string, base, ours, theirs []byte) (text []byte, ok bool) {
	switch rule.Mode {
	case policy.Append:
		if text, ok := joinAppends(rule, base, ours, theirs); ok {
			return text, true
		}
	case policy.Anchors:
		m := document.MergeAnchors(base, true, ours, theirs, marksOf(rule))
		return m.Text, m.Clean() && len(m.Removed) == 0
	case policy.Merge:
		return joinMerged(rule, name, base, ours, theirs)
	}
	m := document.Merge(base, ours, theirs)
	return m.Text, m.Clean()
}

// rejoin merges what was planned back into a text that somebody wrote over it.
func rejoin(rule *policy.Rule, name string, base, planned, now []byte) (text []byte, ok bool) {
	if byMembers(rule, name) {
		return join(rule, name, base, now, planned) // the planned text stood first
	}
	return join(rule, name, base, planned, now)
}

// byMembers reports whether a document merges as JSON.
func byMembers(rule *policy.Rule, name string) bool {
	return rule.Mode == policy.Merge && rule.FormatOf(name) == policy.JSON
}

// joinMerged merges as the gate does in mode merge: JSON by members, JSON lines by rows, all else by lines. What parsed
// on both sides must parse when it is merged.
func joinMerged(rule *policy.Rule, name string, base, ours, theirs []byte) ([]byte, bool) {
	switch rule.FormatOf(name) {
	case policy.JSON:
		m := document.MergeJSON(base, true, ours, theirs, document.JSONOptions{Key: rule.Key, Keep: rule.Keep})
		if !m.AsText {
			return m.Text, m.Clean()
		}
	case policy.JSONL:
		m := document.MergeRows(base, true, ours, theirs, rule.Key, false)
		return m.Text, len(m.Reported) == 0
	}
	m := document.Merge(base, ours, theirs)
	return m.Text, m.Clean() && gate.Parses(rule, name, m.Text, ours, theirs)
}

// joinAppends keeps both insertions as whole entries, also when they are equal.
func joinAppends(rule *policy.Rule, base, ours, theirs []byte) ([]byte, bool) {
	at := placeOf(rule)
	ins, ok := document.FindInsertion(base, ours, at)
	if !ok || ins.Empty() {
		return nil, false
	}
	text, err := document.Insert(theirs, ins, at)
	return text, err == nil
}

// addMissing puts what another version added to a base into a text that lacks it, and takes nothing
// away: in a document that only grows, a version that lacks lines was itself a stale overwrite. With
// all set, nothing in the text counts as the other's: it was written over it unseen.
func addMissing(rule *policy.Rule, base, text, other []byte, all bool) ([]byte, bool) {
	lines := document.Added(base, other)
	if !all {
		lines = without(lines, document.Added(base, text))
	}
	if len(lines) == 0 {
		return text, true
	}
	ins, ok := document.FindInsertion(base, other, placeOf(rule))
	if !ok || !all {
		ins = document.FragmentInsertion([]byte(strings.Join(lines, "\n") + "\n"))
	}
	out, err := document.Insert(text, ins, placeOf(rule))
	return out, err == nil
}

// lacking is another version of a base without what it added and the text has added too, so that what
// was merged back already is not merged back twice.
func lacking(base, text, other []byte) []byte {
	both := counts(document.Added(base, text))
	for _, line := range without(document.Added(base, other), document.Added(base, text)) {
		both[line] = 0 // not all of them stand there: which ones, nobody can tell
	}
	return minus(other, both)
}

// counts tells how often each line comes.
func counts(lines []string) map[string]int {
	n := make(map[string]int, len(lines))
	for _, line := range lines {
		n[line]++
	}
	return n
}

// minus is a text without the first so many of some lines. The counts are used up.
func minus(text []byte, lines map[string]int) []byte {
	var out []byte
	for line := range bytes.Lines(text) {
		key := string(bytes.TrimRight(line, " \t\r\n"))
		if lines[key] > 0 {
			lines[key]--
			continue
		}
		out = append(out, line...)
	}
	return out
}

// holds reports whether every line of part stands in text, so that nothing of it needs merging back.
func holds(text, part []byte) bool { return len(document.Lost(part, text).Lines) == 0 }

func placeOf(rule *policy.Rule) document.At {
	return document.At{Place: document.Place(rule.At.Place), Anchor: rule.At.Anchor, Begin: rule.Begin}
}

func marksOf(rule *policy.Rule) document.Marks {
	return document.Marks{
		Begin: rule.Begin, End: rule.End, Headings: rule.Style == "heading",
		AllowNew: true, Frozen: false, // a repair puts back what was there: it asks for no permission
	}
}
