package guard

import (
	"fmt"
	"io"

	"noclobber/gate"
	"noclobber/internal/seqlog/logfile"
)

// numbers tells the state how a numbered log ends whose bytes are not at hand as text.
func (h *held) numbers(st *gate.State) {
	opt := gate.Numbers(h.rule())
	if !opt.Numbered() || !h.disk.exists || h.disk.text() {
		return
	}
	_ = h.withFile(func(r io.ReaderAt, size int64) error { // an end that cannot be read is not judged
		log, err := logfile.New(r, size)
		if err != nil {
			return err
		}
		st.Packed = log.Compressed()
		t, err := log.Tail(opt)
		if err == nil {
			st.End = &t.Tail
		}
		return err
	})
}

// numbered refuses a verb's plan that would break the numbers of its log.
func (h *held) numbered(kind gate.Kind, text []byte, p gate.Plan) (gate.Plan, error) {
	if !gate.Numbers(h.rule()).Numbered() {
		return p, nil // what this context has seen need not be read for that
	}
	op := gate.Op{Kind: kind, Path: h.t.Given, Content: text, HasContent: true}
	p = gate.Numbered(op, h.rule(), h.state(h.view()), p)
	if p.Action == gate.Deny {
		return p, &Denied{Document: h.t.name, Text: p.Refusal.Text(h.t.name, 0)}
	}
	return p, nil
}

// wholeRows refuses to add to a log of JSON lines what is no row of it.
func (h *held) wholeRows(c Change) error {
	if c.Moved {
		return nil
	}
	if err := gate.WholeRows(h.rule(), h.t.Real, h.disk.data, c.Content); err != nil {
		return h.denyVerb("each of its lines is one row of JSON, and the text has a line that is none: %v\nNext: send each row whole and on one line (`jq -c .` makes it so)", err)
	}
	return nil
}

// brokeRows tells a context that the rows which its call added, unknown before, do not follow.
func (l *landing) brokeRows() {
	if l.known || !l.disk.exists || !l.disk.text() || l.text != "" {
		return
	}
	head := l.doc.Tail().Head
	old, ok := l.held.bytes(head)
	if !ok {
		return
	}
	broken := gate.BrokenRows(l.rule(), old, l.disk.data)
	if len(broken) == 0 {
		return
	}
	path := gate.ShellQuote(l.t.Real)
	text := fmt.Sprintf("noclobber: %s: the call broke the log's numbers.", l.t.name)
	next := fmt.Sprintf("\nSee what to do with: noclobber seqlog repair %s --strategy renumber (a dry run), or bring back what stood: noclobber restore %s %s",
		path, path, head.Version.Short())
	l.text = text + gate.Quote(broken, gate.MaxText-len(text)-len(next)) + next
}
