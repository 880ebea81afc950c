package guard

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"noclobber/gate"
)

// TestPoliciesBelow: a look at a directory is about the policies below it too, but not about other projects.
func TestPoliciesBelow(t *testing.T) {
	const plain = "version = 1\n[[protect]]\npaths = [\"J.md\"]\nmode = \"append\"\n"
	nested := plain + "nested = true\n"
	for _, test := range []struct {
		name, root, below string
		tree              string // a directory that is a work tree of its own
		want              []string
	}{
		{name: "below", root: plain, below: "a/b", want: []string{"J.md", "a/b/J.md"}},
		{name: "without one above", below: "a", want: []string{"a/J.md"}},
		{name: "in a work tree", root: plain, below: "a/b", tree: "a", want: []string{"J.md"}},
		{name: "a work tree itself", root: plain, below: "a", tree: "a", want: []string{"J.md"}},
		{name: "in a work tree that a rule reaches into", root: nested, below: "a/b", tree: "a", want: []string{"J.md", "a/b/J.md"}},
		{name: "the root is a work tree", root: plain, below: "a", tree: ".", want: []string{"J.md", "a/J.md"}},
		{name: "among dependencies", root: plain, below: "node_modules/x", want: []string{"J.md"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := memoryDir(t)
			project := filepath.Join(dir, "project")
			place := func(in, policy string) {
				at := filepath.Join(project, in)
				require.NoError(t, os.MkdirAll(at, 0o755))
				if policy != "" {
					require.NoError(t, os.WriteFile(filepath.Join(at, ".noclobber.toml"), []byte(policy), 0o644))
					require.NoError(t, os.WriteFile(filepath.Join(at, "J.md"), []byte(journal), 0o644))
				}
			}
			place("", test.root)
			place(test.below, plain)
			if test.tree != "" {
				require.NoError(t, os.Mkdir(filepath.Join(project, test.tree, ".git"), 0o755))
			}
			g := New(Config{Home: filepath.Join(dir, "home"), Files: unsynced{}, From: project})
			states, findings, err := g.Scan(project, nil)
			require.NoError(t, err)
			require.Empty(t, findings)
			names := []string{}
			for _, s := range states {
				names = append(names, s.Document)
			}
			require.Equal(t, test.want, names)
			require.True(t, g.AnyPolicy(project))
		})
	}
}

// TestBrokenPolicyBelow: a policy below that cannot be used is told by its path, once, and hides no other.
func TestBrokenPolicyBelow(t *testing.T) {
	w := newWorld(t, rule("append"), journal)
	project := filepath.Dir(w.doc)
	for _, in := range []string{"a", "a/b"} {
		require.NoError(t, os.MkdirAll(filepath.Join(project, in), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(project, in, ".noclobber.toml"), []byte("?"), 0o644))
	}
	states, findings, err := New(Config{Home: filepath.Join(w.dir, "home"), Files: unsynced{}, From: project}).Scan(project, nil)
	require.NoError(t, err)
	require.Len(t, states, 1)
	require.Len(t, findings, 2)
	require.Equal(t, "a/.noclobber.toml", findings[0].Path)
	require.Equal(t, "a/b/.noclobber.toml", findings[1].Path)
}

// TestNames: a document is named from its policy, or from further up where the call or its project is there.
func TestNames(t *testing.T) {
	w := newWorld(t, rule("deny"), journal)
	project := filepath.Dir(w.doc)
	sub := filepath.Join(project, "sub")
	require.NoError(t, os.MkdirAll(filepath.Join(sub, "deep"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(sub, ".noclobber.toml"), []byte(rule("deny")), 0o644))
	link := filepath.Join(w.dir, "link")
	require.NoError(t, os.Symlink(project, link))
	for _, test := range []struct{ name, from, project, doc, want string }{
		{"in the policy's directory", project, "", w.doc, "J.md"},
		{"below it", sub, "", w.doc, "J.md"},
		{"above it", w.dir, "", w.doc, "project/J.md"},
		{"elsewhere", filepath.Join(w.dir, "home"), "", w.doc, "J.md"},
		{"nowhere", "", "", w.doc, "J.md"},
		{"a nested policy", project, "", filepath.Join(sub, "J.md"), "sub/J.md"},
		{"from its own directory", sub, "", filepath.Join(sub, "J.md"), "J.md"},
		{"from below it", filepath.Join(sub, "deep"), "", filepath.Join(sub, "J.md"), "J.md"},
		{"from its own directory in a project", sub, project, filepath.Join(sub, "J.md"), "sub/J.md"},
		{"through a link", link, "", filepath.Join(link, "sub", "J.md"), "sub/J.md"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := New(Config{Home: filepath.Join(w.dir, "home"), Files: unsynced{}, From: test.from, Project: test.project})
			v := g.Before(gate.Call{
				Event: gate.Before, Context: gate.Context{Host: "claude", Session: "A"}, ID: test.name, CWD: test.from, Tool: "Write", Known: true,
				Ops: []gate.Op{{Kind: gate.Write, Path: test.doc, Content: []byte("x\n"), HasContent: true, Via: "Write"}}, Host: abilities,
			})
			require.Equal(t, gate.Deny, v.Action)
			require.Contains(t, v.Text, "nothing was written to "+test.want+". ")
		})
	}
}
