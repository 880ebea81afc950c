package policy

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestEditsThatTouchEachOtherAreMadeOneByOne(t *testing.T) {
	text := []byte("abcdef")
	out, made := ApplyEdits(text, []Edit{{From: 4, To: 5, Text: "E"}, {From: 0, To: 2, Text: "X"}, {From: 1, To: 3, Text: "Y"}, {From: 6, To: 6, Text: "!"}})
	assert.Equal(t, "XcdEf!", string(out))
	assert.Equal(t, 3, made)
	assert.Equal(t, "abcdef", string(text))
	out, made = ApplyEdits(text, []Edit{{From: 0, To: 0, Text: "1"}, {From: 0, To: 0, Text: "2"}, {From: 3, To: 9, Text: "?"}})
	assert.Equal(t, "1abcdef", string(out))
	assert.Equal(t, 1, made)
}

// mended makes all fixes that the problems of a text offer.
func mended(t require.TestingT, text []byte) []byte {
	_, err := Parse("/p/.noclobber.toml", text)
	var problems Problems
	if !errors.As(err, &problems) {
		return text
	}
	var edits []Edit
	for _, p := range problems {
		if p.Fix != nil {
			edits = append(edits, *p.Fix)
		}
	}
	out, made := ApplyEdits(text, edits)
	require.LessOrEqual(t, made, len(edits))
	return out
}

func TestFixesMendWhatTheyAreAbout(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"a byte order mark stays first": {"\ufeff[[protect]]\npaths = [\"a\"]\nmode = \"append\"\n", "\ufeffversion = 1\n[[protect]]\npaths = [\"a\"]\nmode = \"append\"\n"},
		"a quoted key":                  {"version = 1\n[[protect]]\npaths = [\"a\"]\n\"moode\" = \"append\"\n", "version = 1\n[[protect]]\npaths = [\"a\"]\nmode = \"append\"\n"},
		"an inline table":               {"version = 1\nprotect = [{paths = ['a\\b'], mod = \"append\"}]\n", "version = 1\nprotect = [{paths = [\"a/b\"], mode = \"append\"}]\n"},
		"a header":                      {"version = 1\n[[protects]]\npaths = [\"a\"]\nmode = \"append\"\n", "version = 1\n[[protect]]\npaths = [\"a\"]\nmode = \"append\"\n"},
		"a key of another table that is nearly one of this": {"version = 1\n[[protect]]\npath = ['a']\nmode = \"append\"\n", "version = 1\n[[protect]]\npaths = ['a']\nmode = \"append\"\n"},
		"one path": {"version = 1\n[[protect]]\npaths = 'a'\nmode = \"append\"\n", "version = 1\n[[protect]]\npaths = [\"a\"]\nmode = \"append\"\n"},
	} {
		assert.Equal(t, c.want, string(mended(t, []byte(c.text))), name)
	}
}

func TestFixesNeverBreakWhatParses(t *testing.T) {
	keys := []string{"paths", "mode", "pathes", "mod", "name", "nam", "expect", "at", "begin"}
	values := []string{`"append"`, `"apend"`, `["a"]`, `"a"`, `['x\y']`, `["d/"]`, "1", "{}", `"""a"""`}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom([]string{"", "version = 1\n", "\ufeff", "# c\n"}).Draw(t, "head") + "[[protect]]\n"
		seen := map[string]bool{}
		for range rapid.IntRange(0, 5).Draw(t, "keys") {
			key := rapid.SampledFrom(keys).Draw(t, "key")
			if !seen[key] {
				seen[key] = true
				text += key + " = " + rapid.SampledFrom(values).Draw(t, "value") + "\n"
			}
		}
		out := mended(t, []byte(text))
		_, err := Parse("/p/.noclobber.toml", out)
		var problems Problems
		if errors.As(err, &problems) {
			for _, p := range problems {
				require.NotEqual(t, BadSyntax, p.Kind, "%s\nbecame\n%s", text, out)
			}
		}
	})
}
