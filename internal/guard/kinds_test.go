package guard

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"noclobber/gate"
	"noclobber/ledger"
)

// docKind is a kind of document for random stories: what stands there at first, and how a context that knows a text adds a
// fact to it, or takes one out. A fact is a word that comes once, wherever it stands.
type docKind struct {
	name, file, policy, first string
	add                       func(text, fact string, place int) string
	remove                    func(text, fact string) string
}

func docKinds() []docKind {
	const anchored = "# Handover\n<!-- anchor:one -->\n- first\n<!-- /anchor:one -->\nbetween\n<!-- anchor:two -->\n- second\n<!-- /anchor:two -->\nend\n"
	const facts = "{\n  \"one\": {\n    \"a\": \"first\"\n  },\n  \"two\": {\n    \"b\": \"second\"\n  }\n}\n"
	return []docKind{
		{"anchors", "J.md", rule("anchors"), anchored, addAnchored, removeLine},
		{"cas", "J.md", rule("cas"), journal, addLine, removeLine},
		{"json", "J.json", rule("merge"), facts, addMember, removeMember},
		{"rows", "J.jsonl", rule("merge", `key = "id"`), "{\"id\":\"a\"}\n{\"id\":\"b\"}\n", addRow, removeLine},
	}
}

func addLine(text, fact string, _ int) string { return text + "- " + fact + "\n" }

func addRow(text, fact string, _ int) string { return text + fmt.Sprintf("{\"id\":%q}\n", fact) }

// addAnchored adds a line to one of two anchors, or between them.
func addAnchored(text, fact string, place int) string {
	before := []string{"<!-- /anchor:one -->", "<!-- /anchor:two -->", "<!-- anchor:two -->"}[place%3]
	return strings.Replace(text, before, "- "+fact+"\n"+before, 1)
}

func removeLine(text, fact string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if !strings.Contains(line, fact) {
			out.WriteString(line)
		}
	}
	return out.String()
}

func addMember(text, fact string, place int) string {
	return members(text, func(m map[string]map[string]string) {
		name := []string{"one", "two"}[place%2]
		if m[name] == nil {
			m[name] = map[string]string{}
		}
		m[name][fact] = "said"
	})
}

func removeMember(text, fact string) string {
	return members(text, func(m map[string]map[string]string) {
		for _, object := range m {
			delete(object, fact)
		}
	})
}

// members changes a JSON document as a program does that reads it and writes it back.
func members(text string, change func(map[string]map[string]string)) string {
	m := map[string]map[string]string{}
	if json.Unmarshal([]byte(text), &m) != nil {
		return text
	}
	change(m)
	out, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return text
	}
	return string(out) + "\n"
}

// The moves of a story of facts.
const (
	idle = iota // what a move that is not needed shrinks to
	writesFact
	removesFact
	performs
	reports
	endsMessage
	forgotten // no event of the call comes any more
	readsAgain
	verbWrites
	somebodyAdds
	restoresLast
	timePasses
	factMoves
)

// factStory plays moves in a world, and keeps the reference: what was acknowledged, and what was taken away on purpose.
type factStory struct {
	*world
	docKind
	t       require.TestingT
	agents  []*agent
	known   []string // what each context believes the document to be
	calls   []*factCall
	acked   []string
	removed map[string]bool
	n       int
}

// factCall is a call under way, with what it means.
type factCall struct {
	*call
	fact, gone, after string
}

func newFactStory(t *testing.T, rt require.TestingT, k docKind) *factStory {
	w := newWorld(t, strings.Replace(k.policy, `"J.md"`, `"`+k.file+`"`, 1), "")
	w.doc, w.clock = filepath.Join(filepath.Dir(w.doc), k.file), time.Unix(1_800_000_000, 0)
	w.put(k.first)
	s := &factStory{world: w, docKind: k, t: rt, removed: map[string]bool{}, known: make([]string, 3), calls: make([]*factCall, 3)}
	for i, name := range []string{"A", "B", "C"} {
		s.agents = append(s.agents, s.agent(name))
		s.read(i)
	}
	return s
}

func (s *factStory) read(i int) {
	s.agents[i].read()
	s.known[i] = s.text()
}

func (s *factStory) play(m turn) {
	s.n++
	s.clock = s.clock.Add(time.Second)
	i, c, fact := m.Who, s.calls[m.Who], fmt.Sprintf("fact%03d", s.n)
	switch {
	case m.What == writesFact && c == nil:
		s.begin(i, fact, "", m.Pick)
	case m.What == removesFact && c == nil:
		s.begin(i, fact, s.someFact(s.known[i], m.Pick), m.Pick)
	case m.What == performs && c != nil:
		s.performs(i, c)
	case m.What == reports && c != nil && c.Response != nil:
		c.call.after()
	case m.What == endsMessage && c != nil:
		c.batch()
		s.calls[i] = nil
	case m.What == forgotten:
		s.calls[i] = nil
	case m.What == readsAgain && c == nil:
		s.read(i)
	default:
		s.playBeside(m, fact)
	}
}

// playBeside plays what no gated context does.
func (s *factStory) playBeside(m turn, fact string) {
	switch m.What {
	case verbWrites:
		stood := s.text()
		_, err := s.guard().Apply(gate.Context{Host: "cli"}, s.doc, Change{
			Verb: VerbWrite, Content: []byte(s.add(stood, fact, m.Pick)), Version: ledger.VersionOf([]byte(stood)).Short(),
		})
		if err == nil {
			s.acked = append(s.acked, fact)
		}
	case somebodyAdds:
		s.put(s.add(s.text(), fact, m.Pick))
	case restoresLast:
		s.restore()
	case timePasses:
		s.pass(time.Duration(5+m.Pick) * time.Second)
	}
}

// someFact picks a fact that a text has; empty where it has none.
func (s *factStory) someFact(text string, pick int) string {
	var there []string
	for n := 1; n <= s.n; n++ {
		if f := fmt.Sprintf("fact%03d", n); strings.Contains(text, f) {
			there = append(there, f)
		}
	}
	if len(there) == 0 {
		return ""
	}
	return there[pick%len(there)]
}

// begin asks the gate. A refusal changes nothing, and the same change made from what was read since goes through.
func (s *factStory) begin(i int, fact, gone string, place int) {
	stood := s.text()
	c := s.compose(i, fact, gone, place)
	c.before()
	if c.denied() && !strings.Contains(c.verdict.Text, "holds its lease") {
		require.Equal(s.t, stood, s.text())
		s.read(i)
		if s.name == "cas" && s.repairWaits() { // the read showed what stands, not what the repair will leave
			s.pass(carryTime + time.Minute)
			s.read(i)
			require.False(s.t, s.repairWaits(), "a read carries out what is overdue: %s", s.history())
		}
		why := c.verdict.Text
		c = s.compose(i, fact, "", place)
		c.before()
		require.False(s.t, c.denied() && !strings.Contains(c.verdict.Text, "holds its lease"), "after %q and a read: %q\n%s", why, c.verdict.Text, s.history())
	}
	if !c.denied() {
		s.calls[i] = c
	}
}

func (s *factStory) repairWaits() bool {
	d, err := s.guard().Store().Read(s.doc)
	require.NoError(s.t, err)
	defer d.Unlock()
	return d.Tail().Repair != nil
}

func (s *factStory) compose(i int, fact, gone string, place int) *factCall {
	text := s.known[i]
	if gone != "" {
		text = s.remove(text, gone)
	}
	text = s.add(text, fact, place)
	return &factCall{s.agents[i].write(text), fact, gone, text}
}

func (s *factStory) performs(i int, c *factCall) {
	if c.wrote || c.Response != nil {
		return
	}
	c.perform()
	if !c.wrote {
		return
	}
	s.acked, s.known[i] = append(s.acked, c.fact), c.after
	if c.gone != "" {
		s.removed[c.gone] = true
	}
}

// restore brings back the version before the head. What that takes away was taken away on purpose.
func (s *factStory) restore() {
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
	lost := strings.Join(receipt.Lost, "\n") // with what a repair on the way had put back
	for _, fact := range s.acked {
		if strings.Contains(lost, fact) {
			s.removed[fact] = true
		}
	}
}

// judge asks that each acknowledged fact stands once, or was taken away, or is recorded as lost with its bytes kept.
func (s *factStory) judge() {
	s.pass(time.Hour)
	s.scan()
	text, lost := s.text(), s.lossRecords()
	for _, fact := range s.acked {
		n := strings.Count(text, fact)
		require.LessOrEqual(s.t, n, 1, "%q is doubled in\n%s%s", fact, text, s.history())
		if n == 1 || s.removed[fact] {
			continue
		}
		require.True(s.t, lost(fact), "%q is lost silently:\n%s%s", fact, text, s.history())
		require.True(s.t, s.kept(fact))
	}
}

// lossRecords tells whether a record says that a fact was lost. A record quotes some lines only, and counts them all.
func (s *factStory) lossRecords() func(fact string) bool {
	var quoted strings.Builder
	cut := false
	d, err := s.guard().Store().Read(s.doc)
	require.NoError(s.t, err)
	defer d.Unlock()
	require.NoError(s.t, d.Records(func(r ledgerRecord) bool {
		if r.Event == ledger.External || r.Event == ledger.Result {
			quoted.WriteString(strings.Join(r.Lines, "\n"))
			cut = cut || r.LostLines > int64(len(r.Lines))
		}
		return true
	}))
	return func(fact string) bool { return cut || strings.Contains(quoted.String(), fact) }
}

// TestAnyStoryOfFacts plays random stories of three contexts, a script and people on documents of each kind, twice: no fact
// is lost silently, none is doubled, a refused change goes through after a read, and the same story leaves the same bytes.
func TestAnyStoryOfFacts(t *testing.T) {
	for _, k := range docKinds() {
		t.Run(k.name, func(t *testing.T) {
			playTwice(t, factMoves, 30, 30, func(rt *rapid.T) player { return newFactStory(t, rt, k) })
		})
	}
}
