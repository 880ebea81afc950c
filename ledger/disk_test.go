package ledger

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"noclobber/internal/fsx"
)

func TestEachCallThatFailsIsReportedAndLeavesTheStoreWhole(t *testing.T) {
	t.Parallel()
	for n := 1; ; n++ {
		require.Less(t, n, 200)
		calls, dir := 0, t.TempDir()
		broken := &layer{idle: true, fail: func(op, name string) error {
			if calls++; calls == n {
				return syscall.ENOSPC
			}
			return nil
		}}
		var acknowledged bytes.Buffer
		err := work(dir, broken, &acknowledged)
		if err == nil && calls < n {
			require.Greater(t, n, 25, "nothing failed")
			return
		}
		s, document := storeIn(dir, &layer{idle: true})
		d := lock(t, s, document)
		steps := strings.Count(acknowledged.String(), "\n")
		require.Len(t, allRecords(t, d), 2*steps, "call %d failed: nothing of its commit stays", n)
		require.NoError(t, d.Unlock())
		if err != nil {
			require.ErrorIs(t, err, syscall.ENOSPC)
		}
		survives(t, dir, acknowledged.String())
	}
}

func TestACommitThatCannotEvenBeCutBackIsMendedLater(t *testing.T) {
	failing := false
	s, document := newStore(t, &layer{fail: func(op, name string) error {
		if failing && (op == "write" || op == "truncate") {
			return syscall.EIO
		}
		return nil
	}})
	d := lock(t, s, document)
	commit(t, d, Record{Event: Known})
	failing = true
	d.Append(Record{Event: External, After: d.Keep(journal(20), Stamp{}, nil)})
	require.ErrorIs(t, d.Commit(true), syscall.EIO)
	d.Append(Record{Event: External})
	require.ErrorIs(t, d.Commit(true), ErrGone, "the log has a rest that it should not have")
	failing = false
	d = relock(t, d)
	require.Len(t, allRecords(t, d), 1)
	require.EqualValues(t, 2, commit(t, d, Record{Event: External}))
}

func TestAStateDirectoryThatCannotBeMadeIsNamed(t *testing.T) {
	s, document := newStore(t, nil)
	dir, err := s.Dir(document)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(document), "state"), nil, 0o600)) // a file in its place
	_, err = s.Lock(t.Context(), document)
	require.ErrorIs(t, err, syscall.ENOTDIR)
	require.ErrorContains(t, err, document)
	require.ErrorContains(t, err, dir)
}

// A disk that cannot be read is not a log that is damaged: nothing may be cut off it.
func TestALogThatCannotBeReadIsLeftAlone(t *testing.T) {
	t.Parallel()
	l := makeSmallLog(t)
	for _, torn := range []int{0, 50} {
		l.write(t, l.log[:len(l.log)-torn])
		for n := 1; ; n++ {
			reads := 0
			s := New("", l.store.stateHome, &layer{idle: true, fail: func(op, _ string) error {
				if op == "read" {
					if reads++; reads == n {
						return syscall.EIO
					}
				}
				return nil
			}})
			r, readErr := s.Read(l.document)
			if readErr == nil {
				readErr = r.Records(func(Record) bool { return true })
				require.NoError(t, r.Unlock())
			}
			all := reads
			reads = 0
			d, err := s.Lock(t.Context(), l.document)
			if all < n && reads < n {
				require.NoError(t, err)
				require.Greater(t, n, 2)
				require.NoError(t, d.Unlock())
				break
			}
			if reads >= n {
				require.ErrorIs(t, err, syscall.EIO)
			} else if err == nil {
				require.NoError(t, d.Unlock())
			}
			if all >= n {
				require.ErrorIs(t, readErr, syscall.EIO)
			}
			log, err := os.ReadFile(l.path)
			require.NoError(t, err)
			if torn == 0 || len(log) != int(l.ends[len(l.ends)-2]) { // the one cut that is right
				require.Equal(t, l.log[:len(l.log)-torn], log, "read %d", n)
			}
			l.write(t, l.log[:len(l.log)-torn])
		}
	}
}

// forgetful is a file system of which, after a power cut, only what was synced is left: a file's bytes by Sync, its
// name by SyncDir.
type forgetful struct {
	fsx.OS
	bytes map[uint64][]byte // by inode
	names map[string]uint64
}

type forgetfulFile struct {
	fsx.File
	fs   *forgetful
	name string
}

func (f *forgetful) OpenFile(name string, flag int, perm fs.FileMode) (fsx.File, error) {
	file, err := f.OS.OpenFile(name, flag, perm)
	return &forgetfulFile{File: file, fs: f, name: name}, err
}

func (f *forgetfulFile) Sync() error {
	b, err := os.ReadFile(f.name)
	if err != nil {
		return err
	}
	id, err := fsx.Stat(f.name)
	f.fs.bytes[id.Inode] = b
	return err
}

func (f *forgetful) SyncDir(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for name := range f.names {
		if filepath.Dir(name) == dir {
			delete(f.names, name)
		}
	}
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		id, err := fsx.Stat(name)
		if err != nil {
			return err
		}
		f.names[name] = id.Inode
	}
	return nil
}

// cutPower makes dir, below root, what is left of it.
func (f *forgetful) cutPower(t *testing.T, root, dir string) {
	t.Helper()
	left := map[string][]byte{}
	for name, id := range f.names {
		if info, err := os.Stat(name); err != nil || info.IsDir() || !f.reachable(root, name) {
			continue
		}
		left[name] = f.bytes[id]
	}
	require.NoError(t, os.RemoveAll(dir))
	for name, b := range left {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
		require.NoError(t, os.WriteFile(name, b, 0o600))
	}
}

func (f *forgetful) reachable(root, name string) bool {
	for ; name != root; name = filepath.Dir(name) {
		if _, ok := f.names[name]; !ok {
			return false
		}
	}
	return true
}

func TestWhatWasAcknowledgedAsDurableOutlivesAPowerCut(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows tells no inodes, by which this test knows files")
	}
	dir := t.TempDir()
	files := &forgetful{bytes: map[uint64][]byte{}, names: map[string]uint64{}}
	s, document := storeIn(dir, files)
	require.NoError(t, os.Mkdir(filepath.Join(dir, "state"), 0o700))
	require.NoError(t, files.SyncDir(dir)) // the state home itself was there before
	var versions []Version
	var acknowledged string
	for i := range 12 {
		d := lock(t, s, document)
		require.Equal(t, append([]Version{}, versions...), heads(t, d), "after cut %d", i)
		for j := range 3 {
			stamp := d.Keep(journal(10*i+j), d.Tail().Head, nil)
			seq := d.Append(Record{Event: External, After: stamp})
			durable := j < 2
			require.NoError(t, d.Commit(durable))
			if durable {
				acknowledged += fmt.Sprintln(seq, stamp.Version)
				versions = append(versions, stamp.Version)
			}
		}
		require.NoError(t, d.SetView(Writer{Session: "s"}, View{HasBase: true}))
		require.NoError(t, d.Unlock())
		files.cutPower(t, dir, filepath.Join(dir, "state"))
		files.bytes, files.names = map[uint64][]byte{}, map[string]uint64{}
		require.NoError(t, filepath.Walk(dir, func(name string, info fs.FileInfo, err error) error { // a fresh boot
			if err != nil || !info.IsDir() {
				return err
			}
			entries, err := os.ReadDir(name)
			for _, e := range entries {
				if f, err := files.OpenFile(filepath.Join(name, e.Name()), os.O_RDONLY, 0); err == nil && !e.IsDir() {
					require.NoError(t, f.Sync())
					require.NoError(t, f.Close())
				}
			}
			require.NoError(t, files.SyncDir(name))
			return err
		}))
	}
	survives(t, dir, acknowledged)
}

func heads(t *testing.T, d *Doc) []Version {
	t.Helper()
	all := []Version{}
	for _, r := range allRecords(t, d) {
		_, err := d.Bytes(r.After)
		require.NoError(t, err)
		all = append(all, r.After.Version)
	}
	return all
}
