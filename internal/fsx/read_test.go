package fsx

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestAMissingDocumentIsNoError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.md")
	write(t, path+"x", "")
	for _, p := range []string{path, filepath.Join(path+"x", "below-a-file")} {
		id, err := Stat(p)
		require.NoError(t, err)
		require.Equal(t, ID{}, id)
		b, id, err := ReadSettled(p, ReadOptions{})
		require.NoError(t, err)
		require.Nil(t, b)
		require.Equal(t, ID{}, id)
	}
}

func TestAGapIsWaitedOutWhenAsked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.md")
	go func() {
		time.Sleep(10 * time.Millisecond)
		_ = os.WriteFile(path+".new", []byte("back\n"), 0o600)
		_ = os.Rename(path+".new", path)
	}()
	b, id, err := ReadSettled(path, ReadOptions{Wait: 10 * time.Second})
	require.NoError(t, err)
	require.Equal(t, "back\n", string(b))
	require.True(t, id.Exists)
}

func TestBytesAndIdentityBelongTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.md")
	contents := [][]byte{bytes.Repeat([]byte("a"), 100_000), bytes.Repeat([]byte("b"), 70_000)}
	require.NoError(t, os.WriteFile(path, contents[0], 0o600))
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() { // a synchronising tool: unlink, then rename
		defer close(stopped)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			_ = os.WriteFile(path+".new", contents[i%2], 0o600)
			_ = os.Remove(path)
			_ = os.Rename(path+".new", path)
		}
	}()
	read := 0
	for range 200 {
		b, id, err := ReadSettled(path, ReadOptions{Wait: 10 * time.Second})
		if errors.Is(err, ErrChanged) {
			continue
		}
		require.NoError(t, err)
		require.EqualValues(t, len(b), id.Size)
		require.True(t, bytes.Equal(b, contents[0]) || bytes.Equal(b, contents[1]))
		read++
	}
	close(stop)
	<-stopped
	require.NotZero(t, read)
}

func TestALargeDocumentIsLeftAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.md")
	write(t, path, "12345")
	b, id, err := ReadSettled(path, ReadOptions{Max: 4})
	require.ErrorIs(t, err, ErrTooLarge)
	require.ErrorContains(t, err, path)
	require.Nil(t, b)
	require.EqualValues(t, 5, id.Size)
	b, _, err = ReadSettled(path, ReadOptions{Max: 5})
	require.NoError(t, err)
	require.Equal(t, "12345", string(b))
}

func TestAnIdentityChangesWithItsFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.md")
	write(t, path, "one\n")
	seen, err := Stat(path)
	require.NoError(t, err)
	require.True(t, seen.Same(seen))
	require.False(t, seen.Same(ID{}))
	require.True(t, ID{}.Same(ID{}))
	later := time.Now().Add(time.Hour)
	for what, do := range map[string]func() error{
		"another size":     func() error { return os.WriteFile(path, []byte("longer\n"), 0o600) },
		"another time":     func() error { return os.Chtimes(path, later, later) },
		"another inode":    func() error { return os.Rename(path+".other", path) },
		"a link":           func() error { return errors.Join(os.Remove(path), os.Symlink("x", path)) },
		"a directory":      func() error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o700)) },
		"nothing any more": func() error { return os.Remove(path) },
	} {
		require.NoError(t, os.RemoveAll(path))
		write(t, path, "one\n")
		write(t, path+".other", "one\n")
		seen, err := Stat(path)
		require.NoError(t, err)
		require.NoError(t, do(), what)
		now, err := Stat(path)
		require.NoError(t, err)
		require.False(t, now.Same(seen), what)
	}
}
