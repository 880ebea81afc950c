package document

import (
	"strings"
	"unicode"
)

// variantOf says that two twigs may be two forms of one thing, one of them older: nobody can tell which. Two items that
// merely stand in the same place are not.
func (t *twig) variantOf(o *twig) bool {
	if t.kind != o.kind {
		return false
	}
	dated := t.date() != ""
	switch t.kind {
	case itemTwig, lineTwig, rowTwig:
		return variants(own(t.lines), own(o.lines), dated)
	case blockTwig:
		return true
	case paragraphTwig:
		return variants(own(t.all()), own(o.all()), dated)
	}
	return false
}

// own is the text of an entry without its list marker.
func own(lines []line) string {
	s := strings.TrimSpace(strings.Join(keys(lines), " "))
	_, n := listMarker(s)
	return strings.TrimSpace(s[n:])
}

// variants compares two texts. Entries with a date are what happened then: they are alike without being one.
func variants(a, b string, dated bool) bool {
	textA, boxA := checkbox(a)
	textB, boxB := checkbox(b)
	if textA == textB {
		return boxA != boxB || a != b
	}
	if nameA, ok := named(textA); ok {
		nameB, ok := named(textB)
		return ok && nameA == nameB
	}
	x, y := line{key: []byte(textA)}, line{key: []byte(textB)}
	return !dated && (similar(x, y) || mostlyEqual(strings.Fields(textA), strings.Fields(textB)))
}

// checkbox splits a task into its text and its box; the box of other text is empty.
func checkbox(s string) (text, box string) {
	if len(s) >= 3 && s[0] == '[' && s[2] == ']' {
		return strings.TrimSpace(s[3:]), s[:3]
	}
	return s, ""
}

// maxName bounds what stands before a colon and is a name, in bytes.
const maxName = 40

// named finds the name in "name: value", or the first cell of a table row. A time of day is no name.
func named(s string) (string, bool) {
	if row, ok := strings.CutPrefix(s, "|"); ok {
		first, _, more := strings.Cut(row, "|")
		return strings.TrimSpace(first), more && strings.TrimSpace(first) != ""
	}
	name, value, ok := strings.Cut(s, ":")
	name = strings.Trim(name, "*_`\" ")
	if !ok || name == "" || len(name) > maxName || value != "" && !strings.ContainsAny(value[:1], " *_`\t") {
		return "", false
	}
	return name, strings.ContainsFunc(name, unicode.IsLetter)
}

// mostlyEqual says that two texts of some length share three quarters of their words.
func mostlyEqual(a, b []string) bool {
	const least = 4
	longer := max(len(a), len(b))
	if longer < least {
		return false
	}
	have := map[string]int{}
	for _, w := range a {
		have[w]++
	}
	shared := 0
	for _, w := range b {
		if have[w] > 0 {
			have[w]--
			shared++
		}
	}
	return 4*shared >= 3*longer
}

// date is the date, or the time of day, that an entry begins with, as it is written; empty if it begins otherwise.
func (t *twig) date() string {
	lines := t.all()
	if len(lines) == 0 {
		return ""
	}
	s := strings.TrimSpace(string(lines[0].key))
	if t.kind == headingTwig {
		s = strings.TrimLeft(s, "# ")
	} else {
		_, n := listMarker(s)
		s = s[n:]
		s, _ = checkbox(strings.TrimSpace(s))
	}
	s = strings.TrimLeft(s, "*_`[(| ")
	end := 0
	for end < len(s) && strings.IndexByte("0123456789-:T.Z ", s[end]) >= 0 {
		end++
	}
	d := strings.TrimRight(s[:end], "-:T. ")
	if len(d) >= len("2006-01-02") && digitShape(d[:10]) == "0000-00-00" || len(d) >= len("15:04") && digitShape(d[:5]) == "00:00" {
		return d
	}
	return ""
}

// digitShape replaces digits by zeros.
func digitShape(s string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return '0'
		}
		return r
	}, s)
}
