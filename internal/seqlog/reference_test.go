package seqlog_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"noclobber/internal/seqlog"
)

// logLine is a line of a generated log together with what the generator meant by it.
type logLine struct {
	text  string
	holds [][2]int // numbers of whole rows, first and last
	hint  int      // the number of a damaged row; -1: none
	kinds []string // findings that the line itself deserves
}

// drawLine makes the next line of a damaged log; at is the number that a healthy log would go on with.
func drawLine(t *rapid.T, at *int) logLine {
	n := *at
	if rapid.IntRange(0, 9).Draw(t, "jumps") == 0 {
		n = max(0, n+rapid.IntRange(-6, 4).Draw(t, "by"))
	}
	row := func(n int) string { return fmt.Sprintf(`{"seq":%d,"e":%q}`, n, "text of "+fmt.Sprint(n)) }
	if rapid.IntRange(0, 3).Draw(t, "healthy") > 0 {
		*at = n + 1
		return logLine{text: row(n), holds: [][2]int{{n, n}}, hint: -1}
	}
	switch rapid.IntRange(0, 9).Draw(t, "damage") {
	case 0:
		count := rapid.IntRange(1, 5).Draw(t, "count")
		*at = n + count
		return logLine{text: fmt.Sprintf(`{"seq0":%d,"events":[%s]}`, n, strings.Repeat("0,", count-1)+"0"), holds: [][2]int{{n, n + count - 1}}, hint: -1}
	case 1:
		return logLine{text: " ", hint: -1, kinds: []string{"blank-line"}}
	case 2:
		return logLine{text: fmt.Sprintf(`{"seq":%d,"e":"tor`, n), hint: n, kinds: []string{"invalid-json"}}
	case 3:
		return logLine{text: "%%%", hint: -1, kinds: []string{"invalid-json"}}
	case 4:
		*at = n + 2
		return logLine{text: row(n) + row(n+1), holds: [][2]int{{n, n}, {n + 1, n + 1}}, hint: -1, kinds: []string{"fused-rows"}}
	case 5:
		*at = n + 2
		return logLine{text: fmt.Sprintf(`{"seq":%d,"e":"tor`, n) + row(n+1), holds: [][2]int{{n + 1, n + 1}}, hint: n, kinds: []string{"fused-rows"}}
	case 6:
		*at = n + 1
		return logLine{text: fmt.Sprintf("{\"seq\":%d,\"e\":\"\xff\"}", n), holds: [][2]int{{n, n}}, hint: -1, kinds: []string{"invalid-utf8"}}
	case 7:
		*at = n + 1
		return logLine{text: fmt.Sprintf("{\"seq\":%d,\"e\":\"\u2028\"}", n), holds: [][2]int{{n, n}}, hint: -1, kinds: []string{"u2028"}}
	case 8:
		return logLine{text: fmt.Sprintf(`{"seq":"%d"}`, n), hint: -1, kinds: []string{"bad-seq"}}
	default:
		return logLine{text: `{"note":"no number"}`, hint: -1, kinds: []string{"unnumbered"}}
	}
}

// bruteForce says what is wrong with the numbers, from a table of all numbers there are.
func bruteForce(lines []logLine) []string {
	var out []string
	seen, hinted := map[int]bool{}, map[int]bool{}
	low, high, last := 0, -1, -1
	jumped := map[int]int{} // number → the line that left it out
	tell := func(kind string, line, n int, numbers []int) {
		s := fmt.Sprintf("%s@%d %d", kind, line, n)
		if len(numbers) > 1 {
			s += fmt.Sprintf(" x%d", len(numbers))
		}
		out = append(out, s)
	}
	for i, l := range lines {
		for _, kind := range l.kinds {
			if kind != "unnumbered" || len(seen) > 0 {
				out = append(out, fmt.Sprintf("%s@%d", kind, i+1))
			}
		}
		if l.hint >= 0 {
			hinted[l.hint] = true
		}
		for _, span := range l.holds {
			var repeated, late []int
			first := len(seen) == 0
			next := high + 1
			for n := span[0]; n <= span[1]; n++ {
				switch {
				case seen[n]:
					repeated = append(repeated, n)
				case !first && n <= high:
					late = append(late, n)
				}
			}
			if len(repeated) > 0 && span[0] < next-1 && span[0] != last+1 {
				tell("short", i+1, span[0], nil)
			}
			if len(repeated) > 0 {
				tell("duplicate", i+1, repeated[0], repeated)
			}
			if len(late) > 0 {
				tell("order", i+1, late[0], late)
			}
			if first {
				low, high = span[0], span[0]-1
			}
			for n := high + 1; n < span[0]; n++ {
				jumped[n] = i + 1
			}
			for n := span[1] + 1; n < low; n++ {
				jumped[n] = i + 1
			}
			for n := span[0]; n <= span[1]; n++ {
				seen[n] = true
			}
			low, high, last = min(low, span[0]), max(high, span[1]), span[1]
		}
	}
	return append(out, missing(low, high, seen, hinted, jumped)...)
}

// missing lists the numbers between the lowest and the highest that no row has, in runs that one line left out.
func missing(low, high int, seen, hinted map[int]bool, jumped map[int]int) []string {
	var out []string
	absent := func(n int) bool { return n <= high && !seen[n] && !hinted[n] }
	for n := low; n <= high; n++ {
		if !absent(n) {
			continue
		}
		first := n
		for absent(n+1) && jumped[n+1] == jumped[first] {
			n++
		}
		s := fmt.Sprintf("gap@%d %d", jumped[first], first)
		if n > first {
			s += fmt.Sprintf(" x%d", n-first+1)
		}
		out = append(out, s)
	}
	return out
}

// summary puts a report's findings into the reference's words: damaged lines are told by kind and line alone.
func summary(findings []seqlog.Finding) []string {
	var out []string
	for _, f := range findings {
		switch f.Kind {
		case seqlog.Duplicate, seqlog.Short, seqlog.Order, seqlog.Gap:
			out = append(out, brief(f))
		default:
			out = append(out, fmt.Sprintf("%s@%d", f.Kind, f.Line))
		}
	}
	slices.Sort(out)
	return out
}

func drawLog(t *rapid.T) []logLine {
	at := rapid.IntRange(0, 3).Draw(t, "from")
	lines := make([]logLine, rapid.IntRange(0, 40).Draw(t, "lines"))
	for i := range lines {
		lines[i] = drawLine(t, &at)
	}
	return lines
}

func textOf(lines []logLine) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.text + "\n")
	}
	return b.String()
}

func TestCheckAgreesWithBruteForce(t *testing.T) {
	opt := packed
	opt.MaxFindings = -1
	rapid.Check(t, func(t *rapid.T) {
		lines := drawLog(t)
		want := bruteForce(lines)
		text := textOf(lines)
		if rapid.Bool().Draw(t, "torn") {
			torn := rapid.SampledFrom([]string{`{"seq":7,"e":"x`, `{"se`, "\x00\x00", `{"seq":8,"e":{"a":1`}).Draw(t, "tail")
			text += torn
			want = append(want, fmt.Sprintf("torn-tail@%d", len(lines)+1))
			if n := tornNumber(torn); n >= 0 {
				want = bruteForce(append(lines, logLine{hint: n, kinds: []string{"torn-tail"}}))
			}
		}
		slices.Sort(want)
		got := summary(check(text, opt).Findings)
		require.Equal(t, strings.Join(want, "\n"), strings.Join(got, "\n"), "log:\n%s", text)
	})
}

func tornNumber(torn string) int {
	n := -1
	_, _ = fmt.Sscanf(torn, `{"seq":%d,`, &n)
	return n
}

// TestPiecesDoNotMatter proves that a report is the same however a log is cut into writes.
func TestPiecesDoNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := textOf(drawLog(t)) + rapid.SampledFrom([]string{"", `{"seq":1`, `{"seq":1}`}).Draw(t, "end")
		want := check(text, packed)
		c := seqlog.NewChecker(packed)
		for rest := []byte(text); len(rest) > 0; {
			n := rapid.IntRange(1, min(len(rest), 50)).Draw(t, "piece")
			piece := slices.Clone(rest[:n])
			_, _ = c.Write(piece)
			for i := range piece {
				piece[i] = '!' // nothing of it may be used later
			}
			rest = rest[n:]
		}
		got := c.Close()
		require.Equal(t, want.Findings, got.Findings)
		require.Equal(t, want.Tail, got.Tail)
	})
}

// FuzzCheck compares with encoding/json which lines are whole rows, and holds whatever the bytes are: nothing panics,
// lines are counted, and the tail is where the last newline or whole row says.
func FuzzCheck(f *testing.F) {
	f.Add([]byte(rows(0, 1, 2, 3, 3, 4, 5)))
	f.Add([]byte(`{"seq":1}{"seq":2}` + "\n" + `{"seq":3,"x` + "\n\n\xff\u2028\x00"))
	f.Add([]byte(`{"seq0":1,"events":[1,2]}` + "\n" + `{"seq":2,"a":{"seq":5}`))
	f.Fuzz(func(t *testing.T, log []byte) {
		opt := packed
		opt.MaxFindings = -1
		r := check(string(log), opt)
		lines := strings.SplitAfter(string(log), "\n")
		if lines[len(lines)-1] == "" {
			lines = lines[:len(lines)-1]
		}
		require.EqualValues(t, len(lines), r.Lines)
		require.EqualValues(t, len(log), r.Bytes)
		broken := map[int64]bool{}
		for _, f := range r.Findings {
			require.True(t, f.Line >= 1 && f.Line <= r.Lines, "%v", f)
			require.True(t, f.Offset >= 0 && f.Offset <= r.Bytes, "%v", f)
			switch f.Kind {
			case seqlog.InvalidJSON, seqlog.FusedRows, seqlog.TornTail, seqlog.BlankLine:
				broken[f.Line] = true
			}
		}
		for i, l := range lines {
			l = strings.TrimPrefix(l, map[bool]string{true: "\uFEFF"}[i == 0])
			whole := json.Valid([]byte(l)) && (strings.HasSuffix(l, "\n") || strings.ContainsAny(strings.TrimSpace(l)[:1], "{["))
			require.Equal(t, whole, !broken[int64(i+1)], "line %d: %q", i+1, l)
		}
		require.LessOrEqual(t, r.Tail.Whole, r.Bytes)
		again := check(string(log[:r.Tail.Whole]), opt)
		require.Zero(t, again.Tail.Torn, "what is whole ends in nothing torn")
		require.Equal(t, r.Rows, again.Rows)
	})
}
