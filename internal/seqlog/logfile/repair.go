package logfile

import (
	"errors"
	"fmt"
	"io"

	"noclobber/internal/seqlog"
	"noclobber/internal/seqlog/zframe"
)

// Result is what a repair did, and the log before and after it.
type Result struct {
	Plan   seqlog.Plan
	Before seqlog.Report
	After  seqlog.Report
}

// Worse lists the kinds of findings that the mended log has more of: then it must not take the old one's place.
func (r Result) Worse() []seqlog.Kind {
	var out []seqlog.Kind
	for kind, n := range r.After.Counts {
		if n > r.Before.Counts[kind] && kind.Severity() != seqlog.Note {
			out = append(out, kind)
		}
	}
	return out
}

// ErrDamagedFrame is returned by Repair for a compressed log that cannot be read in full.
var ErrDamagedFrame = errors.New("a frame cannot be read, and what it holds would be lost")

// Repair writes the mended log to w, in the format of this one. It reads the log three times.
func (l *Log) Repair(w io.Writer, opt seqlog.Options, steps seqlog.Steps) (Result, error) {
	var result Result
	var err error
	if result.Before, err = l.Check(opt, Watch{}); err != nil {
		return result, err
	}
	survey := seqlog.NewSurvey(opt, steps)
	if _, err := l.feed(0, &rewriteReader{target: survey}, func(int64) {}); err != nil {
		return result, err
	}
	after := seqlog.NewChecker(opt)
	out := l.newOut(w, after)
	rewriter, err := survey.Close(out)
	if err != nil {
		return result, err
	}
	r := &rewriteReader{target: rewriter, onFrame: out.frame}
	if _, err = l.feed(0, r, func(int64) {}); err != nil {
		return result, err
	}
	if result.Plan, err = rewriter.Close(); err != nil {
		return result, err
	}
	if err := out.finish(); err != nil {
		return result, err
	}
	if r.rest != nil {
		if err := l.rest(*r.rest, w, after, steps, &result.Plan); err != nil {
			return result, err
		}
	}
	result.After = after.Close()
	return result, nil
}

// rest cuts the torn frame at the log's end, or keeps it.
func (l *Log) rest(f zframe.Frame, w io.Writer, after *seqlog.Checker, steps seqlog.Steps, p *seqlog.Plan) error {
	if steps.Truncate {
		p.CutBytes += f.Size
		if len(p.Actions) < seqlog.MaxActions {
			p.Actions = append(p.Actions, seqlog.Action{Verb: seqlog.Cut, Frame: f.N, Offset: f.At, Bytes: f.Size})
		}
		return nil
	}
	after.Add(tornFinding(f))
	_, err := io.Copy(w, io.NewSectionReader(l.r, f.At, f.Size))
	return err
}

// target is a Survey or a Rewriter.
type target interface {
	io.Writer
	Boundary() error
}

// rewriteReader gives a log's text to a repair.
type rewriteReader struct {
	target
	onFrame func(zframe.Frame)
	rest    *zframe.Frame
}

func (r *rewriteReader) begin(f zframe.Frame) {
	if r.onFrame != nil {
		r.onFrame(f)
	}
}

func (r *rewriteReader) end(zframe.Frame) error { return r.Boundary() }

func (r *rewriteReader) damaged(f zframe.Frame) error {
	return fmt.Errorf("%w: frame %d at byte %d of the file: %w", ErrDamagedFrame, f.N, f.At, f.Err)
}

func (r *rewriteReader) torn(f zframe.Frame) error {
	r.rest = &f
	return nil
}

// out is where a repair writes to.
type out interface {
	seqlog.Sink
	frame(zframe.Frame) // one more frame's text begins to be read
	finish() error
}

func (l *Log) newOut(w io.Writer, after io.Writer) out {
	if l.compressed {
		return &framedOut{l: l, w: w, after: after}
	}
	return plainOut{seqlog.Plain(io.MultiWriter(w, after))}
}

// plainOut is that of a log without frames.
type plainOut struct{ seqlog.Sink }

func (plainOut) frame(zframe.Frame) {}
func (plainOut) finish() error      { return nil }

// framedOut makes frames of the text again: those that did not change are copied. One frame's text is held.
type framedOut struct {
	l       *Log
	w       io.Writer
	after   io.Writer
	encoder zframe.Encoder
	frames  []zframe.Frame // read and not written yet
	text    []byte
	changed bool
}

func (o *framedOut) frame(f zframe.Frame) { o.frames = append(o.frames, f) }

func (o *framedOut) Write(p []byte) (int, error) {
	o.text = append(o.text, p...)
	return o.after.Write(p)
}

func (o *framedOut) Changed() { o.changed = true }

// Boundary ends the oldest frame that is not written yet.
func (o *framedOut) Boundary() error {
	f := o.frames[0]
	o.frames = o.frames[1:]
	text, changed := o.text, o.changed
	o.text, o.changed = o.text[:0], false
	switch {
	case !changed:
		_, err := io.Copy(o.w, io.NewSectionReader(o.l.r, f.At, f.Size))
		return err
	case len(text) == 0:
		return nil
	}
	b, err := o.encoder.Encode(text, f.Checksum)
	if err != nil {
		return err
	}
	_, err = o.w.Write(b)
	return err
}

// finish checks that every frame came to its end.
func (o *framedOut) finish() error {
	if len(o.frames) > 0 || len(o.text) > 0 {
		return fmt.Errorf("%d frames were not written", len(o.frames))
	}
	return nil
}
