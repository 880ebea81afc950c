package fsx

import (
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMkdirAll(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, MkdirAll(dir, 0o755), "it is there")
	require.NoError(t, MkdirAll(filepath.Join(dir, "a", "b", "c"), 0o700))
	info, err := os.Stat(filepath.Join(dir, "a", "b", "c"))
	require.NoError(t, err)
	require.True(t, info.IsDir())

	require.NoError(t, os.WriteFile(filepath.Join(dir, "file"), []byte("x\n"), 0o644))
	for _, in := range []string{"file", "file/a", "file/a/b"} {
		require.ErrorIs(t, MkdirAll(filepath.Join(dir, in), 0o755), syscall.ENOTDIR, in)
	}
	text, err := os.ReadFile(filepath.Join(dir, "file"))
	require.NoError(t, err)
	require.Equal(t, "x\n", string(text))
}

// TestMkdirAllTogether: processes that make the same directories at once all find them made.
func TestMkdirAllTogether(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b", "c", "d")
	var all sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		all.Go(func() { errs[i] = MkdirAll(dir, 0o755) })
	}
	all.Wait()
	for _, err := range errs {
		require.NoError(t, err)
	}
}
