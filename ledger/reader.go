package ledger

import (
	"bytes"
	"fmt"

	"noclobber/internal/fsx"
)

// source gives bytes of a log: n of them at off. What it returns is good until the next call.
type source interface {
	read(off int64, n int) ([]byte, error)
	end() int64
}

// stored is a log: what its file holds, and behind it the frames that are staged.
type stored struct {
	file   fsx.File
	size   int64 // of what is committed
	staged []byte
	err    error // the first read that failed: bytes that could not be read are not bytes that are damaged
}

func (s *stored) end() int64 { return s.size + int64(len(s.staged)) }

func (s *stored) read(off int64, n int) ([]byte, error) {
	if off < 0 || n < 0 || off+int64(n) > s.end() {
		return nil, fmt.Errorf("%w: %d bytes at offset %d of %d", ErrDamaged, n, off, s.end())
	}
	if off >= s.size {
		return s.staged[off-s.size:][:n], nil
	}
	b := make([]byte, n)
	inFile := b[:min(int64(n), s.size-off)]
	if err := s.fill(inFile, off); err != nil {
		return nil, err
	}
	copy(b[len(inFile):], s.staged)
	return b, nil
}

func (s *stored) fill(b []byte, off int64) error {
	if _, err := s.file.ReadAt(b, off); err != nil {
		err = fmt.Errorf("read the log at offset %d: %w", off, err)
		if s.err == nil {
			s.err = err
		}
		return err
	}
	return nil
}

// window reads a log in large pieces, for walks in either direction.
type window struct {
	log  *stored
	at   int64
	data []byte
}

const windowSize = 64 << 10

func (w *window) end() int64 { return w.log.end() }

func (w *window) read(off int64, n int) ([]byte, error) {
	if off >= w.at && off+int64(n) <= w.at+int64(len(w.data)) {
		return w.data[off-w.at:][:n], nil
	}
	if n >= windowSize || off < 0 || off+int64(n) > w.log.size {
		return w.log.read(off, n)
	}
	from := off
	if off < w.at { // going back: what lies before will be wanted next
		from = max(0, off+int64(n)-windowSize)
	}
	w.at, w.data = from, make([]byte, min(windowSize, w.log.size-from))
	if err := w.log.fill(w.data, from); err != nil {
		w.data = nil
		return nil, err
	}
	return w.data[off-from:][:n], nil
}

// frameAt returns the frame whose header stands at offset at and whose body is there, checked or not. It and the
// searches below say no to what cannot be read, too: who draws conclusions from a no looks at the log's err.
func frameAt(src source, at int64) (frame, bool) {
	if at < fileHeaderSize || at+headerSize > src.end() {
		return frame{}, false
	}
	b, err := src.read(at, headerSize)
	if err != nil {
		return frame{}, false
	}
	f, ok := parseHeader(b, at)
	return f, ok && f.bodyEnd() <= src.end()
}

// bodyOf returns a frame's body, or ErrDamaged.
func bodyOf(src source, f frame) ([]byte, error) {
	b, err := src.read(f.body(), int(f.size))
	if err != nil {
		return nil, err
	}
	if checksum(b) != f.sum {
		return nil, fmt.Errorf("%w at offset %d", ErrDamaged, f.at)
	}
	return b, nil
}

// closed tells whether a frame's trailer is there and right.
func closed(src source, f frame) bool {
	if f.end() > src.end() {
		return false
	}
	b, err := src.read(f.bodyEnd(), trailerSize)
	if err != nil {
		return false
	}
	size, ok := parseTrailer(b)
	return ok && size == f.size
}

// before returns the frame that ends at offset end, or where that one is damaged the nearest one before it.
func before(src source, end int64) (frame, bool) {
	if end < fileHeaderSize+headerSize+trailerSize {
		return frame{}, false
	}
	if b, err := src.read(end-trailerSize, trailerSize); err == nil {
		if size, ok := parseTrailer(b); ok {
			if f, ok := frameAt(src, end-trailerSize-size-headerSize); ok && f.end() == end {
				return f, true
			}
		}
	}
	return searchBack(src, end, func(f frame) bool { return f.bodyEnd() <= end })
}

// searchBack returns the last frame that begins before offset limit and that accept takes.
func searchBack(src source, limit int64, accept func(frame) bool) (frame, bool) {
	const piece = 32 << 10
	for high := limit; high > fileHeaderSize; {
		low := max(fileHeaderSize, high-piece)
		b, err := src.read(low, int(min(high+int64(len(frameMagic))-1, src.end())-low)) // a magic may straddle two pieces
		if err != nil {
			return frame{}, false
		}
		b = bytes.Clone(b)
		for i := bytes.LastIndex(b, []byte(frameMagic)); i >= 0; i = bytes.LastIndex(b[:i+len(frameMagic)-1], []byte(frameMagic)) {
			if f, ok := frameAt(src, low+int64(i)); ok && accept(f) {
				return f, true
			}
		}
		high = low
	}
	return frame{}, false
}

// searchOn returns the first frame that begins at offset from or later.
func searchOn(src source, from int64) (frame, bool) {
	const piece = 32 << 10
	for low := from; low < src.end(); low += piece {
		b, err := src.read(low, int(min(low+piece+int64(len(frameMagic))-1, src.end())-low))
		if err != nil {
			return frame{}, false
		}
		b = bytes.Clone(b)
		for i := 0; ; i++ {
			next := bytes.Index(b[i:], []byte(frameMagic))
			if next < 0 {
				break
			}
			i += next
			if f, ok := frameAt(src, low+int64(i)); ok {
				return f, true
			}
		}
	}
	return frame{}, false
}
