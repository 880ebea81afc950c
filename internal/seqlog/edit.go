package seqlog

// edit replaces some bytes of a line.
type edit struct {
	at, n int
	text  string
}

func (e edit) none() bool { return e.n == 0 && e.text == "" }

// apply makes the edited line; without an edit it is the line itself.
func (e edit) apply(raw []byte) []byte {
	if e.none() {
		return raw
	}
	out := make([]byte, 0, len(raw)-e.n+len(e.text))
	out = append(append(out, raw[:e.at]...), e.text...)
	return append(out, raw[e.at+e.n:]...)
}

// moved is where an offset of the line lies in the edited one. One inside the edit lies behind what replaced it.
func (e edit) moved(at int) int {
	switch {
	case at <= e.at:
		return at
	case at >= e.at+e.n:
		return at - e.n + len(e.text)
	}
	return e.at + len(e.text)
}

// touches reports whether bytes between two offsets of the line are replaced.
func (e edit) touches(from, to int) bool { return !e.none() && from < e.at+e.n && to > e.at }

// write writes a line with an edit, ending frames where they ended before.
func (r *Rewriter) write(it item, e edit) {
	out, from := e.apply(it.raw), 0
	piece := func(to int) {
		if e.touches(from, to) {
			r.sink.Changed()
		}
		_, err := r.sink.Write(out[e.moved(from):e.moved(to)])
		r.note(err)
		from = to
	}
	for _, cut := range it.cuts {
		piece(cut)
		r.note(r.sink.Boundary())
	}
	piece(len(it.raw))
}
