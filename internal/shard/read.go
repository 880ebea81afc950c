package shard

import (
	"bytes"
	"time"

	"noclobber/internal/document"
)

// scan is one shard being cut into pieces.
type scan struct {
	*folder
	writer  string
	at      place     // where lines go now
	level   int       // of the heading that led there; 0: none
	entry   int       // level of the heading that the entry at hand begins with; 0: it begins with a plain line
	day     time.Time // of the dated section that lines go to
	last    piece     // the newest time stamp of this shard, which lines without one take over
	open    bool      // last is being filled
	gap     bool      // a blank line stands before the line at hand
	before  place     // where lines went outside the anchor at hand
	anchor  bool
	nth     map[heading]int
	started bool // the shard's first piece was begun
}

// read takes in a shard.
func (f *folder) read(s Shard) {
	r := scan{folder: f, writer: s.Name, at: place{line: f.slot}, nth: map[heading]int{}}
	text := bytes.TrimPrefix(s.Text, []byte(bom))
	var outline []document.Outline
	if !f.opt.Rows {
		outline = document.OutlineOf(text)
	}
	for i, line := range cut(text) {
		switch {
		case blank(line):
			r.blank(line)
		case f.opt.Rows:
			r.row(i, line)
		case outline[i].Live && (r.sectionEnd(line) || r.marker(line)):
		case outline[i].Level > 0 && r.heading(i, line, outline[i]):
		default:
			r.line(i, line, outline[i].Live)
		}
	}
	r.close()
}

// blank keeps a blank line inside a piece; at a piece's end it makes room for the next one.
func (r *scan) blank(line []byte) {
	r.gap = true
	if r.open {
		r.last.lines = append(r.last.lines, line)
	}
}

// begin opens a piece with the line i.
func (r *scan) begin(i int, s stamp, timed bool) {
	r.close()
	r.last = piece{stamp: s, timed: timed, writer: r.writer, pos: i, first: !r.started, loose: r.gap && r.started}
	r.open, r.started = true, true
}

// close puts the piece at hand where it belongs.
func (r *scan) close() {
	if !r.open {
		return
	}
	r.open = false
	p := r.last
	p.lines = trimBlanks(p.lines)
	if len(p.lines) == 0 {
		return
	}
	there := r.pieces[r.at]
	if n := len(there); n > 0 && p.loose && there[n-1].first && there[n-1].writer == r.writer {
		there[n-1].loose = true // the first entry has as much room as the second
	}
	r.pieces[r.at] = append(there, p)
}

// add puts a line into the piece at hand.
func (r *scan) add(line []byte) {
	r.last.lines = append(r.last.lines, line)
	r.gap = false
}

func (r *scan) row(i int, line []byte) {
	s, timed := rowStamp(line)
	if !timed {
		s, timed = r.last.stamp, r.last.timed
	}
	r.begin(i, s, timed)
	r.add(line)
}

// line takes a line that is no heading: one with a time stamp of its own begins an entry.
func (r *scan) line(i int, line []byte, live bool) {
	s, timed := r.timeOf(line)
	switch {
	case live && timed && r.entry == 0:
		r.begin(i, s, true)
	case !r.open:
		r.begin(i, r.last.stamp, r.last.timed)
	}
	r.add(line)
}

// timeOf is the time stamp of a line that is not indented. In a dated section a time of the day is one.
func (r *scan) timeOf(line []byte) (stamp, bool) {
	if line[0] == ' ' || line[0] == '\t' {
		return stamp{}, false
	}
	if s, ok := stampOf(line); ok {
		return s, true
	}
	if d, ok := clockOf(line); ok && !r.day.IsZero() {
		return stamp{at: r.day.Add(d)}, true
	}
	return stamp{}, false
}

// heading takes a heading: it begins an entry, says where the lines below it go, or is part of what it stands in. It
// reports whether the line needs no more.
func (r *scan) heading(i int, line []byte, o document.Outline) bool {
	h := heading{o.Level, o.Title}
	if r.entry > 0 && o.Level > r.entry {
		return false // inside an entry
	}
	if end, ok := r.targets[h]; ok && !r.anchor {
		r.turn(place{line: end}, o.Level, time.Time{})
		return true
	}
	s, timed := stampOf([]byte(o.Title))
	if isEntry(o) {
		if o.Level <= r.level && !r.anchor {
			r.turn(place{line: r.slot}, 0, time.Time{})
		}
		r.begin(i, s, true)
		r.entry = o.Level
		r.last.loose = true
		r.add(line)
		return true
	}
	if r.level > 0 && o.Level > r.level || r.anchor {
		return false // part of the section at hand
	}
	r.section(i, line, h, s, timed)
	return true
}

// section turns to a section that the skeleton lacks.
func (r *scan) section(i int, line []byte, h heading, s stamp, timed bool) {
	at := place{line: r.slot, section: h, nth: r.nth[h]}
	r.nth[h]++
	if timed {
		at.nth = 0 // one day is one section, however often it comes up
	}
	r.turn(at, h.level, s.at)
	first := piece{stamp: s, timed: timed, writer: r.writer, pos: i, lines: [][]byte{line}}
	if old, known := r.begun[at]; !known || comparePieces(first, old) < 0 {
		r.begun[at] = first
	}
	if _, known := r.pieces[at]; !known {
		r.pieces[at] = nil
	}
}

// turn ends the entry at hand: what follows goes elsewhere.
func (r *scan) turn(to place, level int, day time.Time) {
	r.close()
	r.at, r.level, r.entry, r.day, r.gap = to, level, 0, day, false
}

// sectionEnd takes the line that ends a section: what follows has no target again.
func (r *scan) sectionEnd(line []byte) bool {
	if key(line) != document.SectionEnd {
		return false
	}
	if !r.anchor {
		r.turn(place{line: r.slot}, 0, time.Time{})
	}
	return true
}

// marker takes the begin or end marker of an anchor: where the document has that anchor, what stands between them goes
// there. One that it lacks says nothing, and a marker out of a shard would only damage the document's own.
func (r *scan) marker(line []byte) bool {
	begin, end := r.opt.Marks.Marker(line)
	at, known := r.anchors[begin]
	switch {
	case begin == "" && end == "":
		return false
	case begin != "" && known && !r.anchor:
		r.before = r.at
		r.turn(place{line: at}, r.level, time.Time{})
		r.anchor = true
	case end != "" && r.anchor:
		r.turn(r.before, r.level, time.Time{})
		r.anchor = false
	}
	return true
}
