package document

import "bytes"

// Loss is what a text lost.
type Loss struct {
	Lines []string // in the order of the old text
	Bytes int64    // with one byte for each line ending
}

// Lost lists the lines of old that are gone from new, counting how often each stands. Lines that moved are not lost, and
// blank lines are never missed.
func Lost(old, new []byte) Loss {
	old, new = differing(old, new)
	if len(old) == 0 {
		return Loss{}
	}
	o := split(old).lines
	var out Loss
	for _, i := range gone(o, split(new).lines) {
		out.add(o[i])
	}
	return out
}

func (l *Loss) add(one line) {
	l.Lines = append(l.Lines, string(trimRight(one.text)))
	l.Bytes += size(one)
}

// Added lists the lines of new that old lacks, in the order of new.
func Added(old, new []byte) []string { return Lost(new, old).Lines }

func size(l line) int64 { return int64(len(l.key)) + 1 }

// gone lists the indexes of old's lines that new lacks.
func gone(old, new []line) []int {
	in := internerFor(old)
	o, n := in.number(old), in.number(new)
	have := make([]int32, len(in))
	for _, id := range n {
		have[id]++
	}
	var out []int
	for i, id := range o {
		if have[id] > 0 {
			have[id]--
		} else if !old[i].blank() {
			out = append(out, i)
		}
	}
	return out
}

// Shrinkage is how much a text shrank.
type Shrinkage struct {
	Lines    int   // over all changed places: lines removed less lines added there, at least 0 each
	Bytes    int64 // likewise
	OldLines int   // of the old text, without blank lines
	OldBytes int64
	Gone     []string // the lines of the old text that the new one lacks
}

// Shrink measures a change as the rule against silent loss does: a line replaced by a line is no loss of lines, a line
// replaced by a shorter one is one of bytes, a line that moved is none. Blank lines count nowhere.
func Shrink(old, new []byte) Shrinkage {
	rest, instead := differing(old, new)
	s := Shrinkage{OldLines: countWritten(old), OldBytes: int64(len(old)), Gone: Lost(rest, instead).Lines}
	if len(rest) == 0 {
		return s // lines were only added
	}
	o, n := split(old).lines, split(new).lines
	in := internerFor(o)
	os, ns := in.number(o), in.number(n)
	hunks := acrossBlanks(changes(os, ns, len(in)), o)
	away, here := moves(hunks, os, ns, len(in))
	for _, h := range hunks {
		var net balance
		weigh(&net, o[h.lo:h.hi], os[h.lo:h.hi], away, 1)
		weigh(&net, n[h.from:h.upTo], ns[h.from:h.upTo], here, -1)
		s.Lines += max(net.lines, 0)
		s.Bytes += max(net.bytes, 0)
	}
	return s
}

// countWritten counts the lines that are not blank.
func countWritten(doc []byte) int {
	n := 0
	for line := range bytes.Lines(bytes.TrimPrefix(doc, []byte(bom))) {
		if len(trimRight(bytes.TrimSuffix(line, []byte{'\n'}))) > 0 {
			n++
		}
	}
	return n
}

// acrossBlanks makes one place of those with nothing but blank lines between: rewritten paragraphs pair at these only.
func acrossBlanks(hunks []hunk, old []line) []hunk {
	out := hunks[:0]
	for _, h := range hunks {
		if n := len(out); n > 0 && leadingBlanks(old[out[n-1].hi:h.lo]) == h.lo-out[n-1].hi {
			out[n-1].hi, out[n-1].upTo = h.hi, h.upTo
			continue
		}
		out = append(out, h)
	}
	return out
}

// moves counts for each line how many of those taken away in one place and put in another pair up, once for each side.
func moves(hunks []hunk, old, new []int32, n int) (away, here []int32) {
	away, here = make([]int32, n), make([]int32, n)
	for _, h := range hunks {
		for _, id := range old[h.lo:h.hi] {
			away[id]++
		}
		for _, id := range new[h.from:h.upTo] {
			here[id]++
		}
	}
	for id := range away {
		away[id] = min(away[id], here[id])
	}
	copy(here, away)
	return away, here
}

// weigh adds lines to a balance, those that moved and blank ones aside.
func weigh(net *balance, lines []line, ids []int32, moved []int32, sign int) {
	for i, l := range lines {
		switch {
		case moved[ids[i]] > 0:
			moved[ids[i]]--
		case !l.blank():
			net.lines += sign
			net.bytes += int64(sign) * size(l)
		}
	}
}

type balance struct {
	lines int
	bytes int64
}
