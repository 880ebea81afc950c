package guard

import (
	"slices"
	"time"
	"unicode"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/ledger"
)

// lineage is the recorded history of a document, read for one question: which of its versions is certainly an ancestor
// of a text that came from elsewhere. A base that is too old costs nothing: what both sides have is taken once. One that
// is too new would make losses of lines that the other side never saw. So a version counts only when a gated call made it
// here, the lines that it brought were never seen before, the text holds all of them, and was not here before that call.
type lineage struct {
	h     *held
	steps []stride
	whole bool // the steps are all there are
}

// stride is one recorded change.
type stride struct {
	before, after ledger.Stamp
	time          time.Time
	written       bool // by a gated call whose text was its own
	breaks        bool // what stands after it need not come from what stood before
}

// maxStrides bounds how far back a base is looked for. Where there are more none is used: what was seen before that is
// not known.
const maxStrides = 200

// lineage reads the history.
func (h *held) lineage() *lineage {
	l := &lineage{h: h, whole: true}
	var head ledger.Version
	_ = h.doc.Records(func(r ledger.Record) bool { // a damaged log tells less
		switch {
		case r.Event == ledger.Intent || r.Event == ledger.Refusal || r.After.Version == "" || r.After.Version == head:
			return true
		case len(l.steps) == maxStrides:
			l.whole = false
			return false
		}
		head = r.After.Version
		l.steps = append(l.steps, stride{before: r.Before, after: r.After, time: r.Time, written: wrote(r), breaks: h.breaks(r)})
		return true
	})
	return l
}

// wrote reports whether a record is of a call that put its own text there: not one of ours that brings back or merges,
// no program.
func wrote(r ledger.Record) bool {
	switch r.Op {
	case gate.Write.String(), gate.Edit.String(), gate.Append.String(), "verb " + string(VerbAppend), "verb " + string(VerbSplice), "verb " + string(VerbWrite):
		return r.Event == ledger.Result && r.Outcome == ledger.Committed
	}
	return false
}

// breaks reports whether the chain of versions ends at a change: it came from outside and lost lines.
func (h *held) breaks(r ledger.Record) bool {
	if r.Event == ledger.Known {
		return true
	}
	if r.Event != ledger.External {
		return false
	}
	return r.Cause != causeAppended && r.Cause != causeReflow
}

// foreign is a text whose history is not recorded here.
type foreign struct {
	text  []byte
	since time.Time // when it came to be here; zero: unknown
}

// baseFor finds the newest version that the document and all its copies certainly come from. The copies may have been
// made elsewhere, or be what stood here until a sync tool put the document in its place.
func (l *lineage) baseFor(head []byte, copies []foreign) (base []byte, ok bool) {
	if !l.whole || len(l.steps) == 0 {
		return nil, false
	}
	hi := len(l.steps) - 1
	lo := l.unbroken(hi)
	var others []foreign
	for _, c := range copies {
		if k := l.find(ledger.VersionOf(c.text)); k >= 0 && k < lo {
			lo, hi = l.unbroken(k), k
			others = append(others, foreign{head, l.h.g.now().Add(time.Nanosecond)}) // it came after all of them
			continue
		}
		others = append(others, c)
	}
	common := hi
	for _, o := range others {
		common = min(common, l.newest(o, lo, hi))
	}
	if common < lo {
		return nil, false
	}
	return l.h.bytes(l.steps[common].after)
}

// find is the last step that left a version; -1 if none did.
func (l *lineage) find(v ledger.Version) int {
	for i, s := range slices.Backward(l.steps) {
		if s.after.Version == v {
			return i
		}
	}
	return -1
}

// unbroken is the earliest step from which the chain leads to step i without a break.
func (l *lineage) unbroken(i int) int {
	for i > 0 && !l.steps[i].breaks {
		i--
	}
	return i
}

// newest is the last step from lo to hi whose version a text certainly comes from; -1 if there is none.
func (l *lineage) newest(f foreign, lo, hi int) int {
	have := map[string]bool{}
	for _, line := range linesOf(f.text) {
		have[line] = true
	}
	found := -1
	seen := map[string]bool{}
	for i, s := range l.steps[:hi+1] {
		after, ok := l.h.bytes(s.after)
		if !ok {
			return -1
		}
		born := slices.DeleteFunc(linesOf(after), func(line string) bool { return seen[line] })
		for _, line := range born {
			seen[line] = true
		}
		all := !slices.ContainsFunc(born, func(line string) bool { return !have[line] })
		if i >= lo && s.written && s.time.Before(f.since) && all && telling(born) {
			found = i
		}
	}
	return found
}

// telling reports whether lines say enough not to be written twice by chance.
func telling(lines []string) bool {
	const least = 16 // letters and digits
	n := 0
	for _, line := range lines {
		for _, r := range line {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				n++
			}
		}
	}
	return n >= least
}

// carry brings a text that was made elsewhere up to what stands here: lines of it that a gated change has taken out or
// replaced since go as they did here. Nothing that the text alone holds goes, and what it lacks is not taken for removed.
func (l *lineage) carry(text []byte) []byte {
	if !l.whole || len(l.steps) == 0 {
		return text
	}
	for i := l.unbroken(len(l.steps)-1) + 1; i < len(l.steps); i++ {
		before, okBefore := l.h.bytes(l.steps[i].before)
		after, okAfter := l.h.bytes(l.steps[i].after)
		if !okBefore || !okAfter {
			return text
		}
		out := document.Lost(before, after).Lines
		if len(without(out, linesOf(text))) == len(out) {
			continue // the text has nothing of what went
		}
		text = document.MergeBoth(before, document.Union(before, text).Text, after).Text
	}
	return text
}

// superseded reports whether a text is an earlier version of the document, which has only been written through the gate
// since: all of it was seen by whoever wrote what stands now.
func (l *lineage) superseded(v ledger.Version) bool {
	if !l.whole || len(l.steps) == 0 {
		return false
	}
	return l.find(v) >= l.unbroken(len(l.steps)-1)
}
