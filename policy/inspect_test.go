package policy

import (
	"path"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func globsOf(t require.TestingT, patterns ...string) []Glob {
	p := &Policy{Dir: "/p"}
	all := p.globs(patterns)
	require.Len(t, all, len(patterns))
	return all
}

func TestCovers(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"**", "notes/*.md", true}, {"**/*.md", "notes/a.md", true}, {"**/*.md", "*.md", true}, {"**/*.md", "notes/**/*.md", true},
		{"notes/**", "notes/*.md", true}, {"notes/*", "notes/**", false}, {"*.md", "**/*.md", false}, {"notes/*.md", "notes/j*.md", true},
		{"notes/*.md", "notes/*.m*", false}, {"{a,b}.md", "a.md", true}, {"a.md", "{a,b}.md", false}, {"{a,b}.md", "{b,a}.md", true},
		{"[ab].md", "a.md", true}, {"notes/**/a.md", "notes/a.md", true},
	} {
		g := globsOf(t, c.a, c.b)
		assert.Equal(t, c.want, g[0].Covers(g[1]), "%s covers %s", c.a, c.b)
	}
}

// TestCoversIsNeverWrong asks about paths: what a covered pattern matches, the covering one matches too.
func TestCoversIsNeverWrong(t *testing.T) {
	names := rapid.SampledFrom([]string{"a", "b.md", "ab.md", "*", "**", "*.md", "a*", "?", "[ab]", "{a,b.md}"})
	plain := rapid.SampledFrom([]string{"a", "b.md", "ab.md", "b", "x.md"})
	rapid.Check(t, func(t *rapid.T) {
		a := path.Join(rapid.SliceOfN(names, 1, 4).Draw(t, "a")...)
		b := path.Join(rapid.SliceOfN(names, 1, 4).Draw(t, "b")...)
		name := path.Join(rapid.SliceOfN(plain, 1, 4).Draw(t, "name")...)
		g := globsOf(t, a, b)
		if g[0].Covers(g[1]) && g[1].Matches(name) {
			require.True(t, g[0].Matches(name), "%s covers %s, but not %s", a, b, name)
			require.True(t, g[0].Overlaps(g[1]))
		}
	})
}

func TestIndexFindsKeysAndElements(t *testing.T) {
	x := NewIndex([]byte("\ufeffversion = 1\n\n[[protect]]\npaths = [\"a\",\n  \"b\"]\n[[protect]]\n  mode = \"off\"\n"))
	for _, c := range []struct {
		path      []string
		line, col int
	}{
		{[]string{"version"}, 1, 1}, {[]string{"protect", "0"}, 3, 1}, {[]string{"protect", "0", "paths", "1"}, 5, 3},
		{[]string{"protect", "1", "mode"}, 7, 3}, {[]string{"protect", "1", "paths"}, 0, 0},
	} {
		line, col := x.Key(c.path...)
		assert.Equal(t, [2]int{c.line, c.col}, [2]int{line, col}, "%v", c.path)
	}
	line, col := x.Value("protect", "1", "mode")
	assert.Equal(t, [2]int{7, 10}, [2]int{line, col})
}

func TestMatchingKeepsTheOrderOfTheFile(t *testing.T) {
	p, err := Parse("/p/.noclobber.toml", []byte("version = 1\n[[protect]]\nname = \"a\"\npaths = [\"**\"]\nmode = \"off\"\n[[protect]]\nname = \"b\"\npaths = [\"x.md\"]\nmode = \"deny\"\n"))
	require.NoError(t, err)
	assert.Equal(t, p.Rules, p.Matching("x.md"))
	assert.Equal(t, p.Rules[:1], p.Matching("y.md"))
	assert.Equal(t, p.Matching("x.md")[1], p.MatchRel("x.md"))
}
