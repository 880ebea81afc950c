package logfile

import (
	"errors"
	"fmt"
	"io"

	"noclobber/internal/seqlog"
	"noclobber/internal/seqlog/zframe"
)

// Log is a log in a file.
type Log struct {
	r          io.ReaderAt
	size       int64
	compressed bool
}

// New makes a Log of the first size bytes of r.
func New(r io.ReaderAt, size int64) (*Log, error) {
	head := make([]byte, 4)
	n, err := r.ReadAt(head[:min(int64(len(head)), size)], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("reading the log: %w", err)
	}
	return &Log{r: r, size: size, compressed: zframe.Is(head[:n])}, nil
}

// Compressed reports whether the log is a zstd stream.
func (l *Log) Compressed() bool { return l.compressed }

// reader takes a log's text, and is told of its frames.
type reader interface {
	io.Writer
	begin(zframe.Frame)         // its text follows
	end(zframe.Frame) error     // it came to its end
	damaged(zframe.Frame) error // it cannot be read, or not to its end; Err tells why
	torn(zframe.Frame) error    // the stream ends in the beginning of a frame
}

// feed gives the log's text from a file offset on to r and returns the offset that it came to: the log's end, or that
// of a torn frame. progress is told the offset from time to time.
func (l *Log) feed(from int64, r reader, progress func(int64)) (int64, error) {
	if !l.compressed {
		return l.size, l.copyTo(r, from, progress)
	}
	d, err := zframe.NewDecoder()
	if err != nil {
		return from, err
	}
	defer d.Close()
	at := from
	frames := zframe.NewScanner(io.NewSectionReader(l.r, from, l.size-from), l.size-from)
	for {
		f, err := frames.Next()
		if errors.Is(err, io.EOF) {
			return at, nil
		}
		if err != nil {
			return at, fmt.Errorf("reading the log: %w", err)
		}
		f.At += from
		if f.State == zframe.Torn {
			return at, r.torn(f)
		}
		if err := l.frame(d, f, r); err != nil {
			return at, err
		}
		at = f.At + f.Size
		progress(at)
	}
}

// frame gives one frame's text to r.
func (l *Log) frame(d *zframe.Decoder, f zframe.Frame, r reader) error {
	r.begin(f)
	switch f.State {
	case zframe.Damaged:
		return r.damaged(f)
	case zframe.Whole:
		if err := d.Decode(r, l.r, f); err != nil {
			f.State, f.Err = zframe.Damaged, err
			return r.damaged(f)
		}
	}
	return r.end(f)
}

// copyTo gives the text of a log that is not compressed to w.
func (l *Log) copyTo(w io.Writer, from int64, progress func(int64)) error {
	buf := make([]byte, 256<<10)
	for at := from; at < l.size; {
		n, err := l.r.ReadAt(buf[:min(int64(len(buf)), l.size-at)], at)
		if _, err := w.Write(buf[:n]); err != nil {
			return err
		}
		at += int64(n)
		progress(at)
		if err != nil && (n == 0 || !errors.Is(err, io.EOF)) {
			return fmt.Errorf("reading the log at offset %d: %w", at, err)
		}
	}
	return nil
}

// Encode makes rows ready to be written behind the log: as they are, or as one frame.
func (l *Log) Encode(rows []byte) ([]byte, error) {
	if !l.compressed {
		return rows, nil
	}
	return new(zframe.Encoder).Encode(rows, true)
}

// tornFinding words the beginning of a frame at a log's end.
func tornFinding(f zframe.Frame) seqlog.Finding {
	return seqlog.Finding{
		Kind: seqlog.TornTail, Frame: f.N, Count: f.Size,
		Message: fmt.Sprintf("the log ends in %d bytes of a frame that was not written to its end (at byte %d of the file); what it holds was never committed", f.Size, f.At),
	}
}

func damagedFinding(f zframe.Frame) seqlog.Finding {
	return seqlog.Finding{
		Kind: seqlog.DamagedFrame, Frame: f.N, Count: f.Size,
		Message: fmt.Sprintf("the frame at byte %d of the file (%d bytes) cannot be read: %v", f.At, f.Size, f.Err),
	}
}
