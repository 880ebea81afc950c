package fsx

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestAppendAddsAtTheEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.md")
	require.ErrorIs(t, Append(path, []byte("x")), fs.ErrNotExist)
	require.NoFileExists(t, path, "a missing document is not created")
	write(t, path, "one\n")
	before, err := Stat(path)
	require.NoError(t, err)
	require.NoError(t, Append(path, []byte("two\n")))
	require.NoError(t, Append(path, nil))
	require.Equal(t, "one\ntwo\n", text(t, path))
	after, err := Stat(path)
	require.NoError(t, err)
	require.Equal(t, before.Inode, after.Inode)
}

func TestWhatAFailedAppendWroteIsTakenBackUnlessAnotherWroteBehindIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.md")
	write(t, path, "one\n")
	f, err := openDocument(path, os.O_WRONLY|os.O_APPEND)
	require.NoError(t, err)
	defer func() { require.NoError(t, f.Close()) }()
	_, err = f.Write([]byte("ha"))
	require.NoError(t, err)
	require.NoError(t, takeBack(f, 2))
	require.Equal(t, "one\n", text(t, path))
	_, err = f.Write([]byte("ha"))
	require.NoError(t, err)
	require.NoError(t, Append(path, []byte("two\n")))
	require.ErrorContains(t, takeBack(f, 2), "offset 4")
	require.Equal(t, "one\nhatwo\n", text(t, path))
}

func TestAPipeIsNotWaitedFor(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no pipes in the file system")
	}
	path := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, mkfifo(path))
	require.ErrorIs(t, Append(path, []byte("x")), ErrNotRegular)
	require.ErrorIs(t, Replace(path, []byte("x"), ReplaceOptions{}), ErrNotRegular)
	_, _, err := ReadSettled(path, ReadOptions{Wait: time.Millisecond})
	require.ErrorIs(t, err, ErrNotRegular)
}

func TestProcessesAppendWholeLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.md")
	write(t, path, "")
	done := make(chan error)
	for range 4 {
		go func() {
			for range 100 {
				if err := Append(path, []byte("a whole line\n")); err != nil {
					done <- err
					return
				}
			}
			done <- nil
		}()
	}
	for range 4 {
		require.NoError(t, <-done)
	}
	id, err := Stat(path)
	require.NoError(t, err)
	require.EqualValues(t, 400*13, id.Size)
}
