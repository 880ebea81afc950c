package zframe

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
)

// State says what a stretch of a compressed log is.
type State uint8

// The states of a stretch.
const (
	Whole   State = iota // a frame whose blocks lead to its end
	Skipped              // a skippable frame: it holds no text
	Damaged              // no frame, or one whose blocks lead nowhere, with other frames behind it
	Torn                 // the beginning of a frame at the end of the stream, or zero bytes there
)

// Frame is one stretch of a compressed log.
type Frame struct {
	N        int64 // 1-based
	At, Size int64 // in bytes
	State    State
	Checksum bool  // the frame carries one
	Err      error // why it is damaged or torn
}

// Scanner finds the frames of a stream by their headers. Nothing is decoded.
type Scanner struct {
	r    *window
	at   int64
	n    int64
	next *Frame // found while another was looked for
}

// NewScanner scans size bytes of r.
func NewScanner(r io.ReaderAt, size int64) *Scanner {
	return &Scanner{r: &window{r: r, size: size}}
}

// Next returns the next stretch; io.EOF behind the last one. Stretches follow each other without a hole.
func (s *Scanner) Next() (Frame, error) {
	f, err := s.find()
	if err == nil {
		s.n++
		f.N = s.n
	}
	return f, err
}

func (s *Scanner) find() (Frame, error) {
	if f := s.next; f != nil {
		s.next, s.at = nil, f.At+f.Size
		return *f, nil
	}
	if s.at >= s.r.size {
		return Frame{}, io.EOF
	}
	f, err := s.follow(s.at)
	if err == nil && s.swallows(f) {
		err = errSwallows
	}
	if s.r.err != nil {
		return Frame{}, s.r.err
	}
	if err != nil {
		f, err = s.broken(err)
		if err != nil {
			return Frame{}, err
		}
	}
	s.at = f.At + f.Size
	return f, nil
}

// follow goes through the frame at an offset, block by block.
func (s *Scanner) follow(at int64) (Frame, error) {
	f := Frame{At: at}
	h, err := parseHeader(s.r.bytes(at, maxHeader))
	if err != nil {
		return f, err
	}
	if h.skip >= 0 {
		f.State, f.Size = Skipped, h.size+h.skip
		return f, s.within(at + f.Size)
	}
	f.Checksum = h.checksum
	end := at + h.size
	for last := false; !last; {
		b := s.r.bytes(end, blockSize)
		if len(b) < blockSize {
			return f, errShort
		}
		var size int64
		if size, last, err = parseBlock([blockSize]byte(b)); err != nil {
			return f, err
		}
		if end += blockSize + size; end > s.r.size {
			return f, errShort
		}
	}
	if h.checksum {
		end += checkBytes
	}
	f.Size = end - at
	return f, s.within(end)
}

// swallows reports whether a frame that seems whole took the beginning of another one for its own end, as one does that
// was cut off before others were appended: then no frame begins behind it, and one does inside.
func (s *Scanner) swallows(f Frame) bool {
	end := f.At + f.Size
	if end >= s.r.size || f.State == Skipped {
		return false
	}
	if _, err := parseHeader(s.r.bytes(end, maxHeader)); !errors.Is(err, errNoFrame) {
		return false
	}
	for at := f.At + 1; ; at++ {
		var err error
		if at, err = s.candidate(at); err != nil || at < 0 || at >= end {
			return false
		}
		if _, err := s.follow(at); err == nil {
			return true
		}
	}
}

func (s *Scanner) within(end int64) error {
	if end > s.r.size {
		return errShort
	}
	return nil
}

// broken judges what stands at the scanner's place and is no whole frame: damage where a frame follows, else a torn end.
func (s *Scanner) broken(cause error) (Frame, error) {
	for at := s.at + 1; ; at++ {
		var err error
		if at, err = s.candidate(at); err != nil {
			return Frame{}, err
		}
		if at < 0 {
			return s.end(cause), nil
		}
		if f, err := s.follow(at); err == nil {
			s.next = &f
			return Frame{At: s.at, Size: at - s.at, State: Damaged, Err: cause}, s.r.err
		}
	}
}

// candidate returns the next offset at which a frame's magic number stands; -1: none.
func (s *Scanner) candidate(at int64) (int64, error) {
	want := binary.LittleEndian.AppendUint32(nil, magic)
	for at < s.r.size {
		b := s.r.bytes(at, windowSize)
		if s.r.err != nil {
			return 0, s.r.err
		}
		if i := bytes.Index(b, want); i >= 0 {
			return at + int64(i), nil
		}
		if len(b) < magicSize {
			break
		}
		at += int64(len(b)) - magicSize + 1
	}
	return -1, nil
}

// end is the last stretch of the stream. Zero bytes are what a file system leaves of an append that never reached the
// disk; other bytes that begin no frame are damage.
func (s *Scanner) end(cause error) Frame {
	f := Frame{At: s.at, Size: s.r.size - s.at, State: Torn, Err: cause}
	if errors.Is(cause, errNoFrame) && !s.zeros() {
		f.State = Damaged
	}
	return f
}

func (s *Scanner) zeros() bool {
	for at := s.at; at < s.r.size; {
		b := s.r.bytes(at, windowSize)
		if len(b) == 0 || len(bytes.Trim(b, "\x00")) > 0 {
			return false
		}
		at += int64(len(b))
	}
	return true
}

// windowSize is how much of the stream is read at once.
const windowSize = 64 << 10

// window reads small pieces of a file without a system call for each.
type window struct {
	r    io.ReaderAt
	size int64
	from int64
	buf  []byte
	err  error
}

// bytes returns up to n bytes at an offset, fewer at the end. They are valid until the next call.
func (w *window) bytes(at, n int64) []byte {
	end := min(at+n, w.size)
	if at >= end || w.err != nil {
		return nil
	}
	if at < w.from || end > w.from+int64(len(w.buf)) {
		w.fill(at)
	}
	if at < w.from || end > w.from+int64(len(w.buf)) {
		end = min(end, w.from+int64(len(w.buf)))
	}
	return w.buf[at-w.from : max(at, end)-w.from]
}

func (w *window) fill(at int64) {
	if w.buf == nil {
		w.buf = make([]byte, windowSize)
	}
	n, err := w.r.ReadAt(w.buf[:cap(w.buf)], at)
	if err != nil && !errors.Is(err, io.EOF) {
		w.err = err
	}
	w.from, w.buf = at, w.buf[:n]
}
