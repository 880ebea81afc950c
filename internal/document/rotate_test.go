package document

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestRotate(t *testing.T) {
	for name, c := range map[string]struct {
		doc   string
		at    At
		rows  bool
		keep  int
		rest  string
		moved string
	}{
		"items at the end":                    {"# J\n\n- a\n  more\n- b\n- c\n", At{}, false, 1, "# J\n\n- c\n", "- a\n  more\n- b\n"},
		"newest at the top":                   {"# J\n\n- c\n- b\n- a\n", At{Place: Top}, false, 1, "# J\n\n- c\n", "- b\n- a\n"},
		"sections":                            {"# J\nintro\n## 1\nx\n### deep\n\n## 2\ny\n", At{}, false, 1, "# J\nintro\n## 2\ny\n", "## 1\nx\n### deep\n\n"},
		"paragraphs":                          {"one\ntwo\n\nthree\n", At{}, false, 1, "three\n", "one\ntwo\n\n"},
		"rows":                                {"{\"a\":1}\n{\"a\":2}\n", At{}, true, 1, "{\"a\":2}\n", "{\"a\":1}\n"},
		"a list in a code block is one entry": {"- a\n\n```\n- x\n\n- y\n```\n- b\n", At{}, false, 1, "- b\n", "- a\n\n```\n- x\n\n- y\n```\n"},
		"below a heading":                     {"# J\n## Log\n- c\n- b\n- a\n## Other\n- z\n", At{Place: After, Anchor: "Log"}, false, 2, "# J\n## Log\n- c\n- b\n## Other\n- z\n", "- a\n"},
		"in an anchor":                        {"x\n<!-- anchor:log -->\n- b\n- a\n<!-- /anchor:log -->\ny\n", At{Place: After, Anchor: "log"}, false, 1, "x\n<!-- anchor:log -->\n- b\n<!-- /anchor:log -->\ny\n", "- a\n"},
		"all of them":                         {"# J\n- a\n", At{}, false, 0, "# J\n", "- a\n"},
		"none":                                {"# J\n- a\n", At{}, false, 1, "# J\n- a\n", ""},
		"nothing":                             {"", At{}, false, 0, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := Rotate([]byte(c.doc), c.at, c.rows, c.keep)
			require.NoError(t, err)
			require.Equal(t, c.rest, string(r.Rest))
			require.Equal(t, c.moved, string(r.Moved))
		})
	}
	_, err := Rotate([]byte("x\n"), At{Place: After, Anchor: "Log"}, false, 1)
	require.ErrorAs(t, err, new(ErrNoPlace))
}

// No line is lost or made by a rotation, and no more than keep entries stay.
func TestRotateKeepsEveryLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOf(rapid.SampledFrom([]string{"# J\n", "## S\n", "- a\n", "  b\n", "\n", "text\n", "```\n", "{}\n"})).Draw(t, "lines")
		doc := ""
		for _, l := range lines {
			doc += l
		}
		at := At{Place: rapid.SampledFrom([]Place{End, Top}).Draw(t, "place")}
		keep := rapid.IntRange(0, 3).Draw(t, "keep")
		r, err := Rotate([]byte(doc), at, rapid.Bool().Draw(t, "rows"), keep)
		require.NoError(t, err)
		require.Equal(t, len(doc), len(r.Rest)+len(r.Moved))
		require.ElementsMatch(t, keys(split([]byte(doc)).lines), append(keys(split(r.Rest).lines), keys(split(r.Moved).lines)...))
		if r.Entries > 0 {
			require.Equal(t, keep, r.Left)
		}
	})
}
