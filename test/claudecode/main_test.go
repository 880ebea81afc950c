package claudecode

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestMain builds the programs under test once and puts their directory first on PATH, where tests and clients find them.
func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	if _, err := client(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return m.Run() // each test says it again: skipped here, failed in CI
	}
	dir, err := os.MkdirTemp("", "noclobber-claudecode")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := build(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if err := os.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// build makes noclobber, or takes the one that NOCLOBBER_BIN names, its companion, and the MCP server of the tests.
func build(dir string) error {
	if given := os.Getenv("NOCLOBBER_BIN"); given != "" {
		if err := os.Symlink(given, filepath.Join(dir, "noclobber")); err != nil {
			return fmt.Errorf("taking the program that NOCLOBBER_BIN names: %w", err)
		}
	} else if err := compile(dir, "noclobber"); err != nil {
		return err
	}
	for _, pkg := range []string{"noclobber/cmd/noclobber-mcp", "noclobber/test/claudecode/mcpstore"} {
		if err := compile(dir, pkg); err != nil {
			return err
		}
	}
	return nil
}

func compile(dir, pkg string) error {
	out, err := exec.Command("go", "build", "-o", dir+string(os.PathSeparator), pkg).CombinedOutput()
	if err != nil {
		return fmt.Errorf("building %s: %w\n%s", pkg, err, out)
	}
	return nil
}

// program is the absolute path of one of the programs that TestMain put on PATH.
func program(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatal(err)
	}
	return path
}
