package seqlog_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"noclobber/internal/seqlog"
)

func repair(t require.TestingT, log string, opt seqlog.Options, steps seqlog.Steps) (string, seqlog.Plan) {
	text, plan, err := tryRepair(log, opt, steps)
	require.NoError(t, err)
	return text, plan
}

func tryRepair(log string, opt seqlog.Options, steps seqlog.Steps) (string, seqlog.Plan, error) {
	survey := seqlog.NewSurvey(opt, steps)
	if _, err := survey.Write([]byte(log)); err != nil {
		return "", seqlog.Plan{}, err
	}
	var out bytes.Buffer
	rewriter, err := survey.Close(seqlog.Plain(&out))
	if err != nil {
		return "", seqlog.Plan{}, err
	}
	if _, err := rewriter.Write([]byte(log)); err != nil {
		return "", seqlog.Plan{}, err
	}
	plan, err := rewriter.Close()
	return out.String(), plan, err
}

func closers(numbers ...int) string {
	var b strings.Builder
	for _, n := range numbers {
		fmt.Fprintf(&b, `{"seq":%d,"kind":"closer"}`+"\n", n)
	}
	return b.String()
}

var (
	renumber = seqlog.Steps{Renumber: true}
	truncate = seqlog.Steps{Truncate: true}
	drop     = seqlog.Steps{Synthetic: []string{`kind=="closer"`}}
)

func TestRepair(t *testing.T) {
	for name, c := range map[string]struct {
		steps     seqlog.Steps
		log, want string
	}{
		"renumber from the duplicate on": {renumber, rows(0, 1, 2, 3, 3, 4, 5), rows(0, 1, 2, 3, 4, 5, 6)},
		"renumber two branches":          {renumber, rows(1, 2, 3, 2, 3, 4), rows(1, 2, 3, 4, 5, 6)},
		"renumber packed rows": {renumber,
			`{"seq":0}` + "\n" + `{"seq0":0,"events":[0,1,2]}` + "\n" + `{"seq":3}` + "\n",
			`{"seq":0}` + "\n" + `{"seq0":1,"events":[0,1,2]}` + "\n" + `{"seq":4}` + "\n"},
		"what is missing stays missing":       {renumber, rows(0, 1, 1, 4, 5), rows(0, 1, 2, 5, 6)},
		"what is missing before stays":        {renumber, rows(0, 3, 3, 4), rows(0, 3, 4, 5)},
		"unless gaps are to be closed":        {seqlog.Steps{Renumber: true, CloseGaps: true}, rows(0, 1, 1, 4, 5), rows(0, 1, 2, 3, 4)},
		"gaps before the duplicate, too":      {seqlog.Steps{Renumber: true, CloseGaps: true}, rows(0, 3, 3, 4), rows(0, 1, 2, 3)},
		"gaps alone":                          {seqlog.Steps{Renumber: true, CloseGaps: true}, rows(0, 1, 4, 6), rows(0, 1, 2, 3)},
		"a log in order stays":                {renumber, rows(0, 1, 2), rows(0, 1, 2)},
		"only the digits change":              {renumber, `{"seq":0}` + "\n" + `{ "p": [1.0, 12345678901234567890], "seq" : 0 ,"q":"é\u00e9"}` + "\r\n", `{"seq":0}` + "\n" + `{ "p": [1.0, 12345678901234567890], "seq" : 1 ,"q":"é\u00e9"}` + "\r\n"},
		"damage before the duplicate is kept": {renumber, "hello\n\n" + rows(0, 0), "hello\n\n" + rows(0, 1)},
		"rows without number stay":            {renumber, rows(0, 0) + `{"note":1}` + "\n" + rows(1), rows(0, 1) + `{"note":1}` + "\n" + rows(2)},
		"an unterminated last row stays so":   {renumber, rows(0) + `{"seq":0}`, rows(0) + `{"seq":1}`},
		"a torn end is kept":                  {renumber, rows(0, 0) + `{"se`, rows(0, 1) + `{"se`},

		"cut a torn end":                          {truncate, rows(0, 1) + `{"seq":2,"p`, rows(0, 1)},
		"cut zero bytes":                          {truncate, rows(0, 1) + "\x00\x00\x00", rows(0, 1)},
		"cut what is glued to a whole row":        {truncate, rows(0) + `{"seq":1}{"seq":2,"p`, rows(0) + `{"seq":1}` + "\n"},
		"a byte order mark makes no row torn":     {truncate, "\uFEFF" + `{"type":"session"}`, "\uFEFF" + `{"type":"session"}`},
		"a whole row without newline is not torn": {truncate, rows(0) + `{"seq":1}`, rows(0) + `{"seq":1}`},
		"a row behind a torn one is not cut":      {truncate, rows(0) + `{"seq":1,"p":"x{"seq":2}`, rows(0) + `{"seq":1,"p":"x{"seq":2}`},

		"drop closers that the writer disproves":  {drop, rows(0, 1) + closers(2, 3) + rows(2, 3, 4), rows(0, 1, 2, 3, 4)},
		"three of them":                           {drop, rows(0, 1) + closers(2, 3, 4) + rows(2, 3), rows(0, 1, 2, 3)},
		"all, though the writer repeats one only": {drop, rows(0, 1) + closers(2, 3, 4) + rows(2), rows(0, 1, 2)},
		"only those that it disproves":            {drop, rows(0, 1) + closers(2, 3) + rows(3, 4), rows(0, 1) + closers(2) + rows(3, 4)},
		"closers that nothing disproves stay":     {drop, rows(0, 1) + closers(2, 3) + rows(4, 5), rows(0, 1) + closers(2, 3) + rows(4, 5)},
		"closers at the end stay":                 {drop, rows(0, 1) + closers(2, 3), rows(0, 1) + closers(2, 3)},
		"closers between two writers":             {drop, rows(0) + closers(1) + rows(1) + closers(2) + rows(2), rows(0, 1, 2)},
		"rows that are not chosen stay":           {drop, rows(0, 1, 2, 1, 2), rows(0, 1, 2, 1, 2)},
		"any condition chooses": {seqlog.Steps{Synthetic: []string{`kind=="opener"`, `kind=="closer"`}},
			rows(0) + closers(1) + rows(1), rows(0, 1)},
		"drop, then renumber the rest": {seqlog.Steps{Synthetic: drop.Synthetic, Renumber: true},
			rows(0) + closers(1) + rows(1, 2, 2, 3), rows(0, 1, 2, 3, 4)},
		"all steps at once": {seqlog.Steps{Synthetic: drop.Synthetic, Renumber: true, Truncate: true},
			rows(0) + closers(1) + rows(1, 1) + `{"seq`, rows(0, 1, 2)},
	} {
		t.Run(name, func(t *testing.T) {
			got, plan := repair(t, c.log, packed, c.steps)
			require.Equal(t, c.want, got)
			require.Equal(t, c.log == c.want, plan.Empty())
		})
	}
}

func TestPlanNamesWhatItChanges(t *testing.T) {
	_, plan := repair(t, rows(0)+closers(1)+rows(1, 1)+`{"seq`, plain, seqlog.Steps{Synthetic: drop.Synthetic, Renumber: true, Truncate: true})
	n := func(i int64) *int64 { return &i }
	require.Equal(t, seqlog.Plan{
		Renumbered: 1, Dropped: 1, CutBytes: 5,
		Actions: []seqlog.Action{
			{Verb: seqlog.Dropped, Line: 2, Offset: 18, Seq: n(1), Bytes: int64(len(closers(1)))},
			{Verb: seqlog.Renumbered, Line: 4, Offset: 18*2 + int64(len(closers(1))), Seq: n(1), To: n(2)},
			{Verb: seqlog.Cut, Line: 5, Offset: 18*3 + int64(len(closers(1))), Bytes: 5},
		},
	}, plan)
}

func TestRenumberRefusesRowsThatItCannotRead(t *testing.T) {
	for name, log := range map[string]string{
		"no JSON":        rows(0, 0) + "hello\n" + rows(1),
		"glued together": rows(0, 0) + `{"seq":1}{"seq":2}` + "\n",
		"no number":      rows(0, 0) + `{"seq":"1"}` + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := tryRepair(log, plain, renumber)
			require.ErrorIs(t, err, seqlog.ErrDamagedRows)
			require.ErrorContains(t, err, "line 3")
		})
	}
}

func TestRenumberRefusesAPathThatNamesNoPlace(t *testing.T) {
	_, _, err := tryRepair(rows(0, 0), seqlog.Options{Seq: "seq|@this"}, renumber)
	var path *seqlog.PathError
	require.ErrorAs(t, err, &path)
}

// TestRenumberLosesNothing proves on random damage: every row is there, in its order and with its bytes but for the
// number, no number is repeated, and what was missing is still missing.
func TestRenumberLosesNothing(t *testing.T) {
	opt := packed
	opt.MaxFindings = -1
	rapid.Check(t, func(t *rapid.T) {
		log := textOf(drawLog(t))
		before := check(log, opt)
		got, plan, err := tryRepair(log, opt, renumber)
		if err != nil {
			require.ErrorIs(t, err, seqlog.ErrDamagedRows)
			return
		}
		after := check(got, opt)
		require.Equal(t, before.Rows, after.Rows)
		require.Equal(t, before.Events, after.Events)
		old, now := strings.Split(log, "\n"), strings.Split(got, "\n")
		require.Len(t, now, len(old))
		changed := int64(0)
		for i := range old {
			if old[i] != now[i] {
				changed++
				require.Equal(t, withoutNumber(old[i]), withoutNumber(now[i]))
			}
		}
		require.Equal(t, plan.Renumbered, changed)
		if before.Counts[seqlog.Order] > 0 || before.Counts[seqlog.FusedRows] > 0 {
			return // what comes late may fall on either side
		}
		require.Zero(t, after.Counts[seqlog.Duplicate], "from\n%s\nto\n%s", log, got)
		require.Zero(t, after.Counts[seqlog.Short])
		if before.Counts[seqlog.InvalidJSON] > 0 {
			require.LessOrEqual(t, missingIn(after), missingIn(before), "from\n%s\nto\n%s", log, got)
			return // the number that a torn row seems to have had may now stand for another one
		}
		require.Equal(t, missingIn(before), missingIn(after), "from\n%s\nto\n%s", log, got)
	})
}

func withoutNumber(row string) string {
	for _, key := range []string{`"seq":`, `"seq0":`} {
		if i := strings.Index(row, key); i >= 0 {
			i += len(key)
			return row[:i] + strings.TrimLeft(row[i:], "0123456789")
		}
	}
	return row
}

func missingIn(r seqlog.Report) int64 {
	var n int64
	for _, f := range r.Findings {
		if f.Kind == seqlog.Gap {
			n += max(1, f.Count)
		}
	}
	return n
}

func FuzzRepair(f *testing.F) {
	f.Add([]byte(rows(0, 1, 2, 3, 3, 4, 5)), true, true)
	f.Add([]byte(rows(0, 1)+closers(2, 3)+rows(2, 3)+`{"seq":4}{"seq`), true, false)
	f.Add([]byte("\uFEFF"+`{"seq":0}`), true, true)
	f.Fuzz(func(t *testing.T, log []byte, cut, gaps bool) {
		steps := seqlog.Steps{Truncate: cut, Renumber: true, CloseGaps: gaps}
		got, plan, err := tryRepair(string(log), packed, steps)
		if err != nil {
			return
		}
		before, after := check(string(log), packed), check(got, packed)
		require.Equal(t, before.Rows, after.Rows)
		require.Equal(t, before.Events, after.Events)
		if plan.Empty() {
			require.Equal(t, string(log), got)
		}
		if cut {
			require.Zero(t, after.Counts[seqlog.TornTail])
		}
	})
}
