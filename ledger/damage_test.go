package ledger

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// smallLog is a log with every kind of frame, and what it holds.
type smallLog struct {
	store    *Store
	document string
	path     string
	log      []byte
	records  []Record
	ends     []int64 // of the frames
	versions map[Version][]byte
	stamps   []Stamp
}

func makeSmallLog(t *testing.T) smallLog {
	t.Helper()
	s, document := newStore(t, nil)
	d := lock(t, s, document)
	l := smallLog{store: s, document: document, path: d.logPath(), versions: map[Version][]byte{}}
	var near Stamp
	var bytes []byte
	for i := range 2 {
		next := journal(6 + i)
		stamp := d.Keep(next, near, bytes)
		l.versions[stamp.Version], near, bytes = next, stamp, next
		l.stamps = append(l.stamps, stamp)
		d.Append(Record{Event: External, After: stamp, Time: anHourAgo})
		d.Lapse(d.Append(Record{Event: Intent, Time: anHourAgo}))
		require.NoError(t, d.Commit(false))
	}
	l.records = allRecords(t, d)
	src := &window{log: d.log}
	kinds := map[byte]int{}
	for f, ok := onward(src, fileHeaderSize); ok; f, ok = onward(src, f.end()) {
		l.ends = append(l.ends, f.end())
		kinds[f.kind]++
	}
	require.Equal(t, map[byte]int{kindRecord: 4, kindTail: 2, kindWhole: 1, kindDelta: 1}, kinds)
	damage, err := d.Verify()
	require.NoError(t, err)
	require.Empty(t, damage)
	require.NoError(t, d.Unlock())
	l.log, err = os.ReadFile(l.path)
	require.NoError(t, err)
	return l
}

func (l smallLog) write(t *testing.T, b []byte) {
	t.Helper()
	require.NoError(t, os.Remove(l.path)) // ext4 flushes a file that is cut to nothing and written again
	require.NoError(t, os.WriteFile(l.path, b, 0o600))
}

// side returns the bytes that were set aside, and clears them away.
func (l smallLog) side(t *testing.T, kind string) []byte {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(filepath.Dir(l.path), kind+"-*"))
	require.NoError(t, err)
	var all []byte
	for _, name := range names {
		b, err := os.ReadFile(name)
		require.NoError(t, err)
		require.NoError(t, os.Remove(name))
		all = append(all, b...)
	}
	return all
}

func TestALogTornAtAnyLengthKeepsWhatIsWhole(t *testing.T) {
	t.Parallel()
	l := makeSmallLog(t)
	for length := range len(l.log) {
		whole := 0 // bytes of frames that are readable
		for _, end := range l.ends {
			if int(end)-trailerSize <= length {
				whole = int(end)
			}
		}
		l.write(t, l.log[:length])
		d := lock(t, l.store, l.document)
		got := allRecords(t, d)
		require.Equal(t, l.records[:len(got)], append([]Record{}, got...), "torn at %d", length)
		require.EqualValues(t, len(got), d.Tail().Seq, "torn at %d", length)
		log, err := os.ReadFile(l.path)
		require.NoError(t, err)
		require.Equal(t, l.log[:whole], log, "torn at %d: what was whole stands as it stood", length)
		require.Empty(t, l.side(t, "damaged"), "torn at %d: a crash is no damage", length)
		cut := l.side(t, "torn")
		if whole > length {
			require.Equal(t, l.log[whole-trailerSize:length], append([]byte{}, cut...), "torn at %d", length)
		} else {
			require.Equal(t, l.log[whole:length], append([]byte{}, cut...), "torn at %d", length)
		}
		damage, err := d.Verify()
		require.NoError(t, err)
		require.Empty(t, damage, "torn at %d", length)
		require.EqualValues(t, len(got)+1, commit(t, d, Record{Event: External}))
		d = relock(t, d)
		require.Len(t, allRecords(t, d), len(got)+1)
		require.NoError(t, d.Unlock())
	}
}

func TestEveryDamagedByteIsFoundAndTheRestIsReadable(t *testing.T) {
	t.Parallel()
	l := makeSmallLog(t)
	for at := range l.log {
		log := append([]byte{}, l.log...)
		log[at] ^= 0x20
		l.write(t, log)

		d, err := l.store.Read(l.document)
		require.NoError(t, err)
		damage, err := d.Verify()
		require.NoError(t, err)
		require.NotEmpty(t, damage, "byte %d", at)
		got := allRecords(t, d)
		require.GreaterOrEqual(t, len(got), len(l.records)-1, "byte %d", at)
		require.Subset(t, l.records, got, "byte %d", at)
		back := 0
		require.NoError(t, d.Backward(func(Record) bool { back++; return true }))
		require.Equal(t, len(got), back, "byte %d", at)
		whole, err := d.Whole()
		require.NoError(t, err)
		require.Equal(t, len(got), whole.Records, "byte %d", at)
		gone := 0
		for _, stamp := range l.stamps {
			b, err := d.Bytes(stamp)
			if err != nil {
				require.ErrorIs(t, err, ErrDamaged, "byte %d", at)
				gone++
				continue
			}
			require.Equal(t, l.versions[stamp.Version], b, "byte %d: never the wrong bytes", at)
		}
		if len(got) == len(l.records) {
			require.Len(t, whole.Lost, gone, "byte %d", at)
			require.Equal(t, len(l.stamps)-gone, whole.Versions, "byte %d", at)
		}
		require.NoError(t, d.Unlock())

		w := lock(t, l.store, l.document)
		damage, err = w.Verify()
		require.NoError(t, err)
		if at < len(l.log)-trailerSize {
			require.NotEmpty(t, damage, "byte %d", at)
		} else {
			require.NotEmpty(t, l.side(t, "damaged"), "byte %d: a trailer is put right, and what stood there is kept", at)
		}
		require.LessOrEqual(t, len(damage), 4, "byte %d: one byte is few findings: %v", at, damage)
		_, err = w.Opens()
		require.NoError(t, err)
		seq := commit(t, w, Record{Event: External})
		w = relock(t, w)
		require.Equal(t, seq, w.Tail().Seq)
		require.NoError(t, w.Unlock())
		l.side(t, "damaged")
	}
}

func TestADamagedIntentIsListedAsSuch(t *testing.T) {
	s, document := newStore(t, nil)
	d := lock(t, s, document)
	first := commit(t, d, Record{Event: Intent, Text: "what it was"})
	second := commit(t, d, Record{Event: Intent})
	path := d.logPath()
	require.NoError(t, d.Unlock())
	log, err := os.ReadFile(path)
	require.NoError(t, err)
	log[fileHeaderSize+headerSize+20]++
	require.NoError(t, os.WriteFile(path, log, 0o600))
	d = lock(t, s, document)
	opens, err := d.Opens()
	require.NoError(t, err)
	require.Len(t, opens, 2)
	require.Equal(t, Open{Record: Record{Seq: first, Event: Intent}, Offset: fileHeaderSize, Damaged: true}, opens[0])
	require.False(t, opens[1].Damaged)
	commit(t, d, Record{Event: Result, Fence: first, Outcome: Unknown})
	require.Equal(t, second, relock(t, d).Tail().Opens[0].Seq)
}

// A document may itself be a piece of a log, this very one even. It must not be taken for frames.
func TestADocumentThatLooksLikeALogIsNoLog(t *testing.T) {
	l := makeSmallLog(t)
	d := lock(t, l.store, l.document)
	d.Append(Record{Event: External, After: d.Keep(l.log, Stamp{}, nil)})
	require.NoError(t, d.Commit(false))
	path := d.logPath()
	require.NoError(t, d.Unlock())
	log, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, length := range []int{len(log) - 40, len(l.log) + len(l.log)/2, len(l.log) + headerSize + stampSize + 4 + len(l.log)} {
		l.write(t, log[:length])
		d := lock(t, l.store, l.document)
		require.Equal(t, l.records, allRecords(t, d), "torn at %d", length)
		require.NoError(t, d.Unlock())
	}
	log[len(l.log)+9]++ // the snapshot's header: what it holds must be skipped, not read
	l.write(t, log)
	r, err := l.store.Read(l.document)
	require.NoError(t, err)
	require.Len(t, allRecords(t, r), len(l.records)+1)
	require.NoError(t, r.Unlock())
}

func FuzzALogMadeOfAnything(f *testing.F) {
	f.Add([]byte("NOCLOLOG"), uint16(0), uint16(3))
	f.Add([]byte(frameMagic), uint16(100), uint16(0))
	f.Add(make([]byte, 50), uint16(2000), uint16(9999))
	f.Fuzz(func(t *testing.T, junk []byte, at, drop uint16) {
		l := makeSmallLog(t)
		cut := int(at) % (len(l.log) + 1)
		rest := l.log[min(len(l.log), cut+int(drop)):]
		l.write(t, append(append(append([]byte{}, l.log[:cut]...), junk...), rest...))
		d := lock(t, l.store, l.document)
		require.Subset(t, l.records, allRecords(t, d), "no record is made up")
		for _, stamp := range l.stamps {
			if b, err := d.Bytes(stamp); err == nil {
				require.Equal(t, l.versions[stamp.Version], b)
			}
		}
		_, err := d.Opens()
		require.NoError(t, err)
		_, err = d.Verify()
		require.NoError(t, err)
		seq := commit(t, d, Record{Event: External, Text: "after"})
		d = relock(t, d)
		require.Equal(t, seq, d.Tail().Seq)
		all := allRecords(t, d)
		require.Equal(t, "after", all[len(all)-1].Text)
	})
}
