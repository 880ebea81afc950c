package cli

import (
	"fmt"
	"io"
	"os"
	"time"
)

// progress tells on a terminal how far a long reading has come. On anything else it is silent.
type progress struct {
	w     io.Writer // nil: silent
	name  string
	size  int64
	next  time.Time
	shown bool
}

// The bounds of progress: short readings need none, and nobody reads faster than this.
const (
	longReading   = 64 << 20
	progressEvery = 200 * time.Millisecond
)

func newProgress(s Streams, f *os.File, name string) *progress {
	p := &progress{name: name}
	info, err := f.Stat()
	if err != nil || !s.Terminal || !s.Keyboard || info.Size() < longReading {
		return p
	}
	p.w, p.size, p.next = s.Err, info.Size(), time.Now().Add(progressEvery)
	return p
}

// at is told how far the reading has come.
func (p *progress) at(n int64) {
	if p.w == nil || time.Now().Before(p.next) {
		return
	}
	p.next, p.shown = time.Now().Add(progressEvery), true
	fmt.Fprintf(p.w, "\r%s: %d of %d MiB, %d %%", p.name, n>>20, p.size>>20, n*100/p.size)
}

// done takes the line back.
func (p *progress) done() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
