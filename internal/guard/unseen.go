package guard

import (
	"slices"

	"noclobber/internal/document"
	"noclobber/policy"
)

// unseen notes what a whole text or a removal took away that mode record let pass, where its context had never been shown it: only
// what was seen can be meant. The other modes refuse
// such a call, or merge its text.
func (l *landing) unseen() {
	if l.rule().Mode != policy.Record || l.alarm {
		return
	}
	head, ok := l.held.bytes(l.recorded())
	if !ok || document.Reflow(head, l.want) {
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

// withLines is a text with lines after it.
func withLines(text []byte, lines []string) []byte {
	out := slices.Clone(text)
	for _, line := range lines {
		out = append(append(out, '\n'), line...)
	}
	return out
}
