package guard

import (
	"slices"

	"noclobber/internal/document"
	"noclobber/ledger"
	"noclobber/policy"
)

// unseen notes what a whole text or a removal took away that mode record let pass, where its context had never been shown
// it: only what was seen can be meant. The other modes refuse such a call, or merge its text.
func (l *landing) unseen() {
	if l.rule().Mode != policy.Record || l.alarm {
		return
	}
	head, ok := l.held.bytes(l.recorded())
	if !ok || document.Reflow(head, l.want) || l.allOwn() {
		return
	}
	meant := document.Lost(l.seen(), l.planned)
	loss := document.Lost(head, withLines(l.want, meant.Lines))
	if len(loss.Lines) == 0 {
		return
	}
	l.lost, l.bytes = append(l.lost, without(loss.Lines, l.lost)...), l.bytes+loss.Bytes
	l.alarm = lossCounts(loss, head, l.rule())
}

// seen is what the call's context had been shown of the document, or wrote there itself.
func (l *landing) seen() []byte {
	view, err := l.doc.View(l.o.Writer)
	if err != nil || l.o.Writer.Session == "" || !view.HasBase {
		return nil // told once too often is better than never
	}
	return slices.Concat(append([][]byte{view.Base}, view.Added...)...)
}

// allOwn reports whether nobody but the call's context has written the document since it was made: what a command of its own
// wrote was never shown to it.
func (l *landing) allOwn() bool {
	own, left := false, maxBack
	_ = l.doc.Backward(func(r ledger.Record) bool { // a damaged log tells less, and verify reports it
		if left--; left < 0 {
			return false
		}
		if r.Event == ledger.Intent || r.After.Version == r.Before.Version {
			return true
		}
		if r.Event != ledger.Result || !sameContext(r.Writer, l.o.Writer) {
			return false
		}
		own = r.Before.Version == ledger.Absent
		return !own
	})
	return own
}

// withLines is a text with lines after it.
func withLines(text []byte, lines []string) []byte {
	out := slices.Clone(text)
	for _, line := range lines {
		out = append(append(out, '\n'), line...)
	}
	return out
}
