package follow

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// following starts to follow dir and returns what is told, once everything is watched.
func following(t *testing.T, dir string) <-chan []string {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	told, ended := make(chan []string, 100), make(chan error)
	go func() {
		ended <- Run(ctx, Options{Dirs: []string{dir}, Changed: func(paths []string) { told <- paths }})
	}()
	t.Cleanup(func() {
		stop()
		require.NoError(t, <-ended)
	})
	require.Nil(t, <-told)
	return told
}

// until waits for a change of path.
func until(t *testing.T, told <-chan []string, path string) {
	t.Helper()
	giveUp := time.After(20 * time.Second)
	for {
		select {
		case paths := <-told:
			for _, p := range paths {
				if p == path {
					return
				}
			}
		case <-giveUp:
			t.Fatalf("nothing was told of %s", path)
		}
	}
}

func TestChangesAreTold(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	doc := filepath.Join(dir, "J.md")
	require.NoError(t, os.WriteFile(doc, []byte("one\n"), 0o644))
	told := following(t, dir)

	t.Log("in place")
	require.NoError(t, os.WriteFile(doc, []byte("two\n"), 0o644))
	until(t, told, doc)

	t.Log("by an editor's or a sync tool's replacement, more than once")
	for _, text := range []string{"three\n", "four\n"} {
		require.NoError(t, os.WriteFile(doc+".tmp", []byte(text), 0o644))
		require.NoError(t, os.Remove(doc))
		require.NoError(t, os.Rename(doc+".tmp", doc))
		until(t, told, doc)
	}

	t.Log("in a directory that appears later")
	later := filepath.Join(dir, "notes", "deep")
	require.NoError(t, os.MkdirAll(later, 0o755))
	deep := filepath.Join(later, "K.md")
	require.Eventually(t, func() bool {
		require.NoError(t, os.WriteFile(deep, []byte(time.Now().String()), 0o644))
		select {
		case paths := <-told:
			return len(paths) > 0 && paths[len(paths)-1] == deep
		case <-time.After(200 * time.Millisecond):
			return false
		}
	}, 20*time.Second, 10*time.Millisecond)

	t.Log("a removal")
	require.NoError(t, os.Remove(doc))
	until(t, told, doc)
}
