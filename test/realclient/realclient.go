package realclient

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// Client is one client's npm package.
type Client struct {
	Dir     string // below .ci, and in the cache: "claude-code"
	Package string // its version is pinned by .ci/DIR/package.json
	Program string
}

// Path is the client at the pinned version, or an error that says how to install it. It is asked from a directory two
// levels below the project's.
func (c Client) Path() (string, error) {
	cache, err := cacheHome()
	if err != nil {
		return "", err
	}
	modules := filepath.Join(cache, "noclobber-ci", c.Dir, "node_modules")
	want, err := c.pinned()
	if err != nil {
		return "", err
	}
	if got := installed(filepath.Join(modules, c.Package, "package.json")); got != want {
		return "", fmt.Errorf("the real %s %s is not installed (found %q in %s): run .ci/clients in the project's directory", c.Package, want, got, modules)
	}
	return filepath.Join(modules, ".bin", c.Program), nil
}

// Need takes the answer of Path, and otherwise skips the test; in CI it fails it, so that nothing is left out unseen.
func Need(t *testing.T, path string, err error) string {
	t.Helper()
	if err != nil && os.Getenv("CI") != "" {
		t.Fatal(err)
	}
	if err != nil {
		t.Skip(err)
	}
	return path
}

// cacheHome is where .ci/clients installs to.
func cacheHome() (string, error) {
	if dir := os.Getenv("XDG_CACHE_HOME"); dir != "" {
		return dir, nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".cache"), err
}

func (c Client) pinned() (string, error) {
	manifest := filepath.Join("..", "..", ".ci", c.Dir, "package.json")
	data, err := os.ReadFile(manifest)
	if err != nil {
		return "", fmt.Errorf("reading which client is pinned: %w", err)
	}
	var m struct{ Dependencies map[string]string }
	if err := json.Unmarshal(data, &m); err != nil {
		return "", fmt.Errorf("reading which client is pinned: %s: %w", manifest, err)
	}
	return m.Dependencies[c.Package], nil
}

// installed is the version of an installed package; empty when there is none.
func installed(manifest string) string {
	data, err := os.ReadFile(manifest)
	var m struct{ Version string }
	if err != nil || json.Unmarshal(data, &m) != nil {
		return ""
	}
	return m.Version
}
