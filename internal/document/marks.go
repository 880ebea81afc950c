package document

import "bytes"

// The default markers.
const (
	defaultBegin = "<!-- anchor:NAME -->"
	defaultEnd   = "<!-- /anchor:NAME -->"
)

// Marks says what the anchors of a document are. The zero value is the default markers.
type Marks struct {
	Begin, End string // marker lines, NAME standing for the name; empty: "<!-- anchor:NAME -->", "<!-- /anchor:NAME -->"
	Headings   bool   // every heading's section is an anchor; there are no markers
	AllowNew   bool   // a write may bring new anchors
	Frozen     bool   // text outside anchors may not change
}

// marker is the form of a marker line.
type marker struct {
	before, after []byte
	named         bool
}

func (m Marks) begin() marker { return newMarker(m.Begin, defaultBegin) }
func (m Marks) end() marker   { return newMarker(m.End, defaultEnd) }

func newMarker(form, otherwise string) marker {
	if form == "" {
		form = otherwise
	}
	before, after, named := bytes.Cut(trimRight([]byte(form)), []byte("NAME"))
	return marker{before, after, named}
}

// name reads a marker line: the whole line, trailing blanks aside. The name of a form without NAME is empty.
func (m marker) name(key []byte) (string, bool) {
	if len(key) < len(m.before)+len(m.after) || !bytes.HasPrefix(key, m.before) || !bytes.HasSuffix(key, m.after) {
		return "", false
	}
	name := bytes.TrimSpace(key[len(m.before) : len(key)-len(m.after)])
	return string(name), m.named == (len(name) > 0)
}
