package ledger

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestEveryVersionOfALongHistoryComesBack(t *testing.T) {
	s, document := newStore(t, nil)
	d := lock(t, s, document)
	random := rand.New(rand.NewPCG(1, 2))
	content := journal(100)
	var stamps []Stamp
	var contents [][]byte
	near := Stamp{}
	for i := range 300 {
		switch next := bytes.Clone(content); {
		case i%50 == 49: // a rewrite
			content = journal(100 + i)
		case i%7 == 6: // an edit somewhere
			at := random.IntN(len(next))
			content = append(next[:at:at], append([]byte("edited\n"), next[at:]...)...)
		case i%31 == 30: // a loss
			content = next[:len(next)/2]
		default:
			content = fmt.Appendf(next, "- line %d\n", i)
		}
		near = d.Keep(content, near, nil)
		stamps, contents = append(stamps, near), append(contents, content)
		commit(t, d, Record{Event: External, After: near})
	}
	d = relock(t, d)
	for i, stamp := range stamps {
		b, err := d.Bytes(stamp)
		require.NoError(t, err)
		require.Equal(t, contents[i], b, "version %d", i)
	}
}

func TestAGrowingDocumentCostsWhatGrew(t *testing.T) {
	t.Parallel()
	const versions, entry = 1000, 100
	s, document := newStore(t, nil)
	d := lock(t, s, document)
	content := bytes.Repeat([]byte("0123456789abcdef\n"), 1<<18/17)
	near := d.Keep(content, Stamp{}, nil)
	commit(t, d, Record{Event: Known, After: near})
	before := d.log.size
	for i := range versions {
		next := fmt.Appendf(content, "%0*d\n", entry-1, i)
		near = d.Keep(next, near, content)
		content = next
	}
	require.NoError(t, d.Commit(false))
	require.Less(t, (d.log.size-before)/versions, int64(3*entry+fixedMax+headerSize+trailerSize))
	b, err := relock(t, d).Bytes(near)
	require.NoError(t, err)
	require.Equal(t, content, b)
}

func TestNoChainIsLong(t *testing.T) {
	depth := make([]int, 1, mostDeep) // by offset, one a version
	for at := (snapshot{}); len(depth) < mostDeep; {
		parent := at.successorParent()
		depth = append(depth, depth[parent]+1)
		at = at.successor(snapshot{frame: frame{at: at.at + 1}}, parent)
	}
	require.Equal(t, 3*(fan-1), slices.Max(depth))
}

func TestAWholeVersionIsStoredWhenDeltasAddUpToOne(t *testing.T) {
	s, document := newStore(t, nil)
	d := lock(t, s, document)
	content, near, wholes := []byte(nil), Stamp{}, 0
	for i := range 500 {
		content = fmt.Appendf(content, "- entry %d of a small journal, one line each\n", i)
		near = d.Keep(content, near, nil)
		snap, err := snapshotAt(d.log, near.At)
		require.NoError(t, err)
		if snap.kind == kindWhole {
			wholes++
		}
	}
	require.Greater(t, wholes, 2)
	require.Less(t, wholes, 50)
}

func TestAVersionIsKeptOnce(t *testing.T) {
	s, document := newStore(t, nil)
	d := lock(t, s, document)
	a, b := []byte("a\n"), []byte("b\n")
	first := d.Keep(a, Stamp{}, nil)
	require.Equal(t, first, d.Keep(a, Stamp{}, nil), "staged")
	commit(t, d, Record{Event: Known, After: first})
	require.Equal(t, first, d.Keep(a, Stamp{}, nil), "the head")
	second := d.Keep(b, first, a)
	commit(t, d, Record{Event: External, After: second})
	require.Equal(t, first, d.Keep(a, second, b), "the one before")
	require.Equal(t, second, d.Keep(b, second, nil), "near")
	require.NotEqual(t, first, second)
	size := d.log.size
	require.NoError(t, d.Commit(true))
	require.Equal(t, size, d.log.size, "and nothing is written for it")
}

func TestBytesThatAreNotNearsDoNoHarm(t *testing.T) {
	s, document := newStore(t, nil)
	d := lock(t, s, document)
	first := d.Keep(journal(10), Stamp{}, nil)
	second := d.Keep(journal(11), first, journal(9))
	third := d.Keep(journal(12), Stamp{Version: second.Version, At: first.At}, nil)
	commit(t, d, Record{Event: Known, After: third})
	for i, stamp := range []Stamp{first, second, third} {
		b, err := d.Bytes(stamp)
		require.NoError(t, err)
		require.Equal(t, journal(10+i), b)
	}
}

func TestBytesSaysWhyItHasNone(t *testing.T) {
	s, document := newStore(t, nil)
	d := lock(t, s, document)
	stamp := d.Keep(journal(5), Stamp{}, nil)
	commit(t, d, Record{Event: Known, After: stamp})
	b, err := d.Bytes(AbsentStamp())
	require.NoError(t, err)
	require.Nil(t, b)
	_, err = d.Bytes(StampOf([]byte("x")))
	require.ErrorIs(t, err, ErrNotStored)
	_, err = d.Bytes(Stamp{Version: VersionOf([]byte("x")), At: stamp.At})
	require.ErrorIs(t, err, ErrDamaged)
	_, err = d.Bytes(Stamp{Version: stamp.Version, At: stamp.At + 1})
	require.ErrorIs(t, err, ErrDamaged)
	empty := d.Keep(nil, Stamp{}, nil)
	b, err = d.Bytes(empty)
	require.NoError(t, err)
	require.Empty(t, b)
}

func TestCommonPartsNeverOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		part := rapid.SliceOfN(rapid.SampledFrom([]byte("ab")), 0, 8)
		filler := bytes.Repeat([]byte("ab"), rapid.IntRange(0, 1500).Draw(t, "filler"))
		a := append(append(part.Draw(t, "a"), filler...), part.Draw(t, "a2")...)
		b := append(append(part.Draw(t, "b"), filler...), part.Draw(t, "b2")...)
		p, s := common(a, b)
		n := int64(min(len(a), len(b)))
		require.LessOrEqual(t, p+s, n)
		require.Equal(t, a[:p], b[:p])
		require.Equal(t, a[int64(len(a))-s:], b[int64(len(b))-s:])
		if p < n {
			require.NotEqual(t, a[p], b[p], "the prefix is the longest")
		}
		if p+s < n {
			require.NotEqual(t, a[int64(len(a))-1-s], b[int64(len(b))-1-s], "and so is the suffix")
		}
	})
}

func TestALongLogOpensByReadingItsEndAlone(t *testing.T) {
	t.Parallel()
	count := func(frames int) (read int64, size int64) {
		files := &layer{idle: true}
		s, document := newStore(t, files)
		fill(t, s, document, frames)
		files.read.Store(0)
		d := lock(t, s, document)
		require.EqualValues(t, frames, d.Tail().Seq)
		commit(t, d, Record{Event: External})
		_, _, err := d.ByCall(Writer{Session: "s"}, "none", 50)
		require.NoError(t, err)
		info, err := os.Stat(d.logPath())
		require.NoError(t, err)
		return files.read.Load(), info.Size()
	}
	short, _ := count(1000)
	long, size := count(100_000)
	require.Greater(t, size, int64(20<<20))
	require.Less(t, long, short+2048, "bytes read")
	require.Less(t, long, int64(128<<10))
}
