package main

import (
	"fmt"
	"os"
	"strings"
)

// A tally is the outcome of one way.
type tally struct {
	name           string
	n              int
	refused        int
	opaque, missed int
}

// A report is everything that was judged.
type report struct {
	corpus   corpus
	examples examples
	mentions []tally
	aims     []tally
	blocks   []string // false blocks
	misses   []string
	later    []string        // looked at after
	alone    map[string]bool // commands that are refused as they stand
}

// perCommand is how many ways each command is tried in; the ways take turns.
const perCommand = 4

// judge puts all commands through the lab.
func (r *report) judge(l *lab) {
	r.alone = make(map[string]bool)
	for _, c := range r.corpus.commands {
		if _, refused := l.refused(c); refused {
			r.alone[c] = true
			r.blocks = append(r.blocks, "as it stands: "+c)
		}
	}
	for i, w := range harmless() {
		r.mentions = append(r.mentions, r.mention(l, w, i))
	}
	r.mentions = append(r.mentions, r.own(l, "own examples that read", r.examples.reads))
	for i, w := range aimed() {
		r.aims = append(r.aims, r.aim(l, w, i))
	}
	t := tally{name: "own examples that write"}
	for _, c := range r.examples.writes {
		r.aimOne(l, &t, c)
	}
	r.aims = append(r.aims, t)
}

// turns reports whether a command is tried in a way: those that apply to few commands are tried for all.
func turns(command, way, ways int, w way) bool {
	if strings.HasPrefix(w.name, "operand") {
		return true
	}
	return (command+way)%((ways+perCommand-1)/perCommand) == 0
}

func (r *report) mention(l *lab, w way, number int) tally {
	t := tally{name: w.name}
	for i, c := range r.corpus.commands {
		if r.alone[c] || !turns(i, number, len(harmless()), w) {
			continue
		}
		if made := w.make(c); made != "" {
			r.mentionOne(l, &t, made)
		}
	}
	return t
}

func (r *report) mentionOne(l *lab, t *tally, command string) {
	t.n++
	if reason, refused := l.refused(command); refused {
		t.refused++
		first, _, _ := strings.Cut(reason, "\n")
		r.blocks = append(r.blocks, t.name+": "+command+"\n    "+first)
	}
}

func (r *report) own(l *lab, name string, commands []string) tally {
	t := tally{name: name}
	for _, c := range commands {
		r.mentionOne(l, &t, c)
	}
	return t
}

func (r *report) aim(l *lab, w way, number int) tally {
	t := tally{name: w.name}
	for i, c := range r.corpus.commands {
		if !turns(i, number, len(aimed()), w) {
			continue
		}
		if made := w.make(c); made != "" {
			r.aimOne(l, &t, made)
		}
	}
	return t
}

func (r *report) aimOne(l *lab, t *tally, command string) {
	t.n++
	_, refused := l.refused(command)
	switch {
	case refused:
		t.refused++
	case l.opaque(command):
		t.opaque++
		r.later = append(r.later, t.name+": "+command)
	default:
		t.missed++
		r.misses = append(r.misses, t.name+": "+command)
	}
}

func (r *report) wrong() int { return len(r.blocks) + len(r.misses) }

func total(list []tally) tally {
	sum := tally{name: "**all**"}
	for _, t := range list {
		sum.n += t.n
		sum.refused += t.refused
		sum.opaque += t.opaque
		sum.missed += t.missed
	}
	return sum
}

// table is the outcome, for people.
func (r *report) table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d commands from %d shell files of this machine, %d examples of our own; each real command in about %d of the ways.\n\n",
		len(r.corpus.commands), r.corpus.files, len(r.examples.reads)+len(r.examples.writes), perCommand)
	fmt.Fprintf(&b, "| the document is only mentioned | commands | refused wrongly | share |\n|---|--:|--:|--:|\n")
	fmt.Fprintf(&b, "| not at all: the command as it stands | %d | %d | %s |\n", len(r.corpus.commands), len(r.alone), share(len(r.alone), len(r.corpus.commands)))
	for _, t := range append(r.mentions, total(r.mentions)) {
		fmt.Fprintf(&b, "| %s | %d | %d | %s |\n", t.name, t.n, t.refused, share(t.refused, t.n))
	}
	fmt.Fprintf(&b, "\n| the command is aimed at the document | commands | refused before | looked at after | missed | seen |\n|---|--:|--:|--:|--:|--:|\n")
	for _, t := range append(r.aims, total(r.aims)) {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %s |\n", strings.ReplaceAll(t.name, "|", `\|`), t.n, t.refused, t.opaque, t.missed, share(t.n-t.missed, t.n))
	}
	return b.String()
}

func share(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	return fmt.Sprintf("%.2f %%", 100*float64(part)/float64(whole))
}

// mistakes lists what was refused wrongly and what was missed.
func (r *report) mistakes() string {
	var b strings.Builder
	for _, text := range r.blocks {
		fmt.Fprintf(&b, "\nrefused wrongly, %s\n", text)
	}
	for _, text := range r.misses {
		fmt.Fprintf(&b, "\nmissed, %s\n", text)
	}
	for _, text := range r.later {
		fmt.Fprintf(&b, "\nlooked at after, %s\n", text)
	}
	return b.String()
}

// The marks between which a page has the table.
const (
	beginMark = "<!-- falseblocks -->\n"
	endMark   = "<!-- /falseblocks -->\n"
)

// putInto renews the table of a page.
func (r *report) putInto(page string) error {
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	head, rest, ok := strings.Cut(string(text), beginMark)
	_, tail, closed := strings.Cut(rest, endMark)
	if !ok || !closed {
		return fmt.Errorf("%s lacks the marks for the table", page)
	}
	return os.WriteFile(page, []byte(head+beginMark+"\n"+r.table()+"\n"+endMark+tail), 0o644)
}
