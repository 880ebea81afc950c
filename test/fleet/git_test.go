//go:build !windows

package fleet

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestGitFleet(t *testing.T) {
	mustHave(t, "git", "apt-get install git")
	bare, gated := tell(t, "git, pulled by a script", newClones)
	assert.Positive(t, bare.lost+bare.copies, "the script shows the loss")
	assert.Equal(t, gated.written, gated.document, "every line is in the document of every machine")
	assert.Zero(t, gated.lost)
}

// clones are machines that share a bare repository, each with a script that commits, pulls and pushes: the kind that
// people run from cron, which takes one side where both have changed the same place.
type clones struct {
	t     *testing.T
	root  string
	gated bool
	off   map[int]bool
}

func newClones(t *testing.T, gated bool) carrier {
	c := &clones{t: t, root: t.TempDir(), gated: gated, off: map[int]bool{}}
	for n := 1; n <= nodes; n++ {
		require.NoError(t, os.MkdirAll(c.folder(n), 0o755))
	}
	return c
}

func (c *clones) folder(n int) string { return filepath.Join(c.root, fmt.Sprintf("n%d", n)) }

func (c *clones) git(dir string, args ...string) {
	c.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=n", "GIT_AUTHOR_EMAIL=n@localhost",
		"GIT_COMMITTER_NAME=n", "GIT_COMMITTER_EMAIL=n@localhost", "GIT_TERMINAL_PROMPT=0")
	out, err := cmd.CombinedOutput()
	require.NoError(c.t, err, "git %v in %s: %s", args, dir, out)
}

func (c *clones) start() {
	remote := filepath.Join(c.root, "remote.git")
	c.git(c.root, "init", "--bare", "-b", "main", remote)
	first := c.folder(1)
	c.git(first, "init", "-b", "main")
	c.git(first, "remote", "add", "origin", remote)
	if c.gated {
		put(c.t, filepath.Join(first, ".noclobber.toml"), shardPolicy)
		put(c.t, filepath.Join(first, ".gitignore"), "/"+journal+"\n")
	} else {
		put(c.t, filepath.Join(first, journal), header)
	}
	c.git(first, "add", "-A")
	c.git(first, "commit", "-m", "begin")
	c.git(first, "push", "-u", "origin", "main")
	for n := 2; n <= nodes; n++ {
		c.git(c.root, "clone", remote, c.folder(n))
	}
	if c.gated {
		for n := 1; n <= nodes; n++ {
			put(c.t, filepath.Join(c.folder(n), journal), header)
		}
	}
}

// sync runs every machine's script until nothing moves any more.
func (c *clones) sync() {
	for range 2 {
		for n := 1; n <= nodes; n++ {
			if c.off[n] {
				continue
			}
			dir := c.folder(n)
			c.git(dir, "add", "-A")
			c.git(dir, "commit", "--allow-empty", "-m", fmt.Sprintf("n%d", n))
			c.git(dir, "pull", "--no-rebase", "--no-edit", "-X", "theirs")
			c.git(dir, "push")
		}
	}
	for n := 1; n <= nodes; n++ {
		if !c.off[n] {
			c.git(c.folder(n), "pull", "--no-rebase", "--no-edit")
		}
	}
}

func (c *clones) cut()         {}
func (c *clones) heal()        {}
func (c *clones) kill(n int)   { c.off[n] = true }
func (c *clones) revive(n int) { delete(c.off, n) }
