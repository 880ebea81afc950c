package fsx

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
}

func text(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(b)
}

// names lists a directory, hidden files too.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	all := []string{}
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

func TestReplaceLeavesTheNewBytesAndNothingElse(t *testing.T) {
	for _, temp := range []string{"", "state/tmp"} {
		dir := t.TempDir()
		path := filepath.Join(dir, "docs", "a.md")
		require.NoError(t, os.Mkdir(filepath.Dir(path), 0o700))
		opt := ReplaceOptions{}
		if temp != "" {
			opt.TempDir = filepath.Join(dir, temp)
		}
		for _, content := range []string{"first\n", "", "longer than before\n"} {
			require.NoError(t, Replace(path, []byte(content), opt))
			require.Equal(t, content, text(t, path))
			require.Equal(t, []string{"a.md"}, names(t, filepath.Dir(path)))
			if temp != "" {
				require.Empty(t, names(t, opt.TempDir))
			}
		}
	}
}

func TestReplaceNeverShowsAPart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.md")
	a, b := bytes.Repeat([]byte("a"), 1<<20), bytes.Repeat([]byte("b"), 1<<19)
	require.NoError(t, Replace(path, a, ReplaceOptions{}))
	stop := make(chan struct{})
	done := make(chan string)
	go func() {
		for {
			select {
			case <-stop:
				done <- ""
				return
			default:
			}
			if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, a) && !bytes.Equal(got, b) {
				done <- "a reader saw neither"
				<-stop
				return
			}
		}
	}()
	for range 20 {
		require.NoError(t, Replace(path, b, ReplaceOptions{}))
		require.NoError(t, Replace(path, a, ReplaceOptions{}))
	}
	close(stop)
	require.Empty(t, <-done)
}

func TestReplaceKeepsModeAndOwner(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no mode bits")
	}
	path := filepath.Join(t.TempDir(), "a.md")
	require.NoError(t, Replace(path, []byte("x"), ReplaceOptions{Mode: 0o604}))
	id, err := Stat(path)
	require.NoError(t, err)
	require.EqualValues(t, 0o604, id.Mode, "a new file's")
	require.NoError(t, os.Chmod(path, 0o666)) // more than the umask leaves
	if os.Geteuid() == 0 {
		require.NoError(t, os.Chown(path, 12345, 54321))
	}
	before, err := os.Stat(path)
	require.NoError(t, err)
	require.NoError(t, Replace(path, []byte("y"), ReplaceOptions{Mode: 0o600}))
	after, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, before.Mode(), after.Mode())
	require.Equal(t, owner(before), owner(after))
	require.False(t, os.SameFile(before, after))
}

func TestReplaceKeepsTheInodeOfAFileWithSeveralNames(t *testing.T) {
	dir := t.TempDir()
	path, other := filepath.Join(dir, "a.md"), filepath.Join(dir, "other.md")
	write(t, path, "old and long\n")
	require.NoError(t, os.Link(path, other))
	before, err := Stat(path)
	require.NoError(t, err)
	for _, content := range []string{"new\n", "new, and longer than the old one\n", ""} {
		require.NoError(t, Replace(path, []byte(content), ReplaceOptions{}))
		require.Equal(t, content, text(t, other))
		after, err := Stat(path)
		require.NoError(t, err)
		require.Equal(t, before.Inode, after.Inode)
		require.EqualValues(t, 2, after.Links)
	}
	require.Equal(t, []string{"a.md", "other.md"}, names(t, dir))
}

func TestReplaceRefusesWhatIsNoDocument(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "target")
	write(t, target, "target\n")
	link, dangling := filepath.Join(dir, "link"), filepath.Join(dir, "dangling")
	require.NoError(t, os.Symlink(target, link))
	require.NoError(t, os.Symlink("nowhere", dangling))
	before := names(t, dir)
	for path, want := range map[string]error{link: ErrLink, dangling: ErrLink, dir: ErrNotRegular} {
		require.ErrorIs(t, Replace(path, []byte("x"), ReplaceOptions{}), want)
		require.ErrorIs(t, Append(path, []byte("x")), want)
		_, _, err := ReadSettled(path, ReadOptions{})
		require.ErrorIs(t, err, want)
	}
	require.Equal(t, "target\n", text(t, target))
	require.Equal(t, before, names(t, dir))
}

func TestReplaceRefusesWhatChanged(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.md")
	write(t, path, "one\n")
	seen, err := Stat(path)
	require.NoError(t, err)
	require.NoError(t, Replace(path, []byte("two\n"), ReplaceOptions{IfID: &seen}))
	for what, id := range map[string]ID{"another file stands there": seen, "a file appeared": {}} {
		require.ErrorIs(t, Replace(path, []byte("three\n"), ReplaceOptions{IfID: &id}), ErrChanged, what)
		require.Equal(t, "two\n", text(t, path), what)
	}
	now, err := Stat(path)
	require.NoError(t, err)
	require.NoError(t, os.Remove(path))
	require.ErrorIs(t, Replace(path, []byte("three\n"), ReplaceOptions{IfID: &now}), ErrChanged, "it is gone")
	require.NoError(t, Replace(path, []byte("three\n"), ReplaceOptions{IfID: &ID{}}))
	require.Equal(t, "three\n", text(t, path))
	require.Equal(t, []string{"a.md"}, names(t, dir))
}

// The last look and the rename are two calls: a file that appears between them must stand.
func TestANewFileIsNeverPutOverAnother(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.md")
	r := replacement{path: path, data: []byte("mine\n"), opt: ReplaceOptions{IfID: &ID{}}}
	s, err := r.stage(dir)
	require.NoError(t, err)
	write(t, path, "another's\n")
	require.ErrorIs(t, r.create(s), ErrChanged)
	s.discard()
	require.Equal(t, "another's\n", text(t, path))
	require.Equal(t, []string{"a.md"}, names(t, dir))
}

func TestAFullDiskChangesNothing(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no limit on file sizes to set")
	}
	for _, what := range []string{"append", "replace", "replace a file with two names", "overwrite a file with two names"} {
		t.Run(what, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "a.md")
			write(t, path, "what stood there\n")
			if strings.HasSuffix(what, "names") {
				require.NoError(t, os.Link(path, filepath.Join(dir, "b.md")))
			}
			before := names(t, dir)
			out, err := part("full disk", strings.Fields(what)[0], path).Output()
			require.Error(t, err)
			require.Contains(t, string(out), "file too large")
			require.Equal(t, "what stood there\n", text(t, path))
			require.Equal(t, before, names(t, dir))
		})
	}
}

func TestADocumentThatCannotBePutBackIsToldWhereItsNewBytesAre(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no limit on file sizes to set")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "a.md")
	write(t, path, strings.Repeat("what stood there\n", 100_000)) // itself above the limit
	out, err := part("full disk", "overwrite", path).Output()
	require.Error(t, err)
	all := names(t, dir)
	require.Len(t, all, 2)
	kept := filepath.Join(dir, all[0])
	require.Contains(t, string(out), "its new bytes are kept in "+kept)
	require.Equal(t, strings.Repeat("0123456789abcde\n", 100_000), text(t, kept))
}

func TestATempDirOnAnotherFilesystemIsNotUsed(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.md")
	for _, elsewhere := range []string{"/dev/shm", "/proc", "/nowhere/at/all"} {
		opt := ReplaceOptions{TempDir: filepath.Join(elsewhere, "noclobber-test")}
		require.NoError(t, Replace(path, []byte(elsewhere), opt))
		require.Equal(t, elsewhere, text(t, path))
		_ = os.RemoveAll(opt.TempDir)
	}
	require.Equal(t, []string{"a.md"}, names(t, dir))
}

func TestAbandonedTempsBesideADocumentAreSwept(t *testing.T) {
	dir := t.TempDir()
	old, young, another := filepath.Join(dir, ".noclobber-1.tmp"), filepath.Join(dir, ".noclobber-2.tmp"), filepath.Join(dir, ".noclobber")
	for _, d := range []string{old, young, another} {
		require.NoError(t, os.Mkdir(d, 0o700))
		write(t, filepath.Join(d, "x"), "")
	}
	long := time.Now().Add(-time.Hour)
	require.NoError(t, os.Chtimes(old, long, long))
	require.NoError(t, os.Chtimes(another, long, long))
	require.NoError(t, Replace(filepath.Join(dir, "a.md"), nil, ReplaceOptions{}))
	require.Equal(t, []string{".noclobber", ".noclobber-2.tmp", "a.md"}, names(t, dir))
}
