package follow

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Options say what is followed.
type Options struct {
	Dirs    []string              // absolute; those below them that appear later are followed as well
	Changed func(paths []string)  // files that changed, sorted; nil: look at everything
	Skip    func(dir string) bool // directories that are left alone; nil: none
}

const (
	// quiet is how long nothing may happen before what happened is told: longer than a sync tool needs between its unlink
	// and its rename (50 ms were measured).
	quiet = 60 * time.Millisecond
	// longest bounds the wait while things keep happening.
	longest = 500 * time.Millisecond
	// lookAnyway is how often everything is looked at, whatever the system told.
	lookAnyway = 30 * time.Second
)

// Run follows the directories until ctx is over. Changed is called from the one goroutine that Run runs in; it is called
// once with nil when all directories are watched, so that nothing falls between a look before and the first event.
func Run(ctx context.Context, o Options) error {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("watching for changes: %w", err)
	}
	defer func() { _ = w.Close() }()
	f := follower{Options: o, watcher: w}
	for _, dir := range o.Dirs {
		if err := f.add(dir); err != nil {
			return fmt.Errorf("watching %s: %w", dir, err)
		}
	}
	o.Changed(nil)
	return f.run(ctx)
}

type follower struct {
	Options
	watcher *fsnotify.Watcher
	pending []string
	since   time.Time // when the first of them came
}

// add watches a directory and those below it. One that goes away meanwhile is no error.
func (f *follower) add(root string) error {
	return filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil && path == root:
			return err
		case err != nil:
			return fs.SkipDir
		case !e.IsDir():
			return nil
		case path != root && f.Skip != nil && f.Skip(path):
			return fs.SkipDir
		}
		return f.watcher.Add(path)
	})
}

func (f *follower) run(ctx context.Context) error {
	still := time.NewTimer(lookAnyway)
	defer still.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case e, open := <-f.watcher.Events:
			if !open {
				return nil
			}
			f.take(e)
		case err := <-f.watcher.Errors:
			if errors.Is(err, fsnotify.ErrEventOverflow) {
				f.pending = nil
				f.Changed(nil)
				break
			}
			return fmt.Errorf("watching for changes: %w", err)
		case <-still.C:
			f.tell()
		}
		still.Reset(f.wait())
	}
}

// wait is how long to wait for more before what is pending is told.
func (f *follower) wait() time.Duration {
	if len(f.pending) == 0 {
		return lookAnyway
	}
	return max(0, min(quiet, longest-time.Since(f.since)))
}

func (f *follower) take(e fsnotify.Event) {
	if info, err := os.Lstat(e.Name); err == nil && info.IsDir() {
		if e.Has(fsnotify.Create) && (f.Skip == nil || !f.Skip(e.Name)) {
			_ = f.add(e.Name) // looked at from time to time where that fails
		}
		return
	}
	if len(f.pending) == 0 {
		f.since = time.Now()
	}
	f.pending = append(f.pending, e.Name)
}

// tell tells what is pending, or that everything is to be looked at.
func (f *follower) tell() {
	paths := f.pending
	f.pending = nil
	slices.Sort(paths)
	if len(paths) == 0 {
		f.Changed(nil)
		return
	}
	f.Changed(slices.Compact(paths))
}
