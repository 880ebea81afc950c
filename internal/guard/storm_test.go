package guard

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"noclobber/gate"
	"noclobber/ledger"
)

// A storm is the hammer (test/hammer) in one process with a clock of its own: what its processes do to each other by
// chance happens here by draw, so that what goes wrong shrinks to a few steps.

// gust is one step of a storm: who does what, and how.
type gust struct{ Who, What, How int }

// The steps of a gated context, and of all others.
const (
	calm     = iota // nothing: what a step that is not needed shrinks to
	asks            // Before, by a write, an edit or an append
	carries         // the host carries the call out
	ignores         // the host carries out what was asked for, not the rewrite
	tells           // the call's After event
	mutes           // the same, by a host that does not tell what it replaced
	ends            // the end of the message
	forgets         // no event comes any more
	rereads         // the context reads the document
	script          // noclobber append
	swap            // noclobber write --if-version, of what was read earlier
	look            // somebody reads, outside the gate or for the script
	strike          // somebody who does not know of the gate writes what he read, and a line
	removal         // a synchroniser takes the file away
	replaced        // and puts another machine's one in its place
	passes          // time
	glance          // noclobber scan
	gusts
)

// storm is a world with four gated contexts and those who write beside them.
type storm struct {
	*world
	agents  []*agent
	calls   []*call
	lines   []string
	after   []string // what a context believes once its call took place
	known   []string
	seen    string // by the writer outside
	away    string // the text that the synchroniser took away
	script  string // what the script has read
	acked   []string
	told    map[string]bool // lines of calls of which an event said that they took place
	counted int
}

func newStorm(t *testing.T, mode string) *storm {
	s := &storm{world: newWorld(t, rule(mode), journal), told: map[string]bool{}}
	s.clock = time.Unix(1_800_000_000, 0)
	for _, name := range []string{"A", "B", "C", "D"} {
		s.agents = append(s.agents, s.agent(name))
	}
	n := len(s.agents)
	s.calls, s.lines, s.after, s.known = make([]*call, n), make([]string, n), make([]string, n), make([]string, n)
	s.seen, s.script = s.text(), s.text()
	return s
}

func (s *storm) play(g gust) {
	s.counted++
	s.clock = s.clock.Add(time.Second)
	if i := g.Who; g.What < script {
		s.context(i, g)
		return
	}
	line := fmt.Sprintf("- entry %03d", s.counted)
	switch g.What {
	case script:
		if _, err := s.guard().Apply(gate.Context{Host: "cli"}, s.doc, Change{Verb: VerbAppend, Content: []byte(line + "\n")}); err == nil {
			s.acked = append(s.acked, line)
		}
	case swap:
		change := Change{Verb: VerbWrite, Content: []byte(s.script + line + "\n"), Version: string(ledger.VersionOf([]byte(s.script)))}
		if _, err := s.guard().Apply(gate.Context{Host: "cli"}, s.doc, change); err == nil {
			s.acked = append(s.acked, line)
		}
	case look:
		s.seen, s.script = s.text(), s.text()
	case strike:
		s.put(s.seen + line + "\n")
	case removal:
		if s.away == "" && s.text() != "" {
			s.away = s.text()
			require.NoError(s.t, os.Remove(s.doc))
		}
	case replaced:
		if s.away != "" {
			s.put(s.away + line + "\n")
			s.away = ""
		}
	case passes:
		s.pass(time.Duration(1+g.How%40) * time.Second)
	case glance:
		s.scan()
	}
}

// context is a step of a gated context.
func (s *storm) context(i int, g gust) {
	c := s.calls[i]
	if c == nil {
		switch g.What {
		case rereads:
			s.read(i)
		case asks:
			s.ask(i, g.How)
		}
		return
	}
	if g.What == tells || g.What == mutes {
		s.told[s.lines[i]] = true
	}
	switch g.What {
	case carries:
		s.carry(i)
	case ignores:
		c.verdict.Sets = nil
		s.carry(i)
	case tells:
		c.after()
	case mutes:
		if c.Response != nil {
			c.mute().after()
		}
	case ends:
		c.batch()
		s.calls[i] = nil
	case forgets:
		s.calls[i] = nil
	}
}

func (s *storm) read(i int) {
	if s.text() == "" {
		return
	}
	s.agents[i].read()
	s.known[i] = s.text()
}

func (s *storm) ask(i, how int) {
	if s.known[i] == "" {
		s.read(i)
	}
	line, known := fmt.Sprintf("- entry %03d by %s", s.counted, s.agents[i].name), s.known[i]
	if known == "" {
		return
	}
	after, last := known+line+"\n", lastLine(known)
	var c *call
	switch how % 3 {
	case 0:
		c = s.agents[i].write(after)
	case 1:
		c, after = s.agents[i].edit(last, last+"\n"+line), strings.Replace(known, last, last+"\n"+line, 1)
	case 2:
		c, after = s.agents[i].append(line+"\n"), known
	}
	if c.before().denied() {
		s.known[i] = ""
		return
	}
	s.calls[i], s.lines[i], s.after[i] = c, line, after
}

func (s *storm) carry(i int) {
	c := s.calls[i]
	if c.wrote || c.Response != nil || s.text() == "" && c.Ops != nil && c.Ops[0].Kind == gate.Edit {
		return
	}
	if c.perform(); c.wrote {
		s.acked = append(s.acked, s.lines[i])
		s.known[i] = s.after[i]
	}
}

// judge asks that each acknowledged line stands, or is recorded as lost with its bytes kept.
func (s *storm) judge(t require.TestingT) {
	s.pass(time.Hour)
	s.scan()
	s.scan()
	text := s.text()
	for _, line := range s.acked {
		if count(text, line) > 0 || !s.told[line] && s.asBefore(line) {
			continue
		}
		require.True(t, s.named(line), "%q is lost silently:\n%s%s", line, text, s.history())
		require.True(t, s.kept(line), "%q is not kept", line)
	}
}

// asBefore reports whether the document is what it was before the call that wrote a line, and the log has seen nothing else
// meanwhile. Where no event tells of the call either, nobody can know that it took place: refused at the prompt it would
// have left the same.
func (s *storm) asBefore(line string) bool {
	d, err := s.guard().Store().Read(s.doc)
	require.NoError(s.t, err)
	defer d.Unlock()
	has := inVersions(d, line)
	pending := false
	require.NoError(s.t, d.Records(func(r ledgerRecord) bool {
		switch {
		case r.Event == ledger.Intent && has(r.After) && !has(r.Before):
			pending = true
		case r.Event != ledger.Intent && r.After.Version != "" && r.After.Version != r.Before.Version:
			pending = false
		}
		return true
	}))
	return pending
}

// inVersions tells of which stored versions have a line.
func inVersions(d *ledger.Doc, line string) func(ledgerStamp) bool {
	return func(st ledgerStamp) bool {
		b, err := d.Bytes(st)
		return err == nil && count(string(b), line) > 0
	}
}

// named reports whether a record says that the line is gone: by name, or, where it names eight of many, by its versions.
func (s *storm) named(line string) bool {
	d, err := s.guard().Store().Read(s.doc)
	require.NoError(s.t, err)
	defer d.Unlock()
	has := inVersions(d, line)
	found := false
	require.NoError(s.t, d.Records(func(r ledgerRecord) bool {
		if r.Event == ledger.External || r.Event == ledger.Result {
			many := r.LostLines > int64(len(r.Lines))
			found = slices.Contains(r.Lines, line) || many && (has(r.Before) || has(r.Proposal)) && !has(r.After)
		}
		return !found
	}))
	return found
}

// fewStorms is how many storms the default run plays, the same ones each time; NOCLOBBER_STORMS sets another number. With
// NOCLOBBER_STORMS=new they are drawn, as many as -rapid.checks says, and what fails is shrunk.
const fewStorms = 60

// TestStorm plays storms: what is acknowledged stands in the end, or is reported as lost with its bytes kept.
func TestStorm(t *testing.T) {
	gustOf := rapid.Custom(func(t *rapid.T) gust {
		return gust{rapid.IntRange(0, 3).Draw(t, "who"), rapid.IntRange(0, gusts-1).Draw(t, "what"), rapid.IntRange(0, 40).Draw(t, "how")}
	})
	storms, many := rapid.SliceOfN(gustOf, 50, 100), fewStorms
	if n, err := strconv.Atoi(os.Getenv("NOCLOBBER_STORMS")); err == nil {
		many = n
	}
	for _, mode := range []string{"append", "merge"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			if os.Getenv("NOCLOBBER_STORMS") == "new" {
				rapid.Check(t, func(rt *rapid.T) { playStorm(t, rt, mode, storms.Draw(rt, "gusts")) })
				return
			}
			for seed := range many {
				playStorm(t, t, mode, storms.Example(seed))
			}
		})
	}
}

// playStorm plays one storm, and judges what it leaves. t lives as long as the test, rt as long as the storm.
func playStorm(t *testing.T, rt require.TestingT, mode string, gusts []gust) {
	s := newStorm(t, mode)
	for _, g := range gusts {
		s.play(g)
	}
	s.judge(rt)
	require.NoError(rt, os.RemoveAll(s.dir))
}
