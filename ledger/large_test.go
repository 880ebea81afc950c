package ledger

import (
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"noclobber/internal/fsx"
)

// readings counts the bytes that are read of a file.
type readings struct {
	*os.File
	bytes int64
}

func (r *readings) ReadAt(b []byte, off int64) (int, error) {
	n, err := r.File.ReadAt(b, off)
	r.bytes += int64(n)
	return n, err
}

func TestALargeDocumentIsHashedFromWhereItStood(t *testing.T) {
	s, document := newStore(t, nil)
	d := lock(t, s, document)
	const size = 4 << 20
	path := filepath.Join(t.TempDir(), "long.jsonl")
	require.NoError(t, os.WriteFile(path, journal(size / 48)[:size], 0o600))
	for _, step := range []struct {
		what string
		do   func()
		most int64 // bytes read
	}{
		{"the first time", func() {}, size + 2*tailSize},
		{"untouched", func() {}, 1},
		{"grown", func() { growBy(t, path, "{\"n\":1}\n") }, 3*tailSize + 100},
		{"grown by a line without its end", func() { growBy(t, path, "{\"n\":2") }, 3*tailSize + 100},
		{"grown by the rest of it", func() { growBy(t, path, "}\n") }, 3*tailSize + 100},
		{"changed in place", func() { overwriteAt(t, path, 1000, "x") }, 2 * size},
		{"changed near its end, and grown", func() {
			info, err := os.Stat(path)
			require.NoError(t, err)
			overwriteAt(t, path, info.Size()-9, "y")
			growBy(t, path, "more\n")
		}, 2 * size},
		{"cut", func() { require.NoError(t, os.Truncate(path, size-77)) }, 2 * size},
		{"replaced by the same bytes", func() {
			b, err := os.ReadFile(path)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(path+".new", append(b, "z\n"...), 0o600))
			require.NoError(t, os.Rename(path+".new", path))
		}, 2 * size},
		{"what was kept is damaged", func() {
			require.NoError(t, os.WriteFile(filepath.Join(d.Dir(), hashedFile), []byte("{"), 0o600))
		}, 2 * size},
	} {
		step.do()
		got, read := stampLarge(t, d, path)
		f, err := os.Open(path)
		require.NoError(t, err)
		want, err := StampReader(f)
		require.NoError(t, err)
		require.NoError(t, f.Close())
		require.Equal(t, want, got, step.what)
		require.LessOrEqual(t, read, step.most, step.what)
	}
}

func stampLarge(t *testing.T, d *Doc, path string) (Stamp, int64) {
	t.Helper()
	f, err := os.Open(path)
	require.NoError(t, err)
	defer func() { _ = f.Close() }()
	id, err := fsx.Identify(f)
	require.NoError(t, err)
	r := &readings{File: f}
	s, err := d.StampLarge(r, id)
	require.NoError(t, err)
	return s, r.bytes
}

func growBy(t *testing.T, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = io.WriteString(f, text)
	require.NoError(t, err)
	require.NoError(t, f.Close())
}

func overwriteAt(t *testing.T, path string, at int64, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = f.WriteAt([]byte(text), at)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	require.NoError(t, os.Chtimes(path, time.Time{}, time.Now().Add(time.Second))) // clocks of file systems are coarse
}
