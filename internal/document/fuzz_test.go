package document

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

func FuzzMerge(f *testing.F) {
	f.Add("a\nb\nc\n", "a\nB\nc\n", "a\nb\nc\nd\n")
	f.Add("a\r\nb", "a\nb\nc", "x\r\na\r\nb")
	f.Add("", "\ufeffa\n", "b")
	f.Add("a\xff\n\n", "a\ufffd \n", "\n\na\xff")
	f.Fuzz(func(t *testing.T, base, prop, head string) {
		if strings.Contains(strings.TrimPrefix(base, bom)+strings.TrimPrefix(prop, bom)+strings.TrimPrefix(head, bom), bom) {
			return // a line that begins with the mark would become the document's mark
		}
		tr := triple{"fuzzed", []byte(base), []byte(prop), []byte(head)}
		m := Merge(tr.base, tr.prop, tr.head)
		if Equal(tr.base, tr.prop) && bytes.Equal(split(tr.base).raw(), split(tr.prop).raw()) && !bytes.Equal(m.Text, tr.head) {
			t.Fatalf("nothing proposed, and yet %q became %q", head, m.Text)
		}
		if base == head && !Equal(m.Text, tr.prop) {
			t.Fatalf("only the proposal changed %q to %q, and yet %q", base, prop, m.Text)
		}
		if !m.Clean() {
			return
		}
		if lost := unkept(tr, m.Text); len(lost) > 0 {
			t.Fatalf("%v: %q", lost, m.Text)
		}
		if !strings.Contains(lf(base+"|"+prop+"|"+head), "\r") { // a lone CR may meet a new LF
			checkBytes(t, tr, m.Text)
		}
	})
}

func (t text) raw() []byte { return rawText(t.lines) }

// checkBytes says that each line has the bytes of the head or the proposal, and that line endings stay of one kind.
func checkBytes(t *testing.T, tr triple, merged []byte) {
	known := map[string]bool{}
	p, h := split(tr.prop).lines, split(tr.head).lines
	for _, l := range slices.Concat(p, h) {
		known[string(l.text)] = true
	}
	style := styleOf(h, p)
	for _, l := range split(merged).lines {
		if !known[string(l.text)] {
			t.Fatalf("the line %q comes from nowhere", l.raw)
		}
		if end := l.end(); !style.none && !style.mixed && len(end) > 0 && !bytes.Equal(end, style.ending) {
			t.Fatalf("the line %q has another ending than the head's lines", l.raw)
		}
	}
}

func FuzzInsertion(f *testing.F) {
	f.Add("# T\n\na\n", "n\n", "# T\n\nh\na\n", byte(0))
	f.Add("a", "\n## b\n", "a\r\nc\r\n\r\n", byte(0))
	f.Add("---\nk: v\n---\n# T\na\n", "n", "# T\n", byte(1))
	f.Add("## Log\n\na\n", "n\n\n", "x\n## Log", byte(2))
	f.Fuzz(func(t *testing.T, base, added, head string, place byte) {
		at := At{Place: Place(place % 3), Anchor: "Log"}
		b := []byte(base)
		ins := FragmentInsertion([]byte(added))
		proposal, err := Insert(b, ins, at)
		if err != nil {
			return
		}
		found, ok := FindInsertion(b, proposal, at)
		if !ok {
			t.Fatalf("not found in %q", proposal)
		}
		checkInserted(t, b, proposal, found)
		if got, err := Insert([]byte(head), found, at); err == nil {
			checkInserted(t, []byte(head), got, found)
		}
	})
}

// checkInserted says that text has the lines of before and of the insertion, those of before with their own bytes.
func checkInserted(t *testing.T, before, text []byte, ins Insertion) {
	t.Helper()
	want := append(nonBlank(keys(split(before).lines)), nonBlank(ins.Lines())...)
	got := nonBlank(keys(split(text).lines))
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		t.Fatalf("%q with %q is %q", before, ins.Text(), text)
	}
	rest := text
	for _, l := range split(before).lines {
		n := bytes.Index(rest, l.text)
		if n < 0 {
			t.Fatalf("the bytes of %q are not in %q", l.text, text)
		}
		rest = rest[n+len(l.text):]
	}
}

func nonBlank(lines []string) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(s string) bool { return s == "" })
}

func FuzzAnchors(f *testing.F) {
	f.Add(status, with(status, "green", "red"), with(status, "v1", "v2"), false)
	f.Add("# A\nx\n## B\n", "# A\nx\n## B\ny\n", "# A\nz\n", true)
	f.Add("<!--\n```\n<!-- anchor:x -->\n", "<!-- /anchor:x -->\n<!-- anchor:x -->", "~~~\n", false)
	f.Fuzz(func(t *testing.T, base, prop, head string, headings bool) {
		if strings.Contains(base+prop+head, "\x00") {
			return
		}
		m := Marks{Headings: headings, AllowNew: headings}
		tr := triple{"fuzzed", []byte(base), []byte(prop), []byte(head)}
		checkAnchors(t, tr, m, MergeAnchors(tr.base, true, tr.prop, tr.head, m))
		blind := MergeAnchors(nil, false, tr.prop, tr.head, Marks{})
		if blind.Clean() && len(Lost(tr.head, blind.Text).Lines) > 0 && !bytes.Contains(tr.head, []byte("anchor:")) {
			t.Fatalf("without a base %q became %q", head, blind.Text)
		}
		for _, name := range []string{"build", "A"} {
			if got, err := Splice(tr.head, name, tr.prop, m); err == nil {
				checkSplice(t, tr.head, got, name, tr.prop, m)
			}
		}
	})
}

func checkAnchors(t interface{ Fatalf(string, ...any) }, tr triple, m Marks, got AnchorMerge) {
	if !got.Clean() {
		return
	}
	before, damage := ParseAnchors(tr.head, m)
	if len(damage) > 0 {
		return
	}
	if lost := unkept(tr, got.Text); len(lost) > 0 {
		t.Fatalf("%v in %q: %+v", lost, got.Text, got)
	}
	after, problems := ParseAnchors(got.Text, m)
	if len(problems) > 0 {
		t.Fatalf("%v in %q", problems, got.Text)
	}
	for _, name := range before.Names() {
		if _, ok := after.find(name); !ok && !m.Headings {
			t.Fatalf("%q is gone from %q", name, got.Text)
		}
	}
}

func checkSplice(t *testing.T, head, got []byte, name string, content []byte, m Marks) {
	text, err := AnchorText(got, name, m)
	if err != nil {
		t.Fatalf("after the splice: %v", err)
	}
	want := split(content).lines
	if m.Headings {
		want = trimBlankTail(want[leadingBlanks(want):])
	}
	if !m.Headings && !sameLines(split(text).lines, want) {
		t.Fatalf("%q became %q with %q", head, got, text)
	}
}

func FuzzApply(f *testing.F) {
	f.Add("a\r\nb\r\n", "a\n", "x\ny\n", false)
	f.Add("\ufeffa\nb", "b", "", true)
	f.Add("aaa", "a", "b\r\n", true)
	f.Fuzz(func(t *testing.T, doc, old, new string, all bool) {
		got, err := Apply([]byte(doc), []Edit{{Old: old, New: new, All: all}})
		if err != nil || old == "" {
			return
		}
		want := strings.ReplaceAll(string(Normalize([]byte(doc))), lf(old), lf(new))
		if string(Normalize(got)) != string(Normalize([]byte(want))) && !strings.Contains(want, "\r") {
			t.Fatalf("%q with %q for %q is %q", doc, new, old, got)
		}
		if e, ok := EditsBetween([]byte(doc), got); ok {
			if again, err := Apply([]byte(doc), []Edit{e}); err != nil || !Equal(again, got) {
				t.Fatalf("%+v does not lead from %q to %q", e, doc, got)
			}
		}
	})
}

func FuzzPlaceholder(f *testing.F) {
	for _, line := range slices.Concat(placeholders, prose) {
		f.Add("a\n"+line+"\n", "a\n")
	}
	f.Fuzz(func(t *testing.T, prop, head string) {
		line, number, found := Placeholder([]byte(prop), []byte(head))
		if !found {
			return
		}
		lines := keys(split([]byte(prop)).lines)
		if number < 1 || number > len(lines) || strings.TrimSpace(lines[number-1]) != line {
			t.Fatalf("line %d of %q is not %q", number, prop, line)
		}
		if slices.Contains(keys(split([]byte(head)).lines), lines[number-1]) {
			t.Fatalf("%q is in the head", line)
		}
	})
}
