package policy

import (
	"fmt"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestWeakerLetsOnlyMoreProtectionPass(t *testing.T) {
	full, err := os.ReadFile("testdata/full.toml")
	require.NoError(t, err)
	tool := "[[tool]]\nmatch = \"mcp__x__w\"\nkind = \"delete\"\npath = \"p\"\n"
	for _, c := range []struct{ name, old, new, reason string }{
		{"nothing changed", string(full), string(full), ""},
		{"only comments changed", string(full), "# so\n" + string(full), ""},
		{"a rule added", rules("append: a.md"), rules("append: a.md", "merge: b.md"), ""},
		{"a rule added before", rules("append: a.md"), rules("record: **", "append: a.md"), ""},
		{"a path added", rules("append: a.md"), rules("append: a.md, b.md"), ""},
		{"a literal path covered by a wider pattern", rules("append: n/a.md"), rules("append: n/*.md"), ""},
		{"an exception dropped", rules("append: n/*; except = [\"n/a\"]"), rules("append: n/*"), ""},
		{"a stricter mode", rules("record: a.md"), rules("merge: a.md"), ""},
		{"denied", rules("anchors: a.md"), rules("deny: a.md"), ""},
		{"a limit lowered", rules("merge: a.md; max_shrink = \"20%\""), rules("merge: a.md; max_shrink = \"10%, 5 lines\""), ""},
		{"an off dropped", rules("append: **", "off: a.md"), rules("append: **"), ""},
		{"an off narrowed", rules("append: **", "off: a.md, b.md"), rules("append: **", "off: b.md"), ""},
		{"a stricter rule over others", rules("append: n/*.md"), rules("append: n/*.md", "deny: n/x.md"), ""},
		{"a lenient rule elsewhere", rules("append: n/*.md"), rules("append: n/*.md", "record: m/*.md"), ""},
		{"nested", rules("append: n/*.md"), rules("append: n/*.md; nested = true"), ""},
		{"a tool mapped", rules(), rules() + tool, ""},
		{"a longer lease", rules(), rules() + "[defaults]\nlease = \"1m\"\n", ""},
		{"a shorter lease", rules(), rules() + "[defaults]\nlease = \"1ms\"\n", "lease became shorter"},
		{"a broken policy mended", "version = 1\n[[protect]]\nmode = \"append\"\n", rules("append: a.md"), ""},
		{"tests changed", rules() + "[[test]]\ncall = {tool=\"x\"}\nexpect = \"deny\"\n", rules(), ""},

		{"no policy any more", rules("append: a.md"), "", "the new text is no policy: /p/.noclobber.toml:1:1: missing `version`"},
		{"a broken policy", rules("append: a.md"), "version = 1\nx = 1\ny = 1\n", "the new text is no policy: /p/.noclobber.toml:2:1: unknown key `x`"},
		{"a rule dropped", rules("append: a.md", "merge: b.md"), rules("append: a.md"), `rule "b.md" is gone`},
		{"a path dropped", rules("append: a.md, b.md; name = \"x\""), rules("append: a.md; name = \"x\""), `rule "x": paths were dropped`},
		{"an exception added", rules("append: n/*; name = \"x\""), rules("append: n/*; name = \"x\"\nexcept = [\"n/a\"]"), `rule "x": exceptions were added`},
		{"a more lenient mode", rules("append: a.md"), rules("record: a.md"), `rule "a.md": mode record instead of append`},
		{"another mode", rules("append: a.md"), rules("anchors: a.md"), `mode anchors instead of append`},
		{"off", rules("append: a.md"), rules("off: a.md"), "mode off instead of append"},
		{"a limit raised", rules("merge: a.md"), rules("merge: a.md; max_shrink = \"30%\""), "max_shrink was raised"},
		{"a part of a limit dropped", rules("merge: a.md"), rules("merge: a.md; min_loss = \"5 lines\""), "min_loss was raised"},
		{"a limit raised in the defaults", rules("merge: a.md"), rules("merge: a.md") + "[defaults]\nmax_shrink = \"90%\"\n", "max_shrink was raised"},
		{"a smaller max_document", rules("merge: a.md"), rules("merge: a.md") + "[defaults]\nmax_document = \"1 KB\"\n", "max_document became smaller"},
		{"an off added", rules("append: n/*"), rules("append: n/*", "off: m/*"), "switches protection off"},
		{"an off widened", rules("append: **", "off: a.md"), rules("append: **", "off: a.md, b.md"), "switches protection off"},
		{"a lenient rule over another", rules("append: n/*.md"), rules("append: n/*.md", "record: n/x*"), "would overrule"},
		{"a lenient path over another rule", rules("append: n/*.md", "record: m/*"), rules("append: n/*.md", "record: m/*, n/a.md"), "would overrule"},
		{"an exception dropped over another rule", rules("append: n/*.md", "record: n/**; except = [\"n/*.md\"]"), rules("append: n/*.md", "record: n/**"), "would overrule"},
		{"rules reordered", rules("deny: n/*.md; name = \"d\"", "record: **; name = \"r\""), rules("record: **; name = \"r\"", "deny: n/*.md; name = \"d\""), "moved, and the last rule"},
		{"nested dropped", rules("append: n/*.md; nested = true"), rules("append: n/*.md"), "nested became false"},
		{"rewrites carried out", rules("append: a.md; on_rewrite = \"deny\""), rules("append: a.md"), "rewrites are carried out"},
		{"a shrink confirmed", rules("append: a.md; shrink = \"deny\""), rules("append: a.md"), "a shrink can be confirmed"},
		{"text outside anchors", rules("anchors: a.md; outside = \"frozen\""), rules("anchors: a.md"), "text outside anchors may change"},
		{"new anchors", rules("anchors: a.md"), rules("anchors: a.md; new = true"), "new anchors may be brought"},
		{"other markers", rules("anchors: a.md"), rules("anchors: a.md; begin = \"<NAME>\""), "begin changed"},
		{"keep lists less", rules("merge: a.json; keep = [\"x\", \"y\"]"), rules("merge: a.json; keep = [\"x\"]"), "keep lists less"},
		{"expects less", rules("merge: a.md; expect = {max_age = \"1h\"}"), rules("merge: a.md; expect = {max_age = \"2h\"}"), "it expects less"},
		{"erosion", rules("merge: a.md"), rules("merge: a.md; max_erosion = \"25%/1h\""), "max_erosion was raised"},
		{"a tool dropped", rules() + tool, rules(), `tool "mcp__x__w" is gone or changed`},
		{"a tool that only reads", rules(), rules() + strings.Replace(tool, "delete", "read", 1), "would count as one that only reads"},
		{"a tool before another", rules() + tool, rules() + strings.Replace(tool, "__w", "__*", 1) + tool, `tool "mcp__x__*" would overrule "mcp__x__w"`},
		{"a tool over a built-in map", rules(), rules() + strings.Replace(tool, "mcp__x__w", "mcp__*__write_file", 1), "would overrule"},
		{"a broken policy emptied", "version = 1\n[[protect]]\nmode = \"append\"\n", rules(), "the broken policy had 1 rule, the new one has 0"},
		{"share dropped", rules() + "[defaults]\nshare = \"x\"\n", rules(), "share changed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			weaker, reason := Weaker([]byte(c.old), []byte(c.new), "/p/.noclobber.toml")
			assert.Equal(t, c.reason != "", weaker, reason)
			assert.Contains(t, reason, c.reason)
		})
	}
}

func TestANewPolicyIsComparedWithThoseItOverrules(t *testing.T) {
	d := newDisk(map[string]string{
		"/w/.noclobber.toml": rules("append: **/*.md"), "/w/p/": "", "/u.toml": rules("deny: ~/x/**"), "/b/.noclobber.toml": "broken",
	})
	s := NewSet(d, "/u.toml", "/home/me")
	for _, c := range []struct{ file, text, reason string }{
		{"/w/p/.noclobber.toml", rules("append: *.md"), ""},
		{"/w/p/.noclobber.toml", rules("off: *.txt"), ""},
		{"/w/p/.noclobber.toml", rules("record: a.md"), `rule "a.md" would overrule "**/*.md" of /w/.noclobber.toml: mode record instead of append`},
		{"/w/p/.noclobber.toml", rules("off: **"), "mode off instead of append"},
		{"/home/me/.noclobber.toml", rules("merge: x/a.md"), `would overrule "~/x/**" of /u.toml`},
		{"/home/me/.noclobber.toml", rules("merge: y/a.md"), ""},
		{"/b/p/.noclobber.toml", rules("merge: a.md"), "the policy /b/.noclobber.toml, which it would overrule, is broken"},
		{"/b/.noclobber.toml", rules("merge: a.md"), ""},
		{"/elsewhere/.noclobber.toml", rules("off: **"), ""},
		{"/u.toml", rules("deny: ~/x/**, ~/y/**"), ""},
	} {
		old := []byte(nil)
		if text, ok := d.files[c.file]; ok {
			old = []byte(text)
		}
		weaker, reason := s.Weaker(c.file, old, []byte(c.text))
		assert.Equal(t, c.reason != "", weaker, "%s: %s", c.text, reason)
		assert.Contains(t, reason, c.reason)
	}
	weaker, reason := s.Weaker("/u.toml", []byte(rules("deny: ~/x/**")), []byte(rules("deny: ~/x/*")))
	assert.True(t, weaker, reason)
	weaker, reason = Weaker([]byte(rules("deny: ~/x/**, /srv/a")), []byte(rules("deny: ~/x/**, /srv/*")), "/u.toml")
	assert.False(t, weaker, reason)
}

// TestNoEditThatPassesEverUnprotects compares, for random edits, what every path gets before and after.
func TestNoEditThatPassesEverUnprotects(t *testing.T) {
	paths := []string{"a.md", "b.md", "n/a.md", "n/b.md", "n/x/a.md", "m/a.md", "n/c.txt"}
	patterns := []string{"a.md", "*.md", "n/*.md", "n/**", "**/a.md", "**", "m/a.md", "n/x/*", "{a,b}.md"}
	rule := rapid.Custom(func(t *rapid.T) string {
		list := rapid.SliceOfNDistinct(rapid.SampledFrom(patterns), 1, 2, rapid.ID).Draw(t, "paths")
		line := rapid.SampledFrom(modeNames()).Filter(func(m string) bool { return m != "shard" }).Draw(t, "mode") + ": " + strings.Join(list, ", ") + "; "
		if except := rapid.SampledFrom(append([]string{"", ""}, patterns...)).Draw(t, "except"); except != "" {
			line += fmt.Sprintf("except = [%q]", except)
		}
		return line
	})
	passed := 0
	defer func() { t.Logf("%d edits passed", passed) }()
	rapid.Check(t, func(t *rapid.T) {
		old := rapid.SliceOfN(rule, 0, 3).Draw(t, "old")
		changed := append([]string{}, old...)
		for range rapid.IntRange(1, 2).Draw(t, "edits") {
			changed = edit(t, changed, rule)
		}
		outer := rapid.SliceOfN(rule, 0, 1).Draw(t, "outer")
		files := map[string]string{"/w/.noclobber.toml": rules(outer...), "/w/p/.noclobber.toml": rules(old...)}
		weaker, _ := NewSet(newDisk(files), "", "").Weaker("/w/p/.noclobber.toml", []byte(rules(old...)), []byte(rules(changed...)))
		if weaker {
			return
		}
		passed++
		before, after := NewSet(newDisk(files), "", ""), NewSet(newDisk(map[string]string{
			"/w/.noclobber.toml": rules(outer...), "/w/p/.noclobber.toml": rules(changed...),
		}), "", "")
		for _, p := range paths {
			was, err := before.Find(path.Join("/w/p", p))
			require.NoError(t, err)
			is, err := after.Find(path.Join("/w/p", p))
			require.NoError(t, err)
			if was.Protected {
				require.True(t, is.Protected, p)
				require.True(t, atLeast(is.Rule.Mode, was.Rule.Mode), "%s: %s instead of %s", p, is.Rule.Mode, was.Rule.Mode)
			}
		}
	})
	require.Positive(t, passed, "some edits must pass, or this proves nothing")
}

// edit adds or drops a rule, or changes one part of one.
func edit(t *rapid.T, lines []string, rule *rapid.Generator[string]) []string {
	i := rapid.IntRange(0, len(lines)).Draw(t, "at")
	if i == len(lines) {
		return append(lines, rule.Draw(t, "rule"))
	}
	out := append([]string{}, lines[:i]...)
	switch rapid.IntRange(0, 2).Draw(t, "edit") {
	case 0:
		out = append(out, rule.Draw(t, "rule"), lines[i])
	case 1: // dropped
	case 2:
		was, other := partsOf(lines[i]), partsOf(rule.Draw(t, "part"))
		part := rapid.IntRange(0, 2).Draw(t, "which")
		was[part] = other[part]
		out = append(out, was[0]+": "+was[1]+"; "+was[2])
	}
	return append(out, lines[i+1:]...)
}

// partsOf are the mode, the paths and the rest of a rule's line.
func partsOf(line string) [3]string {
	mode, rest, _ := strings.Cut(line, ": ")
	paths, more, _ := strings.Cut(rest, "; ")
	return [3]string{mode, paths, more}
}

// TestPatternsThatMatchOnePathOverlap draws a path and two patterns of it.
func TestPatternsThatMatchOnePathOverlap(t *testing.T) {
	name := rapid.SampledFrom([]string{"a", "ab", "abc", "b", "ba"})
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfN(name, 1, 4).Draw(t, "path")
		p := subject{rel: strings.Join(names, "/")}
		a, b := widen(t, names), widen(t, names)
		require.True(t, newPattern(a, false).matches(p) && newPattern(b, false).matches(p), "%s: %s and %s", p.rel, a, b)
		require.True(t, overlap(a, b), "%s: %s and %s", p.rel, a, b)
	})
}

// widen makes a pattern that matches the path of names.
func widen(t *rapid.T, names []string) string {
	var parts []string
	for _, n := range names {
		if rapid.IntRange(0, 3).Draw(t, "deep") == 0 {
			parts = append(parts, "**")
			if rapid.Bool().Draw(t, "swallow") && n != names[len(names)-1] {
				continue
			}
		}
		forms := []string{n, "*", n + "*", "*" + n, n[:1] + "*", "*" + n[len(n)-1:], "?" + n[1:], "[ab]" + n[1:], "[!c]" + n[1:]}
		parts = append(parts, rapid.SampledFrom(forms).Draw(t, "form"))
	}
	return strings.Join(parts, "/")
}
