package logfile

import (
	"noclobber/internal/seqlog"
	"noclobber/internal/seqlog/zframe"
)

// Watch lets a check be watched, and lets it wait for a writer that is at work.
type Watch struct {
	// Progress is told how far into the file the check has come.
	Progress func(at int64)
	// Grown is asked when the log ends in the middle of something: it waits a moment and returns the file's size.
	Grown func() int64
}

func (w Watch) progress(at int64) {
	if w.Progress != nil {
		w.Progress(at)
	}
}

// Check reads the log to its end and tells what is wrong with it.
func (l *Log) Check(opt seqlog.Options, watch Watch) (seqlog.Report, error) {
	r := &checkReader{Checker: seqlog.NewChecker(opt)}
	for at := int64(0); ; {
		end, err := l.feed(at, r, watch.progress)
		if err != nil {
			return seqlog.Report{}, err
		}
		at = end
		if r.atRest() || watch.Grown == nil {
			break
		}
		if size := watch.Grown(); size > l.size {
			l.size, r.tornAt = size, nil
			continue
		}
		break
	}
	if r.tornAt != nil {
		r.Add(tornFinding(*r.tornAt))
	}
	return r.Close(), nil
}

// checkReader gives a log's text to a Checker.
type checkReader struct {
	*seqlog.Checker
	n      int64 // frames read
	tornAt *zframe.Frame
}

func (r *checkReader) atRest() bool { return !r.Unfinished() && r.tornAt == nil }

func (r *checkReader) begin(zframe.Frame) {
	r.n++
	r.Frame(r.n)
}

func (r *checkReader) end(zframe.Frame) error { return nil }

func (r *checkReader) damaged(f zframe.Frame) error {
	f.N = r.n
	r.Lose()
	r.Add(damagedFinding(f))
	return nil
}

func (r *checkReader) torn(f zframe.Frame) error {
	f.N = r.n + 1
	r.tornAt = &f
	return nil
}
