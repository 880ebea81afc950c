package shell

import (
	"path"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// wellFormed states what holds for every result, whatever the command.
func wellFormed(t *testing.T, r Result) {
	t.Helper()
	for _, op := range r.Ops {
		require.NotZero(t, op.Kind)
		require.NotEmpty(t, op.Via)
		for _, p := range []string{op.Path, op.To} {
			if p == "" {
				continue
			}
			slash := filepath.ToSlash(p)
			require.True(t, strings.HasPrefix(slash, "/"), "not absolute: %q", p)
			require.Equal(t, path.Clean(slash), slash, "not clean")
			require.NotContains(t, p, "\x00")
		}
		require.NotEmpty(t, op.Path)
		require.Equal(t, op.Kind == Move, op.To != "", "only a move has a second name")
		require.False(t, op.Known && op.Kind != Write && op.Kind != Append, "content of a %s", op.Kind)
		require.False(t, op.Whole && op.Kind != Read)
	}
	for _, o := range r.Opaque {
		require.NotEmpty(t, o.Reason)
		require.NotEqual(t, ReasonFailure, o.Reason)
		require.NotContains(t, o.Command, "\x00")
	}
}

func seeds(f *testing.F) {
	files, err := filepath.Glob("testdata/commands/*.txt")
	require.NoError(f, err)
	for _, file := range files {
		for _, fixture := range readFixtures(f, file) {
			f.Add(fixture.command)
		}
	}
	for _, command := range hostile() {
		if len(command) < 4096 {
			f.Add(command)
		}
	}
}

// FuzzAnalyze looks for commands that bring the analysis down, and for results that say different things twice.
func FuzzAnalyze(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, command string) {
		env := sample().env()
		r := Analyze(command, env)
		wellFormed(t, r)
		require.Equal(t, r, Analyze(command, env), "the same command, another result")
		env.Dialect = "powershell"
		wellFormed(t, Analyze(command, env))
		bare := Analyze(command, Env{CWD: root})
		wellFormed(t, bare)
	})
}

// FuzzPattern compares the matcher with path.Match where both speak the same language.
func FuzzPattern(f *testing.F) {
	for _, p := range []string{"*", "a*b", "?", "[a-c]x", "[^a]*", `\*`, "*.md", "a**b*c"} {
		f.Add(p, "abc.md")
	}
	f.Fuzz(func(t *testing.T, pattern, name string) {
		if strings.ContainsAny(pattern, "(/!") || strings.Contains(name, "/") || strings.Contains(pattern, "[:") || !utf8.ValidString(pattern+name) || len(pattern)+len(name) > 60 {
			t.Skip("spelled differently in the two languages")
		}
		want, err := path.Match(pattern, name)
		if err != nil || strings.Contains(pattern, "[]") || strings.Contains(pattern, "[^]") {
			t.Skip("path.Match knows no such pattern")
		}
		a := newAnalysis(Env{})
		assert.Equal(t, want, a.newShell().matches(pattern, name), "%q %q", pattern, name)
	})
}

// FuzzNumbers holds arithmetic to values that do not depend on the spelling.
func FuzzNumbers(f *testing.F) {
	f.Add(int64(3), int64(4))
	f.Fuzz(func(t *testing.T, a, b int64) {
		a, b = a%1000000, b%1000000
		for expr, want := range map[string]int64{"a+b": a + b, "a*b-b": a*b - b, "(a<b)": truth(a < b), "a==b?7:9": 9 - 2*truth(a == b)} {
			an := newAnalysis(Env{})
			s := an.newShell()
			s.assign("a", value(itoa(int(a))))
			s.assign("b", value(itoa(int(b))))
			s.run("c=$(("+expr+"))", variants(""))
			assert.Equal(t, itoa(int(want)), string(s.scalar("c")), expr)
		}
	})
}
