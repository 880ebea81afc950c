package main

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestInstallScript installs into an empty prefix, runs what was installed, and takes it away again.
func TestInstallScript(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: it builds the whole program once more")
	}
	for _, program := range []string{"sh", "bash", "tar"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip("install.sh, the demo and archives need " + program)
		}
	}
	prefix := filepath.Join(t.TempDir(), "a prefix")
	run := func(args ...string) (string, error) {
		cmd := exec.Command("sh", append([]string{"install.sh"}, args...)...)
		cmd.Env = append(os.Environ(), "PREFIX="+prefix)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	out, err := run()
	require.NoError(t, err, out)
	assert.Contains(t, out, "installed "+prefix)
	assert.Contains(t, out, "with the gate: 0 of")
	assert.Contains(t, out, "is not on PATH; add it")
	require.FileExists(t, filepath.Join(prefix, "bin", "noclobber"))
	requireServes(t, filepath.Join(prefix, "bin", "noclobber"))
	require.FileExists(t, filepath.Join(prefix, "share", "man", "man1", "noclobber-precommit.1"))
	require.FileExists(t, filepath.Join(prefix, "share", "bash-completion", "completions", "noclobber"))

	// A release is installed only as the checksums name it, and what works stays until then.
	archive := packed(t, filepath.Join(prefix, "bin", "noclobber"))
	out, err = run(archive)
	require.Error(t, err)
	assert.Contains(t, out, "cannot be verified")
	sums := filepath.Join(filepath.Dir(archive), "SHA256SUMS")
	require.NoError(t, os.WriteFile(sums, []byte(strings.Repeat("0", 64)+"  "+filepath.Base(archive)+"\n"), 0o666))
	out, err = run(archive)
	require.Error(t, err)
	assert.Contains(t, out, "is not what")
	require.FileExists(t, filepath.Join(prefix, "bin", "noclobber"))
	bytes, err := os.ReadFile(archive)
	require.NoError(t, err)
	line := fmt.Sprintf("%x  %s\n", sha256.Sum256(bytes), filepath.Base(archive))
	require.NoError(t, os.WriteFile(sums, []byte(line), 0o666))
	out, err = run(archive)
	require.NoError(t, err, out)
	assert.Contains(t, out, "verified "+filepath.Base(archive))
	requireServes(t, filepath.Join(prefix, "bin", "noclobber"))

	mine := filepath.Join(prefix, "share", "man", "man1", "mine.1")
	require.NoError(t, os.WriteFile(mine, nil, 0o666))
	out, err = run("--uninstall")
	require.NoError(t, err, out)
	left := filesBelow(t, prefix)
	require.Equal(t, []string{mine}, left, "it removes what it installed, and nothing else")
	out, err = run("--uninstal")
	require.Error(t, err)
	assert.Contains(t, out, "unknown argument")
}

// requireServes proves that what is installed finds its companion and is served by it.
func requireServes(t *testing.T, program string) {
	t.Helper()
	require.FileExists(t, program+"-mcp")
	cmd := exec.Command(program, "mcp")
	cmd.Dir, cmd.Stdin = t.TempDir(), strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`+"\n")
	out, err := cmd.Output()
	require.NoError(t, err)
	require.Contains(t, string(out), `"id":1`)
}

// packed is an archive as release/build makes it, with nothing but the programs.
func packed(t *testing.T, program string) string {
	t.Helper()
	dir := t.TempDir()
	inside := filepath.Join(dir, "noclobber_v0.0.1_this_machine")
	require.NoError(t, os.Mkdir(inside, 0o777))
	for _, suffix := range []string{"", "-mcp"} {
		text, err := os.ReadFile(program + suffix)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(inside, "noclobber"+suffix), text, 0o755))
	}
	archive := inside + ".tar.gz"
	out, err := exec.Command("tar", "-czf", archive, "-C", dir, filepath.Base(inside)).CombinedOutput()
	require.NoError(t, err, string(out))
	return archive
}

func filesBelow(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	require.NoError(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			out = append(out, path)
		}
		return err
	}))
	return out
}
