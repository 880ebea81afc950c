package document

import (
	"fmt"
	"slices"
)

// Anchor is a named region: a begin marker to its end marker, or a heading to the last line of its section.
type Anchor struct {
	Name           string
	Line, LastLine int    // 1-based
	Outer          string // the anchor around it; of nested anchors the outermost is the unit
	from, to       int    // the lines of the unit, as indexes
}

// Anchors are the anchors of a document, in order.
type Anchors struct {
	list []Anchor
	at   map[string]int // where the first of each name is in list
}

func newAnchors(list []Anchor) Anchors {
	a := Anchors{list, make(map[string]int, len(list))}
	for i, one := range slices.Backward(list) {
		a.at[one.Name] = i
	}
	return a
}

// List gives the anchors in the order of their begin lines.
func (a Anchors) List() []Anchor { return a.list }

// Names lists the anchors' names in order.
func (a Anchors) Names() []string {
	out := make([]string, len(a.list))
	for i, one := range a.list {
		out[i] = one.Name
	}
	return out
}

func (a Anchors) find(name string) (Anchor, bool) {
	if i, ok := a.at[name]; ok {
		return a.list[i], true
	}
	return Anchor{}, false
}

// units are the anchors that no other encloses.
func (a Anchors) units() []Anchor {
	var out []Anchor
	for _, one := range a.list {
		if one.Outer == "" {
			out = append(out, one)
		}
	}
	return out
}

// ProblemKind says what is wrong with an anchor.
type ProblemKind string

// The first three are damage in a text, the others what a write may not do.
const (
	Doubled  ProblemKind = "doubled"  // a marker stands twice
	Unclosed ProblemKind = "unclosed" // a marker lacks its counterpart, or two anchors cross
	Reversed ProblemKind = "reversed" // the end comes before the begin
	Deleted  ProblemKind = "deleted"  // the proposal lacks an anchor of the head
	New      ProblemKind = "new"      // the proposal has an anchor that the head lacks
	Frozen   ProblemKind = "frozen"   // the proposal changes text outside anchors
	Blind    ProblemKind = "blind"    // the proposal changes text that its writer has not seen
)

// AnchorProblem is one reason why a write of anchors is refused. Line is 1-based, in the head for Deleted and Blind and for
// damage of the head, else in the proposal. Name is empty for text outside anchors.
type AnchorProblem struct {
	Kind    ProblemKind
	Name    string
	Line    int
	Message string
}

func (p AnchorProblem) Error() string { return p.Message }

func problem(kind ProblemKind, name string, line int, format string, args ...any) AnchorProblem {
	return AnchorProblem{kind, name, line, fmt.Sprintf("anchor %q ", name) + fmt.Sprintf(format, args...)}
}

// ParseAnchors finds the anchors of a document and what is wrong with its markers. Headings have no problems: a repeated
// one gets a number.
func ParseAnchors(text []byte, m Marks) (Anchors, []AnchorProblem) {
	return m.parse(split(text).lines)
}

func (m Marks) parse(lines []line) (Anchors, []AnchorProblem) {
	if m.Headings {
		return newAnchors(sections(lines)), nil
	}
	p := pairer{begun: map[string]int{}, ended: map[string]int{}}
	begin, end := m.begin(), m.end()
	reads := live(lines, 0)
	for i, l := range lines {
		if !reads[i] {
			continue
		}
		if name, ok := end.name(l.key); ok {
			p.close(name, i)
		} else if name, ok := begin.name(l.key); ok {
			p.open(name, i)
		}
	}
	p.finish()
	return newAnchors(p.inOrder()), p.problems
}

// pairer pairs begin and end markers.
type pairer struct {
	stack    []Anchor // begun and not ended
	closed   []Anchor
	orphans  []Anchor // ends without a begin
	begun    map[string]int
	ended    map[string]int
	problems []AnchorProblem
}

func (p *pairer) open(name string, at int) {
	if first := p.begun[name]; first > 0 {
		p.problems = append(p.problems, problem(Doubled, name, at+1, "begins in line %d and again in line %d", first, at+1))
	} else {
		p.begun[name] = at + 1
	}
	a := Anchor{Name: name, Line: at + 1, from: at}
	if n := len(p.stack); n > 0 {
		a.Outer = p.stack[n-1].Name
	}
	p.stack = append(p.stack, a)
}

func (p *pairer) close(name string, at int) {
	n := len(p.stack) - 1
	for n >= 0 && p.stack[n].Name != name && name != "" {
		n--
	}
	if n < 0 {
		p.orphans = append(p.orphans, Anchor{Name: name, Line: at + 1})
		return
	}
	for _, open := range p.stack[n+1:] {
		p.problems = append(p.problems, problem(Unclosed, open.Name, open.Line,
			"begins in line %d and is not closed before anchor %q ends in line %d", open.Line, name, at+1))
	}
	done := p.stack[n]
	done.LastLine, done.to = at+1, at+1
	p.ended[done.Name] = at + 1
	p.closed, p.stack = append(p.closed, done), p.stack[:n]
}

// finish reports the markers that are left over.
func (p *pairer) finish() {
	reversed := map[string]bool{}
	for _, o := range p.orphans {
		begin, end := p.begun[o.Name], p.ended[o.Name]
		switch {
		case end > 0 && end < o.Line:
			p.problems = append(p.problems, problem(Doubled, o.Name, o.Line, "ends in line %d and again in line %d", end, o.Line))
		case begin > o.Line:
			reversed[o.Name] = true
			p.problems = append(p.problems, problem(Reversed, o.Name, o.Line, "ends in line %d, before it begins in line %d", o.Line, begin))
		default:
			p.problems = append(p.problems, problem(Unclosed, o.Name, o.Line, "ends in line %d but has no begin marker", o.Line))
		}
	}
	for _, open := range p.stack {
		if !reversed[open.Name] {
			p.problems = append(p.problems, problem(Unclosed, open.Name, open.Line, "begins in line %d but has no end marker", open.Line))
		}
	}
}

// inOrder sorts the closed anchors by their begin lines.
func (p *pairer) inOrder() []Anchor {
	slices.SortFunc(p.closed, func(a, b Anchor) int { return a.Line - b.Line })
	return p.closed
}
