package guard

import (
	"bytes"
	"fmt"
	"os"

	"noclobber/gate"
	"noclobber/internal/fsx"
	"noclobber/policy"
)

// appendLarge appends to a document above max_document: its bytes are not held in memory, so the text
// goes to the end and nowhere else.
func (h *held) appendLarge(call gate.Call, c Change) (Receipt, error) {
	switch mode := h.rule().Mode; {
	case mode != policy.Append && mode != policy.Record && mode != policy.Merge && mode != policy.Anchors:
		return Receipt{}, h.denyVerb("its rule (%s) lets nobody append to it", mode)
	case h.rule().At.Place != policy.End:
		return Receipt{}, h.denyVerb("it is above max_document (%s) and does not grow at its end", policy.FormatSize(h.rule().MaxDocument))
	case len(bytes.TrimSpace(c.Content)) == 0:
		return Receipt{}, h.denyVerb("there is no text on standard input")
	}
	if err := h.wholeRows(c); err != nil {
		return Receipt{}, err
	}
	text, err := h.endingWith(c.Content)
	if err != nil {
		return Receipt{}, err
	}
	r := Receipt{Document: h.t.name, Path: h.t.Real, Verb: c.Verb, Before: h.disk.stamp}
	p, err := h.numbered(gate.Append, text, gate.Plan{Shared: true, Judge: true})
	if err != nil {
		return Receipt{}, err
	}
	if err := h.perform(call, p, c.Verb, func() error { return fsx.Append(h.t.Real, text) }); err != nil {
		return Receipt{}, err
	}
	r.After = h.disk.stamp
	return r, nil
}

// endingWith is the text as whole lines after the document's last one, which may lack its newline.
func (h *held) endingWith(text []byte) ([]byte, error) {
	f, err := os.Open(h.t.Real)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	last := make([]byte, 1)
	if _, err := f.ReadAt(last, h.disk.stamp.Bytes-1); err != nil {
		return nil, fmt.Errorf("reading the end of %s: %w", h.t.name, err)
	}
	out := append([]byte{}, text...)
	if last[0] != '\n' {
		out = append([]byte("\n"), out...)
	}
	if out[len(out)-1] != '\n' {
		out = append(out, '\n')
	}
	return out, nil
}
