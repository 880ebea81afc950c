package fsx

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// A holder keeps a lock for about one fsync, so waiting begins far below a millisecond.
const (
	firstWait = 200 * time.Microsecond
	lastWait  = 5 * time.Millisecond
)

// Lock takes the exclusive lock that the file at path stands for, and returns what gives it back. The file is made when
// it is missing, parents included (0700), stays empty and must never be deleted. The lock excludes other processes and
// other calls in this one, and ends with the process. When ctx is over first, the error wraps ErrLocked and ctx's own.
//
// flock, not fcntl: a POSIX lock would vanish with any other descriptor of the file.
func Lock(ctx context.Context, path string) (unlock func() error, err error) {
	for wait := firstWait; ; wait = min(wait*3/2, lastWait) {
		unlock, err := tryLock(path)
		if unlock != nil || err != nil {
			return unlock, err
		}
		if err := pause(ctx, wait/2+rand.N(wait)); err != nil {
			return nil, fmt.Errorf("lock %s: %w: %w", path, ErrLocked, err)
		}
	}
}

// tryLock returns neither a lock nor an error while another holds it.
func tryLock(path string) (func() error, error) {
	lock := flock.New(path) // a fresh one each time: an instance that is held would let itself in again
	held, err := lock.TryLock()
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return nil, err
		}
		held, err = lock.TryLock()
	}
	if err != nil || !held {
		return nil, err
	}
	if !stands(lock) {
		return nil, lock.Unlock()
	}
	return lock.Unlock, nil
}

// stands tells whether the file that was locked is the one at its path: somebody may have removed the directory
// between the open and the lock, and a lock on a removed file excludes nobody.
func stands(lock *flock.Flock) bool {
	mine, err := lock.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(lock.Path())
	return err == nil && os.SameFile(mine, there)
}

func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
