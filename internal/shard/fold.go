package shard

import (
	"bytes"
	"slices"

	"noclobber/internal/document"
)

// Shard is one writer's file.
type Shard struct {
	Name string // its path below the policy, "/" between names: what orders entries that carry no time stamp
	Text []byte
}

// Options say how a document takes entries in.
type Options struct {
	At    document.At    // where it grows: at Top and After the newest entry comes first
	Marks document.Marks // its anchors
	Rows  bool           // JSON lines: every row is an entry, and there are no headings
}

// Skeleton is what of a document is its own: its header and whatever was written into it by hand.
type Skeleton struct {
	Text []byte
	Slot int // the line of Text before which entries without a target go; -1: where Options.At says
}

// Bare is a document that holds no entry of any shard.
func Bare(text []byte) Skeleton { return Skeleton{Text: text, Slot: -1} }

// Fold renders a document: the skeleton with the entries of all shards in their places. It depends on nothing else, not on
// the order of the shards and not on what was folded before.
//
// Every line of a shard stands in the result exactly once, but for blank lines, anchor markers, and headings that say
// where the lines below them belong: those of the skeleton itself, and those that several shards share.
func Fold(own Skeleton, shards []Shard, opt Options) []byte {
	f := newFolder(own, opt)
	for _, s := range Unpack(shards) {
		f.read(s)
	}
	if len(f.pieces) == 0 {
		return own.Text
	}
	return f.render()
}

// folder is one fold under way.
type folder struct {
	opt     Options
	own     Skeleton
	lines   [][]byte // of the skeleton, with their endings
	targets map[heading]int
	anchors map[string]int // the line of an anchor's end marker
	slot    int
	pieces  map[place][]piece
	begun   map[place]piece // a section that the skeleton lacks, as it first came up
}

// heading names a section: the same text at the same level.
type heading struct {
	level int
	title string
}

// place is where lines go.
type place struct {
	line    int     // before this line of the skeleton
	section heading // a section that the skeleton lacks; line is that of the slot then
	nth     int     // of several sections of that name in one shard
}

// piece is a run of lines that stay together: an entry with a time stamp, or lines that carry none.
type piece struct {
	stamp
	timed  bool
	writer string
	pos    int  // its first line in the shard
	loose  bool // a blank line stood before it
	first  bool // in its shard
	lines  [][]byte
}

func newFolder(own Skeleton, opt Options) *folder {
	f := &folder{
		opt: opt, own: own, lines: raw(own.Text), targets: map[heading]int{}, anchors: map[string]int{},
		pieces: map[place][]piece{}, begun: map[place]piece{},
	}
	f.slot = f.findSlot()
	if !opt.Rows {
		f.findTargets()
	}
	return f
}

// findSlot is the line before which entries without a target go.
func (f *folder) findSlot() int {
	if n := f.own.Slot; n >= 0 {
		return min(n, len(f.lines))
	}
	return document.PlaceOf(f.own.Text, f.opt.At)
}

// findTargets lists the sections and the anchors of the skeleton. The first of several sections of one name counts, and a
// title in the first place means the document as a whole.
func (f *folder) findTargets() {
	outline := document.OutlineOf(f.own.Text)
	for i, o := range outline {
		h := heading{o.Level, o.Title}
		if _, known := f.targets[h]; o.Level == 0 || known || isEntry(o) {
			continue
		}
		f.targets[h] = f.sectionEnd(outline, i)
		if o.Level == 1 && len(f.targets) == 1 {
			f.targets[h] = f.slot
		}
	}
	anchors, _ := document.ParseAnchors(f.own.Text, document.Marks{Begin: f.opt.Marks.Begin, End: f.opt.Marks.End})
	for _, a := range anchors.List() {
		if _, known := f.anchors[a.Name]; !known {
			f.anchors[a.Name] = a.LastLine - 1
		}
	}
}

// isEntry reports whether a heading begins an entry: it has a time stamp and says more than the day.
func isEntry(o document.Outline) bool {
	s, timed := stampOf([]byte(o.Title))
	return timed && len(bytes.Trim(s.rest, markup+"])")) > 0
}

// sectionEnd is the line behind the section's own last line that is not blank: the blank ones belong to what follows.
func (f *folder) sectionEnd(outline []document.Outline, head int) int {
	end := head + 1
	for end < len(outline) && outline[end].Level == 0 {
		end++
	}
	for end < len(f.lines) && end > head+1 && blank(f.lines[end-1]) {
		end--
	}
	return end
}

// newestFirst reports whether the document grows at its top.
func (f *folder) newestFirst() bool { return f.opt.At.Place != document.End }

// sorted are the pieces of one place in the document's order. Lines without a time stamp come before all that have one, or
// behind them where the newest comes first.
func (f *folder) sorted(at place) []piece {
	all := slices.Clone(f.pieces[at])
	slices.SortFunc(all, func(a, b piece) int {
		if f.newestFirst() && a.timed && b.timed {
			return -comparePieces(a, b)
		}
		if f.newestFirst() && a.timed != b.timed {
			return -comparePieces(a, b)
		}
		return comparePieces(a, b)
	})
	return all
}

func comparePieces(a, b piece) int {
	switch {
	case a.timed != b.timed && b.timed:
		return -1
	case a.timed != b.timed:
		return 1
	case a.timed && !a.at.Equal(b.at):
		return a.at.Compare(b.at)
	case a.writer != b.writer:
		return bytes.Compare([]byte(a.writer), []byte(b.writer))
	default:
		return a.pos - b.pos
	}
}
