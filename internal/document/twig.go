package document

import (
	"bytes"
	"strconv"
	"strings"
)

type twigKind uint8

const (
	rootTwig      twigKind = iota
	headingTwig            // a heading; its section stands below it
	itemTwig               // a list item with its continuation lines; nested items and paragraphs stand below it
	paragraphTwig          // its lines stand below it
	lineTwig               // a line of a paragraph
	rowTwig                // a line of a table
	markTwig               // a comment on one line, a rule
	blockTwig              // a code block, a comment of several lines, front matter: one piece
)

// twig is one entry of a text, with what belongs to it.
type twig struct {
	kind  twigKind
	level int // of a heading; indentation of an item
	lead  int // blank lines before it
	lines []line
	kids  []*twig
	trail int // of the root: blank lines at the end

	print string // fingerprint, once it was asked for
}

// plant reads a text as a tree.
func plant(doc []byte) *twig {
	p := planter{lines: split(doc).lines, root: &twig{}}
	p.stack = []*twig{p.root}
	from := frontMatter(p.lines)
	p.reads = live(p.lines, from)
	if from > 0 {
		p.add(&twig{kind: blockTwig, lines: p.lines[:from]})
	}
	for p.at = from; p.at < len(p.lines); {
		p.step()
	}
	p.root.trail = p.blanks
	return p.root
}

// planter reads a text line by line. The stack holds what the next line may belong to: headings, then items.
type planter struct {
	lines  []line
	reads  []bool
	root   *twig
	stack  []*twig
	at     int
	blanks int
}

func (p *planter) top() *twig { return p.stack[len(p.stack)-1] }

// step reads the next line, or the next lines that are one piece.
func (p *planter) step() {
	l := p.lines[p.at]
	indent := indentation(l.key)
	level, _, isHeading := heading(l.key)
	_, marker := listMarker(strings.TrimSpace(string(l.key)))
	one := p.lines[p.at : p.at+1]
	switch {
	case l.blank():
		p.blanks++
		p.at++
		return
	case !p.reads[p.at]:
		p.block(indent)
		return
	case isHeading:
		p.close(func(t *twig) bool { return t.kind == itemTwig || t.level >= level })
		p.push(&twig{kind: headingTwig, level: level, lines: one})
	case rule(l.key), bytes.HasPrefix(bytes.TrimSpace(l.key), []byte("<!--")):
		p.closeItems(indent)
		p.add(&twig{kind: markTwig, lines: one})
	case bytes.HasPrefix(bytes.TrimSpace(l.key), []byte("|")):
		p.closeItems(indent)
		p.add(&twig{kind: rowTwig, lines: one})
	case marker > 0:
		p.close(func(t *twig) bool { return t.kind == itemTwig && t.level >= indent })
		p.push(&twig{kind: itemTwig, level: indent, lines: one})
	default:
		p.prose(one, indent)
	}
	p.at++
}

// block takes a code block or a comment as it is.
func (p *planter) block(indent int) {
	end := p.at + 1
	if f, ok := openFence(p.lines[p.at].key); ok {
		end = min(f.closedAt(p.lines, p.at+1)+1, len(p.lines))
	} else {
		for end < len(p.lines) && !p.reads[end] {
			end++
		}
	}
	p.closeItems(indent)
	p.add(&twig{kind: blockTwig, lines: p.lines[p.at:end]})
	p.at = end
}

// prose adds a line of text: to the item or the paragraph that it continues, else it begins a paragraph.
func (p *planter) prose(one []line, indent int) {
	top := p.top()
	if top.kind == itemTwig && len(top.kids) == 0 && p.blanks == 0 {
		top.lines = p.lines[p.at-len(top.lines) : p.at+1]
		return
	}
	p.closeItems(indent)
	top = p.top()
	line := &twig{kind: lineTwig, lines: one}
	if n := len(top.kids); n > 0 && p.blanks == 0 && top.kids[n-1].kind == paragraphTwig {
		top.kids[n-1].kids = append(top.kids[n-1].kids, line)
		return
	}
	p.add(&twig{kind: paragraphTwig, kids: []*twig{line}})
}

// closeItems ends the items that a line with this indentation does not belong to.
func (p *planter) closeItems(indent int) {
	p.close(func(t *twig) bool { return t.kind == itemTwig && t.level >= indent })
}

func (p *planter) close(over func(*twig) bool) {
	for len(p.stack) > 1 && over(p.top()) {
		p.stack = p.stack[:len(p.stack)-1]
	}
}

func (p *planter) add(t *twig) {
	t.lead, p.blanks = p.blanks, 0
	top := p.top()
	top.kids = append(top.kids, t)
}

func (p *planter) push(t *twig) {
	p.add(t)
	p.stack = append(p.stack, t)
}

// indentation counts columns; a tab goes on to the next multiple of four.
func indentation(key []byte) int {
	n := 0
	for _, c := range key {
		switch c {
		case ' ':
			n++
		case '\t':
			n += 4 - n%4
		default:
			return n
		}
	}
	return n
}

// text writes the tree below t, with so many blank lines at the end.
func (t *twig) text(trail int) []byte {
	var out []byte
	t.write(&out)
	return append(out, bytes.Repeat([]byte("\n"), trail)...)
}

func (t *twig) write(out *[]byte) {
	*out = append(*out, bytes.Repeat([]byte("\n"), t.lead)...)
	for _, l := range t.lines {
		*out = append(append(*out, l.text...), '\n')
	}
	for _, k := range t.kids {
		k.write(out)
	}
}

// all lists the lines of t and of what belongs to it.
func (t *twig) all() []line {
	out := t.lines[:len(t.lines):len(t.lines)]
	for _, k := range t.kids {
		out = append(out, k.all()...)
	}
	return out
}

// paragraph lists the lines of a paragraph; none for other twigs.
func (t *twig) paragraph() []line {
	if t.kind != paragraphTwig {
		return nil
	}
	return t.all()
}

// name is what t is known by in both versions: its own lines, or for a paragraph all of them.
func (t *twig) name() string {
	lines := t.lines
	if t.kind == paragraphTwig {
		lines = t.all()
	}
	return joinKeys(t.kind, t.level, lines)
}

// fingerprint is t with all that belongs to it.
func (t *twig) fingerprint() string {
	if t.print == "" {
		t.print = joinKeys(t.kind, t.level, t.all())
	}
	return t.print
}

func fingerprints(ts []*twig) string {
	var b strings.Builder
	for _, t := range ts {
		for _, l := range t.all() {
			b.Write(l.key)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func joinKeys(kind twigKind, level int, lines []line) string {
	if kind == lineTwig || kind == rowTwig || kind == markTwig || kind == blockTwig {
		level = 0
	}
	var b strings.Builder
	b.WriteString(strconv.Itoa(int(kind)*1000 + level))
	for _, l := range lines {
		b.WriteByte('\n')
		b.Write(l.key)
	}
	return b.String()
}
