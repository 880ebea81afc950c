package clients

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestMain builds noclobber once, or takes the one that NOCLOBBER_BIN names, and puts it first on PATH.
func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "noclobber-clients")
	if err == nil {
		defer func() { _ = os.RemoveAll(dir) }()
		err = build(dir)
	}
	if err == nil {
		err = os.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

func build(dir string) error {
	if given := os.Getenv("NOCLOBBER_BIN"); given != "" {
		return os.Symlink(given, filepath.Join(dir, "noclobber"))
	}
	out, err := exec.Command("go", "build", "-o", dir+string(os.PathSeparator), "noclobber").CombinedOutput()
	if err != nil {
		return fmt.Errorf("building noclobber: %w\n%s", err, out)
	}
	return nil
}
