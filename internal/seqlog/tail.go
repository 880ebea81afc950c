package seqlog

import (
	"errors"
	"fmt"
	"io"
)

// Tail is how a log ends: what an append has to know.
type Tail struct {
	Numbered  bool  // a row has a number; else Last and Next mean nothing
	Last      int64 // the last number of the last numbered row
	Next      int64 // one above the highest number
	Whole     int64 // bytes up to the end of the last whole row
	Torn      int64 // bytes behind them that are no whole row
	NoNewline bool  // what ends at Whole lacks its newline

	nums numbers
}

// Settled reports whether the log ends in its highest number, as a log does that nobody damaged.
func (t Tail) Settled() bool { return !t.Numbered || t.Last+1 == t.Next }

// firstWindow is how much of a log's end is read at first. It grows until it holds a numbered row.
const firstWindow = 256 << 10

// ReadTail finds how a log of that size ends, by reading its end only. Numbers below those it has read count as stored.
func ReadTail(r io.ReaderAt, size int64, opt Options) (Tail, error) {
	for window := int64(firstWindow); ; window *= 8 {
		from := max(0, size-window)
		t, err := readWindow(r, from, size, opt)
		if err != nil {
			return Tail{}, fmt.Errorf("reading the end of the log: %w", err)
		}
		if from == 0 || t.Numbered || !opt.Numbered() && t.Whole > from {
			return t, nil
		}
	}
}

// readWindow checks a log from the first line that begins behind offset from.
func readWindow(r io.ReaderAt, from, size int64, opt Options) (Tail, error) {
	section := io.NewSectionReader(r, from, size-from)
	skipped, err := skipLine(section, from)
	if err != nil {
		return Tail{}, err
	}
	c := NewChecker(opt)
	if _, err := io.Copy(c, section); err != nil {
		return Tail{}, err
	}
	t := c.Close().Tail
	t.Whole += from + skipped
	if from > 0 {
		t = t.Partial()
	}
	return t, nil
}

// skipLine reads what is left of a line that began before from.
func skipLine(r io.ReadSeeker, from int64) (int64, error) {
	if from == 0 {
		return 0, nil
	}
	b, n := make([]byte, 4<<10), int64(0)
	for {
		k, err := r.Read(b)
		for i, c := range b[:k] {
			if c == '\n' {
				_, err := r.Seek(n+int64(i)+1, io.SeekStart)
				return n + int64(i) + 1, err
			}
		}
		n += int64(k)
		if errors.Is(err, io.EOF) {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
}

// Partial is the tail of a log of which only the end was read: numbers below those seen count as stored.
func (t Tail) Partial() Tail {
	if t.Numbered {
		t.nums.low = -maxNumber
	}
	return t
}
