package policy

import (
	"errors"
	"io/fs"
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// rules writes a policy of rules like "append: a.md, b/**".
func rules(lines ...string) string {
	var b strings.Builder
	b.WriteString("version = 1\n")
	for _, line := range lines {
		mode, rest, _ := strings.Cut(line, ": ")
		paths, more, _ := strings.Cut(rest, "; ")
		b.WriteString("[[protect]]\nmode = \"" + mode + "\"\npaths = [\"" + strings.ReplaceAll(paths, ", ", "\", \"") + "\"]\n" + more + "\n")
	}
	return b.String()
}

// found is "append" (the mode of the rule that protects), "off", "none", a builtin's kind, or "broken".
func found(t testing.TB, s *Set, path string) string {
	t.Helper()
	m, err := s.Find(path)
	var broken *Broken
	if errors.As(err, &broken) {
		return "broken"
	}
	require.NoError(t, err)
	assert.Equal(t, path, m.Given)
	assert.Equal(t, m.Builtin != 0 || m.Rule != nil && m.Rule.Mode != Off, m.Protected)
	assert.Equal(t, m.Rule != nil, m.Policy != nil)
	switch {
	case m.Builtin != 0:
		return m.Builtin.String()
	case m.Off:
		return "off"
	case m.Rule == nil:
		return "none"
	}
	return string(m.Rule.Mode)
}

func TestFind(t *testing.T) {
	const root = "/w/p"
	for _, c := range []struct {
		name   string
		policy string // of root
		files  map[string]string
		links  map[string]string
		folds  bool
		want   map[string]string
	}{
		{
			name: "the last rule that matches wins", policy: rules("deny: **/*.md", "append: notes/*.md", "off: notes/x.md"),
			want: map[string]string{"a.md": "deny", "notes/a.md": "append", "notes/x.md": "off", "notes/b/c.md": "deny", "a.txt": "none"},
		}, {
			name: "exceptions decide on the whole name", policy: rules("deny: conf/.state*; except = [\"conf/.state*.example\"]"),
			want: map[string]string{"conf/.state": "deny", "conf/.state.local": "deny", "conf/.state.local.example": "none"},
		}, {
			name: "an exception leaves the path to earlier rules", policy: rules("append: **/*.md", "deny: notes/**; except = [\"notes/a.md\"]"),
			want: map[string]string{"notes/a.md": "append", "notes/b.md": "deny"},
		}, {
			name: "patterns are cleaned", policy: rules("append: ./a.md, b//c.md, d/../e.md"),
			want: map[string]string{"a.md": "append", "b/c.md": "append", "e.md": "append"},
		}, {
			name: "patterns are relative to the policy", policy: rules("append: JOURNAL.md"),
			want: map[string]string{"JOURNAL.md": "append", "sub/JOURNAL.md": "none", "../JOURNAL.md": "none"},
		}, {
			name: "a doublestar reaches any depth, none included", policy: rules("append: notes/**/*.md"),
			want: map[string]string{"notes/a.md": "append", "notes/b/c/d.md": "append", "notes.md": "none"},
		}, {
			name: "alternatives and classes", policy: rules("append: {a,b/**}/x[0-9].md"),
			want: map[string]string{"a/x1.md": "append", "b/c/x2.md": "append", "a/xx.md": "none", "c/x1.md": "none"},
		}, {
			name: "a quoted star is a star", policy: rules("append: a[*].md"),
			want: map[string]string{"a*.md": "append", "ab.md": "none"},
		}, {
			name: "variables are not expanded", policy: rules("append: home/mem/MEMORY.md"),
			want: map[string]string{"$HOME/mem/MEMORY.md": "none"},
		}, {
			name: "composed and decomposed names are one", policy: rules("append: notes/caf\u00e9.md, pro\u0308j/*.md"),
			want: map[string]string{"notes/cafe\u0301.md": "append", "notes/caf\u00e9.md": "append", "pr\u00f6j/a.md": "append"},
		}, {
			name: "letter case matters where the directory says so", policy: rules("append: notes/JOURNAL.md"),
			want: map[string]string{"notes/journal.md": "none"},
		}, {
			name: "letter case does not matter where the directory folds", policy: rules("append: notes/JOURNAL.md, \u00c4/*.MD", "off: notes/OFF.md"), folds: true,
			want: map[string]string{"Notes/journal.MD": "append", "\u00e4/x.md": "append", "notes/off.md": "off"},
		}, {
			name: "the policy file is recognised where the directory folds", policy: rules(), folds: true,
			want: map[string]string{".NoClobber.toml": "policy", "sub/.NOCLOBBER.TOML": "policy"},
		}, {
			name: "through a link above the file", policy: rules("append: notes/JOURNAL.md"),
			files: map[string]string{"notes/JOURNAL.md": ""}, links: map[string]string{"n": "notes", "deep/er": "../notes"},
			want: map[string]string{"n/JOURNAL.md": "append", "deep/er/JOURNAL.md": "append", "n/other.md": "none"},
		}, {
			name: "through a link to the file", policy: rules("append: JOURNAL.md"),
			files: map[string]string{"JOURNAL.md": ""}, links: map[string]string{"j": "JOURNAL.md", "k": "j"},
			want: map[string]string{"j": "append", "k": "append"},
		}, {
			name: "the name as given protects what lies elsewhere", policy: rules("append: notes/*.md"),
			files: map[string]string{"/elsewhere/a.md": ""}, links: map[string]string{"notes": "/elsewhere"},
			want: map[string]string{"notes/a.md": "append", "notes/a.txt": "none"},
		}, {
			name: "a link that a rule names protects its target", policy: rules("append: JOURNAL.md"),
			files: map[string]string{"docs/j.md": ""}, links: map[string]string{"JOURNAL.md": "docs/j.md"},
			want: map[string]string{"docs/j.md": "append", "docs/k.md": "none"},
		}, {
			name: "a linked directory that a pattern starts with protects its target", policy: rules("append: n/**/*.md; except = [\"n/x.md\"]"),
			files: map[string]string{"store/y/a.md": ""}, links: map[string]string{"n": "store"},
			want: map[string]string{"store/y/a.md": "append", "store/new.md": "append", "store/x.md": "none", "store/a.txt": "none"},
		}, {
			name: "the rule of the resolved name counts where both protect", policy: rules("append: real/*.md", "deny: n/*.md"),
			files: map[string]string{"real/a.md": ""}, links: map[string]string{"n": "real"},
			want: map[string]string{"n/a.md": "append", "real/a.md": "append"},
		}, {
			name: "an off of one name does not unprotect the other", policy: rules("append: real/*.md", "off: n/*.md"),
			files: map[string]string{"real/a.md": ""}, links: map[string]string{"n": "real"},
			want: map[string]string{"n/a.md": "append"},
		}, {
			name: "an off of the resolved name does not unprotect the given one", policy: rules("off: real/*.md", "append: n/*.md"),
			files: map[string]string{"real/a.md": ""}, links: map[string]string{"n": "real"},
			want: map[string]string{"n/a.md": "append"},
		}, {
			name: "rules stop at nested work trees and submodules", policy: rules("append: **/*.md", "deny: **/*.key; nested = true"),
			files: map[string]string{"sub/.git": "gitdir: x", "sub/d/": "", "vendor/r/.git/": ""},
			want: map[string]string{
				"sub/a.md": "none", "sub/d/a.md": "none", "vendor/a.md": "append", "vendor/r/a.md": "none",
				"sub/a.key": "deny", "vendor/r/x/a.key": "deny",
			},
		}, {
			name: "a directory without .git is no nested work tree", policy: rules("append: **/JOURNAL.md"),
			files: map[string]string{".wt/w1/notes/JOURNAL.md": ""},
			want:  map[string]string{".wt/w1/notes/JOURNAL.md": "append", "notes/JOURNAL.md": "append"},
		}, {
			name: "the work tree that has the policy is its own", policy: rules("append: notes/JOURNAL.md"),
			files: map[string]string{".git": "gitdir: x", ".wt/w1/.git": "gitdir: y"},
			want:  map[string]string{"notes/JOURNAL.md": "append", ".wt/w1/notes/JOURNAL.md": "none"},
		}, {
			name: "an earlier rule that reaches counts where the last does not", policy: rules("deny: **; nested = true", "append: **/*.md"),
			files: map[string]string{"sub/.git": ""},
			want:  map[string]string{"sub/a.md": "deny", "a.md": "append"},
		}, {
			name: "wildcards do not reach into a version control system's directory", policy: rules("deny: **", "append: .git/hooks/*"),
			want: map[string]string{".git/config": "none", "a/.git/index": "none", ".hg/store/x": "none", ".git/hooks/x": "append", ".gitignore": "deny"},
		}, {
			name: "policy files are protected", policy: rules("off: **"),
			files: map[string]string{"team.toml": ""}, links: map[string]string{"p": ".noclobber.toml"},
			want: map[string]string{".noclobber.toml": "policy", "sub/.noclobber.toml": "policy", "p": "policy", "team.toml": "off"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDisk(map[string]string{root + "/.noclobber.toml": c.policy})
			for name, text := range c.files {
				d.files[at(root, name)] = text
			}
			for name, target := range c.links {
				d.links[at(root, name)] = target
			}
			d.folds = c.folds
			for name, want := range c.want {
				path := at(root, name)
				if strings.HasPrefix(name, "../") {
					path = "/w/" + name[3:]
				}
				assert.Equal(t, want, found(t, NewSet(d, "", "/home/me"), path), name)
			}
		})
	}
}

func at(root, name string) string {
	if strings.HasPrefix(name, "/") {
		return name
	}
	return root + "/" + name
}

func TestTheNearestPolicyThatDecidesWins(t *testing.T) {
	d := newDisk(map[string]string{
		"/w/.noclobber.toml":     rules("deny: **/*.md", "merge: **/*.json"),
		"/w/p/.noclobber.toml":   rules("append: *.md", "off: off/**"),
		"/w/p/q/.noclobber.toml": rules("record: *.json"),
		"/u/policy.toml":         rules("cas: /w/**/*.txt, /w/p/a.md, ~/**/MEMORY.md, own.md"),
	})
	s := NewSet(d, "/u/policy.toml", "/home/me")
	for path, want := range map[string]string{
		"/w/p/a.md": "append", "/w/p/x/a.md": "deny", "/w/a.md": "deny", "/w/p/q/a.md": "deny",
		"/w/p/off/a.md": "off", "/w/p/off/a.json": "off",
		"/w/p/q/a.json": "record", "/w/p/a.json": "merge", "/w/p/q/a.txt": "cas", "/w/p/q/a.c": "none",
		"/home/me/x/MEMORY.md": "cas", "/home/me/own.md": "cas", "/home/me/x/own.md": "none", "/own.md": "none",
		"/u/policy.toml": "policy",
	} {
		assert.Equal(t, want, found(t, s, path), path)
	}
}

func TestUserRulesReachIntoWorkTrees(t *testing.T) {
	d := newDisk(map[string]string{"/home/me/src/p/.git/": "", "/u.toml": rules("append: ~/src/**/JOURNAL.md")})
	assert.Equal(t, "append", found(t, NewSet(d, "/u.toml", "/home/me"), "/home/me/src/p/JOURNAL.md"))
}

func TestUserRulesHoldWhereHomeIsALink(t *testing.T) {
	d := newDisk(map[string]string{"/usr/home/me/m.md": "", "/u.toml": rules("append: ~/m.md, ~/x/*.md")})
	d.links["/home"] = "/usr/home"
	s := NewSet(d, "/u.toml", "/home/me")
	for _, path := range []string{"/home/me/m.md", "/usr/home/me/m.md", "/usr/home/me/x/new.md"} {
		assert.Equal(t, "append", found(t, s, path), path)
	}
}

func TestALinkIsFollowedFromWhereTheCallComesFrom(t *testing.T) {
	d := newDisk(map[string]string{
		"/w/p/.noclobber.toml": rules("append: JOURNAL.md"), "/w/p/sub/": "", "/shared/j.md": "",
		"/own/.noclobber.toml": rules("off: j.md"), "/own/j.md": "",
	})
	d.links["/w/p/JOURNAL.md"] = "/shared/j.md"
	assert.Equal(t, "none", found(t, NewSet(d, "", ""), "/shared/j.md"), "nothing above it says so")
	assert.Equal(t, "append", found(t, NewSet(d, "", "", From("/w/p/sub")), "/shared/j.md"))
	assert.Equal(t, "append", found(t, NewSet(d, "", ""), "/w/p/JOURNAL.md"))

	d.links["/w/p/JOURNAL.md"] = "/own/j.md"
	assert.Equal(t, "off", found(t, NewSet(d, "", "", From("/w/p")), "/own/j.md"), "its own policy decides")
}

func TestTheRealPathIsReported(t *testing.T) {
	d := newDisk(map[string]string{"/w/p/.noclobber.toml": rules("append: real/a.md"), "/w/p/real/a.md": ""})
	d.links["/w/p/n"] = "real"
	m, err := NewSet(d, "", "").Find("/w/p/n/a.md")
	require.NoError(t, err)
	assert.Equal(t, []string{"/w/p/n/a.md", "/w/p/real/a.md", "/w/p"}, []string{m.Given, m.Real, m.Policy.Dir})
}

func TestABrokenPolicyRefusesWhatIsBelowItButNotPolicyFiles(t *testing.T) {
	d := newDisk(map[string]string{
		"/w/.noclobber.toml":      `{"rules": [`,
		"/w/good/.noclobber.toml": rules("append: a.md", "off: b.md"),
		"/other/a.md":             "",
	})
	s := NewSet(d, "", "")
	for path, want := range map[string]string{
		"/w/x.md": "broken", "/w/deep/er/x.c": "broken", "/w/.noclobber.toml": "policy", "/w/sub/.noclobber.toml": "policy",
		"/w/good/.noclobber.toml": "policy", "/other/a.md": "none",
		"/w/good/a.md": "append", "/w/good/b.md": "off", "/w/good/c.md": "broken",
	} {
		assert.Equal(t, want, found(t, s, path), path)
	}
	_, err := s.Find("/w/x.md")
	assert.EqualError(t, err, "policy /w/.noclobber.toml:1:1 is broken, so writes below /w are refused: a policy is TOML, and this looks like JSON (write `version = 1`, then a [[protect]] table with paths and mode for each rule)")
	var problems Problems
	assert.True(t, errors.As(err, &problems))
	assert.Len(t, problems, 1)
}

func TestABrokenUserPolicyRefusesEverythingThatNoNearerPolicyDecides(t *testing.T) {
	d := newDisk(map[string]string{"/u.toml": "version = 1\nx = 1\ny = 2\n", "/w/.noclobber.toml": rules("append: a.md")})
	s := NewSet(d, "/u.toml", "/home/me")
	assert.Equal(t, "append", found(t, s, "/w/a.md"))
	assert.Equal(t, "broken", found(t, s, "/w/b.md"))
	assert.Equal(t, "broken", found(t, s, "/b.md"))
	assert.Equal(t, "policy", found(t, s, "/u.toml"))
	_, err := s.Find("/b.md")
	assert.EqualError(t, err, "policy /u.toml:2:1 is broken, so all writes are refused: unknown key `x` at the top level (the top level knows defaults, protect, test, tool, version) and 1 more")
}

func TestAPolicyThatCannotBeReadIsBroken(t *testing.T) {
	d := newDisk(map[string]string{"/w/.noclobber.toml": rules(), "/dir/.noclobber.toml/x": ""})
	d.fails["/w/.noclobber.toml"] = fs.ErrPermission
	assert.Equal(t, "broken", found(t, NewSet(d, "", ""), "/w/a.md"))
	assert.Equal(t, "broken", found(t, NewSet(d, "", ""), "/dir/a.md"), "a directory of that name is no policy")
	_, err := NewSet(d, "", "").Find("/w/a.md")
	assert.ErrorContains(t, err, "cannot be read")
}

func TestAPathThatCannotBeResolvedIsAnErrorOnlyBelowAPolicy(t *testing.T) {
	d := newDisk(map[string]string{"/w/.noclobber.toml": rules()})
	d.links["/w/loop"] = "loop"
	d.links["/loop"] = "loop"
	_, err := NewSet(d, "", "").Find("/w/loop/a.md")
	assert.ErrorContains(t, err, "resolving /w/loop/a.md: too many links")
	m, err := NewSet(d, "", "").Find("/loop/a.md")
	require.NoError(t, err)
	assert.False(t, m.Protected)
}

func TestBuiltinPathsAreProtectedWithTheirRule(t *testing.T) {
	d := newDisk(map[string]string{
		"/w/.noclobber.toml": rules("deny: .claude/settings.json"), "/state/docs/x/log": "", "/w/.claude/settings.json": "",
	})
	d.links["/s"] = "/state"
	s := NewSet(d, "", "", Also(BuiltinState, "/s"), Also(BuiltinSettings, "/w/.claude/settings.json"))
	for path, want := range map[string]string{
		"/s": "state", "/state": "state", "/state/docs/x/log": "state", "/s/docs/y": "state", "/statement": "none",
		"/w/.claude/settings.json": "settings", "/w/.claude/settings.local.json": "none",
	} {
		assert.Equal(t, want, found(t, s, path), path)
	}
	m, err := s.Find("/w/.claude/settings.json")
	require.NoError(t, err)
	assert.Equal(t, Deny, m.Rule.Mode)
	assert.Empty(t, Builtin(0).String())
}

func TestAPolicyThatIsALinkProtectsItsTarget(t *testing.T) {
	d := newDisk(map[string]string{"/shared/team.toml": rules("append: a.md"), "/w/a.md": "", "/shared/user.toml": rules()})
	d.links["/w/.noclobber.toml"] = "/shared/team.toml"
	d.links["/home/me/policy.toml"] = "/shared/user.toml"
	s := NewSet(d, "/home/me/policy.toml", "/home/me", From("/w"))
	for path, want := range map[string]string{
		"/w/.noclobber.toml": "policy", "/shared/team.toml": "policy", "/shared/user.toml": "policy", "/w/a.md": "append", "/shared/a.md": "none",
	} {
		assert.Equal(t, want, found(t, s, path), path)
	}
}

func TestEachPolicyIsReadAtMostOnce(t *testing.T) {
	d := newDisk(map[string]string{"/w/p/.noclobber.toml": rules("append: a.md"), "/w/p/x/y/": "", "/u.toml": rules()})
	s := NewSet(d, "/u.toml", "/home/me", From("/w/p/x"))
	for _, path := range []string{"/w/p/a.md", "/w/p/x/y/b.md", "/w/p/x/c.md", "/w/p/a.md", "/elsewhere/x"} {
		found(t, s, path)
	}
	_, err := s.Tools("/w/p/x")
	require.NoError(t, err)
	assert.True(t, s.Any("/w/p/x"))
	for file, times := range d.reads {
		assert.Equal(t, 1, times, file)
	}
	assert.Zero(t, d.folded, "no answer hung on letter case")
}

func TestAPathWithoutAPolicyCostsOnlyFailedOpens(t *testing.T) {
	d := newDisk(map[string]string{"/a/b/c/": ""})
	assert.Equal(t, "none", found(t, NewSet(d, "/u.toml", "/home/me"), "/a/b/c/d.md"))
	assert.Equal(t, []string{"/.noclobber.toml", "/a/.noclobber.toml", "/a/b/.noclobber.toml", "/a/b/c/.noclobber.toml", "/u.toml"},
		sortedKeys(d.reads))
	assert.LessOrEqual(t, d.lstats, 1, "the user's policy file might be a link")
}

func TestInForceIsNearestFirstAndTheUsersLast(t *testing.T) {
	d := newDisk(map[string]string{
		"/w/.noclobber.toml": rules("append: a.md"), "/w/p/.noclobber.toml": rules("append: b.md"), "/w/p/q/": "",
		"/u.toml": rules("append: c.md"), "/x/.noclobber.toml": "broken", "/x/y/.noclobber.toml": rules(),
	})
	d.links["/l"] = "/w/p"
	s := NewSet(d, "/u.toml", "/home/me")
	for _, dir := range []string{"/w/p/q", "/l/q", "/l"} {
		all, err := s.InForce(dir)
		require.NoError(t, err)
		assert.Equal(t, []string{"/w/p/.noclobber.toml", "/w/.noclobber.toml", "/u.toml"}, filesOf(all), dir)
	}
	all, err := s.InForce("/x/y")
	assert.ErrorContains(t, err, "policy /x/.noclobber.toml:1:6 is broken")
	var broken *Broken
	assert.True(t, errors.As(err, &broken))
	assert.Equal(t, []string{"/x/y/.noclobber.toml", "/u.toml"}, filesOf(all), "the others are returned all the same")
	assert.True(t, s.Any("/nowhere"), "the user's policy is in force everywhere")
	assert.False(t, NewSet(d, "", "").Any("/nowhere"))
	assert.True(t, NewSet(d, "", "").Any("/x"), "a broken one too")
}

func filesOf(all []*Policy) []string {
	var files []string
	for _, p := range all {
		files = append(files, p.File)
	}
	return files
}

func sortedKeys(m map[string]int) []string {
	return sorted(maps.Keys(m))
}

func TestUserFileFollowsTheEnvironment(t *testing.T) {
	assert.Equal(t, "/home/me/.config/noclobber/policy.toml", UserFile("/home/me", ""))
	assert.Equal(t, "/cfg/noclobber/policy.toml", UserFile("/home/me", "/cfg"))
	assert.Equal(t, "/home/me/.config/noclobber/policy.toml", UserFile("/home/me", "cfg"), "a relative one does not count")
	assert.Equal(t, "/cfg/noclobber/policy.toml", UserFile("", "/cfg"))
	assert.Empty(t, UserFile("", ""))
}

func TestRemoteDocuments(t *testing.T) {
	d := newDisk(map[string]string{
		"/w/.noclobber.toml": "version = 1\n[[protect]]\ndocuments = [\"project:**\"]\nmode = \"record\"\n",
		"/w/p/.noclobber.toml": `version = 1
[[protect]]
documents = ["project:claude/*", "wiki:{a,b}/caf` + "\u00e9" + `"]
mode = "cas"
[[protect]]
documents = ["project:claude/off"]
mode = "off"
`,
		"/x/.noclobber.toml": "broken",
	})
	s := NewSet(d, "", "")
	for _, c := range []struct{ scheme, name, cwd, want string }{
		{"project", "claude/tasks.md", "/w/p", "cas"},
		{"project", "/claude/./tasks.md", "/w/p/sub", "cas"},
		{"project", "x/../claude/tasks.md", "/w/p", "cas"},
		{"project", "../claude/tasks.md", "/w/p", "cas"},
		{"project", "claude/a/b.md", "/w/p", "record"},
		{"project", "claude/off", "/w/p", "off"},
		{"project", "claude/tasks.md", "/w", "record"},
		{"wiki", "b/cafe\u0301", "/w/p", "cas"},
		{"other", "claude/tasks.md", "/w/p", "none"},
		{"project", "claude/tasks.md", "/", "none"},
	} {
		m, err := s.FindDocument(c.scheme, c.name, c.cwd)
		require.NoError(t, err)
		assert.Equal(t, c.scheme+":"+c.name, m.Given)
		got := "none"
		if m.Rule != nil {
			got = string(m.Rule.Mode)
		}
		assert.Equal(t, c.want, got, "%s:%s in %s", c.scheme, c.name, c.cwd)
		assert.Equal(t, got != "none" && got != "off", m.Protected)
		assert.Equal(t, got == "off", m.Off)
	}
	_, err := s.FindDocument("project", "a", "/x")
	var broken *Broken
	assert.True(t, errors.As(err, &broken))
	m, err := s.FindDocument("project", "/a/../claude/t", "/w/p")
	require.NoError(t, err)
	assert.Equal(t, "project:claude/t", m.Real)
}

func TestToolsOfTheNearestPolicyComeFirst(t *testing.T) {
	tool := func(match, path string) string {
		return "version = 1\n[[tool]]\nmatch = \"" + match + "\"\nkind = \"delete\"\npath = \"" + path + "\"\n"
	}
	d := newDisk(map[string]string{
		"/w/.noclobber.toml": tool("mcp__x__*", "outer"), "/w/p/.noclobber.toml": tool("mcp__x__rm", "inner"), "/u.toml": tool("mcp__u__*", "user"),
		"/b/.noclobber.toml": "broken",
	})
	s := NewSet(d, "/u.toml", "/home/me")
	tools, err := s.Tools("/w/p")
	require.NoError(t, err)
	for name, want := range map[string]string{
		"mcp__x__rm": "delete inner", "mcp__x__other": "delete outer", "mcp__u__x": "delete user",
		"mcp__filesystem__write_file": "write path", "mcp__my_files__edit_file": "edit path", "mcp__filesystem__list_directory": "read ",
		"mcp__acp__Write": "write file_path", "mcp__files__download": "", "Bash": "", "mcp__filesystem__unheard_of": "",
		"mcp__desktop-commander__write_file": "", "mcp__desktop-commander__edit_block": "edit file_path",
		"mcp__u__noclobber__doc_write": "read ", "mcp__noclobber__doc_else": "",
	} {
		got := ""
		if tool, ok := FindTool(tools, name); ok {
			got = tool.Kind + " " + tool.Path
		}
		assert.Equal(t, want, got, name)
	}
	some, err := s.Tools("/b")
	assert.ErrorContains(t, err, "reading tool maps: policy /b/.noclobber.toml:1:6 is broken")
	assert.Equal(t, len(ownServer())+1+len(BuiltinTools()), len(some))
}

func TestBuiltinToolsHaveWhatTheirKindNeeds(t *testing.T) {
	for _, tool := range BuiltinTools() {
		for _, key := range toolNeeds(tool.Kind) {
			value := map[string]string{"path": tool.Path, "content": tool.Content, "old": tool.Old, "new": tool.New, "to": tool.To}[key]
			assert.NotEmpty(t, value, "%s: %s", tool.Match, key)
		}
		assert.Contains(t, append(kindNames(), opaqueKind), tool.Kind, tool.Match)
		assert.Equal(t, tool.Kind == "shell", tool.Command != "", tool.Match)
	}
}
