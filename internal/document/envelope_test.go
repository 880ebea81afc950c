package document

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func envelopeText(lines ...string) string {
	return "*** Begin Patch\n" + strings.Join(lines, "\n") + "\n*** End Patch"
}

func TestAnEnvelopeIsReadAsTheHostsReadIt(t *testing.T) {
	for _, c := range []struct {
		name string
		text string
		want []FilePatch
	}{
		{"add", envelopeText("*** Add File: a.md", "+one", "+", "+two"), []FilePatch{{Kind: PatchAdd, Path: "a.md", Content: "one\n\ntwo\n"}}},
		{"an empty file", envelopeText("*** Add File: a.md"), []FilePatch{{Kind: PatchAdd, Path: "a.md"}}},
		{"delete", envelopeText("*** Delete File: a b.md"), []FilePatch{{Kind: PatchDelete, Path: "a b.md"}}},
		{
			"update with a place and the end", envelopeText("*** Update File: a", "@@ # Title", " x", "-y", "+z", "*** End of File"),
			[]FilePatch{{Kind: PatchUpdate, Path: "a", Hunks: []Edit{{Lines: true, Behind: "# Title", Old: "x\ny\n", New: "x\nz\n", AtEnd: true}}}},
		},
		{
			"two hunks, the first without its @@", envelopeText("*** Update File: a", "-x", "+y", "@@", " 1", "", "+2"),
			[]FilePatch{{Kind: PatchUpdate, Path: "a", Hunks: []Edit{{Lines: true, Old: "x\n", New: "y\n"}, {Lines: true, Old: "1\n\n", New: "1\n\n2\n"}}}},
		},
		{
			"a new name", envelopeText("*** Update File: a", "*** Move to: b/c", "@@", "-x", "+y", "*** Delete File: d"),
			[]FilePatch{{Kind: PatchUpdate, Path: "a", To: "b/c", Hunks: []Edit{{Lines: true, Old: "x\n", New: "y\n"}}}, {Kind: PatchDelete, Path: "d"}},
		},
		{
			"a header that is text", envelopeText("*** Update File: a", "@@", "-x", "+*** Update File: J.md", " *** Delete File: J.md"),
			[]FilePatch{{Kind: PatchUpdate, Path: "a", Hunks: []Edit{{Lines: true, Old: "x\n*** Delete File: J.md\n", New: "*** Update File: J.md\n*** Delete File: J.md\n"}}}},
		},
		{"carriage returns", strings.ReplaceAll(envelopeText("*** Add File: a", "+one"), "\n", "\r\n"), []FilePatch{{Kind: PatchAdd, Path: "a", Content: "one\n"}}},
		{"blanks around", "\n " + envelopeText("*** Add File: a", "+one") + " \n\n", []FilePatch{{Kind: PatchAdd, Path: "a", Content: "one\n"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := ParseEnvelope(c.text)
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
		})
	}
}

func TestADamagedEnvelopeStillTellsItsNames(t *testing.T) {
	for name, c := range map[string]struct {
		text   string
		reason string
	}{
		"no begin":          {"*** Update File: J.md\n@@\n-x\n+y", "line 1"},
		"no end":            {"*** Begin Patch\n*** Update File: J.md\n@@\n-x\n+y", "without *** End Patch"},
		"text behind":       {envelopeText("*** Delete File: J.md") + "\nmore", "goes on"},
		"no header":         {envelopeText("junk", "*** Add File: J.md", "+x"), "no header"},
		"a hunk unmarked":   {envelopeText("*** Update File: a", "@@", "-x", "+y", "junk", "*** Delete File: J.md"), "begins no hunk"},
		"a hunk of nothing": {envelopeText("*** Update File: J.md", "@@"), "without lines"},
	} {
		t.Run(name, func(t *testing.T) {
			files, err := ParseEnvelope(c.text)
			require.ErrorContains(t, err, c.reason)
			var names []string
			for _, f := range files {
				names = append(names, f.Path)
			}
			assert.Contains(t, names, "J.md")
		})
	}
}

func TestHunksAreMadeWhereTheHostsMakeThem(t *testing.T) {
	const doc = "# A\n- one\n- two\n# B\n- one\n- two\n"
	hunk := func(old, now string) Edit { return Edit{Lines: true, Old: old, New: now} }
	behind := func(line string, e Edit) Edit { e.Behind = line; return e }
	atEnd := func(e Edit) Edit { e.AtEnd = true; return e }
	for _, c := range []struct {
		name  string
		doc   string
		hunks []Edit
		want  string
	}{
		{"the first place", doc, []Edit{hunk("- one\n", "- 1\n")}, "# A\n- 1\n- two\n# B\n- one\n- two\n"},
		{"behind a line", doc, []Edit{behind("# B", hunk("- one\n", "- 1\n"))}, "# A\n- one\n- two\n# B\n- 1\n- two\n"},
		{"behind the hunk before", doc, []Edit{hunk("- two\n", "- 2\n"), hunk("- one\n", "- 1\n")}, "# A\n- one\n- 2\n# B\n- 1\n- two\n"},
		{"at the end", doc, []Edit{atEnd(hunk("- two\n", "- two\n- three\n"))}, doc + "- three\n"},
		{"an addition goes to the end", doc, []Edit{hunk("", "- three\n"), hunk("# A\n", "# a\n")}, "# a" + doc[3:] + "- three\n"},
		{"a whole line, no part of one", "xx - one\n- one\n", []Edit{hunk("- one\n", "- 1\n")}, "xx - one\n- 1\n"},
		{"trailing blanks differ", "- one  \n", []Edit{hunk("- one\n", "- 1\n")}, "- 1\n"},
		{"indentation differs", "\t- one\n", []Edit{hunk("- one\n", "- 1\n")}, "- 1\n"},
		{"a last empty line stands for the end", "- one\n", []Edit{hunk("- one\n\n", "- one\n- two\n\n")}, "- one\n- two\n"},
		{"no final line feed", "- one\n- two", []Edit{hunk("- one\n", "- 1\n")}, "- 1\n- two\n"},
		{"an addition behind an unterminated line", "- one", []Edit{hunk("", "- two\n")}, "- one\n- two\n"},
		{"CR LF stays", "- one\r\n- two\r\n", []Edit{hunk("- one\n", "- one\n- more\n")}, "- one\r\n- more\r\n- two\r\n"},
		{"a byte order mark stays", "\ufeff- one\n", []Edit{hunk("- one\n", "- 1\n")}, "\ufeff- 1\n"},
		{"a deletion", doc, []Edit{hunk("# A\n- one\n- two\n", "")}, "# B\n- one\n- two\n"},
		{"an addition to nothing", "", []Edit{hunk("", "- one\n")}, "- one\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Apply([]byte(c.doc), c.hunks)
			require.NoError(t, err)
			assert.Equal(t, c.want, string(got))
		})
	}
	for _, hunks := range [][]Edit{
		{hunk("- three\n", "")},
		{behind("# C", hunk("- one\n", ""))},
		{hunk("# B\n", "# b\n"), hunk("# A\n", "# a\n")},
		{atEnd(hunk("- one\n", "- 1\n"))},
	} {
		_, err := Apply([]byte(doc), hunks)
		var missing ErrNotFound
		assert.ErrorAs(t, err, &missing, "%+v", hunks)
	}
}

// What an envelope is made to say is what it is read to say: the edit between two texts, and a whole text.
func TestEnvelopesThatAreWrittenLeaveWhatTheyShould(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := func(name string) string {
			lines := rapid.SliceOfN(rapid.SampledFrom([]string{"- a", "- b", "", "# T", "*** End Patch", "@@", "+x", " y"}), 1, 8).Draw(t, name)
			return strings.Join(lines, "\n") + "\n"
		}
		from, to := text("from"), text("to")
		files, err := ParseEnvelope(EnvelopeOf("J.md", to))
		require.NoError(t, err)
		require.Equal(t, []FilePatch{{Kind: PatchAdd, Path: "J.md", Content: to}}, files)
		edit, ok := EditsBetween([]byte(from), []byte(to))
		if !ok {
			return
		}
		files, err = ParseEnvelope(EnvelopeEdit("J.md", edit.Old, edit.New))
		require.NoError(t, err)
		got, err := Apply([]byte(from), files[0].Hunks)
		require.NoError(t, err)
		require.Equal(t, to, string(got))
	})
}

func FuzzParseEnvelope(f *testing.F) {
	f.Add(envelopeText("*** Update File: a", "*** Move to: b", "@@ c", " x", "-y", "+z", "*** End of File", "*** Add File: d", "+e"))
	f.Add("*** Begin Patch\n*** Delete File: a\n*** End Patch\n")
	f.Fuzz(func(t *testing.T, text string) {
		files, err := ParseEnvelope(text)
		for _, line := range strings.Split(strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n")), "\n") {
			name, ok := strings.CutPrefix(strings.TrimSpace(line), deleteHeader)
			if !ok || !strings.HasPrefix(line, "***") {
				continue
			}
			named := false
			for _, p := range files {
				named = named || p.Kind == PatchDelete && p.Path == name
			}
			if !named {
				t.Fatalf("%q is not seen (%v)", line, err)
			}
		}
	})
}
