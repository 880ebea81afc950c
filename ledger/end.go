package ledger

import (
	"bytes"
	"strings"
)

// lastWhole returns the frame that ends the log, reading only that one. It reports false for a torn tail.
func lastWhole(log *stored) (frame, bool) {
	const first = 4 << 10 // most last frames fit, so that one read is enough
	if log.size < fileHeaderSize+headerSize+trailerSize {
		return frame{}, false
	}
	w := &window{log: log, at: max(0, log.size-first)}
	b, err := log.read(w.at, int(log.size-w.at))
	if err != nil {
		return frame{}, false
	}
	w.data = b
	size, ok := parseTrailer(b[len(b)-trailerSize:])
	if !ok {
		return frame{}, false
	}
	f, ok := frameAt(w, log.size-trailerSize-size-headerSize)
	if !ok || f.end() != log.size {
		return frame{}, false
	}
	_, err = bodyOf(w, f)
	return f, err == nil
}

// lastReadable returns the last frame with an intact body, its trailer perhaps torn.
func lastReadable(log *stored) (frame, bool) {
	return searchBack(log, log.size, func(f frame) bool {
		_, err := bodyOf(log, f)
		return err == nil
	})
}

// tornEnd is what stands behind the last frame that is readable.
type tornEnd struct {
	last    frame  // zero when no frame is readable
	keep    int64  // the log's size without it
	rest    []byte // the bytes behind
	missing []byte // the last frame's trailer, where it is among them or missing
}

// findTorn looks at a log that does not end in a whole frame.
func findTorn(log *stored) (tornEnd, error) {
	var t tornEnd
	if f, ok := lastReadable(log); ok {
		t.last, t.keep = f, f.end()
		if !closed(log, f) {
			t.keep, t.missing = f.bodyEnd(), trailer(f.size)
		}
	}
	if log.err != nil {
		return tornEnd{}, log.err
	}
	var err error
	t.rest, err = log.read(t.keep, int(log.size-t.keep))
	return t, err
}

// crashed tells whether the rest is what a crash leaves: the beginning of something that was being written, or space
// that was never written. All else was damaged later.
func (t tornEnd) crashed() bool {
	if len(bytes.TrimLeft(t.rest, "\x00")) == 0 {
		return true
	}
	if t.missing != nil {
		return bytes.HasPrefix(t.missing, t.rest)
	}
	at, rest := t.keep, t.rest
	if at == 0 {
		header := fileHeader()
		if !bytes.HasPrefix(rest, header) {
			return bytes.HasPrefix(header, rest)
		}
		at, rest = fileHeaderSize, rest[fileHeaderSize:]
	}
	return beginsFrame(rest, at)
}

// beginsFrame tells whether b is a part of a frame for offset at, without its end.
func beginsFrame(b []byte, at int64) bool {
	if len(b) < headerSize {
		return strings.HasPrefix(frameMagic, string(b[:min(len(b), len(frameMagic))]))
	}
	f, ok := parseHeader(b, at)
	return ok && f.end() > at+int64(len(b))
}
