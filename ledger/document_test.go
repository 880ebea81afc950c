package ledger

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"noclobber/internal/fsx"
)

var anHourAgo = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

// newStore returns an empty store. Without a layer of its own it flushes nothing, which spares the test its wait.
func newStore(t *testing.T, files fsx.FS) (s *Store, document string) {
	t.Helper()
	if files == nil {
		files = &layer{idle: true}
	}
	dir := t.TempDir()
	return New("", filepath.Join(dir, "state"), files), filepath.Join(dir, "JOURNAL.md")
}

func lock(t *testing.T, s *Store, document string) *Doc {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	d, err := s.Lock(ctx, document)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Unlock()) })
	return d
}

// relock closes d and opens it again, as the next process does.
func relock(t *testing.T, d *Doc) *Doc {
	t.Helper()
	require.NoError(t, d.Unlock())
	return lock(t, d.store, d.real)
}

func commit(t *testing.T, d *Doc, records ...Record) (last uint64) {
	t.Helper()
	for _, r := range records {
		last = d.Append(r)
	}
	require.NoError(t, d.Commit(false))
	return last
}

func allRecords(t *testing.T, d *Doc) []Record {
	t.Helper()
	var all []Record
	require.NoError(t, d.Records(func(r Record) bool { all = append(all, r); return true }))
	return all
}

func journal(entries int) []byte {
	var b []byte
	for i := range entries {
		b = fmt.Appendf(b, "## Entry %d\n\nWhat was done in run %d.\n\n", i, i*7)
	}
	return b
}

func TestAnEmptyLogHasNoHeadAndAReaderIsToldSo(t *testing.T) {
	s, document := newStore(t, nil)
	_, err := s.Read(document)
	require.ErrorIs(t, err, ErrUnknown)
	d := lock(t, s, document)
	require.Equal(t, Tail{}, d.Tail())
	_, ok, err := d.LastChange()
	require.NoError(t, err)
	require.False(t, ok)
	require.NoError(t, d.Commit(true), "nothing staged is nothing to write")
	_, err = s.Read(document)
	require.ErrorIs(t, err, ErrUnknown)
	require.ErrorContains(t, err, document)
}

func TestARecordComesBackAsItWasGiven(t *testing.T) {
	s, document := newStore(t, fsx.OS{})
	d := lock(t, s, document)
	r := Record{
		Time: anHourAgo, Event: Intent, Writer: Writer{Node: "box-1f2e", Host: "claude", Session: "s1", Agent: "a"}, Call: "toolu_1",
		Tool: "Write", Op: "write", Mode: "append", Rule: "journals", Before: AbsentStamp(), After: StampOf([]byte("a\n")),
		Proposal: StampOf([]byte("b")), Shared: true, Expires: anHourAgo.Add(15 * time.Second), Action: "rewrite",
		Answer: []byte("{\"x\":\"\xff\"}"), Cause: "stale", Text: "<lines> & \"quotes\"", Lines: []string{"ü", ""},
		LostLines: 3, LostBytes: 40, Confirmed: true, InFlight: []string{"Bash: make"},
	}
	require.EqualValues(t, 1, commit(t, d, r))
	r.Seq = 1
	d = relock(t, d)
	require.Equal(t, []Record{r}, allRecords(t, d))
	opens, err := d.Opens()
	require.NoError(t, err)
	require.Equal(t, []Open{{Record: r, Offset: fileHeaderSize}}, opens)
}

func TestTheTailFollowsEachRecord(t *testing.T) {
	one, two := StampOf([]byte("one\n")), StampOf([]byte("two\n"))
	type state struct {
		head, prev Version
		opens      []uint64
		alarms     []uint64
		maker      uint64 // the record that made the head
	}
	for _, c := range []struct {
		rule    string
		records []Record
		want    state
	}{
		{"the first version seen is the head", []Record{{Event: Known, After: one}}, state{head: one.Version, maker: 1}},
		{"an intent is open and moves no head", []Record{{Event: Known, After: one}, {Event: Intent, After: two}},
			state{head: one.Version, opens: []uint64{2}, maker: 1}},
		{"a result ends its intent and moves the head", []Record{{Event: Known, After: one}, {Event: Intent, After: two}, {Event: Result, Fence: 2, After: two}},
			state{head: two.Version, prev: one.Version, maker: 3}},
		{"a repair ends an intent too", []Record{{Event: Intent, After: two}, {Event: Repair, Fence: 1, After: two}}, state{head: two.Version, maker: 2}},
		{"a result without a version ends its intent alone", []Record{{Event: Known, After: one}, {Event: Intent}, {Event: Result, Fence: 2, Outcome: Unwritten}},
			state{head: one.Version, maker: 1}},
		{"an external change ends no intent", []Record{{Event: Intent}, {Event: External, Fence: 1, After: two}},
			state{head: two.Version, opens: []uint64{1}, maker: 2}},
		{"the same version again keeps its maker and what was before", []Record{{Event: Known, After: one}, {Event: External, After: two}, {Event: Result, After: two}},
			state{head: two.Version, prev: one.Version, maker: 2}},
		{"a removal is a version", []Record{{Event: Known, After: one}, {Event: External, After: AbsentStamp()}},
			state{head: Absent, prev: one.Version, maker: 2}},
		{"a refusal changes nothing", []Record{{Event: Known, After: one}, {Event: Refusal, After: two, Fence: 1, Alarm: true}},
			state{head: one.Version, maker: 1}},
		{"an alarm stays until it is accepted", []Record{{Event: External, After: one, Alarm: true}, {Event: External, After: two, Alarm: true}, {Event: Accept, Accepts: 1}},
			state{head: two.Version, prev: one.Version, alarms: []uint64{2}, maker: 2}},
		{"accepting can settle all", []Record{{Event: External, After: one, Alarm: true}, {Event: Accept, Accepts: 9, After: one}},
			state{head: one.Version, maker: 1}},
	} {
		t.Run(c.rule, func(t *testing.T) {
			s, document := newStore(t, nil)
			d := lock(t, s, document)
			commit(t, d, c.records...)
			d = relock(t, d)
			tail := d.Tail()
			got := state{head: tail.Head.Version, prev: tail.Prev.Version, alarms: tail.Alarms}
			for _, o := range tail.Opens {
				got.opens = append(got.opens, o.Seq)
			}
			if r, ok, err := d.LastChange(); ok {
				got.maker = r.Seq
			} else {
				require.NoError(t, err)
			}
			require.Equal(t, c.want, got)
			require.EqualValues(t, len(c.records), tail.Seq)
		})
	}
}

func TestATailStaysSmall(t *testing.T) {
	s, document := newStore(t, nil)
	d := lock(t, s, document)
	for range 20 {
		d.Lapse(d.Append(Record{Event: Intent}))
	}
	var live []uint64
	for range 40 {
		live = append(live, d.Append(Record{Event: Intent}))
		d.Append(Record{Event: External, Alarm: true})
	}
	require.NoError(t, d.Commit(false))
	var kept []uint64
	for _, o := range relock(t, d).Tail().Opens {
		kept = append(kept, o.Seq)
	}
	require.Equal(t, live, kept, "the lapsed ones go first, and live ones stay")
	require.Len(t, d.saved.Alarms, mostAlarms-24)
	for range 200 {
		d.saved = d.saved.after(Record{Event: Intent, Alarm: true}, 1).after(Record{Event: External, Alarm: true}, 1)
	}
	require.Len(t, d.saved.Opens, hardOpens)
	require.Len(t, d.saved.Alarms, mostAlarms)
}

func TestLapseAndPlanAreKeptWithoutARecord(t *testing.T) {
	s, document := newStore(t, nil)
	d := lock(t, s, document)
	seq := commit(t, d, Record{Event: Intent})
	d.Lapse(seq)
	d.Plan(&Pending{Fence: seq, Text: "put back", Lines: []string{"a line"}})
	require.NoError(t, d.Commit(true))
	d = relock(t, d)
	require.True(t, d.Tail().Opens[0].Lapsed)
	require.Equal(t, "put back", d.Tail().Repair.Text)
	opens, err := d.Opens()
	require.NoError(t, err)
	require.True(t, opens[0].Lapsed)
	d.Plan(nil)
	require.NoError(t, d.Commit(true))
	require.Nil(t, relock(t, d).Tail().Repair)
	require.Len(t, allRecords(t, lock(t, s, filepath.Join(filepath.Dir(document), "other"))), 0)
}

func TestWhatIsNotCommittedIsNotThere(t *testing.T) {
	s, document := newStore(t, nil)
	d := lock(t, s, document)
	commit(t, d, Record{Event: Known, After: d.Keep([]byte("a\n"), Stamp{}, nil)})
	before := d.Tail()
	d.Append(Record{Event: External, After: d.Keep([]byte("b\n"), Stamp{}, nil)})
	d.Lapse(1)
	require.NotEqual(t, before, d.Tail())
	require.Equal(t, before, relock(t, d).Tail())
}

func TestByCallFindsTheNewestOfACallOfASession(t *testing.T) {
	s, document := newStore(t, nil)
	d := lock(t, s, document)
	me, other := Writer{Session: "s1"}, Writer{Session: "s2"}
	commit(t, d,
		Record{Event: Intent, Call: "c<1>", Writer: me, Text: "first"},
		Record{Event: Refusal, Call: "c<1>", Writer: me, Text: "second"},
		Record{Event: Intent, Call: "c<1>", Writer: other, Text: "another's"},
		Record{Event: External, Call: "c<1>", Writer: me, Text: "no answer"},
		Record{Event: Known, Text: `"call":"c<1>"`})
	r, ok, err := d.ByCall(me, "c<1>", 4)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, "second", r.Text)
	for _, c := range []struct {
		call string
		max  int
	}{{"c<1>", 3}, {"c<2>", 9}} {
		_, ok, err = d.ByCall(me, c.call, c.max)
		require.NoError(t, err)
		require.False(t, ok, "%v", c)
	}
}

func TestRecordsAreReadBothWays(t *testing.T) {
	s, document := newStore(t, nil)
	d := lock(t, s, document)
	near, bytes := Stamp{}, []byte(nil)
	for i := range 3000 { // more than a window's worth
		next := journal(i/10 + 1)
		stamp := d.Keep(next, near, bytes)
		d.Append(Record{Event: External, After: stamp, Time: anHourAgo})
		near, bytes = stamp, next
	}
	staged := allRecords(t, d)
	require.NoError(t, d.Commit(false))
	forward := allRecords(t, d)
	require.Len(t, forward, 3000)
	require.Equal(t, forward, staged)
	i := len(forward)
	require.NoError(t, d.Backward(func(r Record) bool {
		i--
		require.Equal(t, forward[i], r)
		return i > 10
	}))
	require.Equal(t, 10, i)
}

func TestAReaderSeesWhatIsWholeAndCannotWrite(t *testing.T) {
	s, document := newStore(t, nil)
	d := lock(t, s, document)
	commit(t, d, Record{Event: Known, After: d.Keep([]byte("a\n"), Stamp{}, nil)})
	commit(t, d, Record{Event: External})
	log, err := os.ReadFile(d.logPath())
	require.NoError(t, err)
	for _, torn := range []int{1, trailerSize, trailerSize + 1, 40} {
		require.NoError(t, os.WriteFile(d.logPath(), log[:len(log)-torn], 0o600))
		r, err := s.Read(document)
		require.NoError(t, err)
		want := 1
		if torn <= trailerSize {
			want = 2 // the record is whole, what closes it is not
		}
		n := 0
		require.NoError(t, r.Backward(func(Record) bool { n++; return true }))
		require.Equal(t, want, n)
		require.Len(t, allRecords(t, r), want)
		require.EqualValues(t, want, r.Tail().Seq)
		r.Append(Record{})
		require.ErrorIs(t, r.Commit(false), ErrReadOnly)
		require.NoError(t, r.Unlock())
	}
	after, err := os.ReadFile(d.logPath())
	require.NoError(t, err)
	require.Equal(t, log[:len(log)-40], after, "looking changes nothing")
}

func TestALaterFormatIsRefused(t *testing.T) {
	s, document := newStore(t, nil)
	d := lock(t, s, document)
	commit(t, d, Record{Event: Known})
	log, err := os.ReadFile(d.logPath())
	require.NoError(t, err)
	log[11]++
	copy(log[12:16], []byte{byte(checksum(log[:12]) >> 24), byte(checksum(log[:12]) >> 16), byte(checksum(log[:12]) >> 8), byte(checksum(log[:12]))})
	require.NoError(t, os.WriteFile(d.logPath(), log, 0o600))
	_, err = s.Read(document)
	require.ErrorIs(t, err, ErrFormat)
}

func TestALockThatIsHeldIsNamed(t *testing.T) {
	s, document := newStore(t, nil)
	d := lock(t, s, document)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	_, err := s.Lock(ctx, document)
	require.ErrorIs(t, err, ErrLocked)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.ErrorContains(t, err, document)
	require.ErrorContains(t, err, d.Dir())
}

func TestStateIsPrivate(t *testing.T) {
	s, document := newStore(t, nil)
	d := lock(t, s, document)
	commit(t, d, Record{Event: Known})
	require.NoError(t, d.SetView(Writer{Session: "s"}, View{}))
	require.NoError(t, s.Begin(Flight{Call: "c", Started: time.Now()}))
	require.NoError(t, s.Index("p").Note(KnownDoc{Path: "/x"}))
	_, err := s.Node()
	require.NoError(t, err)
	require.NoError(t, filepath.Walk(filepath.Join(filepath.Dir(document), "state"), func(path string, info os.FileInfo, err error) error {
		want := os.FileMode(0o600)
		if info.IsDir() {
			want = 0o700
		}
		require.Equal(t, want, info.Mode().Perm(), path)
		return err
	}))
}

func TestALogThatIsNotTheOneLockedIsNotWritten(t *testing.T) {
	for what, do := range map[string]func(t *testing.T, d *Doc){
		"the state directory is removed": func(t *testing.T, d *Doc) { require.NoError(t, os.RemoveAll(d.Dir())) },
		"the log is replaced": func(t *testing.T, d *Doc) {
			require.NoError(t, os.Rename(d.logPath(), d.logPath()+"~"))
			require.NoError(t, os.WriteFile(d.logPath(), nil, 0o600))
		},
		"another wrote without the lock": func(t *testing.T, d *Doc) {
			require.NoError(t, appendTo(fsx.OS{}, d.logPath(), "x"))
		},
	} {
		t.Run(what, func(t *testing.T) {
			s, document := newStore(t, nil)
			d := lock(t, s, document)
			commit(t, d, Record{Event: Known})
			do(t, d)
			d.Append(Record{Event: External})
			require.ErrorIs(t, d.Commit(true), ErrGone)
			d = relock(t, d)
			seq := d.Tail().Seq
			require.Equal(t, seq+1, commit(t, d, Record{Event: External}), "the next call works")
		})
	}
}

func TestAReaderIsStampedAsItsBytesAre(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SliceOfN(rapid.SampledFrom([]byte("a\n\r")), 0, 200).Draw(t, "text")
		got, err := StampReader(iotest.OneByteReader(bytes.NewReader(text)))
		require.NoError(t, err)
		require.Equal(t, StampOf(text), got)
	})
	_, err := StampReader(iotest.ErrReader(os.ErrClosed))
	require.ErrorIs(t, err, os.ErrClosed)
}
