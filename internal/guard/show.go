package guard

import (
	"errors"
	"fmt"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/ledger"
	"noclobber/policy"
)

// Shown is a document as a context was shown it, or would have been: what Show does not pick is not shown.
type Shown struct {
	Document string // for people
	Path     string // real
	Mode     policy.Mode
	Stamp    ledger.Stamp
	Text     []byte   // nil for one that is absent or large
	Large    bool     // above max_document: known by its version alone
	Anchors  []string // names, in the document's order; none where its markers are damaged
	Whole    bool     // the context has by now been shown every line of this version
	Told     string   // losses that the context had not been told of; may be empty

	marks document.Marks
}

// Anchor is the text of an anchor. Errors are those of document.AnchorText.
func (s Shown) Anchor(name string) ([]byte, error) { return document.AnchorText(s.Text, name, s.marks) }

// Lines are what of a document is shown: a window of whole lines, counted from 1.
type Lines struct {
	First, Last int
}

// Show reads a document for a context that remembers what it was shown: the version is recorded, external changes are,
// and the context's base moves as with a host's read. pick says which lines are shown; none where it returns false.
func (g *Guard) Show(who gate.Context, path string, pick func(Shown) (Lines, bool)) (Shown, error) {
	t, err := g.Target(path)
	if err != nil {
		return Shown{}, err
	}
	h, err := g.holdWithin(verbLockWait, t, g.writerOf(who))
	if err != nil {
		return Shown{}, fmt.Errorf("reading %s: %w", t.name, err)
	}
	defer h.release()
	if _, err := h.settle(gate.Call{Event: gate.Other, Context: who}, true); err != nil {
		return Shown{}, err
	}
	if err := h.commit(false); err != nil {
		return Shown{}, err
	}
	s := h.looks()
	if lines, ok := pick(s); ok {
		s.Whole, err = h.showLines(lines)
	}
	s.Told = h.untold()
	return s, err
}

func (h *held) looks() Shown {
	s := Shown{
		Document: h.t.name, Path: h.t.Real, Mode: h.rule().Mode,
		Stamp: h.disk.stamp, Text: h.disk.data, Large: h.disk.large, marks: marksOf(h.rule()),
	}
	s.Stamp.At = 0 // an offset in our own log
	if h.disk.text() {
		if all, damage := document.ParseAnchors(h.disk.data, s.marks); len(damage) == 0 {
			s.Anchors = all.Names()
		}
	}
	return s
}

// showLines moves the context's base by a window; it reports whether it has now been shown all of what stands.
func (h *held) showLines(lines Lines) (bool, error) {
	view, err := h.doc.View(h.writer)
	if err != nil {
		return false, err
	}
	text := document.Normalize(h.disk.data)
	shown := gate.ReadResult{Content: document.Window(text, lines.First, lines.Last), FirstLine: lines.First}
	if h.show(&view, shown) {
		err = h.doc.SetView(h.writer, view)
	}
	return view.HasBase && ledger.VersionOf(view.Base) == h.disk.stamp.Version, err
}

// Documents are the documents that the policies in force for dir and those below it protect, whether they are there or
// not. Policies that cannot be read are an error; what the others protect is returned with it.
func (g *Guard) Documents(dir string) ([]Shown, error) {
	policies, findings := g.policiesAt(dir)
	targets, _ := g.scanTargets(g.allDocuments(policies))
	out := make([]Shown, 0, len(targets))
	for _, t := range targets {
		out = append(out, Shown{Document: t.name, Path: t.Real, Mode: t.Rule.Mode})
	}
	if len(findings) > 0 {
		return out, errors.New(findings[0].Message)
	}
	return out, nil
}
