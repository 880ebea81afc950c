package document

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// status is a document with two anchors; parts replaces text in it.
const status = "# Status\nintro\n\n<!-- anchor:build -->\ngreen\n<!-- /anchor:build -->\n\nbetween\n\n<!-- anchor:deploy -->\nv1\n<!-- /anchor:deploy -->\n\noutro\n"

func with(doc string, pairs ...string) string {
	return strings.NewReplacer(pairs...).Replace(doc)
}

func TestMarkersAreWholeLinesOutsideCodeAndComments(t *testing.T) {
	a := "<!-- anchor:x -->\n"
	z := "<!-- /anchor:x -->\n"
	for _, c := range []struct {
		name, doc string
		want      []string
	}{
		{"plain", a + "t\n" + z, []string{"x"}},
		{"CR LF and trailing blanks", "<!-- anchor:x --> \r\nt\r\n<!-- /anchor:x -->\t\r\n", []string{"x"}},
		{"indented", " " + a + "t\n " + z, []string{}},
		{"more text on the line", "see " + a + "t\n" + "see " + z, []string{}},
		{"no name", "<!-- anchor: -->\n", []string{}},
		{"in a fence", "```md\n" + a + z + "```\n", []string{}},
		{"in a tilde fence", "~~~\n" + a + "```\n" + z + "~~~\n", []string{}},
		{"in a longer fence", "````\n```\n" + a + z + "```\n````\n" + a + z, []string{"x"}},
		{"after a closed fence", "```\ncode\n```\n" + a + z, []string{"x"}},
		{"a fence is not closed by a line with an info string", "```\n```sh\n" + a + z + "```\n", []string{}},
		{"inline code is no fence", "``` x ``` y\n" + a + z, []string{"x"}},
		{"an indented code block is no fence", "    ```\n" + a + z, []string{"x"}},
		{"in a comment", "<!--\nexample:\n" + a + "t\n" + z + "-->\n", []string{}},
		{"in a comment that ends with text", "<!-- how it looks\n" + a + "is written so -->\n" + a + z, []string{"x"}},
		{"after a comment that never ends", "<!-- open\n" + a + z, []string{"x"}},
		{"between rules, which look like a front matter", "---\n" + a + z + "---\n", []string{"x"}},
		{"nested", "<!-- anchor:o -->\n" + a + z + "<!-- /anchor:o -->\n", []string{"o", "x"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, problems := ParseAnchors([]byte(c.doc), Marks{})
			require.Empty(t, problems)
			require.Equal(t, c.want, got.Names())
		})
	}
}

func TestDamagedMarkersAreNamed(t *testing.T) {
	for _, c := range []struct {
		name, doc string
		kind      ProblemKind
		line      int
	}{
		{"begin without end", "<!-- anchor:x -->\n", Unclosed, 1},
		{"end with text behind it", "<!-- anchor:x -->\nt\n<!-- /anchor:x --> see below\n", Unclosed, 1},
		{"end without begin", "t\n<!-- /anchor:x -->\n", Unclosed, 2},
		{"twice", "<!-- anchor:x -->\n<!-- /anchor:x -->\n<!-- anchor:x -->\n<!-- /anchor:x -->\n", Doubled, 3},
		{"begun twice", "<!-- anchor:x -->\nt\n<!-- anchor:x -->\n<!-- /anchor:x -->\n", Doubled, 3},
		{"ended twice", "<!-- anchor:x -->\n<!-- /anchor:x -->\n<!-- /anchor:x -->\n", Doubled, 3},
		{"end first", "<!-- /anchor:x -->\nt\n<!-- anchor:x -->\n", Reversed, 1},
		{"crossing", "<!-- anchor:y -->\n<!-- anchor:x -->\n<!-- /anchor:y -->\n<!-- /anchor:x -->\n", Unclosed, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, problems := ParseAnchors([]byte(c.doc), Marks{})
			require.NotEmpty(t, problems)
			require.Equal(t, c.kind, problems[0].Kind)
			require.Equal(t, "x", problems[0].Name)
			require.Equal(t, c.line, problems[0].Line)
			require.Contains(t, problems[0].Message, `"x"`)
		})
	}
}

func TestOtherFormsOfMarkers(t *testing.T) {
	m := Marks{Begin: "# BEGIN NAME", End: "# END NAME"}
	got, problems := ParseAnchors([]byte("a\n# BEGIN build\nx\n# END build\n"), m)
	require.Empty(t, problems)
	require.Equal(t, []Anchor{{Name: "build", Line: 2, LastLine: 4, from: 1, to: 4}}, got.List())
	m = Marks{Begin: "<!-- NAME -->", End: "<!-- /NAME -->"}
	got, problems = ParseAnchors([]byte("<!-- a -->\nx\n<!-- /a -->\n"), m)
	require.Empty(t, problems)
	require.Equal(t, []string{"a"}, got.Names())
}

func TestHeadingAnchors(t *testing.T) {
	doc := "intro\n# J\n\n## May\n### Done\na\n\n## June\n### Done\nb\n### Done #\nc\n```\n# code\n```\n"
	got, problems := ParseAnchors([]byte(doc), Marks{Headings: true})
	require.Empty(t, problems)
	require.Equal(t, []string{"J", "J > May", "J > May > Done", "J > June", "J > June > Done", "J > June > Done (2)"}, got.Names())
	got, _ = ParseAnchors([]byte("---\n# comment\nk: v\n---\n# A\n"), Marks{Headings: true})
	require.Equal(t, []string{"A"}, got.Names(), "a front matter has no headings")
	text, err := AnchorText([]byte(doc), "June > Done (2)", Marks{Headings: true})
	require.NoError(t, err)
	require.Equal(t, "c\n```\n# code\n```\n", string(text))
	text, err = AnchorText([]byte(doc), "May > Done", Marks{Headings: true})
	require.NoError(t, err)
	require.Equal(t, "a\n", string(text))
}

func TestAnchorsMergeOneByOne(t *testing.T) {
	for _, c := range []struct {
		name                       string
		base, proposal, head, want string
		changed                    []string
	}{
		{"the head is the base: the proposal's", status, with(status, "green", "red"), status, with(status, "green", "red"), []string{"build"}},
		{"the proposal kept the base's: the head's", status, with(status, "v1", "v2"), with(status, "green", "red"), with(status, "green", "red", "v1", "v2"), []string{"deploy"}},
		{"both changed other lines of one", with(status, "green", "1\n2\n3"), with(status, "green", "1\n2\nthree"), with(status, "green", "one\n2\n3"), with(status, "green", "one\n2\nthree"), []string{"build"}},
		{"both changed text around", status, with(status, "intro", "intro 2"), with(status, "outro", "outro 2"), with(status, "intro", "intro 2", "outro", "outro 2"), nil},
		{"an anchor that came meanwhile stays", status, with(status, "green", "red"), status + "<!-- anchor:new -->\nn\n<!-- /anchor:new -->\n", with(status, "green", "red") + "<!-- anchor:new -->\nn\n<!-- /anchor:new -->\n", []string{"build"}},
		{"CRLF head", with(status, "\n", "\r\n"), with(status, "green", "red"), with(status, "\n", "\r\n"), with(status, "green", "red", "\n", "\r\n"), []string{"build"}},
		{"byte order mark", bom + status, with(status, "green", "red"), bom + status, bom + with(status, "green", "red"), []string{"build"}},
		{"an anchor moved", status, "<!-- anchor:deploy -->\nv1\n<!-- /anchor:deploy -->\n" + with(status, "<!-- anchor:deploy -->\nv1\n<!-- /anchor:deploy -->\n", ""), with(status, "v1", "v2"),
			"<!-- anchor:deploy -->\nv2\n<!-- /anchor:deploy -->\n" + with(status, "<!-- anchor:deploy -->\nv1\n<!-- /anchor:deploy -->\n", ""), nil},
		{"nothing changed", status, status, with(status, "green", "red"), with(status, "green", "red"), nil},
		{"an example in a code block", "```\n<!-- anchor:build -->\n```\n" + status, "```\n<!-- anchor:build -->\n```\n" + with(status, "green", "red"), "```\n<!-- anchor:build -->\n```\n" + status, "```\n<!-- anchor:build -->\n```\n" + with(status, "green", "red"), []string{"build"}},
		{"nested: the outermost is the unit", "<!-- anchor:o -->\nh\n" + status + "<!-- /anchor:o -->\n", "<!-- anchor:o -->\nH\n" + status + "<!-- /anchor:o -->\n", "<!-- anchor:o -->\nh\n" + with(status, "v1", "v2") + "<!-- /anchor:o -->\n",
			"<!-- anchor:o -->\nH\n" + with(status, "v1", "v2") + "<!-- /anchor:o -->\n", []string{"o"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := MergeAnchors([]byte(c.base), true, []byte(c.proposal), []byte(c.head), Marks{})
			require.True(t, got.Clean(), "%+v", got)
			require.Equal(t, c.want, string(got.Text))
			require.Equal(t, c.changed, got.Changed)
			require.Empty(t, got.Removed)
		})
	}
}

func TestAnchorConflictsAreNamed(t *testing.T) {
	got := MergeAnchors([]byte(status), true, []byte(with(status, "green", "red")), []byte(with(status, "green", "blue")), Marks{})
	require.Equal(t, []AnchorConflict{{"build", Conflict{Base: []string{"green"}, Proposal: []string{"red"}, Head: []string{"blue"}, Line: 5}}}, got.Conflicts)
	got = MergeAnchors([]byte(status), true, []byte(with(status, "outro", "o1")), []byte(with(status, "outro", "o2")), Marks{})
	require.Equal(t, []AnchorConflict{{"", Conflict{Base: []string{"outro"}, Proposal: []string{"o1"}, Head: []string{"o2"}, Line: 14}}}, got.Conflicts)
}

func TestWhatAWriteOfAnchorsMayNotDo(t *testing.T) {
	more := "<!-- anchor:lint -->\nclean\n<!-- /anchor:lint -->\n"
	gone := "<!-- anchor:deploy -->\nv1\n<!-- /anchor:deploy -->\n"
	for _, c := range []struct {
		name                 string
		base, proposal, head string // base "-": none
		marks                Marks
		kind                 ProblemKind
		anchor               string
	}{
		{"delete one", status, with(status, gone, ""), status, Marks{}, Deleted, "deploy"},
		{"delete its markers", status, with(status, "<!-- anchor:deploy -->\n", "", "<!-- /anchor:deploy -->\n", ""), status, Marks{}, Deleted, "deploy"},
		{"delete one without a base", "-", with(status, gone, ""), status, Marks{}, Deleted, "deploy"},
		{"delete a nested one", "<!-- anchor:o -->\n" + status + "<!-- /anchor:o -->\n", "<!-- anchor:o -->\n" + with(status, gone, "") + "<!-- /anchor:o -->\n", "<!-- anchor:o -->\n" + status + "<!-- /anchor:o -->\n", Marks{}, Deleted, "deploy"},
		{"double one", status, with(status, "between", "<!-- anchor:build -->\n<!-- /anchor:build -->"), status, Marks{}, Doubled, "build"},
		{"leave one unclosed", status, with(status, "<!-- /anchor:build -->\n", ""), status, Marks{}, Unclosed, "build"},
		{"open a code block in one", status, with(status, "green", "```"), status, Marks{}, Unclosed, "build"},
		{"bring a new one", status, status + more, status, Marks{}, New, "lint"},
		{"change frozen text", status, with(status, "intro", "generated"), status, Marks{Frozen: true}, Frozen, ""},
		{"add to frozen text", status, status + "more\n", status, Marks{Frozen: true}, Frozen, ""},
		{"change an anchor unseen", "-", with(status, "green", "red"), status, Marks{}, Blind, "build"},
		{"lose text around anchors unseen", "-", with(status, "outro\n", ""), status, Marks{}, Blind, ""},
		{"change a damaged head", status, with(status, "green", "red"), with(status, "<!-- /anchor:build -->\n", ""), Marks{}, Unclosed, "build"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := MergeAnchors([]byte(c.base), c.base != "-", []byte(c.proposal), []byte(c.head), c.marks)
			require.NotEmpty(t, got.Refused)
			require.Equal(t, c.kind, got.Refused[0].Kind, "%+v", got.Refused)
			require.Equal(t, c.anchor, got.Refused[0].Name)
			require.Equal(t, c.head, string(got.Text))
			require.False(t, got.Clean())
		})
	}
}

func TestNewMarkersWhereTheyAreAllowed(t *testing.T) {
	more := "<!-- anchor:lint -->\nclean\n<!-- /anchor:lint -->\n"
	for _, frozen := range []bool{false, true} {
		got := MergeAnchors([]byte(status), true, []byte(status+more), []byte(with(status, "green", "red")), Marks{AllowNew: true, Frozen: frozen})
		require.True(t, got.Clean(), "%+v", got)
		require.Equal(t, with(status, "green", "red")+more, string(got.Text))
		require.Equal(t, []string{"lint"}, got.Added)
	}
}

func TestWithoutABaseWhatLosesNothingPasses(t *testing.T) {
	want := with(status, "between", "between\nand more")
	got := MergeAnchors(nil, false, []byte(want), []byte(status), Marks{})
	require.True(t, got.Clean(), "%+v", got)
	require.Equal(t, want, string(got.Text))
}

func TestDamagedMarkersMayBeMended(t *testing.T) {
	sound := "<!-- anchor:a -->\n1\n<!-- /anchor:a -->\n<!-- anchor:b -->\n2\n<!-- /anchor:b -->\n"
	for _, c := range []struct {
		name, head, proposal string
		want                 bool
	}{
		{"the missing end put in", with(sound, "<!-- /anchor:b -->\n", ""), sound, true},
		{"the stray begin taken out", "<!-- anchor:a -->\n" + sound, sound, true},
		{"not with a change of text", "<!-- anchor:a -->\n" + sound, with(sound, "1", "one"), false},
		{"not by taking a sound anchor away", "<!-- anchor:a -->\n" + sound, with(sound, "<!-- anchor:b -->\n", "", "<!-- /anchor:b -->\n", ""), false},
		{"not by damaging a sound anchor", "<!-- anchor:a -->\n" + sound, with(sound, "<!-- anchor:b -->\n", ""), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := MergeAnchors([]byte(c.head), true, []byte(c.proposal), []byte(c.head), Marks{})
			require.Equal(t, c.want, got.Clean(), "%+v", got)
			if c.want {
				require.Equal(t, c.proposal, string(got.Text))
			}
		})
	}
}

func TestSectionsMerge(t *testing.T) {
	m := Marks{Headings: true, AllowNew: true}
	doc := "# Log\n\n## Done\n- a\n\n## Done\n- b\n\n## Open\n- c\n"
	for _, c := range []struct {
		name                       string
		base, proposal, head, want string
		changed, removed, added    []string
	}{
		{"other sections", doc, with(doc, "- a", "- A"), with(doc, "- c", "- C"), with(doc, "- a", "- A", "- c", "- C"), []string{"Log > Done"}, nil, nil},
		{"both add one at the end", doc, doc + "\n## Mine\n- m\n", doc + "\n## Other\n- o\n", doc + "\n## Other\n- o\n\n## Mine\n- m\n", nil, nil, []string{"Log > Mine"}},
		{"both add the same", doc, doc + "\n## New\n- n\n", doc + "\n## New\n- n\n", doc + "\n## New\n- n\n", nil, nil, nil},
		{"a repeated heading put first does not confuse the others", doc, with(doc, "# Log\n", "# Log\n\n## Done\n- new\n"), with(doc, "- a", "- a\n- a2"),
			with(doc, "# Log\n", "# Log\n\n## Done\n- new\n", "- a", "- a\n- a2"), nil, nil, []string{"Log > Done"}},
		{"renamed and edited", doc, with(doc, "## Open", "## To do"), with(doc, "- c", "- c\n- d"), with(doc, "## Open", "## To do", "- c", "- c\n- d"), []string{"Log > Open"}, nil, nil},
		{"moved and edited", doc, "# Log\n\n## Open\n- c\n\n## Done\n- a\n\n## Done\n- b\n", with(doc, "- c", "- c\n- d"), "# Log\n\n## Open\n- c\n- d\n\n## Done\n- a\n\n## Done\n- b\n", nil, nil, nil},
		{"removed", doc, with(doc, "\n## Open\n- c\n", ""), with(doc, "- a", "- A"), with(doc, "\n## Open\n- c\n", "", "- a", "- A"), nil, []string{"Log > Open"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := MergeAnchors([]byte(c.base), true, []byte(c.proposal), []byte(c.head), m)
			require.True(t, got.Clean(), "%+v", got)
			require.Equal(t, c.want, string(got.Text))
			require.Equal(t, c.changed, got.Changed)
			require.Equal(t, c.removed, got.Removed)
			require.Equal(t, c.added, got.Added)
		})
	}
	got := MergeAnchors([]byte(doc), true, []byte(with(doc, "\n## Open\n- c\n", "")), []byte(with(doc, "- c", "- c\n- d")), m)
	require.Len(t, got.Conflicts, 1)
	require.Equal(t, "Log > Open", got.Conflicts[0].Name)
	got = MergeAnchors([]byte(doc), true, []byte(doc+"\n## New\n"), []byte(doc), Marks{Headings: true})
	require.Equal(t, New, got.Refused[0].Kind)
}

func TestSplice(t *testing.T) {
	for _, c := range []struct {
		name, head, anchor, content, want string
		marks                             Marks
	}{
		{"plain", status, "build", "red\nlate\n", with(status, "green", "red\nlate"), Marks{}},
		{"without a final newline", status, "build", "red", with(status, "green", "red"), Marks{}},
		{"empty", status, "build", "", with(status, "green\n", ""), Marks{}},
		{"into an empty one", with(status, "green\n", ""), "build", "red\n", with(status, "green", "red"), Marks{}},
		{"CRLF head", with(status, "\n", "\r\n"), "build", "red\n", with(status, "green", "red", "\n", "\r\n"), Marks{}},
		{"a closed code block with a marker", status, "build", "```\n<!-- anchor:x -->\n```\n", with(status, "green", "```\n<!-- anchor:x -->\n```"), Marks{}},
		{"a section", "# J\n\n## A\n\nold\n\n## B\n", "A", "new\n", "# J\n\n## A\n\nnew\n\n## B\n", Marks{Headings: true}},
		{"an empty section", "# J\n## A\n## B\n", "J > A", "new\n", "# J\n## A\nnew\n## B\n", Marks{Headings: true}},
		{"the last section", "# J\nold", "# J", "new", "# J\nnew", Marks{Headings: true}},
		{"an outer anchor with its nested one", "<!-- anchor:o -->\n" + status + "<!-- /anchor:o -->\n", "o", "x\n" + with(status, "green", "red"), "<!-- anchor:o -->\nx\n" + with(status, "green", "red") + "<!-- /anchor:o -->\n", Marks{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Splice([]byte(c.head), c.anchor, []byte(c.content), c.marks)
			require.NoError(t, err)
			require.Equal(t, c.want, string(got))
		})
	}
}

func TestSpliceRefuses(t *testing.T) {
	var none ErrNoAnchor
	_, err := Splice([]byte(status), "lint", nil, Marks{})
	require.ErrorAs(t, err, &none)
	require.Equal(t, []string{"build", "deploy"}, none.Have)

	var carries ErrCarriesMarkers
	for _, content := range []string{"<!-- /anchor:build -->\n", "x\n<!-- anchor:new -->\n<!-- /anchor:new -->\n", "```\nopen\n", status} {
		_, err = Splice([]byte(status), "build", []byte(content), Marks{})
		require.ErrorAs(t, err, &carries, content)
	}
	_, err = Splice([]byte("# A\nx\n"), "A", []byte("# B\n"), Marks{Headings: true})
	require.ErrorAs(t, err, &carries)

	var damage AnchorProblem
	_, err = Splice([]byte("<!-- anchor:x -->\n"), "x", nil, Marks{})
	require.ErrorAs(t, err, &damage)
	_, err = Splice([]byte("<!-- anchor:o -->\n"+status+"<!-- /anchor:o -->\n"), "o", []byte("x\n"), Marks{})
	require.ErrorAs(t, err, &damage)
	require.Equal(t, Deleted, damage.Kind)
}
