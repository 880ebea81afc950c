package ledger

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// model is a document's log as plain Go values.
type model struct {
	records    []Record
	head, prev Version
	maker      uint64
	opens      map[uint64]bool // lapsed?
	alarms     []uint64
	plan       *Pending
}

func (m model) clone() model {
	m.records, m.alarms, m.opens = slices.Clone(m.records), slices.Clone(m.alarms), maps.Clone(m.opens)
	return m
}

func (m *model) append(r Record) {
	r.Seq = uint64(len(m.records)) + 1
	m.records = append(m.records, r)
	if r.Event == Refusal {
		return
	}
	if r.Event == Intent {
		m.opens[r.Seq] = false
		return
	}
	if r.Event == Result || r.Event == Repair {
		delete(m.opens, r.Fence)
	}
	if r.Event == Accept {
		m.alarms = slices.DeleteFunc(m.alarms, func(a uint64) bool { return a <= r.Accepts })
	}
	if r.Alarm {
		m.alarms = append(m.alarms, r.Seq)
	}
	if v := r.After.Version; v != "" && v != m.head {
		m.prev, m.head, m.maker = m.head, v, r.Seq
	}
}

// machine drives a Doc and the model side by side.
type machine struct {
	store     *Store
	document  string
	d         *Doc
	saved     model            // what was committed
	now       model            // and what is staged
	after     map[uint64]model // each record
	contents  map[Version][]byte
	stamps    map[Version]Stamp
	stored    map[Version]Stamp // committed ones
	failing   bool
	lastBytes []byte
}

func (m *machine) open(t *rapid.T) {
	var err error
	m.d, err = m.store.Lock(context.Background(), m.document)
	require.NoError(t, err)
	m.now, m.stamps = m.saved.clone(), maps.Clone(m.stored)
}

func (m *machine) content(t *rapid.T) []byte {
	lines := rapid.SliceOfN(rapid.SampledFrom([]string{"# A\n", "one\n", "two\n", "\n", "no end"}), 0, 6).Draw(t, "lines")
	if rapid.Bool().Draw(t, "grows") {
		lines = append([]string{string(m.lastBytes)}, lines...)
	}
	return []byte(fmt.Sprint(lines))
}

func (m *machine) keep(t *rapid.T) Stamp {
	content := m.content(t)
	known := slices.Sorted(maps.Keys(m.stamps))
	var near Stamp
	var nearBytes []byte
	if len(known) > 0 && rapid.Bool().Draw(t, "near") {
		v := rapid.SampledFrom(known).Draw(t, "parent")
		near, nearBytes = m.stamps[v], m.contents[v]
		if rapid.Bool().Draw(t, "unread") {
			nearBytes = nil
		}
	}
	s := m.d.Keep(content, near, nearBytes)
	require.Equal(t, VersionOf(content), s.Version)
	require.NotZero(t, s.At)
	m.contents[s.Version], m.stamps[s.Version], m.lastBytes = content, s, content
	return s
}

func (m *machine) appendRecord(t *rapid.T) {
	r := Record{
		Event: rapid.SampledFrom([]Event{Known, Intent, Result, External, Accept, Refusal, Repair}).Draw(t, "event"),
		Fence: rapid.Uint64Range(0, uint64(len(m.now.records))+2).Draw(t, "fence"),
		Alarm: rapid.Bool().Draw(t, "alarm"), Accepts: rapid.Uint64Range(0, 20).Draw(t, "accepts"), Time: anHourAgo,
	}
	if r.Event == Intent && len(m.now.opens) >= mostOpens || r.Alarm && len(m.now.alarms) >= mostAlarms {
		t.Skip("the tail's limits have their own test")
	}
	switch rapid.IntRange(0, 3).Draw(t, "after") {
	case 0:
		r.After = m.keep(t)
	case 1:
		r.After = StampOf([]byte("not stored"))
	case 2:
		r.After = AbsentStamp()
	}
	m.now.append(r)
	seq := m.d.Append(r)
	require.EqualValues(t, len(m.now.records), seq)
	m.after[seq] = m.now.clone()
}

func (m *machine) lapse(t *rapid.T) {
	seq := rapid.Uint64Range(0, 20).Draw(t, "seq")
	if _, open := m.now.opens[seq]; open {
		m.now.opens[seq] = true
	}
	m.d.Lapse(seq)
}

func (m *machine) plan(t *rapid.T) {
	m.now.plan = nil
	if rapid.Bool().Draw(t, "set") {
		m.now.plan = &Pending{Fence: 3, Text: "later"}
	}
	m.d.Plan(m.now.plan)
}

func (m *machine) commit(t *rapid.T) {
	require.NoError(t, m.d.Commit(rapid.Bool().Draw(t, "durable")))
	m.saved, m.stored = m.now.clone(), maps.Clone(m.stamps)
}

func (m *machine) commitFails(t *rapid.T) {
	nothing := len(m.d.log.staged) == 0 && !m.d.dirty
	m.failing = true
	err := m.d.Commit(false)
	m.failing = false
	if !nothing {
		require.ErrorIs(t, err, errDisk)
	}
	m.now, m.stamps = m.saved.clone(), maps.Clone(m.stored)
}

func (m *machine) reopen(t *rapid.T) {
	require.NoError(t, m.d.Unlock())
	m.open(t)
}

// crash leaves any part of what was staged behind the log, as a process that is killed in its write does. What is
// whole of it stays.
func (m *machine) crash(t *rapid.T) {
	if m.d.dirty {
		m.d.stageTail()
	}
	full, staged := m.d.log.end(), m.d.log.staged
	n := rapid.IntRange(0, len(staged)).Draw(t, "written")
	_, err := m.d.log.file.WriteAt(staged[:n], m.d.log.size)
	require.NoError(t, err)
	require.NoError(t, m.d.Unlock())
	crashed, stamps := m.now, m.stamps
	m.open(t)
	if seq := m.d.Tail().Seq; m.d.log.size == full {
		m.now = crashed
	} else if seq > uint64(len(m.saved.records)) {
		m.now = m.after[seq]
	}
	for v, s := range stamps {
		if s.At < m.d.log.size {
			m.stamps[v] = s
		}
	}
	m.saved, m.stored = m.now.clone(), maps.Clone(m.stamps)
}

func (m *machine) records(t *rapid.T) []Record {
	all := []Record{}
	require.NoError(t, m.d.Records(func(r Record) bool { all = append(all, r); return true }))
	return all
}

func (m *machine) check(t *rapid.T) {
	tail := m.d.Tail()
	require.EqualValues(t, len(m.now.records), tail.Seq)
	require.Equal(t, m.now.head, tail.Head.Version)
	require.Equal(t, m.now.prev, tail.Prev.Version)
	require.Equal(t, m.now.alarms, append([]uint64{}, tail.Alarms...))
	require.Equal(t, m.now.plan, tail.Repair)
	opens, err := m.d.Opens()
	require.NoError(t, err)
	got := map[uint64]bool{}
	for _, o := range opens {
		require.False(t, o.Damaged)
		got[o.Seq] = o.Lapsed
	}
	require.Equal(t, m.now.opens, got)
	r, ok, err := m.d.LastChange()
	require.NoError(t, err)
	require.Equal(t, m.now.maker != 0, ok)
	require.Equal(t, m.now.maker, r.Seq)
	require.Equal(t, m.now.records, m.records(t))
	for v, s := range m.stamps {
		b, err := m.d.Bytes(s)
		require.NoError(t, err)
		require.Equal(t, m.contents[v], b)
	}
}

var errDisk = errors.New("no space left on this test's disk")

func TestALogIsWhatTheModelSays(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		m := &machine{
			saved: model{records: []Record{}, opens: map[uint64]bool{}, alarms: []uint64{}}, document: filepath.Join(dir, fmt.Sprint(n)),
			contents: map[Version][]byte{}, stored: map[Version]Stamp{}, after: map[uint64]model{},
		}
		m.store = New("", dir, &layer{idle: true, fail: func(op, _ string) error {
			if m.failing && op == "write" {
				return errDisk
			}
			return nil
		}})
		m.open(t)
		t.Repeat(map[string]func(*rapid.T){
			"append": m.appendRecord, "append again": m.appendRecord, "keep": func(t *rapid.T) { m.keep(t) },
			"lapse": m.lapse, "plan": m.plan, "commit": m.commit, "commit fails": m.commitFails,
			"reopen": m.reopen, "crash": m.crash, "": m.check,
		})
		damage, err := m.d.Verify()
		require.NoError(t, err)
		require.Empty(t, damage)
		require.NoError(t, m.d.Unlock())
	})
}
