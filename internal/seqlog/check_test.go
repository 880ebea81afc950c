package seqlog_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"noclobber/internal/seqlog"
)

var plain = seqlog.Options{Seq: "seq"}

var packed = seqlog.Options{Seq: "seq", First: "seq0", Count: "events.#"}

func check(text string, opt seqlog.Options) seqlog.Report {
	c := seqlog.NewChecker(opt)
	_, _ = c.Write([]byte(text))
	return c.Close()
}

// brief is a finding in few words: kind, line, and the number and how many where they are told.
func brief(f seqlog.Finding) string {
	s := fmt.Sprintf("%s@%d", f.Kind, f.Line)
	if f.Seq != nil {
		s += fmt.Sprintf(" %d", *f.Seq)
	}
	if f.Count > 0 {
		s += fmt.Sprintf(" x%d", f.Count)
	}
	return s
}

func briefs(findings []seqlog.Finding) []string {
	out := []string{}
	for _, f := range findings {
		out = append(out, brief(f))
	}
	return out
}

// rows makes a log of plain rows with these numbers.
func rows(numbers ...int) string {
	var b strings.Builder
	for _, n := range numbers {
		fmt.Fprintf(&b, `{"seq":%d,"e":"x"}`+"\n", n)
	}
	return b.String()
}

func TestNumbers(t *testing.T) {
	for name, c := range map[string]struct {
		log  string
		opt  seqlog.Options
		want []string
	}{
		"a log may begin with any number":                     {rows(57, 58, 59), plain, nil},
		"an empty log is fine":                                {"", plain, nil},
		"a header before the first number is fine":            {`{"type":"session"}` + "\n" + rows(0, 1), plain, nil},
		"a repeated number is a duplicate":                    {rows(0, 1, 2, 3, 3, 4, 5), plain, []string{"duplicate@5 3"}},
		"a missing number is a gap at the row that skips it":  {rows(1, 2, 4), plain, []string{"gap@3 3"}},
		"missing numbers in a row are one gap":                {rows(1, 5), plain, []string{"gap@2 2 x3"}},
		"a number that comes late is out of order, no gap":    {rows(1, 3, 2, 4), plain, []string{"order@3 2"}},
		"a hole that is filled in part leaves two gaps":       {rows(1, 5, 3), plain, []string{"gap@2 2", "gap@2 4", "order@3 3"}},
		"a number below the first one is out of order":        {rows(5, 6, 4), plain, []string{"order@3 4"}},
		"what lies below the first one is missed once known":  {rows(5, 6, 2), plain, []string{"order@3 2", "gap@3 3 x2"}},
		"a batch that restarts lower is short and duplicates": {rows(1, 2, 3, 4, 5, 3, 4, 5, 6), plain, []string{"short@6 3", "duplicate@6 3", "duplicate@7 4", "duplicate@8 5"}},
		"each restart is short": {rows(1, 2, 3, 1, 2, 3, 1), plain,
			[]string{"short@4 1", "duplicate@4 1", "duplicate@5 2", "duplicate@6 3", "short@7 1", "duplicate@7 1"}},
		"two branches from one head":        {rows(1, 2, 3, 2, 3, 4), plain, []string{"short@4 2", "duplicate@4 2", "duplicate@5 3"}},
		"numbers beyond 2^53 are exact":     {rows(9007199254740992, 9007199254740993), plain, nil},
		"a text in the number's place":      {`{"seq":"1"}` + "\n", plain, []string{"bad-seq@1"}},
		"a fraction in the number's place":  {`{"seq":1.5}` + "\n", plain, []string{"bad-seq@1"}},
		"a number without bounds":           {`{"seq":99999999999999999999}` + "\n", plain, []string{"bad-seq@1"}},
		"a row without a number, later":     {rows(1) + `{"x":1}` + "\n" + rows(2), plain, []string{"unnumbered@2"}},
		"without a path nothing is counted": {rows(1, 1, 7), seqlog.Options{}, nil},
		"packed rows count as many": {`{"seq":0}
{"seq0":1,"events":[1,2,3]}
{"seq":4}
`, packed, nil},
		"a packed row that repeats and goes on": {`{"seq0":0,"events":[0,1,2,3]}
{"seq0":2,"events":[2,3,4,5]}
{"seq":6}
`, packed, []string{"short@2 2", "duplicate@2 2 x2"}},
		"a packed row that leaves numbers out": {`{"seq0":0,"events":[0,1]}
{"seq0":4,"events":[4,5]}
`, packed, []string{"gap@2 2 x2"}},
		"a packed row of nothing":              {`{"seq0":0,"events":[]}` + "\n", packed, []string{"bad-seq@1"}},
		"a packed row that does not say":       {`{"seq0":0}` + "\n", packed, []string{"bad-seq@1"}},
		"a packed row that holds late numbers": {rows(0, 6) + `{"seq0":2,"events":[2,3]}` + "\n", packed, []string{"gap@2 1", "gap@2 4 x2", "order@3 2 x2"}},
		"a number hidden behind an escape":     {rows(1) + `{"\u0073eq":3}` + "\n", plain, []string{"gap@2 2"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := check(c.log, c.opt)
			require.Equal(t, append([]string{}, c.want...), briefs(r.Findings))
		})
	}
}

func TestDamage(t *testing.T) {
	const torn = `{"seq":2,"p":"aaaa`
	for name, c := range map[string]struct {
		log  string
		want []string
	}{
		"an unterminated whole row is not torn":             {rows(1) + `{"seq":2}`, []string{"no-final-newline@2"}},
		"a torn end":                                        {rows(1) + torn, []string{"torn-tail@2 2 x18"}},
		"a torn end and a gap are two findings":             {rows(1, 3) + `{"se`, []string{"gap@2 2", "torn-tail@3 x4"}},
		"a torn end inside a character":                     {rows(1) + "{\"p\":\"\xe2\x80", []string{"torn-tail@2 x8"}},
		"zero bytes at the end":                             {rows(1) + "\x00\x00\x00", []string{"torn-tail@2 x3"}},
		"a number alone may be the beginning of another":    {rows(1) + "12", []string{"torn-tail@2 x2"}},
		"a torn row, then the same row whole":               {rows(1) + torn + "\n" + rows(2, 3), []string{"invalid-json@2 2"}},
		"a torn row whose number nothing repeats":           {rows(1) + torn + "\n" + rows(3), []string{"invalid-json@2 2"}},
		"a torn row that does not tell its number":          {rows(1) + `{"p":` + "\n" + rows(3), []string{"invalid-json@2", "gap@3 2"}},
		"digits that are cut off tell no number":            {rows(1) + `{"seq":1` + "\n" + rows(3), []string{"invalid-json@2", "gap@3 2"}},
		"two whole rows on a line":                          {`{"seq":1}{"seq":2}` + "\n" + rows(3), []string{"fused-rows@1 x2"}},
		"two whole rows on a line, one a duplicate":         {rows(1) + `{"seq":1}{"seq":2}` + "\n" + rows(3), []string{"fused-rows@2 x2", "duplicate@2 1"}},
		"a row behind a torn one":                           {rows(1) + torn + `{"seq":3}` + "\n" + rows(4), []string{"fused-rows@2 2 x1"}},
		"the retry of a torn row on its own line":           {rows(1) + torn + `{"seq":2}` + "\n" + rows(3), []string{"fused-rows@2 2 x1"}},
		"a row inside a torn one":                           {rows(1) + `{"seq":2,"x":{"seq":3,"t":1}` + "\n" + rows(4), []string{"fused-rows@2 2 x1"}},
		"a torn row glued behind a whole one":               {rows(1) + `{"seq":2}` + `{"seq":3,"p` + "\n" + rows(4), []string{"fused-rows@2 3 x1"}},
		"a torn end glued behind a whole row":               {rows(1) + `{"seq":2}` + `{"seq":3,"p`, []string{"fused-rows@2 3 x1", "torn-tail@2 3 x11"}},
		"a torn row that ends in a whole value is torn":     {rows(1) + `{"seq":2,"a":{"b":1}` + "\n", []string{"invalid-json@2 2"}},
		"a blank line":                                      {rows(1) + "\n" + rows(2), []string{"blank-line@2"}},
		"CR LF is no damage":                                {strings.ReplaceAll(rows(1, 2), "\n", "\r\n"), nil},
		"bytes that are no UTF-8":                           {rows(1) + "{\"seq\":2,\"p\":\"\xff\"}\n", []string{"invalid-utf8@2"}},
		"raw U+2028 in a row":                               {rows(1) + "{\"seq\":2,\"p\":\"a\u2028b\u2029\"}\n", []string{"u2028@2 x2"}},
		"escaped U+2028 is fine":                            {rows(1) + `{"seq":2,"p":"a\u2028b"}` + "\n", nil},
		"other characters of that range are fine":           {rows(1) + "{\"seq\":2,\"p\":\"…—\"}\n", nil},
		"a byte order mark":                                 {"\uFEFF" + rows(1, 2), []string{"bom@1"}},
		"something else than JSON":                          {rows(1) + "hello\n" + rows(2), []string{"invalid-json@2"}},
		"a line of nothing but brackets ends no process":    {strings.Repeat("[", 4<<20) + "\n" + rows(1), []string{"invalid-json@1"}},
		"a row that nests too deep":                         {`{"seq":1,"a":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + "}\n" + rows(2), []string{"invalid-json@1 1"}},
		"a row with many short lists":                       {`{"seq":1,"a":[` + strings.Repeat("[],", 20_000) + "[]]}\n" + rows(2), nil},
		"a line of many braces costs no more than its size": {strings.Repeat("{", 1<<20) + "\n", []string{"invalid-json@1"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := check(c.log, plain)
			require.Equal(t, append([]string{}, c.want...), briefs(r.Findings))
		})
	}
}

func TestFindingTellsExpectedAndGot(t *testing.T) {
	log := rows(0, 1, 2, 3, 1)
	f := check(log, plain).Findings
	require.Equal(t, []string{"short@5 1", "duplicate@5 1"}, briefs(f))
	for _, f := range f {
		require.EqualValues(t, 4, *f.Expect)
		require.EqualValues(t, 1, *f.Got)
		require.EqualValues(t, 4*len(rows(0)), f.Offset)
	}
	require.Contains(t, f[0].Message, "3 below")
}

// TestReportedIncidents are the logs of the reports, by their numbers.
func TestReportedIncidents(t *testing.T) {
	t.Run("end-seed and spliced: two writers take one number", func(t *testing.T) {
		log := rows(578, 579) + `{"seq":580,"type":"session/end-seed"}` + "\n" + `{"seq":580,"type":"agent/inbox/spliced"}` + "\n" + rows(581, 582)
		f := check(log, plain).Findings
		require.Equal(t, []string{"duplicate@4 580"}, briefs(f))
		require.EqualValues(t, 581, *f[0].Expect)
		require.EqualValues(t, 580, *f[0].Got)
	})
	for _, below := range []int{2, 3} {
		t.Run(fmt.Sprintf("the writer goes on %d below synthetic closers", below), func(t *testing.T) {
			log := rows(0, 1, 2, 3)
			want := []string{fmt.Sprintf("short@%d 4", 5+below)}
			for i := range below {
				log += fmt.Sprintf(`{"seq":%d,"kind":"closer"}`+"\n", 4+i)
				want = append(want, fmt.Sprintf("duplicate@%d %d", 5+below+i, 4+i))
			}
			log += rows(4, 5, 6, 7, 8)
			f := check(log, plain).Findings
			require.Equal(t, want, briefs(f))
			require.EqualValues(t, below, *f[0].Expect-*f[0].Got)
		})
	}
	t.Run("one duplicate in 45,000 rows", func(t *testing.T) {
		var b strings.Builder
		for n := range 45_000 {
			b.WriteString(rows(n))
			if n == 31_337 {
				b.WriteString(rows(n))
			}
		}
		r := check(b.String(), plain)
		require.Equal(t, []string{"duplicate@31339 31337"}, briefs(r.Findings))
		require.EqualValues(t, 45_001, r.Rows)
		require.EqualValues(t, 45_001, r.Events)
	})
}

func TestReportCounts(t *testing.T) {
	r := check(`{"type":"session"}`+"\n"+`{"seq0":0,"events":[0,1,2]}`+"\n"+`{"seq":3}`+"\n"+`{"se`, packed)
	require.EqualValues(t, 4, r.Lines)
	require.EqualValues(t, 3, r.Rows)
	require.EqualValues(t, 4, r.Events)
	require.EqualValues(t, 4, r.Tail.Next)
	require.EqualValues(t, 4, r.Tail.Torn)
	require.EqualValues(t, r.Bytes-4, r.Tail.Whole)
}

func TestLongLinesAreReportedAndTellTheirNumber(t *testing.T) {
	opt := seqlog.Options{Seq: "seq", MaxLine: 100}
	long := `{"seq":2,"p":"` + strings.Repeat("x", 200) + `"}` + "\n"
	r := check(rows(1)+long+rows(3), opt)
	require.Equal(t, []string{fmt.Sprintf("long-line@2 2 x%d", len(long))}, briefs(r.Findings))
	fits := `{"seq":2,"p":"` + strings.Repeat("x", 84) + `"}`
	require.Len(t, fits, 100)
	require.Empty(t, check(rows(1)+fits+"\n"+rows(3), opt).Findings)
}

func TestFindingsAreCountedBeyondTheBound(t *testing.T) {
	opt := plain
	opt.MaxFindings = 3
	r := check(strings.Repeat(rows(1), 11)+rows(9), opt)
	require.Equal(t, []string{"duplicate@2 1", "duplicate@3 1", "duplicate@4 1", "gap@12 2 x7"}, briefs(r.Findings))
	require.EqualValues(t, 10, r.Counts[seqlog.Duplicate])
}

// TestMemoryIsBoundedOnALogFullOfHoles proves that what is remembered of holes does not grow without end, and that a log
// whose numbers are clock times is told so in gaps, in a time that does not grow with their square.
func TestMemoryIsBoundedOnALogFullOfHoles(t *testing.T) {
	c := seqlog.NewChecker(plain)
	for n := range 60_000 {
		_, _ = c.Write([]byte(rows(n * 10)))
	}
	_, _ = c.Write([]byte(rows(20)))
	r := c.Close()
	require.EqualValues(t, 59_999, r.Counts[seqlog.Gap])
	require.EqualValues(t, 1, r.Counts[seqlog.Order])
	require.Contains(t, r.Findings[len(r.Findings)-1].Message, "too many holes")
}
