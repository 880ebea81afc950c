package ledger

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestStateStandsWhereTheDocumentAloneSays(t *testing.T) {
	home := t.TempDir()
	tree := filepath.Join(home, "work", "tree")
	document := filepath.Join(tree, "notes", "JOURNAL.md")
	require.NoError(t, os.MkdirAll(filepath.Dir(document), 0o700))
	dir := func(s *Store, real string) string {
		t.Helper()
		d, err := s.Dir(real)
		require.NoError(t, err)
		return d
	}
	byDefault := filepath.Join(home, ".local", "state", "noclobber", "docs", hashName(document))
	require.Equal(t, byDefault, dir(New(home, "", nil), document))
	require.Equal(t, byDefault, dir(New(home, "relative", nil), document), "XDG says that relative ones do not count")
	require.Equal(t, "/xdg/noclobber/docs/"+hashName(document), dir(New(home, "/xdg", nil), document))

	s := New(home, "/xdg", nil)
	remote := dir(s, "project:claude/open-tasks.md")
	for _, at := range []string{home, tree} {
		require.NoError(t, os.Mkdir(filepath.Join(at, ".noclobber"), 0o700))
		rel, err := filepath.Rel(at, document)
		require.NoError(t, err)
		require.Equal(t, filepath.Join(at, ".noclobber", "docs", hashName(rel)), dir(s, document), "the nearest directory wins")
	}
	require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(document), ".noclobber"), nil, 0o600))
	require.Contains(t, dir(s, document), tree+"/.noclobber/", "a file of that name is none")
	require.Equal(t, remote, dir(s, "project:claude/open-tasks.md"))

	moved := filepath.Join(home, "elsewhere")
	require.NoError(t, os.Rename(tree, moved))
	require.Equal(t, filepath.Join(moved, ".noclobber", "docs", hashName("notes/JOURNAL.md")), dir(s, filepath.Join(moved, "notes", "JOURNAL.md")))

	for _, bad := range []string{"", "JOURNAL.md"} {
		_, err := s.Dir(bad)
		require.Error(t, err)
	}
	_, err := New("", "", nil).Dir("/x")
	require.ErrorContains(t, err, "XDG_STATE_HOME")
}

func TestDocumentsNamesAllThatHaveState(t *testing.T) {
	dir := t.TempDir()
	s := New("", filepath.Join(dir, "state"), nil)
	names, err := s.Documents()
	require.NoError(t, err)
	require.Empty(t, names)
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "tree", ".noclobber"), 0o700))
	want := []string{filepath.Join(dir, "a.md"), filepath.Join(dir, "tree", "sub", "b.md"), "project:c.md"}
	for range 2 {
		for _, name := range want {
			d := lock(t, s, name)
			commit(t, d, Record{Event: External})
			require.NoError(t, d.Unlock())
		}
	}
	lock(t, s, filepath.Join(dir, "only-locked.md"))
	names, err = s.Documents()
	require.NoError(t, err)
	require.Equal(t, want, names)
}

func TestATempDirIsSweptUnderTheLock(t *testing.T) {
	s, document := newStore(t, nil)
	d := lock(t, s, document)
	dir := filepath.Join(d.Dir(), "tmp")
	require.Equal(t, dir, d.TempDir())
	require.NoError(t, os.MkdirAll(dir, 0o700))
	old, young := filepath.Join(dir, "old"), filepath.Join(dir, "young")
	for _, name := range []string{old, young} {
		require.NoError(t, os.WriteFile(name, nil, 0o600))
	}
	long := time.Now().Add(-2 * time.Hour)
	require.NoError(t, os.Chtimes(old, long, long))
	require.Equal(t, dir, d.TempDir())
	require.NoFileExists(t, old)
	require.FileExists(t, young)
}

func TestAMachineIsNamedOnce(t *testing.T) {
	dir := t.TempDir()
	names := make([]string, 8)
	var wait sync.WaitGroup
	for i := range names {
		wait.Go(func() { names[i], _ = New("", dir, nil).Node() })
	}
	wait.Wait()
	require.Regexp(t, regexp.MustCompile(`^[a-z0-9-]+-[0-9a-f]{4}$`), names[0])
	for _, name := range names {
		require.Equal(t, names[0], name)
	}
	for host, want := range map[string]string{"": "node", "Box.local": "box", "MÜLLERS mac": "m-llers-mac", "...": "node"} {
		require.Equal(t, want, fileName(host))
	}
}

// twoAlike returns two documents whose versions share their first 4 digits.
func twoAlike() (a, b []byte) {
	seen := map[Version][]byte{}
	for i := 0; ; i++ {
		text := []byte(strconv.Itoa(i))
		v := VersionOf(text)[:4]
		if seen[v] != nil {
			return seen[v], text
		}
		seen[v] = text
	}
}

func TestFindNamesVersionsByTheirBeginning(t *testing.T) {
	s, document := newStore(t, nil)
	d := lock(t, s, document)
	_, err := d.Find("abcd")
	require.ErrorContains(t, err, "no version is recorded yet")
	a, b := twoAlike()
	first, second := d.Keep(a, Stamp{}, nil), d.Keep(b, Stamp{}, nil)
	for _, stamp := range []Stamp{first, second, first} {
		d.Append(Record{Event: External, After: stamp})
	}
	for i := range 10 {
		d.Append(Record{Event: External, After: d.Keep(journal(i), Stamp{}, nil)})
	}
	unstored := StampOf([]byte("too large"))
	commit(t, d, Record{Event: External, After: unstored})

	for prefix, want := range map[string]Stamp{
		string(first.Version): first, first.Version.Short(): first, strings.ToUpper(second.Version.Short()): second,
		unstored.Version.Short(): unstored, "absent": AbsentStamp(),
	} {
		got, err := d.Find(prefix)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	for _, prefix := range []string{"", "abc", "zzzz", "0000000000"} {
		_, err := d.Find(prefix)
		var none *NoVersionError
		require.ErrorAs(t, err, &none)
		require.Len(t, none.Newest, listed)
		require.Equal(t, unstored, none.Newest[0])
		require.ErrorContains(t, err, unstored.Version.Short())
	}
	_, err = d.Find(string(first.Version[:4]))
	var several *AmbiguousError
	require.ErrorAs(t, err, &several)
	require.Equal(t, []Version{second.Version, first.Version}, several.Matches, "newest first")
	require.ErrorContains(t, err, first.Version.Short())
}

func TestFlightsAreKnownUntilTheyEnd(t *testing.T) {
	s, _ := newStore(t, nil)
	flights, err := s.InFlight()
	require.NoError(t, err)
	require.Empty(t, flights)
	w := Writer{Host: "claude", Session: "s"}
	now := time.Now().UTC().Truncate(time.Second)
	long := "echo " + string(make([]byte, 190)) + "öööööö"
	second := Flight{Writer: w, Call: "2", Tool: "Bash", Command: long, Started: now}
	first := Flight{Writer: w, Call: "1", Tool: "Bash", Command: "make", Started: now.Add(-time.Minute)}
	for _, f := range []Flight{second, first, {Writer: w, Call: "old", Started: now.Add(-25 * time.Hour)}} {
		require.NoError(t, s.Begin(f))
	}
	second.Command = long[:199]
	for range 2 {
		flights, err = s.InFlight()
		require.NoError(t, err)
		require.Equal(t, []Flight{first, second}, flights)
	}
	require.NoError(t, s.End(w, "old"), "it is gone already")
	require.NoError(t, s.End(Writer{Session: "another"}, "1"))
	require.NoError(t, s.End(w, "1"))
	flights, err = s.InFlight()
	require.NoError(t, err)
	require.Equal(t, []Flight{second}, flights)
}
