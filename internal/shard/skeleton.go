package shard

import (
	"bytes"

	"noclobber/internal/document"
)

// Last is what is remembered of the last fold of a document.
type Last struct {
	Text []byte // what it left
	Own  Skeleton
}

// Strip finds what of a document is its own. With the last fold at hand that is exact: what was changed by hand since is
// taken over, what the fold had put there is not. Without it, lines that stand in a shard count as folded from there,
// headings aside, so that a document that was folded by another machine is not folded into again.
func Strip(doc []byte, shards []Shard, last *Last, opt Options) Skeleton {
	s := stripper{opt: opt, lines: raw(doc), shards: Unpack(shards)}
	if last != nil {
		if bytes.Equal(doc, last.Text) {
			return last.Own
		}
		s.remember(doc, last)
	}
	s.count()
	s.claim()
	s.claimBeside()
	return s.skeleton(doc, last)
}

// stripper decides line by line what is folded.
type stripper struct {
	opt    Options
	lines  [][]byte // of the document, with their endings
	shards []Shard
	folded []bool         // by line: it comes out of a shard
	known  []bool         // by line: the last fold tells
	before []int          // by line known to be the document's own: its number in the last skeleton
	left   map[string]int // lines of shards, by key, that no line of the document has been paired with yet
	mute   map[string]int // the same of lines that cannot tell where they come from
}

// remember pairs the document with what the last fold left, and that with its skeleton.
func (s *stripper) remember(doc []byte, last *Last) {
	s.folded, s.known, s.before = make([]bool, len(s.lines)), make([]bool, len(s.lines)), make([]int, len(s.lines))
	own := document.Match(last.Text, last.Own.Text)
	for i, j := range document.Match(doc, last.Text) {
		if j < 0 {
			continue
		}
		s.known[i], s.folded[i], s.before[i] = true, own[j] < 0, own[j]
	}
}

// count counts the lines of all shards, less those that are known to be folded.
func (s *stripper) count() {
	s.left, s.mute = map[string]int{}, map[string]int{}
	for _, sh := range s.shards {
		outline := document.OutlineOf(sh.Text)
		for i, line := range cut(sh.Text) {
			switch {
			case s.tells(line, outline[i]):
				s.left[key(line)]++
			case !hasWord(line):
				s.mute[key(line)]++
			}
		}
	}
	for i := range s.lines {
		if s.known != nil && s.known[i] && s.folded[i] {
			s.left[s.key(i)]--
			s.mute[s.key(i)]--
		}
	}
}

// tells reports whether a line can be recognised: it has a word in it, and is no heading that may be the document's own.
func (s *stripper) tells(line []byte, o document.Outline) bool {
	if !s.opt.Rows && o.Level > 0 {
		return isEntry(o)
	}
	begin, end := s.opt.Marks.Marker(line)
	return hasWord(line) && (s.opt.Rows || begin == "" && end == "")
}

func hasWord(line []byte) bool {
	return bytes.ContainsFunc(line, func(r rune) bool { return r > 0x7f || isWord(byte(r)) })
}

func (s *stripper) key(i int) string {
	return key(bytes.TrimPrefix(bytes.TrimRight(s.lines[i], "\r\n"), []byte(bom)))
}

// claim marks the lines that stand in a shard.
func (s *stripper) claim() {
	if s.known == nil {
		s.folded, s.known = make([]bool, len(s.lines)), make([]bool, len(s.lines))
	}
	for i := range s.lines {
		if k := s.key(i); !s.known[i] && s.left[k] > 0 {
			s.left[k]--
			s.folded[i] = true
		}
	}
}

// claimBeside marks what cannot tell for itself, fences and rules, beside lines out of shards, as often as shards have it,
// and blank lines between them.
func (s *stripper) claimBeside() {
	for i := range s.lines {
		s.claimNext(i, i-1, -1)
	}
	for i := len(s.lines) - 1; i >= 0; i-- {
		s.claimNext(i, i+1, 1)
	}
	from := -1
	for i := range s.lines {
		switch {
		case s.folded[i]:
			for j := from + 1; from >= 0 && j < i; j++ {
				s.folded[j] = true
			}
			from = i
		case s.known[i] || s.key(i) != "":
			from = -1
		}
	}
}

// claimNext marks line i if the next line that is not blank in a direction is folded.
func (s *stripper) claimNext(i, next, step int) {
	k := s.key(i)
	if k == "" || s.known[i] || s.folded[i] || s.mute[k] <= 0 {
		return
	}
	for next >= 0 && next < len(s.lines) && s.key(next) == "" {
		next += step
	}
	if next >= 0 && next < len(s.lines) && s.folded[next] {
		s.mute[k]--
		s.folded[i] = true
	}
}

// skeleton collects the document's own lines and finds the slot.
func (s *stripper) skeleton(doc []byte, last *Last) Skeleton {
	var own []byte
	if bytes.HasPrefix(doc, []byte(bom)) && len(s.lines) > 0 && s.folded[0] {
		own = append(own, bom...)
	}
	for i, line := range s.lines {
		if !s.folded[i] {
			own = append(own, line...)
		}
	}
	sk := Bare(own)
	if last != nil && last.Own.Slot >= 0 {
		sk.Slot = s.movedSlot(last)
	} else {
		sk.Slot = s.foundSlot(sk)
	}
	if sk.Slot == document.PlaceOf(own, s.opt.At) {
		sk.Slot = -1
	}
	return sk
}

// movedSlot is where the last skeleton's slot is now.
func (s *stripper) movedSlot(last *Last) int {
	slot, n := 0, 0
	for i := range s.lines {
		if s.folded[i] {
			continue
		}
		n++
		if s.known[i] && s.before[i] < last.Own.Slot {
			slot = n
		}
	}
	return slot
}

// foundSlot is where the first folded line stands that has no other target; -1 where there is none.
func (s *stripper) foundSlot(sk Skeleton) int {
	f := newFolder(sk, s.opt)
	for _, sh := range s.shards {
		f.read(sh)
	}
	free := map[string]bool{}
	for _, p := range f.pieces[place{line: f.slot}] {
		for _, line := range p.lines {
			free[key(line)] = true
		}
	}
	n := 0
	for i := range s.lines {
		switch {
		case !s.folded[i]:
			n++
		case s.key(i) != "" && free[s.key(i)]:
			return n
		}
	}
	return -1
}
