package policy

import (
	"iter"
	"slices"
	"testing"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func sorted(keys iter.Seq[string]) []string { return slices.Sorted(keys) }

func TestMatchRelIsTheLastRule(t *testing.T) {
	p := mustParse(t, rules("append: **/*.md", "off: x/a.md"))
	assert.Equal(t, Append, p.MatchRel("a.md").Mode)
	assert.Equal(t, Off, p.MatchRel("x/a.md").Mode)
	assert.Nil(t, p.MatchRel("a.txt"))
	assert.Nil(t, p.MatchRel("."))
	assert.Equal(t, Append, p.MatchRel("/p/a.md").Mode, "an absolute path below the policy")
}

func TestLiteralsAreThePathsWithoutGlobs(t *testing.T) {
	p := mustParse(t, rules("append: JOURNAL.md, notes/*.md, {a,b}/x.md, odd[*].md", "off: not.md", "deny: JOURNAL.md"))
	assert.Equal(t, []string{"/p/JOURNAL.md", "/p/a/x.md", "/p/b/x.md", "/p/odd*.md"}, p.Literals())
	assert.True(t, p.Protects())
	assert.False(t, mustParse(t, rules("off: **")).Protects())
}

func TestRootsAreWhereAWalkMustStart(t *testing.T) {
	p := mustParse(t, rules("append: notes/**/*.md, notes/old/*.md, a/b/c*.md, lit.md, a[*]/x/*.md", "off: off/**"))
	assert.Equal(t, []string{"/p/a*/x", "/p/a/b", "/p/notes"}, p.Roots())
	assert.Equal(t, []string{"/p"}, mustParse(t, rules("append: notes/*.md, **/JOURNAL.md")).Roots())
	assert.Empty(t, mustParse(t, rules("append: lit.md")).Roots())

	user, err := ParseUser("/u.toml", []byte(rules("append: ~/.claude/**/MEMORY.md, /srv/*/x.md, journal.md, /**/ALL.md")), "/home/me")
	require.NoError(t, err)
	assert.Equal(t, []string{"/home/me/.claude", "/srv"}, user.Roots())
	assert.Equal(t, []string{"/home/me/journal.md"}, user.Literals())
	assert.NotNil(t, user.MatchRel("/any/where/ALL.md"))
}

func TestQuoteMakesALiteralPattern(t *testing.T) {
	for _, name := range []string{"a.md", "a*b?.md", "[x]{y}.md", "!not.md", "~/x.md", "~x", "a,b", "sp ace.md", "caf\u00e9[.md", "]x", "}", "^"} {
		ready, _, err := scope{dir: "/p"}.compile(Quote(name))
		require.Nil(t, err, name)
		require.Len(t, ready, 1)
		assert.True(t, ready[0].plain, name)
		assert.Equal(t, name, ready[0].base)
		assert.True(t, ready[0].matches(subject{rel: name}), name)
	}
	assert.Equal(t, "a?b", Quote(`a\b`), "a pattern has no backslash")
}

func TestAlternativesMatchAsDoublestarsBracesDo(t *testing.T) {
	names := []string{"a", "b", "ab", "a/b", "b/b", "a/x/b", "abc", "a,b", "{", "a}", "x/a/b", "", "c/d"}
	for _, text := range []string{
		"{a,b}", "{a,b}/b", "{a,{b,ab}}", "a{,/b}", "{a}", "{a/b,b/b}", "{a/**,b}/b", "[{]", "a[}]", "{[,],a},b", "{**/b,a}", "{a,b}{,c}", "x/{a,b}/b", "a[,]b",
	} {
		if !doublestar.ValidatePattern(text) {
			continue
		}
		alternatives, enough := expand(text)
		require.True(t, enough)
		for _, name := range names {
			want := doublestar.MatchUnvalidated(text, name)
			got := slices.ContainsFunc(alternatives, func(a string) bool { return doublestar.MatchUnvalidated(a, name) })
			assert.Equal(t, want, got, "%q on %q as %q", text, name, alternatives)
		}
	}
}

func TestOverlapKnowsPatternsThatCannotMeet(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"a/b", "a/b", true}, {"a/b", "a/c", false}, {"a/*", "a/b", true}, {"a/*", "a/b/c", false}, {"**/x", "a/b/x", true},
		{"**/x", "a/b/y", false}, {"a/**", "b/**", false}, {"a/**", "**/z", true}, {"*.md", "*.txt", false}, {"a*", "*b", true},
		{"a*.md", "b*.md", false}, {"**", "a", true}, {"a/**/b", "a/b", true}, {"a/**/b", "a/c", false}, {"[ab]", "c", false}, {"A", "a", true},
		{"a?", "ab", true}, {"**/a/**", "**/b/**", true}, {"", "a", false},
	} {
		assert.Equal(t, c.want, overlap(c.a, c.b), "%s and %s", c.a, c.b)
		assert.Equal(t, c.want, overlap(c.b, c.a), "%s and %s", c.b, c.a)
	}
}

func TestFoldIgnoresLetterCase(t *testing.T) {
	for _, pair := range [][2]string{{"JOURNAL.md", "journal.MD"}, {"\u00c4", "\u00e4"}, {"\u212a", "k"}, {"\u017f", "S"}, {"A\u0308", "\u00e4"}, {"\u03a3", "\u03c2"}} {
		assert.Equal(t, fold(nfc(pair[0])), fold(nfc(pair[1])), pair[0])
	}
	assert.NotEqual(t, fold("a"), fold("b"))
}
