package guard

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"noclobber/gate"
)

// turn is one move of a random story: who does what.
type turn struct{ Who, What, Pick int }

// The moves. A context has at most one call under way: begin asks, the others carry it on.
const (
	beginWrite = iota
	beginRemoval
	beginEdit
	beginAppend
	perform
	reportEnd
	endBatch
	readAll
	verbAdd
	outsideAdd
	outsideReflow
	restoreOld
	wait
	moves
)

// story plays steps in a world, and keeps the reference: what was acknowledged, and what was taken away on purpose.
type story struct {
	*world
	t       require.TestingT
	agents  []*agent
	known   []string // what each context believes the document to be
	calls   []*call
	lines   []string // of the calls under way
	removal []string
	after   []string // what the context believes once its call took place
	acked   []string
	removed map[string]bool
	n       int
}

func newStory(t *testing.T, rt require.TestingT, mode string) *story {
	s := &story{world: newWorld(t, rule(mode), journal), t: rt, removed: map[string]bool{}}
	s.clock = time.Unix(1_800_000_000, 0)
	for _, name := range []string{"A", "B", "C"} {
		s.agents = append(s.agents, s.agent(name))
	}
	s.known, s.lines, s.removal, s.after = make([]string, 3), make([]string, 3), make([]string, 3), make([]string, 3)
	s.calls = make([]*call, 3)
	for i := range s.agents {
		s.read(i)
	}
	return s
}

func (s *story) read(i int) {
	s.agents[i].read()
	s.known[i] = s.text()
}

func (s *story) play(st turn) {
	s.n++
	s.clock = s.clock.Add(time.Second)
	i, line := st.Who, fmt.Sprintf("- entry %03d", s.n)
	switch st.What {
	case beginWrite:
		s.begin(i, s.agents[i].write(s.known[i]+line+"\n"), line, "", s.known[i]+line+"\n")
	case beginRemoval:
		lines := strings.SplitAfter(strings.TrimSuffix(s.known[i], "\n"), "\n")
		k := 1 + st.Pick%len(lines)
		if k >= len(lines) {
			return
		}
		gone := strings.TrimSuffix(lines[k], "\n")
		text := strings.Replace(s.known[i], lines[k], "", 1) + line + "\n"
		s.begin(i, s.agents[i].write(text), line, gone, text)
	case beginEdit:
		last := lastLine(s.known[i])
		s.begin(i, s.agents[i].edit(last, last+"\n"+line), line, "", strings.Replace(s.known[i], last, last+"\n"+line, 1))
	case beginAppend:
		s.begin(i, s.agents[i].append(line+"\n"), line, "", s.known[i])
	case perform:
		s.perform(i)
	case reportEnd:
		if c := s.calls[i]; c != nil && c.Response != nil {
			c.after()
		}
	case endBatch:
		if c := s.calls[i]; c != nil {
			c.batch()
			s.calls[i] = nil
		}
	case readAll:
		if s.calls[i] == nil {
			s.read(i)
		}
	case verbAdd:
		if _, err := s.guard().Apply(gate.Context{Host: "cli"}, s.doc, Change{Verb: VerbAppend, Content: []byte(line + "\n")}); err == nil {
			s.acked = append(s.acked, line)
		}
	case outsideAdd:
		s.put(s.text() + line + "\n")
	case outsideReflow:
		s.put(strings.ReplaceAll(s.text(), "\n- entry", "\n* entry"))
		s.put(strings.ReplaceAll(s.text(), "\n* entry", "\n- entry"))
	case restoreOld:
		s.restore()
	case wait:
		s.pass(time.Duration(10+st.Pick) * time.Second)
	}
}

func lastLine(text string) string {
	text = strings.TrimRight(text, "\n")
	return text[strings.LastIndex(text, "\n")+1:]
}

// begin asks the gate. A refusal changes nothing, and after a read the Edit that refusals name goes through.
func (s *story) begin(i int, c *call, line, gone, after string) {
	if s.calls[i] != nil {
		return
	}
	stood := s.text()
	c.before()
	if !c.denied() {
		s.calls[i], s.lines[i], s.removal[i], s.after[i] = c, line, gone, after
		return
	}
	require.Equal(s.t, stood, s.text())
	if strings.Contains(c.verdict.Text, "holds its lease") {
		return
	}
	s.read(i)
	last := lastLine(s.known[i])
	if last == "" || strings.Count(s.known[i], last) != 1 {
		return
	}
	next := s.agents[i].edit(last, last+"\n"+line).before()
	require.False(s.t, next.denied() && !strings.Contains(next.verdict.Text, "holds its lease"), "after %q and a read the edit is denied: %q", c.verdict.Text, next.verdict.Text)
	if !next.denied() {
		s.calls[i], s.lines[i], s.removal[i] = next, line, ""
		s.after[i] = strings.Replace(s.known[i], last, last+"\n"+line, 1)
	}
}

func (s *story) perform(i int) {
	c := s.calls[i]
	if c == nil || c.wrote || c.Response != nil {
		return
	}
	c.perform()
	if !c.wrote {
		return
	}
	s.acked = append(s.acked, s.lines[i])
	s.known[i] = s.after[i]
	if s.removal[i] != "" {
		s.removed[s.removal[i]] = true
	}
}

// restore brings back the version before the head. What that takes away was taken away on purpose.
func (s *story) restore() {
	d, err := s.guard().Store().Read(s.doc)
	if err != nil {
		return
	}
	prev := d.Tail().Prev
	_ = d.Unlock()
	if prev.At == 0 {
		return
	}
	receipt, err := s.guard().Apply(gate.Context{Host: "cli"}, s.doc, Change{Verb: VerbRestore, Version: string(prev.Version)})
	if err != nil {
		return
	}
	for _, line := range receipt.Lost { // with what a repair on the way had put back
		s.removed[line] = true
	}
}

// judge asks that each acknowledged line stands once, or was taken away, or is recorded as lost with its bytes kept.
func (s *story) judge() {
	s.pass(time.Hour)
	findings := s.scan()
	text, recorded := s.text(), s.recordedLoss()
	for _, line := range s.acked {
		switch n := count(text, line); {
		case n > 1:
			require.Fail(s.t, "a duplicated entry", "%d times %q in\n%s%s", n, line, text, s.history())
		case n == 0 && !s.removed[line]:
			require.True(s.t, reported(findings, line) || recorded[line], "%q is lost silently:\n%s%s", line, text, s.history())
			require.True(s.t, s.kept(line))
		}
	}
}

// TestAnyStory plays random stories of three contexts, verbs and people, twice: no line is lost, none is doubled, and the
// same story leaves the same bytes.
func TestAnyStory(t *testing.T) {
	for _, mode := range []string{"append", "merge"} {
		t.Run(mode, func(t *testing.T) {
			playTwice(t, moves, 40, 40, func(rt *rapid.T) player { return newStory(t, rt, mode) })
		})
	}
}

// player is a story that is told step by step, and judged at its end.
type player interface {
	play(turn)
	judge()
	text() string
}

// playTwice plays random stories of three contexts, each one twice: the same story leaves the same bytes.
func playTwice(t *testing.T, moves, picks, steps int, begin func(rt *rapid.T) player) {
	aTurn := rapid.Custom(func(t *rapid.T) turn {
		return turn{rapid.IntRange(0, 2).Draw(t, "who"), rapid.IntRange(0, moves-1).Draw(t, "what"), rapid.IntRange(0, picks).Draw(t, "pick")}
	})
	rapid.Check(t, func(rt *rapid.T) {
		turns := rapid.SliceOfN(aTurn, 1, steps).Draw(rt, "steps")
		var texts []string
		for range 2 {
			s := begin(rt)
			for _, one := range turns {
				s.play(one)
			}
			s.judge()
			texts = append(texts, s.text())
		}
		require.Equal(rt, texts[0], texts[1])
	})
}
