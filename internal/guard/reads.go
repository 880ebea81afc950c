package guard

import (
	"bytes"
	"path/filepath"
	"slices"
	"time"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/ledger"
)

// setBase makes text what a context knows of a document; seq is the log's at that time.
func setBase(v *ledger.View, text []byte, seq uint64) {
	v.HasBase, v.Base, v.BaseSeq = true, text, seq
	v.Added, v.Windows = nil, nil
}

// sawReads moves the bases of the documents that a call has shown.
// It returns what the context has not been told of them.
func (g *Guard) sawReads(call gate.Call, w work) (string, error) {
	if call.Response == nil {
		return "", nil
	}
	told := ""
	for _, t := range w.reads {
		text, err := g.sawRead(call, t)
		if err != nil {
			return told, err
		}
		told = withAlarms(told, text)
	}
	return told, nil
}

func (g *Guard) sawRead(call gate.Call, t *target) (string, error) {
	if t.remote() {
		return g.sawRemote(call, t)
	}
	if call.Context.Session == "" || call.Response.Failed {
		return "", nil
	}
	shown, ok := shownBy(call, t)
	if !ok {
		return "", nil
	}
	return g.saw(call, t, shown)
}

// shownBy is what a call's answer showed of a document; ok is false for a mere glimpse.
func shownBy(call gate.Call, t *target) (gate.ReadResult, bool) {
	r := call.Response
	switch {
	case r.Read != nil:
		return *r.Read, true
	case r.Cut:
		return gate.ReadResult{}, false
	}
	if t.ops[0].Kind == gate.Read && !t.ops[0].Shell && filepath.Ext(t.Real) == ".ipynb" {
		return gate.ReadResult{Rendered: true}, true // hosts show a notebook whole, as cells
	}
	for _, op := range t.ops {
		if text, ok := answerText(r, op.Answer); ok && op.Answer != "" {
			return gate.ReadResult{Content: []byte(text), FirstLine: 1}, true
		}
		if op.Whole {
			return gate.ReadResult{Content: []byte(r.Stdout), FirstLine: 1}, true
		}
		if op.Among {
			return gate.ReadResult{Content: []byte(r.Stdout), Among: true}, true
		}
	}
	return gate.ReadResult{}, false
}

// saw records what a context was shown of one document.
func (g *Guard) saw(call gate.Call, t *target, shown gate.ReadResult) (string, error) {
	h, err := g.holdWithin(t.Policy.Wait, t, g.writerOf(call.Context))
	if err != nil {
		return "", err
	}
	defer h.release()
	if _, err := h.settle(call, true); err != nil {
		return "", err
	}
	if err := h.commit(false); err != nil {
		return "", err
	}
	view, err := h.doc.View(h.writer)
	if err != nil {
		return "", err
	}
	if h.show(&view, shown) {
		if err := h.doc.SetView(h.writer, view); err != nil {
			return h.untold(), err
		}
	}
	text, err := h.mendOverdue()
	return withAlarms(text, h.untold()), err
}

// show moves the view by what was shown; it reports whether it moved.
func (h *held) show(view *ledger.View, shown gate.ReadResult) bool {
	now := document.Normalize(h.disk.data)
	seq := h.doc.Tail().Seq
	switch {
	case h.disk.large, shown.Among && !standsIn(now, shown.Content):
		return false
	case shown.Among:
		setBase(view, h.disk.data, seq)
	case shown.Rendered, sameShown(now, shown.Content):
		setBase(view, h.disk.data, seq)
	case shown.FirstLine <= 1 && shown.TotalLines > 0 && shown.Lines >= shown.TotalLines:
		setBase(view, shown.Content, seq) // complete, but of a version that has been replaced meanwhile
	default:
		return h.window(view, now, shown, seq)
	}
	return true
}

// sameShown reports whether a tool's output is the whole text: hosts strip the final newline.
func sameShown(text, shown []byte) bool {
	return bytes.Equal(bytes.TrimSuffix(text, []byte("\n")), bytes.TrimSuffix(shown, []byte("\n")))
}

// standsIn reports whether an output holds the whole text, from a line's start to a line's end.
func standsIn(text, shown []byte) bool {
	text = bytes.TrimSuffix(text, []byte("\n"))
	return len(text) > 0 && bytes.Contains(slices.Concat([]byte("\n"), shown, []byte("\n")), slices.Concat([]byte("\n"), text, []byte("\n")))
}

// window adds a partial read; windows that together show every line of one version are a complete one.
func (h *held) window(view *ledger.View, now []byte, shown gate.ReadResult, seq uint64) bool {
	first, last, ok := placeWindow(now, shown)
	if !ok {
		return false
	}
	total := int(document.CountLines(now))
	w := view.Windows
	if w == nil || w.Version != h.disk.stamp.Version {
		w = &ledger.Windows{Version: h.disk.stamp.Version, Total: total}
	}
	w.Ranges = addRange(w.Ranges, first, last)
	view.Windows = w
	if len(w.Ranges) == 1 && w.Ranges[0][0] <= 1 && w.Ranges[0][1] >= total {
		setBase(view, h.disk.data, seq)
	}
	return true
}

// placeWindow finds the lines that were shown in the text as it stands; ok is false when they differ.
func placeWindow(text []byte, shown gate.ReadResult) (first, last int, ok bool) {
	lines := bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
	seen := bytes.Split(bytes.TrimSuffix(shown.Content, []byte("\n")), []byte("\n"))
	first = shown.FirstLine
	last = first + len(seen) - 1
	if first < 1 || last > len(lines) {
		return 0, 0, false
	}
	for i, line := range seen {
		if !bytes.Equal(line, lines[first-1+i]) {
			return 0, 0, false
		}
	}
	return first, last, true
}

// addRange adds a range of lines to a sorted list and joins those that touch.
func addRange(ranges [][2]int, first, last int) [][2]int {
	ranges = append(ranges, [2]int{first, last})
	slices.SortFunc(ranges, func(a, b [2]int) int { return a[0] - b[0] })
	out := ranges[:1]
	for _, r := range ranges[1:] {
		top := &out[len(out)-1]
		if r[0] > top[1]+1 {
			out = append(out, r)
			continue
		}
		top[1] = max(top[1], r[1])
	}
	return out
}

// lockWait bounds the wait for a lock where no policy says how long.
const lockWait = 5 * time.Second
