package logfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"noclobber/internal/seqlog"
	"noclobber/internal/seqlog/zframe"
)

// Tail is how a log's file ends.
type Tail struct {
	seqlog.Tail       // of the text
	End         int64 // bytes of the file up to the end of the last whole row, or frame
	Rest        int64 // bytes behind them, which are no whole row or frame
	Curable     bool  // what is torn can be cut off at End: it stands in no frame that holds whole rows too
}

// Tail finds how the log ends. Of a compressed one all frame headers are read, and the text of the last frames.
func (l *Log) Tail(opt seqlog.Options) (Tail, error) {
	if !l.compressed {
		t, err := seqlog.ReadTail(l.r, l.size, opt)
		return Tail{Tail: t, End: t.Whole, Rest: t.Torn, Curable: true}, err
	}
	frames, torn, err := l.lastFrames()
	if err != nil {
		return Tail{}, err
	}
	t := Tail{End: l.size, Curable: true}
	if torn != nil {
		t.End, t.Rest = torn.At, torn.Size
	}
	if t.Tail, err = l.textTail(frames, opt); err != nil {
		return Tail{}, err
	}
	if t.Torn > 0 {
		t.Rest, t.Curable = t.Rest+t.Torn, false
	}
	return t, nil
}

// keptFrames bounds the frames whose text is read at first.
const keptFrames = 64

// lastFrames returns the last whole frames, and the torn one behind them.
func (l *Log) lastFrames() ([]zframe.Frame, *zframe.Frame, error) {
	var last []zframe.Frame
	for s := zframe.NewScanner(l.r, l.size); ; {
		f, err := s.Next()
		switch {
		case errors.Is(err, io.EOF):
			return last, nil, nil
		case err != nil:
			return nil, nil, fmt.Errorf("reading the log's frames: %w", err)
		case f.State == zframe.Torn:
			return last, &f, nil
		case f.State != zframe.Skipped:
			last = append(last, f)
			last = last[max(0, len(last)-keptFrames):]
		}
	}
}

// textTail finds how the text of the last frames ends; if no row in them has a number, all of the log is read.
func (l *Log) textTail(frames []zframe.Frame, opt seqlog.Options) (seqlog.Tail, error) {
	if len(frames) < keptFrames {
		return l.wholeTail(opt)
	}
	c := seqlog.NewChecker(opt)
	d, err := zframe.NewDecoder()
	if err != nil {
		return seqlog.Tail{}, err
	}
	defer d.Close()
	r := &behindLine{reader: &checkReader{Checker: c}}
	for _, f := range frames {
		if err := l.frame(d, f, r); err != nil {
			return seqlog.Tail{}, err
		}
	}
	if t := c.Close().Tail; t.Numbered {
		return t.Partial(), nil
	}
	return l.wholeTail(opt)
}

func (l *Log) wholeTail(opt seqlog.Options) (seqlog.Tail, error) {
	r, err := l.Check(opt, Watch{})
	return r.Tail, err
}

// behindLine leaves out text up to the first newline: it belongs to a row that began before.
type behindLine struct {
	reader
	found bool
}

func (b *behindLine) Write(p []byte) (int, error) {
	if b.found {
		return b.reader.Write(p)
	}
	i := bytes.IndexByte(p, '\n')
	if i < 0 {
		return len(p), nil
	}
	b.found = true
	n, err := b.reader.Write(p[i+1:])
	return i + 1 + n, err
}
