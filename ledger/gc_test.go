package ledger

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// grown is a document with a long history, one version a day, and things that are not settled.
func grown(t *testing.T, days int) (*Store, string) {
	t.Helper()
	s, document := newStore(t, &layer{idle: true})
	fillDays(t, s, document, days)
	return s, document
}

func fillDays(t *testing.T, s *Store, document string, days int) {
	t.Helper()
	d := lock(t, s, document)
	for day := range days {
		when := time.Now().Add(time.Duration(day-days) * 24 * time.Hour)
		r := Record{Event: External, Time: when, Before: d.Tail().Head, After: d.Keep(journal(20+day), d.Tail().Head, nil), Alarm: day == 3}
		if day == 5 {
			d.Append(Record{Event: Intent, Time: when, Before: d.Tail().Head, After: d.Keep([]byte("planned"), Stamp{}, nil), Proposal: d.Keep([]byte("proposed"), Stamp{}, nil)})
		}
		if day == 7 {
			d.Plan(&Pending{Want: d.Keep([]byte("wanted"), Stamp{}, nil), Over: d.Tail().Head})
		}
		d.Append(r)
		require.NoError(t, d.Commit(false))
		if day == 6 {
			d.Lapse(d.Tail().Opens[0].Seq)
			require.NoError(t, d.Commit(false))
		}
	}
	require.NoError(t, d.Unlock())
}

// plain is a record without offsets, which another log has others of.
func plain(r Record) Record {
	for _, s := range r.stamps() {
		s.At = 0
	}
	return r
}

func TestASweepDropsOldVersionsAndNothingElse(t *testing.T) {
	s, document := grown(t, 100)
	d := lock(t, s, document)
	before, tail := allRecords(t, d), d.Tail()
	alarm := before[3]
	opens, err := d.Opens()
	require.NoError(t, err)
	dry, err := d.Sweep(Keeping{Since: time.Now().AddDate(0, 0, -30), Dry: true})
	require.NoError(t, err)
	require.Len(t, allRecords(t, d), len(before))
	done, err := d.Sweep(Keeping{Since: time.Now().AddDate(0, 0, -30)})
	require.NoError(t, err)
	require.Equal(t, dry.Versions, done.Versions)
	require.Greater(t, done.Versions, 50)
	require.Less(t, done.After, done.Before)
	d = relock(t, d)
	after := allRecords(t, d)
	require.Len(t, after, len(before))
	stored := 0
	for i := range before {
		require.Equal(t, plain(before[i]), plain(after[i]))
		if b, err := d.Bytes(after[i].After); err == nil {
			require.Equal(t, after[i].After.Version, VersionOf(b))
			stored++
		} else {
			require.ErrorIs(t, err, ErrNotStored)
		}
	}
	require.Less(t, stored, 40)
	for _, v := range []Version{tail.Head.Version, tail.Prev.Version, tail.Repair.Want.Version, tail.Repair.Over.Version, alarm.Before.Version,
		alarm.After.Version, opens[0].Before.Version, opens[0].After.Version, opens[0].Proposal.Version} {
		found, err := d.Find(string(v))
		require.NoError(t, err)
		_, err = d.Bytes(found)
		require.NoError(t, err, "version %s must stay", v.Short())
	}
	now := d.Tail()
	require.Equal(t, tail.Alarms, now.Alarms)
	require.Equal(t, tail.Repair.Text, now.Repair.Text)
	require.True(t, now.Opens[0].Lapsed)
	again, err := d.Opens()
	require.NoError(t, err)
	require.Equal(t, plain(opens[0].Record), plain(again[0].Record))
	last, ok, err := d.LastChange()
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, tail.Head.Version, last.After.Version)
	damage, err := d.Verify()
	require.NoError(t, err)
	require.Empty(t, damage)
	require.EqualValues(t, tail.Seq+1, commit(t, d, Record{Event: External, After: d.Keep([]byte("and on"), d.Tail().Head, nil)}))
}

func TestASweepBySizeKeepsTheNewest(t *testing.T) {
	s, document := grown(t, 60)
	d := lock(t, s, document)
	done, err := d.Sweep(Keeping{Bytes: 4 << 10})
	require.NoError(t, err)
	require.Positive(t, done.Versions)
	d = relock(t, d)
	all := allRecords(t, d)
	_, err = d.Bytes(all[len(all)-2].After)
	require.NoError(t, err)
	_, err = d.Bytes(all[12].After)
	require.ErrorIs(t, err, ErrNotStored)
}

func TestADamagedLogIsNotSwept(t *testing.T) {
	s, document := grown(t, 20)
	d := lock(t, s, document)
	path := d.logPath()
	require.NoError(t, d.Unlock())
	log, err := os.ReadFile(path)
	require.NoError(t, err)
	log[len(log)/2] ^= 1
	require.NoError(t, os.WriteFile(path, log, 0o600))
	d = lock(t, s, document)
	_, err = d.Sweep(Keeping{Since: time.Now()})
	require.ErrorIs(t, err, ErrDamaged)
	now, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, log, now)
}

func TestViewsOfContextsThatHaveEndedAreSwept(t *testing.T) {
	s, document := grown(t, 3)
	d := lock(t, s, document)
	here, gone := Writer{Session: "here"}, Writer{Session: "gone"}
	for _, w := range []Writer{here, gone} {
		require.NoError(t, d.SetView(w, View{HasBase: true, Base: []byte("seen"), Epoch: s.Epoch(w)}))
	}
	require.NoError(t, s.Forget(gone))
	require.NoError(t, os.WriteFile(filepath.Join(d.Dir(), "torn-1"), []byte("x"), 0o600))
	require.NoError(t, os.Chtimes(filepath.Join(d.Dir(), "torn-1"), time.Time{}, time.Now().AddDate(-1, 0, 0)))
	done, err := d.Sweep(Keeping{Since: time.Now().AddDate(0, -1, 0)})
	require.NoError(t, err)
	require.Equal(t, []int{0, 1, 1}, []int{done.Versions, done.Views, done.Files})
	d = relock(t, d)
	v, err := d.View(here)
	require.NoError(t, err)
	require.Equal(t, []byte("seen"), v.Base)
}

// A sweep beside processes that write: every record stays, the versions of the end stay.
func TestASweepBesideProcessesThatWrite(t *testing.T) {
	const processes, each = 4, 50
	dir := t.TempDir()
	var running []*exec.Cmd
	for range processes {
		cmd := part("append", dir)
		cmd.Stderr = os.Stderr
		require.NoError(t, cmd.Start())
		running = append(running, cmd)
	}
	done := make(chan error, 1)
	stop := make(chan struct{})
	go func() { done <- sweepUntil(dir, stop) }()
	for _, cmd := range running {
		require.NoError(t, cmd.Wait())
	}
	close(stop)
	require.NoError(t, <-done)
	s, document := storeIn(dir, nil)
	d := lock(t, s, document)
	all := allRecords(t, d)
	require.Len(t, all, processes*each)
	for i, r := range all {
		require.EqualValues(t, i+1, r.Seq)
	}
	_, err := d.Bytes(d.Tail().Head)
	require.NoError(t, err)
}

func sweepUntil(dir string, stop chan struct{}) error {
	s, document := storeIn(dir, &layer{idle: true})
	for {
		select {
		case <-stop:
			return nil
		case <-time.After(5 * time.Millisecond):
		}
		if err := sweepOnce(s, document); err != nil {
			return err
		}
	}
}

func sweepOnce(s *Store, document string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	d, err := s.Lock(ctx, document)
	if err != nil {
		return err
	}
	_, err = d.Sweep(Keeping{Since: time.Now().Add(time.Hour)})
	return errors.Join(err, d.Unlock())
}

// Whatever was recorded in whatever order: after a sweep the log says the same, but for bytes that are gone.
func TestASweepChangesNoAnswer(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "")
		require.NoError(rt, err)
		s, document := storeIn(dir, &layer{idle: true})
		d, err := s.Lock(t.Context(), document)
		require.NoError(rt, err)
		for i := range rapid.IntRange(1, 30).Draw(rt, "records") {
			r := Record{
				Event: rapid.SampledFrom([]Event{Intent, Result, External, Refusal, Accept, Repair}).Draw(rt, "event"),
				Fence: uint64(rapid.IntRange(0, i+1).Draw(rt, "fence")), Alarm: rapid.Bool().Draw(rt, "alarm"),
				Time: time.Unix(int64(i), 0).UTC(),
			}
			if rapid.Bool().Draw(rt, "kept") {
				r.After = d.Keep([]byte(fmt.Sprint("text ", rapid.IntRange(0, 9).Draw(rt, "text"))), d.Tail().Head, nil)
			}
			d.Append(r)
			if rapid.Bool().Draw(rt, "lapse") {
				d.Lapse(uint64(i))
			}
			require.NoError(rt, d.Commit(false))
		}
		before, tail := allRecordsOf(rt, d), d.Tail()
		_, err = d.Sweep(Keeping{Since: time.Unix(int64(rapid.IntRange(0, 31).Draw(rt, "since")), 0), Bytes: int64(rapid.IntRange(0, 3000).Draw(rt, "bytes"))})
		require.NoError(rt, err)
		require.NoError(rt, d.Unlock())
		d, err = s.Lock(t.Context(), document)
		require.NoError(rt, err)
		after, now := allRecordsOf(rt, d), d.Tail()
		require.Len(rt, after, len(before))
		for i := range before {
			require.Equal(rt, plain(before[i]), plain(after[i]))
		}
		require.Equal(rt, tail.Alarms, now.Alarms)
		require.Equal(rt, tail.Head.Version, now.Head.Version)
		require.Len(rt, now.Opens, len(tail.Opens))
		for i := range tail.Opens {
			require.Equal(rt, [2]any{tail.Opens[i].Seq, tail.Opens[i].Lapsed}, [2]any{now.Opens[i].Seq, now.Opens[i].Lapsed})
		}
		if now.Head.Version != "" {
			_, err = d.Bytes(now.Head)
			require.NoError(rt, err)
		}
		require.NoError(rt, d.Unlock())
	})
}

func allRecordsOf(t require.TestingT, d *Doc) []Record {
	var all []Record
	require.NoError(t, d.Records(func(r Record) bool { all = append(all, r); return true }))
	return all
}
