package ledger

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func known(path string, size int64) KnownDoc {
	return KnownDoc{Path: path, Size: size, ModTime: time.Unix(0, 1_700_000_000_123_456_789), Change: time.Unix(0, 5), Inode: 1 << 63, Version: VersionOf(nil)}
}

func TestTheLastLineOfAPathCounts(t *testing.T) {
	s, _ := newStore(t, nil)
	x := s.Index("/repo/.noclobber.toml")
	docs, err := x.Load()
	require.NoError(t, err)
	require.Empty(t, docs)
	odd := "/a\tb\nc\\t\\"
	for _, k := range []KnownDoc{known("/b", 1), known(odd, 2), known("/c", 3), {Path: "/d", Version: Absent}, known("/b", 4), {Path: "/e"}} {
		require.NoError(t, x.Note(k))
	}
	require.NoError(t, x.Remove("/c"))
	require.NoError(t, x.Remove("/never"))
	docs, err = x.Load()
	require.NoError(t, err)
	require.Equal(t, []KnownDoc{known(odd, 2), known("/b", 4), {Path: "/d", Version: Absent}, {Path: "/e"}}, docs)
	require.NoError(t, x.Note(known("/c", 5)))
	docs, err = x.Load()
	require.NoError(t, err)
	require.Len(t, docs, 5)
	others, err := s.Index("/other/.noclobber.toml").Load()
	require.NoError(t, err)
	require.Empty(t, others)
}

func TestATornLineSpoilsNoOther(t *testing.T) {
	s, _ := newStore(t, nil)
	x := s.Index("p")
	require.NoError(t, x.Note(known("/a", 1)))
	whole, err := os.ReadFile(x.path)
	require.NoError(t, err)
	require.NoError(t, x.Note(known("/b", 2)))
	both, err := os.ReadFile(x.path)
	require.NoError(t, err)
	for length := len(whole); length < len(both); length++ {
		require.NoError(t, os.WriteFile(x.path, both[:length], 0o600))
		require.NoError(t, x.Note(known("/c", 3)))
		docs, err := x.Load()
		require.NoError(t, err)
		want := []KnownDoc{known("/a", 1), known("/c", 3)}
		if length == len(both)-1 { // all but the line feed
			want = []KnownDoc{known("/a", 1), known("/b", 2), known("/c", 3)}
		}
		require.Equal(t, want, docs, "torn at %d", length)
	}
	for i := len(whole); i < len(both); i++ {
		flipped := append([]byte{}, both...)
		flipped[i] ^= 2
		docs, _ := parseIndex(string(flipped))
		require.Subset(t, []KnownDoc{known("/a", 1), known("/b", 2)}, docs, "byte %d", i)
	}
}

func TestAnIndexMostlyOutOfDateIsCompacted(t *testing.T) {
	s, _ := newStore(t, nil)
	x := s.Index("p")
	for i := range 500 {
		require.NoError(t, x.Note(known("/doc"+strconv.Itoa(i%10), int64(i))))
	}
	before, err := x.Load()
	require.NoError(t, err)
	require.Len(t, before, 10)
	text, err := os.ReadFile(x.path)
	require.NoError(t, err)
	require.Equal(t, 10, strings.Count(string(text), "+\t"))
	after, err := x.Load()
	require.NoError(t, err)
	require.Equal(t, before, after)
}

func TestNoNoteIsLostToACompaction(t *testing.T) {
	s, _ := newStore(t, nil)
	const writers, each = 4, 300
	var wait sync.WaitGroup
	for w := range writers {
		wait.Go(func() {
			x := s.Index("p")
			for i := range each {
				if err := x.Note(known(fmt.Sprintf("/%d/%d", w, i), 1)); err != nil {
					t.Error(err)
				}
				for range 4 { // out of date at once
					_ = x.Note(known("/same", int64(i)))
				}
				if i%10 == 0 {
					_, _ = x.Load()
				}
			}
		})
	}
	wait.Wait()
	docs, err := s.Index("p").Load()
	require.NoError(t, err)
	require.Len(t, docs, writers*each+1)
}

func TestAnEntryComesBackAsItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := KnownDoc{
			Path: rapid.StringN(1, 40, -1).Draw(t, "path"), Size: rapid.Int64().Draw(t, "size"), Inode: rapid.Uint64().Draw(t, "inode"),
			ModTime: instant(rapid.Int64().Draw(t, "mtime")), Version: Version(rapid.StringMatching(`[0-9a-f]{0,64}`).Draw(t, "version")),
		}
		line := encodeKnown(k)
		require.NotContains(t, line, "\n")
		got, gone, ok := decodeKnown(line)
		require.True(t, ok)
		require.False(t, gone)
		require.Equal(t, k, got)
	})
}
