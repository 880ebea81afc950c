package fsx

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestALockLetsOneInAtATime(t *testing.T) {
	dir := t.TempDir()
	lock, file := filepath.Join(dir, "new", "deep", "lock"), filepath.Join(dir, "count")
	var others []*exec.Cmd
	for range 4 {
		cmd := part("count", lock, file)
		require.NoError(t, cmd.Start())
		others = append(others, cmd)
	}
	var here sync.WaitGroup
	for range 4 {
		here.Go(func() {
			if err := countUp(lock, file); err != nil {
				t.Error(err)
			}
		})
	}
	here.Wait()
	for _, cmd := range others {
		require.NoError(t, cmd.Wait())
	}
	b, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, strconv.Itoa(8*100), string(b))
	info, err := os.Stat(lock)
	require.NoError(t, err, "a lock file is never deleted")
	require.Zero(t, info.Size(), "and stays empty")
}

func TestWaitingForALockEndsWithItsContext(t *testing.T) {
	lock := filepath.Join(t.TempDir(), "lock")
	unlock, err := Lock(context.Background(), lock)
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	_, err = Lock(ctx, lock)
	require.ErrorIs(t, err, ErrLocked)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.NoError(t, unlock())
	unlock, err = Lock(ctx, lock)
	require.NoError(t, err, "a free lock needs no time")
	require.NoError(t, unlock())
}

func TestALockEndsWithItsProcess(t *testing.T) {
	lock := filepath.Join(t.TempDir(), "lock")
	holder := part("hold", lock)
	out, err := holder.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, holder.Start())
	_, err = out.Read(make([]byte, 10))
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	_, err = Lock(ctx, lock)
	require.ErrorIs(t, err, ErrLocked)
	require.NoError(t, holder.Process.Kill())
	unlock, err := Lock(context.Background(), lock)
	require.NoError(t, err)
	require.NoError(t, unlock())
	require.Error(t, holder.Wait())
}

func TestALockOnARemovedFileIsNone(t *testing.T) {
	lock := filepath.Join(t.TempDir(), "lock")
	held, err := Lock(context.Background(), lock)
	require.NoError(t, err)
	done := make(chan error)
	go func() {
		unlock, err := Lock(context.Background(), lock)
		if err == nil {
			err = unlock()
		}
		done <- err
	}()
	require.NoError(t, os.Remove(lock)) // the waiter may have the old file open
	require.NoError(t, held())
	require.NoError(t, <-done)
	require.FileExists(t, lock)
}

func TestALockThatCannotBeMadeSaysWhy(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	_, err := Lock(context.Background(), filepath.Join(file, "lock"))
	require.ErrorContains(t, err, file)
}
