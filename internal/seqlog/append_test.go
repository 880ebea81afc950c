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

func tailOf(t testing.TB, log string, opt seqlog.Options) seqlog.Tail {
	t.Helper()
	tail, err := seqlog.ReadTail(strings.NewReader(log), int64(len(log)), opt)
	require.NoError(t, err)
	return tail
}

func TestAppend(t *testing.T) {
	for name, c := range map[string]struct {
		log, added string
		want       []string
	}{
		"rows that go on are fine":             {rows(0, 1, 2), rows(3, 4), nil},
		"a new log may begin anywhere":         {"", rows(7, 8), nil},
		"the number stored last is repeated":   {rows(0, 1, 2), rows(2, 3), []string{"duplicate@1 2"}},
		"a batch from a stale cursor":          {rows(0, 1, 2, 3, 4), rows(2, 3, 4, 5), []string{"short@1 2", "duplicate@1 2", "duplicate@2 3", "duplicate@3 4"}},
		"a number is left out":                 {rows(0, 1), rows(3), []string{"gap@1 2"}},
		"a batch that repeats itself":          {rows(0, 1), rows(2, 2), []string{"duplicate@2 2"}},
		"a batch that leaves a number out":     {rows(0, 1), rows(2, 4), []string{"gap@2 3"}},
		"old holes are old":                    {rows(0, 5), rows(6), nil},
		"a late number fills an old hole":      {rows(0, 5), rows(3), []string{"order@1 3"}},
		"old duplicates are old":               {rows(0, 1, 1, 2), rows(3), nil},
		"a batch that is torn":                 {rows(0), rows(1) + `{"seq":2,"p":"x`, []string{"torn-tail@2 2 x15"}},
		"a batch without a final newline":      {rows(0), `{"seq":1}`, []string{"no-final-newline@1"}},
		"a batch that is no JSON":              {rows(0), "hello\n", []string{"invalid-json@1"}},
		"behind a row without newline":         {rows(0) + `{"seq":1}`, rows(2), []string{"fused-rows@1"}},
		"behind one, beginning with a newline": {rows(0) + `{"seq":1}`, "\n" + rows(2, 4), []string{"gap@3 3"}},
		"behind a torn row":                    {rows(0) + `{"seq":1`, rows(1), []string{"torn-tail@1 x8"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := seqlog.CheckAppend(tailOf(t, c.log, plain), []byte(c.added), plain)
			require.Equal(t, append([]string{}, c.want...), briefs(got))
		})
	}
}

func TestChange(t *testing.T) {
	damaged := rows(0, 1, 1, 2)
	for name, c := range map[string]struct {
		old, now string
		want     []string
	}{
		"an old text with rows behind it":      {damaged, damaged + rows(3), nil},
		"rows behind it that repeat":           {damaged, damaged + rows(2), []string{"duplicate@1 2"}},
		"a row changed in place is no finding": {damaged, strings.Replace(damaged, `"x"`, `"y"`, 1), nil},
		"a row taken out leaves a gap":         {rows(0, 1, 2), rows(0, 2), []string{"gap@2 1"}},
		"a row put in between":                 {rows(0, 1, 2), rows(0, 1, 1, 2), []string{"duplicate@3 1"}},
		"damage taken away is no finding":      {damaged, rows(0, 1, 2), nil},
		"rows moved":                           {rows(0, 1, 2), rows(0, 2, 1), []string{"order@3 1"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := seqlog.CheckChange([]byte(c.old), []byte(c.now), plain)
			require.Equal(t, append([]string{}, c.want...), briefs(got))
		})
	}
}

func TestGraveFindingsAreErrors(t *testing.T) {
	all := check(rows(0, 0)+"\n"+`{"seq":1}`, plain).Findings
	require.Equal(t, []string{"duplicate@2 0", "blank-line@3", "no-final-newline@4"}, briefs(all))
	require.Equal(t, []string{"duplicate@2 0"}, briefs(seqlog.Grave(all)))
}

// TestTailOfALongLogIsReadFromItsEnd proves that only the end is read, and that it tells what the whole log would.
func TestTailOfALongLogIsReadFromItsEnd(t *testing.T) {
	var b strings.Builder
	for n := 0; b.Len() < 4<<20; n++ {
		b.WriteString(rows(n))
	}
	log := b.String()
	r := &countingReader{r: strings.NewReader(log)}
	tail, err := seqlog.ReadTail(r, int64(len(log)), plain)
	require.NoError(t, err)
	want := check(log, plain).Tail
	require.Equal(t, want.Next, tail.Next)
	require.Equal(t, want.Last, tail.Last)
	require.Equal(t, want.Whole, tail.Whole)
	require.Less(t, r.n, 1<<20)
	require.Equal(t, []string{"short@1 5", "duplicate@1 5"}, briefs(seqlog.CheckAppend(tail, []byte(rows(5)), plain)),
		"what was not read counts as stored")
}

type countingReader struct {
	r *strings.Reader
	n int
}

func (c *countingReader) ReadAt(p []byte, at int64) (int, error) {
	n, err := c.r.ReadAt(p, at)
	c.n += n
	return n, err
}

func TestTailGrowsUntilARowHasANumber(t *testing.T) {
	log := rows(0, 1) + strings.Repeat(`{"note":"`+strings.Repeat("x", 1000)+`"}`+"\n", 1000)
	require.EqualValues(t, 2, tailOf(t, log, plain).Next)
	one := rows(0, 1) + `{"seq":2,"p":"` + strings.Repeat("x", 1<<20) + `"}`
	tail := tailOf(t, one, plain)
	require.EqualValues(t, 3, tail.Next)
	require.True(t, tail.NoNewline)
}

func TestSettledTail(t *testing.T) {
	require.True(t, tailOf(t, "", plain).Settled())
	require.True(t, tailOf(t, rows(0, 1), plain).Settled())
	require.False(t, tailOf(t, rows(0, 1, 2, 1), plain).Settled())
}

// TestAppendedRowsAddNoFinding: what CheckAppend lets pass adds nothing to the findings of the whole log.
func TestAppendedRowsAddNoFinding(t *testing.T) {
	opt := packed
	opt.MaxFindings = -1
	rapid.Check(t, func(t *rapid.T) {
		log := textOf(drawLog(t)) + rapid.SampledFrom([]string{"", `{"seq":1}`, `{"seq":1`}).Draw(t, "end")
		at := rapid.IntRange(0, 45).Draw(t, "at")
		var added strings.Builder
		for range rapid.IntRange(1, 4).Draw(t, "rows") {
			l := drawLine(t, &at)
			added.WriteString(l.text + "\n")
		}
		tail, err := seqlog.ReadTail(bytes.NewReader([]byte(log)), int64(len(log)), opt)
		require.NoError(t, err)
		if len(seqlog.CheckAppend(tail, []byte(added.String()), opt)) > 0 {
			return
		}
		before, after := check(log, opt), check(log+added.String(), opt)
		for kind, n := range after.Counts {
			require.LessOrEqual(t, n, before.Counts[kind], fmt.Sprintf("%s in\n%s+\n%s", kind, log, added.String()))
		}
	})
}
