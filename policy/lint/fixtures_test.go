package lint_test

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"noclobber/internal/cli"
	"noclobber/policy/lint"
)

var update = flag.Bool("update", false, "write what is found into the fixtures and docs/checks.md")

// TestFixtures runs all checks over a silent and a reporting example of each. A fixture is a folder: the policy,
// documents and, in "want", the findings. Lines of its comment that begin with $ prepare the folder.
func TestFixtures(t *testing.T) {
	for _, c := range lint.About() {
		t.Run(c.ID+"/ok", func(t *testing.T) {
			assert.Empty(t, found(t, filepath.Join("testdata", c.ID, "ok.txtar")))
		})
		t.Run(c.ID+"/err", func(t *testing.T) {
			for _, file := range fixtures(t, c.ID, "err*.txtar") {
				got := found(t, file)
				assert.Contains(t, got, "("+c.ID+")", file)
				if *update {
					rewrite(t, file, got)
				}
				assert.Equal(t, section(t, file, "want"), got, file)
			}
		})
	}
}

func TestNoFixtureIsWithoutACheck(t *testing.T) {
	dirs, err := os.ReadDir("testdata")
	require.NoError(t, err)
	known := map[string]bool{}
	for _, c := range lint.About() {
		known[c.ID] = true
	}
	for _, d := range dirs {
		assert.True(t, known[d.Name()], "testdata/%s", d.Name())
	}
}

func fixtures(t *testing.T, id, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", id, pattern))
	require.NoError(t, err)
	require.NotEmpty(t, files, "testdata/%s/%s", id, pattern)
	return files
}

// found is what the command says of a fixture.
func found(t *testing.T, file string) string {
	t.Helper()
	dir := unpack(t, file)
	var out, errs bytes.Buffer
	home := t.TempDir()
	env := map[string]string{"HOME": home}
	code := cli.Main([]string{"lint"}, cli.Streams{
		In: strings.NewReader(""), Out: &out, Err: &errs, Dir: dir,
		Lookup: func(name string) (string, bool) { v, ok := env[name]; return v, ok },
	})
	require.LessOrEqual(t, code, 1, "%s: %s", file, errs.String())
	assert.Equal(t, strings.Contains(out.String(), "error: ") || strings.Contains(out.String(), "warning: "), code == 1, "%s: exit code %d", file, code)
	empty, err := os.ReadDir(home)
	require.NoError(t, err)
	assert.Empty(t, empty, "lint writes nothing")
	return strings.ReplaceAll(out.String(), dir, "$DIR")
}

// unpack writes a fixture's files into a fresh folder.
func unpack(t *testing.T, file string) string {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	require.NoError(t, err)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for _, f := range archive.Files {
		if f.Name == "want" {
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, f.Data, 0o644))
	}
	for line := range strings.Lines(string(archive.Comment)) {
		if command, ok := strings.CutPrefix(strings.TrimSpace(line), "$ "); ok {
			prepare(t, dir, strings.Fields(command))
		}
	}
	return dir
}

// prepare does what files alone cannot say.
func prepare(t *testing.T, dir string, words []string) {
	t.Helper()
	switch words[0] {
	case "git":
		cmd := exec.Command("git", words[1:]...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
	case "chmod":
		mode, err := strconv.ParseUint(words[1], 8, 32)
		require.NoError(t, err)
		require.NoError(t, os.Chmod(filepath.Join(dir, words[2]), fs.FileMode(mode)))
	case "grow": // grow FILE BYTES
		size, err := strconv.Atoi(words[2])
		require.NoError(t, err)
		text := strings.Repeat("a line of a document that has grown\n", size/36+1)
		require.NoError(t, os.WriteFile(filepath.Join(dir, words[1]), []byte(text), 0o644))
	default:
		t.Fatalf("unknown preparation %q", words)
	}
}

func section(t *testing.T, file, name string) string {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	require.NoError(t, err)
	for _, f := range archive.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	t.Fatalf("%s has no section %s", file, name)
	return ""
}

func rewrite(t *testing.T, file, want string) {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	require.NoError(t, err)
	var kept []txtar.File
	for _, f := range archive.Files {
		if f.Name != "want" {
			kept = append(kept, f)
		}
	}
	archive.Files = append(kept, txtar.File{Name: "want", Data: []byte(want)})
	require.NoError(t, os.WriteFile(file, txtar.Format(archive), 0o644))
}

// TestChecksPage keeps docs/checks.md what the checks say of themselves, with the first failing example of each.
func TestChecksPage(t *testing.T) {
	const page = "../../docs/checks.md"
	want := checksPage(t)
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(want), 0o644))
	}
	got, err := os.ReadFile(page)
	require.NoError(t, err)
	assert.Equal(t, want, string(got), "go test ./policy/lint -update")
}

func checksPage(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(`# What noclobber lint checks

<!-- Printed from the checks and their fixtures: go test ./policy/lint -update -->

` + "`noclobber lint`" + ` looks at the policies in force in a folder and below it, and at the documents and settings around them.
It exits with 1 if it finds anything but notes. The ids below never change; a comment silences one where it is meant:

` + "```toml" + `
# lint:ignore glob-nothing written by the first run
[[protect]]
` + "```" + `

| id | severity | finds |
|---|---|---|
`)
	for _, c := range lint.About() {
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s |\n", c.ID, c.ID, c.Severity, c.Title)
	}
	for _, c := range lint.About() {
		example(t, &b, c.ID)
	}
	return b.String()
}

// example is a check's paragraph and its example: the policy, the documents that matter, what is said.
func example(t *testing.T, b *strings.Builder, id string) {
	t.Helper()
	for _, c := range lint.About() {
		if c.ID == id {
			fmt.Fprintf(b, "\n## %s\n\n%s.\n\n%s\n", c.ID, strings.ToUpper(c.Title[:1])+c.Title[1:], c.Help)
		}
	}
	archive, err := txtar.ParseFile(filepath.Join("testdata", id, "err.txtar"))
	require.NoError(t, err)
	for _, f := range archive.Files {
		name, lang := f.Name, strings.TrimPrefix(filepath.Ext(f.Name), ".")
		if name == "want" {
			name, lang = "noclobber lint", "text"
		}
		text := strings.TrimRight(string(f.Data), "\n")
		if text == "" {
			text = "(empty)"
		}
		fence := "```"
		if strings.Contains(text, fence) {
			fence = "~~~~"
		}
		fmt.Fprintf(b, "\n`%s`:\n\n%s%s\n%s\n%s\n", name, fence, lang, text, fence)
	}
}
