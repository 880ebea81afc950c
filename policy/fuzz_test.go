package policy

import (
	"errors"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/stretchr/testify/require"
)

func seeds(f *testing.F) []string {
	full, err := os.ReadFile("testdata/full.toml")
	require.NoError(f, err)
	wrong, err := os.ReadFile("testdata/problems.toml")
	require.NoError(f, err)
	return []string{
		string(full), string(wrong), "", "{\"rules\": [", "version = 1", "version = 1\n[[protect]]\npaths = ['a', \"\"\"b\"\"\"]\nmode = 'deny'",
		rules("append: {a,b}/**/*.md, [x-z].md; except = ['a/b']", "off: **"), "a.b.'c d'.\"e\\u0041\" = [1, {x = [[]]}]\n[[a.q]]\n[a.q.r]\ny=1979-05-27 07:32:00\n",
		"version = 1\r\n[defaults]\r\nmax_shrink = '1%, 1 line'\r\n", "\xef\xbb\xbfversion=1", "x = '''\n'''''\ny = \"\\\"\"",
	}
}

// FuzzParse wants rules that can be used, or problems with a place in the text.
func FuzzParse(f *testing.F) {
	for _, s := range seeds(f) {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := Parse("/p/.noclobber.toml", text)
		if err != nil {
			var problems Problems
			require.True(t, errors.As(err, &problems), "%v", err)
			require.NotEmpty(t, problems)
			lines := strings.Split(strings.TrimPrefix(string(text), "\ufeff"), "\n")
			for _, one := range problems {
				require.NotEmpty(t, one.Message)
				require.NotEmpty(t, one.Mend, one.Message)
				require.True(t, one.Line >= 1 && one.Line <= len(lines), "%v", one)
				require.True(t, one.Col >= 1 && one.Col <= len(lines[one.Line-1])+1, "%v", one)
			}
			return
		}
		lines := strings.Split(string(text), "\n")
		for _, r := range p.Rules {
			require.Contains(t, modeNames(), string(r.Mode))
			require.NotEmpty(t, r.Name)
			require.NotEmpty(t, append(r.Paths, r.Documents...))
			require.NotZero(t, r.MaxShrink.Parts)
			require.True(t, strings.Contains(lines[r.Line-1], "protect"), "line %d", r.Line)
		}
		for _, literal := range p.Literals() {
			rel, below := relativeTo(literal, "/p")
			require.True(t, below, literal)
			m := p.about(rel)
			claims := false
			for _, r := range p.Rules {
				for _, one := range r.paths {
					claims = claims || one.matches(m)
				}
			}
			require.True(t, claims, literal)
		}
		for _, root := range p.Roots() {
			require.True(t, root == "/p" || strings.HasPrefix(root, "/p/"), root)
		}
	})
}

// FuzzLocate wants every key that the TOML library finds to be found again, where its name stands.
func FuzzLocate(f *testing.F) {
	for _, s := range seeds(f) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		found := locate(text) // must come back, whatever the text is
		var values map[string]any
		if strings.HasPrefix(text, "\ufeff") || strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff") {
			return
		}
		if _, err := toml.Decode(text, &values); err != nil {
			return
		}
		requireKeys(t, found, text, "", values)
	})
}

func requireKeys(t *testing.T, found spots, text, at string, value any) {
	switch value := value.(type) {
	case map[string]any:
		for key, v := range value {
			here := join(at, key)
			place, ok := found.keys[here]
			require.True(t, ok, "%q in %q", here, text)
			rest := text[place:]
			require.True(t, strings.HasPrefix(rest, key) || strings.ContainsAny(rest[:1], `"'[`), "%q at %q", key, rest)
			requireKeys(t, found, text, here, v)
		}
	case []map[string]any:
		for i, v := range value {
			requireKeys(t, found, text, join(at, itoa(i)), v)
		}
	case []any:
		for i, v := range value {
			_, ok := found.values[join(at, itoa(i))]
			require.True(t, ok, "%q %d in %q", at, i, text)
			requireKeys(t, found, text, join(at, itoa(i)), v)
		}
	}
}

// FuzzFind wants a deny rule at the end never to unprotect, and a protected path to stay so through a link.
func FuzzFind(f *testing.F) {
	f.Add(rules("append: notes/**/*.md", "off: notes/x/**"), "notes/*", "notes/x/a.md")
	f.Add(rules("off: **"), "**", "a/b/c")
	f.Add(rules("append: {a,b}.md; except = ['a.md']"), "[a-c].md", "a.md")
	f.Add(`{"rules": [`, "a", "a")
	f.Fuzz(func(t *testing.T, text, pattern, name string) {
		file := path.Clean("/w/p/" + name)
		if strings.ContainsRune(name, 0) || !strings.HasPrefix(file, "/w/p/") || path.Base(file) == FileName {
			return
		}
		more := text + "\n[[protect]]\nmode = 'deny'\npaths = [" + tomlQuote(pattern) + "]\n"
		before, errBefore := find(text, file)
		after, errAfter := find(more, file)
		if errBefore != nil && errAfter == nil || errAfter != nil {
			return // a broken policy refuses, which unprotects nothing
		}
		require.False(t, before.Protected && !after.Protected, "%q unprotects %q", pattern, file)
		if p := after.Policy; p != nil && p.Rules[len(p.Rules)-1].matches(p.about(file)) {
			require.True(t, after.Protected)
			require.Equal(t, Deny, after.Rule.Mode)
		} else {
			require.Equal(t, before.Protected, after.Protected)
		}
		d := newDisk(map[string]string{"/w/p/.noclobber.toml": text, "/w/p/": ""})
		d.links["/w/link"] = "/w/p"
		linked, err := NewSet(d, "", "").Find("/w/link" + strings.TrimPrefix(file, "/w/p"))
		require.NoError(t, err)
		require.Equal(t, before.Protected, linked.Protected)
		require.Equal(t, file, linked.Real)
	})
}

func find(text, file string) (Match, error) {
	return NewSet(newDisk(map[string]string{"/w/p/.noclobber.toml": text}), "", "").Find(file)
}
