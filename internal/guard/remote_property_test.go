package guard

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"noclobber/gate"
	"noclobber/ledger"
)

// storeAgent is a context that knows of the document what it was shown, or has sent, and adds a line to it.
type storeAgent struct {
	name   string
	memory string
	lines  int
	flying *storeCall
	adds   string
}

// storePlay is a few agents at a store that replaces whole documents.
type storePlay struct {
	t      *rapid.T
	w      *storeWorld
	agents []*storeAgent
	acked  []string // lines of writes that the store has acknowledged to their agents
	told   strings.Builder
}

func (p *storePlay) read(a *storeAgent) {
	shown, c := p.w.read(a.name)
	p.told.WriteString(c.told)
	if a.memory = shown; !strings.HasSuffix(shown, "\n") {
		a.memory += "\n"
	}
}

// begin takes a whole write as far as the verdict; one that is refused is made again after a read.
func (p *storePlay) begin(a *storeAgent) {
	a.lines++
	a.adds = fmt.Sprintf("- %s %d", a.name, a.lines)
	for range 2 {
		c := p.w.write(a.name, a.memory+a.adds+"\n").before()
		p.told.WriteString(c.verdict.Text)
		if !c.denied() {
			a.flying = c
			return
		}
		p.read(a)
	}
}

// land carries a write out; heard says whether the host reports its end.
func (p *storePlay) land(a *storeAgent, heard bool) {
	c := a.flying
	a.flying = nil
	if c == nil {
		return
	}
	c.perform()
	a.memory += a.adds + "\n"
	p.acked = append(p.acked, a.adds)
	if heard {
		c.after().batch()
	}
	p.told.WriteString(c.told)
}

func newPlay(t *testing.T, rt *rapid.T, mode string) *storePlay {
	p := &storePlay{t: rt, w: newStore(t, storeRule(mode, `max_shrink = "1%"`, `min_loss = "1 line"`))} // every line counts, read back or not
	p.w.texts[task] = "# Tasks\n- one\n"
	p.w.strip = rapid.Bool().Draw(rt, "reads drop the final newline")
	for _, name := range []string{"A", "B", "C"}[:rapid.IntRange(2, 3).Draw(rt, "agents")] {
		p.agents = append(p.agents, &storeAgent{name: name})
	}
	return p
}

func (p *storePlay) someone() *storeAgent { return rapid.SampledFrom(p.agents).Draw(p.t, "agent") }

func (p *storePlay) holds(line string) bool {
	return slices.Contains(strings.Split(p.w.texts[task], "\n"), line)
}

// TestNoAcknowledgedLineIsLostInAStore: agents that read and write whole documents, in any order, none slower than its
// lease: the store holds every acknowledged line once, and there is no alarm.
func TestNoAcknowledgedLineIsLostInAStore(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := newPlay(t, rt, rapid.SampledFrom([]string{"merge", "append"}).Draw(rt, "mode"))
		for range rapid.IntRange(1, 12).Draw(rt, "steps") {
			a := p.someone()
			switch rapid.IntRange(0, 4).Draw(rt, "step") {
			case 0:
				p.read(a)
			case 1:
				p.w.pass(time.Duration(rapid.IntRange(1, 150).Draw(rt, "seconds")) * time.Second)
			default:
				p.begin(a)
				p.land(a, true)
			}
		}
		for _, line := range p.acked {
			if n := strings.Count(p.w.texts[task], line+"\n"); n != 1 {
				rt.Fatalf("%q stands there %d times:\n%s", line, n, p.w.texts[task])
			}
		}
		p.read(p.agents[0])
		if found := p.w.scan(); len(found) > 0 {
			rt.Fatalf("a finding without a loss: %v", found)
		}
	})
}

// TestALineThatIsLostInAStoreIsReported: with prompts that outlast leases, ends that nobody hears of, and writers that load
// no gate, an acknowledged line is in the store, or in what a read of it reports, with its bytes kept.
func TestALineThatIsLostInAStoreIsReported(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := newPlay(t, rt, rapid.SampledFrom([]string{"merge", "append"}).Draw(rt, "mode"))
		for range rapid.IntRange(1, 16).Draw(rt, "steps") {
			p.step(p.someone())
		}
		for _, a := range p.agents {
			p.land(a, true)
		}
		for _, a := range p.agents {
			p.read(a)
			p.w.guard().Session(gate.Call{Event: gate.SessionEnd, Context: gate.Context{Host: "claude", Session: a.name}, CWD: p.w.dir})
		}
		p.account()
	})
}

func (p *storePlay) step(a *storeAgent) {
	switch rapid.IntRange(0, 6).Draw(p.t, "step") {
	case 0:
		if a.flying == nil { // a context waits for its call
			p.read(a)
		}
	case 1:
		p.w.pass(time.Duration(rapid.IntRange(1, 100).Draw(p.t, "seconds")) * time.Second)
	case 2, 3:
		if a.flying == nil {
			p.begin(a)
		}
	case 4:
		p.land(a, true)
	case 5:
		p.land(a, false)
	default:
		if rapid.IntRange(0, 3).Draw(p.t, "a writer without the gate") == 0 {
			p.w.texts[task] = "# Tasks\n- of nobody\n"
		}
	}
}

// account looks for every acknowledged line: in the store, in a report, and in a version that can be brought back.
func (p *storePlay) account() {
	reported := p.told.String()
	for _, f := range p.w.scan() {
		reported += f.Message + "\n" + strings.Join(f.Lines, "\n") + "\n"
	}
	for _, line := range p.acked {
		if p.holds(line) {
			continue
		}
		if !strings.Contains(reported, line) {
			p.t.Fatalf("%q is lost and nobody says so:\n%s\nreported:\n%s\nrecords: %s", line, p.w.texts[task], reported, p.story())
		}
		if !p.kept(line) {
			p.t.Fatalf("%q is lost with its bytes", line)
		}
	}
}

func (p *storePlay) kept(line string) bool {
	d, err := p.w.guard().Store().Read("project:" + task)
	if err != nil {
		p.t.Fatal(err)
	}
	defer func() { _ = d.Unlock() }()
	found := false
	_ = d.Records(func(r ledger.Record) bool {
		for _, s := range []ledger.Stamp{r.Before, r.After, r.Proposal} {
			text, err := d.Bytes(s)
			found = found || err == nil && strings.Contains(string(text), line)
		}
		return !found
	})
	return found
}

func (p *storePlay) story() string {
	var b strings.Builder
	for _, r := range p.w.records() {
		fmt.Fprintf(&b, "%d %s %s %s %s->%s alarm=%v %q\n", r.Seq, r.Event, r.Writer.Session, r.Outcome, r.Before.Version.Short(), r.After.Version.Short(), r.Alarm, r.Lines)
	}
	return b.String()
}
