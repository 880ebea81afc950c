package logfile_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"noclobber/internal/seqlog"
	"noclobber/internal/seqlog/logfile"
	"noclobber/internal/seqlog/zframe"
)

var opt = seqlog.Options{Seq: "seq"}

// rows makes a log of rows with these numbers.
func rows(numbers ...int) string {
	var b strings.Builder
	for _, n := range numbers {
		fmt.Fprintf(&b, `{"seq":%d,"e":"x"}`+"\n", n)
	}
	return b.String()
}

// framed compresses each text as a frame of its own.
func framed(t require.TestingT, texts ...string) []byte {
	var out []byte
	var e zframe.Encoder
	for _, text := range texts {
		b, err := e.Encode([]byte(text), true)
		require.NoError(t, err)
		out = append(out, b...)
	}
	return out
}

func open(t require.TestingT, file []byte) *logfile.Log {
	l, err := logfile.New(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	return l
}

func check(t require.TestingT, file []byte) seqlog.Report {
	r, err := open(t, file).Check(opt, logfile.Watch{})
	require.NoError(t, err)
	return r
}

func briefs(r seqlog.Report) []string {
	var out []string
	for _, f := range r.Findings {
		s := fmt.Sprintf("%s@%d", f.Kind, f.Line)
		if f.Frame > 0 {
			s += fmt.Sprintf("/%d", f.Frame)
		}
		if f.Seq != nil {
			s += fmt.Sprintf(" %d", *f.Seq)
		}
		out = append(out, s)
	}
	return out
}

// text decompresses a log.
func text(t require.TestingT, file []byte) string {
	l := open(t, file)
	if !l.Compressed() {
		return string(file)
	}
	d, err := zframe.NewDecoder()
	require.NoError(t, err)
	defer d.Close()
	var out strings.Builder
	s := zframe.NewScanner(bytes.NewReader(file), int64(len(file)))
	for {
		f, err := s.Next()
		if errors.Is(err, io.EOF) {
			return out.String()
		}
		require.NoError(t, err)
		if f.State == zframe.Whole {
			require.NoError(t, d.Decode(&out, bytes.NewReader(file), f))
		}
	}
}

func TestCheckCompressed(t *testing.T) {
	whole := framed(t, `{"type":"session"}`+"\n", rows(0, 1), rows(2))
	last := framed(t, rows(3, 4))
	flipped := bytes.Clone(whole)
	flipped[len(flipped)-1] ^= 1 // the last frame's checksum
	for name, c := range map[string]struct {
		file []byte
		want []string
	}{
		"many frames":                             {whole, nil},
		"a duplicate, told by line and frame":     {framed(t, rows(0, 1), rows(1)), []string{"duplicate@3/2 1"}},
		"a row across two frames":                 {framed(t, `{"seq":0}`+"\n"+`{"se`, `q":1}`+"\n"+rows(2)), nil},
		"a torn row inside the last frame":        {framed(t, rows(0), rows(1)+`{"seq":2,"p":"x`), []string{"torn-tail@3/2 2"}},
		"a frame that was not written to its end": {append(bytes.Clone(whole), last[:len(last)-2]...), []string{"torn-tail@5/4"}},
		"both":                               {append(framed(t, rows(0)+`{"se`), last[:7]...), []string{"torn-tail@2/1", "torn-tail@2/2"}},
		"zero bytes at the end":              {append(bytes.Clone(whole), 0, 0, 0, 0), []string{"torn-tail@5/4"}},
		"a checksum that is wrong is damage": {flipped, []string{"damaged-frame@5/3"}},
		"a torn frame with frames behind it is damage": {append(append(bytes.Clone(whole), last[:len(last)-2]...), framed(t, rows(5))...), []string{"damaged-frame@5/4", "gap@5/5 3"}},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.want, briefs(check(t, c.file)))
		})
	}
}

// TestCompressionDoesNotMatter: what is wrong with a log does not depend on how its text is cut into frames.
func TestCompressionDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		log := drawLog(t)
		want := check(t, []byte(log))
		file := framed(t, drawCuts(t, log)...)
		got := check(t, file)
		for i := range got.Findings {
			got.Findings[i].Frame = 0
		}
		require.Equal(t, want.Findings, got.Findings)
		require.Equal(t, want.Tail.Next, got.Tail.Next)
		if len(file) > 0 {
			tail, err := open(t, file).Tail(opt)
			require.NoError(t, err)
			require.Equal(t, want.Tail.Next, tail.Next)
			require.Equal(t, want.Tail.Torn, tail.Torn)
		}
	})
}

func drawLog(t *rapid.T) string {
	var b strings.Builder
	n := 0
	for range rapid.IntRange(1, 20).Draw(t, "rows") {
		if rapid.IntRange(0, 5).Draw(t, "jump") == 0 {
			n = max(0, n-rapid.IntRange(0, 3).Draw(t, "back"))
		}
		if rapid.IntRange(0, 5).Draw(t, "closer") == 0 {
			fmt.Fprintf(&b, `{"seq":%d,"kind":"closer"}`+"\n", n)
		} else {
			b.WriteString(rows(n))
		}
		n++
	}
	return b.String() + rapid.SampledFrom([]string{"", `{"seq`, `{"seq":100}`}).Draw(t, "end")
}

// drawCuts cuts a text at random places, in rows and between them.
func drawCuts(t *rapid.T, text string) []string {
	var out []string
	for text != "" {
		n := rapid.IntRange(1, len(text)).Draw(t, "cut")
		if i := strings.IndexByte(text[n-1:], '\n'); i >= 0 && rapid.Bool().Draw(t, "at a newline") {
			n += i
		}
		out, text = append(out, text[:n]), text[n:]
	}
	return out
}

// TestRepairKeepsFrames proves for any cut into frames: the text is repaired as if it were plain, frames without a row
// that changes keep their bytes, and no frame is joined with another.
func TestRepairKeepsFrames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		log := drawLog(t)
		steps := seqlog.Steps{
			Renumber: rapid.Bool().Draw(t, "renumber"), Truncate: rapid.Bool().Draw(t, "truncate"),
		}
		if rapid.Bool().Draw(t, "drop") {
			steps.Synthetic = []string{`kind=="closer"`}
		}
		var plain, packed bytes.Buffer
		want, err := open(t, []byte(log)).Repair(&plain, opt, steps)
		require.NoError(t, err)
		cuts := drawCuts(t, log)
		frames := foreign(t, cuts)
		got, err := open(t, bytes.Join(frames, nil)).Repair(&packed, opt, steps)
		require.NoError(t, err)
		require.Equal(t, want.Plan, got.Plan)
		require.Equal(t, plain.String(), text(t, packed.Bytes()))
		require.Equal(t, want.After.Counts, got.After.Counts)
		require.LessOrEqual(t, countFrames(t, packed.Bytes()), len(cuts))
		rest := packed.Bytes()
		for i, frame := range frames {
			if at := len(strings.Join(cuts[:i], "")); !touched(log, at, at+len(cuts[i]), got.Plan) {
				j := bytes.Index(rest, frame)
				require.GreaterOrEqual(t, j, 0, "frame %d is not there as it was", i+1)
				rest = rest[j+len(frame):]
			}
		}
	})
}

// foreign compresses texts as another writer does: our own encoder would make other bytes.
func foreign(t require.TestingT, texts []string) [][]byte {
	var b bytes.Buffer
	z, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(64<<10))
	require.NoError(t, err)
	var out [][]byte
	for _, text := range texts {
		b.Reset()
		z.Reset(&b)
		_, err := z.Write([]byte(text))
		require.NoError(t, err)
		require.NoError(t, z.Flush())
		require.NoError(t, z.Close())
		out = append(out, bytes.Clone(b.Bytes()))
	}
	return out
}

// touched reports whether a plan changes a line that has bytes between two offsets of the text.
func touched(log string, from, to int, p seqlog.Plan) bool {
	for _, a := range p.Actions {
		end := len(log)
		if i := strings.IndexByte(log[a.Offset:], '\n'); i >= 0 {
			end = int(a.Offset) + i + 1
		}
		if int(a.Offset) < to && end > from {
			return true
		}
	}
	return false
}

func countFrames(t require.TestingT, file []byte) int {
	s := zframe.NewScanner(bytes.NewReader(file), int64(len(file)))
	for n := 0; ; n++ {
		if _, err := s.Next(); err != nil {
			require.ErrorIs(t, err, io.EOF)
			return n
		}
	}
}

func TestRepairOfCompressedLogs(t *testing.T) {
	header := `{"type":"session"}` + "\n"
	last := framed(t, rows(3, 4))
	for name, c := range map[string]struct {
		file  []byte
		steps seqlog.Steps
		want  []byte
	}{
		"renumber": {framed(t, header, rows(0, 1), rows(1, 2)), seqlog.Steps{Renumber: true}, framed(t, header, rows(0, 1), rows(2, 3))},
		"a frame of closers goes as a whole": {framed(t, header, rows(0), `{"seq":1,"kind":"closer"}`+"\n", rows(1, 2)),
			seqlog.Steps{Synthetic: []string{`kind=="closer"`}}, framed(t, header, rows(0), rows(1, 2))},
		"a torn frame is cut":                {append(framed(t, header, rows(0)), last[:9]...), seqlog.Steps{Truncate: true}, framed(t, header, rows(0))},
		"a torn frame stays where not asked": {append(framed(t, header, rows(0, 0)), last[:9]...), seqlog.Steps{Renumber: true}, append(framed(t, header, rows(0, 1)), last[:9]...)},
		"a torn row in a frame is cut":       {framed(t, header, rows(0)+`{"se`), seqlog.Steps{Truncate: true}, framed(t, header, rows(0))},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			result, err := open(t, c.file).Repair(&out, opt, c.steps)
			require.NoError(t, err)
			require.Equal(t, c.want, out.Bytes())
			require.Empty(t, result.Worse())
			require.Equal(t, briefs(check(t, out.Bytes())), briefs(result.After), "what the repair says of its result holds")
		})
	}
}

func TestRepairRefusesDamagedFrames(t *testing.T) {
	file := framed(t, rows(0), rows(0))
	file[len(file)-1] ^= 1
	_, err := open(t, file).Repair(io.Discard, opt, seqlog.Steps{Renumber: true})
	require.ErrorIs(t, err, logfile.ErrDamagedFrame)
}

func TestWorseNamesWhatARepairWouldAdd(t *testing.T) {
	// What comes late was no gap; renumbered, it is one.
	result, err := open(t, []byte(rows(1, 3, 3, 2, 4))).Repair(io.Discard, opt, seqlog.Steps{Renumber: true})
	require.NoError(t, err)
	require.Equal(t, []seqlog.Kind{seqlog.Gap}, result.Worse())
}

func TestTail(t *testing.T) {
	last := framed(t, rows(3, 4))
	many := make([]string, 100)
	for i := range many {
		many[i] = rows(i)
	}
	for name, c := range map[string]struct {
		file      []byte
		next      int64
		end, rest int
		curable   bool
	}{
		"plain":                     {[]byte(rows(0, 1)), 2, len(rows(0, 1)), 0, true},
		"plain, torn":               {[]byte(rows(0, 1) + `{"se`), 2, len(rows(0, 1)), 4, true},
		"compressed":                {framed(t, rows(0, 1), rows(2)), 3, len(framed(t, rows(0, 1), rows(2))), 0, true},
		"compressed, torn frame":    {append(framed(t, rows(0)), last[:9]...), 1, len(framed(t, rows(0))), 9, true},
		"compressed, torn row":      {framed(t, rows(0)+`{"se`), 1, len(framed(t, rows(0)+`{"se`)), 4, false},
		"more frames than are read": {framed(t, many...), 100, len(framed(t, many...)), 0, true},
		"rows without number at the end": {append(framed(t, rows(0, 1)), framed(t, strings.Split(strings.Repeat("{}\n", 99)+"{}", "\n")...)...), 2,
			len(framed(t, rows(0, 1))) + len(framed(t, strings.Split(strings.Repeat("{}\n", 99)+"{}", "\n")...)), 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			tail, err := open(t, c.file).Tail(opt)
			require.NoError(t, err)
			require.Equal(t, c.next, tail.Next)
			require.EqualValues(t, c.end, tail.End)
			require.EqualValues(t, c.rest, tail.Rest)
			require.Equal(t, c.curable, tail.Curable)
		})
	}
}

func TestEncodeKeepsTheFormat(t *testing.T) {
	b, err := open(t, []byte(rows(0))).Encode([]byte(rows(1)))
	require.NoError(t, err)
	require.Equal(t, rows(1), string(b))
	b, err = open(t, framed(t, rows(0))).Encode([]byte(rows(1)))
	require.NoError(t, err)
	require.Equal(t, rows(1), text(t, b))
}

// TestAWriterAtWorkIsNoTornTail: what is half written when the check comes to it is waited for, once.
func TestAWriterAtWorkIsNoTornTail(t *testing.T) {
	last := framed(t, rows(2))
	for name, c := range map[string]struct {
		file []byte
		cut  int
	}{
		"plain":                         {[]byte(rows(0, 1, 2)), 5},
		"compressed":                    {append(framed(t, rows(0, 1)), last...), 5},
		"compressed, row across frames": {append(framed(t, rows(0)+`{"se`), framed(t, `q":1}`+"\n")...), len(framed(t, `q":1}`+"\n"))},
	} {
		t.Run(name, func(t *testing.T) {
			l, err := logfile.New(bytes.NewReader(c.file), int64(len(c.file)-c.cut))
			require.NoError(t, err)
			asked := 0
			r, err := l.Check(opt, logfile.Watch{Grown: func() int64 { asked++; return int64(len(c.file)) }})
			require.NoError(t, err)
			require.Empty(t, r.Findings)
			require.Equal(t, 1, asked)
		})
	}
}
