package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestGuaranteesPage keeps docs/guarantees.md true: the code and the tests that it names exist.
func TestGuaranteesPage(t *testing.T) { namesWhatExists(t, "docs/guarantees.md", 7) }

// TestDefectsPage keeps docs/defects.md true in the same way.
func TestDefectsPage(t *testing.T) { namesWhatExists(t, "docs/defects.md", 15) }

// namesWhatExists asks that the code and the tests that a page names exist, and that it names so many tests.
func namesWhatExists(t *testing.T, file string, least int) {
	t.Helper()
	page, err := os.ReadFile(file)
	require.NoError(t, err)
	tests := testNames(t)
	named := regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(string(page), -1)
	found := 0
	for _, m := range named {
		switch name := m[1]; {
		case strings.HasPrefix(name, "Test"):
			require.Contains(t, tests, name)
			found++
		case strings.Contains(name, "/") && !strings.Contains(name, " "):
			_, err := os.Stat(name)
			require.NoError(t, err, "%s names %s", file, name)
		}
	}
	require.GreaterOrEqual(t, found, least, "a test for each")
}

// testNames are the names of all test functions of the module.
func testNames(t *testing.T) map[string]bool {
	t.Helper()
	names, pattern := map[string]bool{}, regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	err := filepath.WalkDir(".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range pattern.FindAllStringSubmatch(string(text), -1) {
			names[m[1]] = true
		}
		return err
	})
	require.NoError(t, err)
	return names
}

// TestLinks checks that the pages link only to what is there.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`)
	pages, err := filepath.Glob("docs/*.md")
	require.NoError(t, err)
	for _, page := range append(pages, "README.md", "CONTRIBUTING.md") {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			_, err := os.Stat(filepath.Join(filepath.Dir(page), m[1]))
			require.NoError(t, err, "%s links to %s", page, m[1])
		}
	}
}

// TestModelPage keeps docs/model/README.md true: the code that its table of steps names is declared where it says.
func TestModelPage(t *testing.T) {
	page, err := os.ReadFile("docs/model/README.md")
	require.NoError(t, err)
	_, table, ok := strings.Cut(string(page), "## Steps and code")
	require.True(t, ok)
	table, _, _ = strings.Cut(table, "\n## ")
	pattern := regexp.MustCompile("`(\\w+\\.go)`:((?: `\\w+`,?)+)")
	found := 0
	for _, m := range pattern.FindAllStringSubmatch(table, -1) {
		code, err := os.ReadFile(filepath.Join("internal/guard", m[1]))
		require.NoError(t, err)
		for _, name := range strings.FieldsFunc(m[2], func(r rune) bool { return strings.ContainsRune("`, ", r) }) {
			declared := regexp.MustCompile(`(?m)^(func|func \([^)]*\)|const|type) ` + name + `\b`)
			require.True(t, declared.Match(code), "%s declares no %s", m[1], name)
			found++
		}
	}
	require.GreaterOrEqual(t, found, 40, "the steps of the model")
}
