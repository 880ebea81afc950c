package fsx

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestResolveFollowsLinksAsFarAsNamesExist(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	at := func(p string) string { return filepath.Join(dir, p) }
	require.NoError(t, os.MkdirAll(at("real/sub"), 0o700))
	write(t, at("real/file"), "")
	for link, target := range map[string]string{
		"to-dir": "real", "to-sub": "real/sub", "to-file": "to-dir/file", "absolute": at("real/file"), "dangling": "real/new/er",
		"loop": "loop", "loop1": "loop2", "loop2": "loop1/x", "up": "real/sub/../..", "chain": "to-sub/../file",
	} {
		require.NoError(t, os.Symlink(target, at(link)))
	}
	for given, want := range map[string]string{
		"real/file": "real/file", "to-dir/file": "real/file", "to-file": "real/file", "absolute": "real/file",
		"chain": "real/file", "to-sub/../file": "real/file", "./real//sub/./../file": "real/file",
		"to-dir/none/there": "real/none/there", "none/../x": "x", "dangling": "real/new/er", "dangling/x": "real/new/er/x",
		"real/file/below": "real/file/below", "up/real": "real", "": ".",
	} {
		got, err := Resolve(dir + "/" + given)
		require.NoError(t, err, given)
		require.Equal(t, at(want), got, given)
	}
	for _, given := range []string{"loop", "loop/x", "loop1/y"} {
		_, err := Resolve(at(given))
		require.ErrorIs(t, err, ErrLoop, given)
		require.ErrorContains(t, err, given)
	}
	t.Chdir(at("real"))
	got, err := Resolve("sub/../file")
	require.NoError(t, err)
	require.Equal(t, at("real/file"), got)
	got, err = Resolve("/")
	require.NoError(t, err)
	require.Equal(t, root(dir), got)
}

func TestResolveAgreesWithTheStandardLibraryWhereAllExists(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		dir := filepath.Join(top, fmt.Sprint(n))
		require.NoError(t, os.MkdirAll(filepath.Join(dir, "a", "b", "c"), 0o700))
		name := rapid.SampledFrom([]string{"a", "b", "c", "l1", "l2", "l3", "..", "."})
		path := rapid.Custom(func(t *rapid.T) string {
			return strings.Join(rapid.SliceOfN(name, 1, 5).Draw(t, "names"), "/")
		})
		for _, place := range []string{"", "a/b"} {
			for _, link := range []string{"l1", "l2", "l3"} {
				target := path.Draw(t, "target")
				if rapid.Bool().Draw(t, "absolute") {
					target = dir + "/" + target
				}
				require.NoError(t, os.Symlink(target, filepath.Join(dir, place, link)))
			}
		}
		for range 10 {
			p := dir + "/" + path.Draw(t, "path")
			want, err := filepath.EvalSymlinks(p)
			got, mine := Resolve(p)
			if err == nil {
				require.NoError(t, mine, p)
				require.Equal(t, want, got, p)
			} else if mine != nil {
				require.ErrorIs(t, mine, ErrLoop)
				require.False(t, errors.Is(err, os.ErrNotExist), p)
			}
		}
	})
}

func TestANameIsSpelledAsItsDirectorySpellsIt(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "Journal.md")
	write(t, path, "")
	write(t, filepath.Join(dir, "journey.md"), "")
	for _, folds := range []bool{true, false} {
		require.Equal(t, path, spelled(path, func(string) bool { return folds }))
	}
	require.Equal(t, "none.md", entryName(dir, "none.md"))

	wanted, err := os.Lstat(path)
	require.NoError(t, err)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for name, want := range map[string]string{ // names that a folding directory takes for this file
		"Journal.md": "Journal.md", "JOURNAL.MD": "Journal.md", "another form of the name": "Journal.md",
	} {
		require.Equal(t, want, matching(entries, name, wanted), name)
	}
}

func TestLinuxDirectoriesDoNotFoldCase(t *testing.T) {
	dir := t.TempDir()
	if FoldsCase(dir) {
		t.Skip("the temporary directory folds case on this system")
	}
	require.False(t, FoldsCase(filepath.Join(dir, "none", "there")))
	require.False(t, FoldsCase("/"))
	require.False(t, FoldsCase("/proc"), "one of the file systems that have to be asked")
	write(t, filepath.Join(dir, "123"), "")
	write(t, filepath.Join(dir, "Abc"), "")
	require.False(t, probe(dir))
	require.NoError(t, os.Link(filepath.Join(dir, "Abc"), filepath.Join(dir, "aBC")))
	require.False(t, probe(dir), "both stand there")
	same, told := otherCase(filepath.Join(dir, "Abc"))
	require.True(t, same, "this is what a folding directory answers")
	require.True(t, told)
}
