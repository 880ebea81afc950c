package guard

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"noclobber/ledger"
)

type (
	ledgerRecord = ledger.Record
	ledgerStamp  = ledger.Stamp
)

// actor is one participant of an interleaving: its steps happen in this order, with those of the
// others in between. line is what it adds; wrote tells whether its write took place.
type actor struct {
	line  string
	steps []func()
	wrote func() bool
}

// gated is an agent that has read the document and writes it whole, by an edit, or appends to it.
func gated(w *world, name, how string, lost bool) actor {
	a := w.agent(name)
	a.read()
	base, line := w.text(), "- "+name+" was here"
	var c *call
	switch how {
	case "write":
		c = a.write(base + line + "\n")
	case "edit":
		last := strings.TrimSuffix(base[strings.LastIndex(strings.TrimSuffix(base, "\n"), "\n")+1:], "\n")
		c = a.edit(last, last+"\n"+line)
	case "append":
		c = a.append(line + "\n")
	}
	steps := []func(){func() { c.before() }, func() { c.perform() }}
	if !lost {
		steps = append(steps, func() { c.after() }, func() { c.batch() })
	}
	return actor{line: line, steps: steps, wrote: func() bool { return c.wrote }}
}

// ungated overwrites the document with what it read when the test began.
func ungated(w *world, name string) actor {
	base, line, wrote := w.text(), "- "+name+" was here", false
	return actor{line: line, wrote: func() bool { return wrote }, steps: []func(){func() {
		w.put(base + line + "\n")
		wrote = true
	}}}
}

// editor changes what it finds, as a person in an editor does.
func editor(w *world, name string) actor {
	line, wrote := "- "+name+" was here", false
	return actor{line: line, wrote: func() bool { return wrote }, steps: []func(){func() {
		w.put(w.text() + line + "\n")
		wrote = true
	}}}
}

// expiry is the moment at which all leases run out.
func expiry(w *world) actor {
	return actor{steps: []func(){func() { w.pass(time.Hour) }}}
}

// interleavings calls f with every order in which n sequences of the given lengths can be merged;
// an order lists which sequence makes the next step.
func interleavings(lengths []int, f func(order []int)) {
	total := 0
	for _, n := range lengths {
		total += n
	}
	order, left := make([]int, 0, total), append([]int{}, lengths...)
	var next func()
	next = func() {
		if len(order) == total {
			f(order)
			return
		}
		for i := range left {
			if left[i] > 0 {
				left[i]--
				order = append(order, i)
				next()
				order = order[:len(order)-1]
				left[i]++
			}
		}
	}
	next()
}

const journal = "# Journal\n- 01 first\n- 02 second\n"

// scenario is a few participants at work on one document; a long one has many orders of their steps.
type scenario struct {
	name   string
	long   bool
	actors func(w *world) []actor
}

func scenarios() []scenario {
	return []scenario{
		{"two whole writes", false, func(w *world) []actor {
			return []actor{gated(w, "A", "write", false), gated(w, "B", "write", false)}
		}},
		{"two whole writes, leases run out", false, func(w *world) []actor {
			return []actor{gated(w, "A", "write", false), gated(w, "B", "write", false), expiry(w)}
		}},
		{"whole write and edit", false, func(w *world) []actor {
			return []actor{gated(w, "A", "write", false), gated(w, "B", "edit", false)}
		}},
		{"whole write and edit, leases run out", false, func(w *world) []actor {
			return []actor{gated(w, "A", "write", false), gated(w, "B", "edit", false), expiry(w)}
		}},
		{"two edits at one place, leases run out", false, func(w *world) []actor {
			return []actor{gated(w, "A", "edit", false), gated(w, "B", "edit", false), expiry(w)}
		}},
		{"whole write and append", false, func(w *world) []actor {
			return []actor{gated(w, "A", "write", false), gated(w, "B", "append", false)}
		}},
		{"whole write and append, leases run out", false, func(w *world) []actor {
			return []actor{gated(w, "A", "write", false), gated(w, "B", "append", false), expiry(w)}
		}},
		{"two appends and a whole write", true, func(w *world) []actor {
			return []actor{gated(w, "A", "append", false), gated(w, "B", "append", false), gated(w, "C", "write", false)}
		}},
		{"whole write with a lost Post, and another", false, func(w *world) []actor {
			return []actor{gated(w, "A", "write", true), gated(w, "B", "write", false)}
		}},
		{"two whole writes with lost Posts, leases run out", false, func(w *world) []actor {
			return []actor{gated(w, "A", "write", true), gated(w, "B", "write", true), expiry(w)}
		}},
		{"lost Post, lease runs out, another writes", false, func(w *world) []actor {
			return []actor{gated(w, "A", "write", true), gated(w, "B", "write", false), expiry(w)}
		}},
		{"two whole writes and a stale ungated one", false, func(w *world) []actor {
			return []actor{gated(w, "A", "write", false), gated(w, "B", "write", false), ungated(w, "U")}
		}},
		{"whole write, edit and an editor", true, func(w *world) []actor {
			return []actor{gated(w, "A", "write", false), gated(w, "B", "edit", false), editor(w, "E")}
		}},
		{"two whole writes, an editor, leases run out", true, func(w *world) []actor {
			return []actor{gated(w, "A", "write", false), gated(w, "B", "write", false), editor(w, "E"), expiry(w)}
		}},
		{"three whole writes, one lost Post, leases run out", true, func(w *world) []actor {
			return []actor{gated(w, "A", "write", false), gated(w, "B", "write", true), gated(w, "C", "write", true), expiry(w)}
		}},
	}
}

// TestNoSilentLoss runs every order of a few participants' steps and proves G1, G2 and G4: each line
// that a write added is in the document exactly once, or it is reported as lost with its bytes kept.
func TestNoSilentLoss(t *testing.T) {
	for _, mode := range []string{"append", "merge"} {
		for _, s := range scenarios() {
			t.Run(mode+"/"+s.name, func(t *testing.T) {
				if s.long && testing.Short() {
					t.Skip("a long scenario: run without -short")
				}
				t.Parallel()
				everyOrder(t, mode, s.actors)
			})
		}
	}
}

func everyOrder(t *testing.T, mode string, actors func(w *world) []actor) {
	var lengths []int
	for _, a := range actors(newWorld(t, rule(mode), journal)) {
		lengths = append(lengths, len(a.steps))
	}
	stride := everyNth(lengths)
	n, at := 0, 0
	interleavings(lengths, func(order []int) {
		if at++; (at-1)%stride != 0 {
			return
		}
		n++
		runOrder(t, mode, actors, order)
	})
	t.Logf("%d of %d orders", n, at)
}

// runOrder lets the participants make their steps in one order, and judges what stands in the end.
func runOrder(t *testing.T, mode string, actors func(w *world) []actor, order []int) {
	t.Helper()
	w := newWorld(t, rule(mode), journal)
	list := actors(w)
	at := make([]int, len(list))
	for _, i := range order {
		list[i].steps[at[i]]()
		at[i]++
	}
	w.pass(time.Hour)
	judgeWorld(t, w, list, order)
	require.NoError(t, os.RemoveAll(w.dir))
}

// TestOrdersOnceLost runs the orders that once lost or doubled a line, so that the default run has them.
func TestOrdersOnceLost(t *testing.T) {
	tests := []struct {
		defect   string
		mode     string
		scenario string
		order    []int
	}{
		{"a call planned on what a due repair will leave is judged by that text when the repair came first",
			"append", "two whole writes, an editor, leases run out", []int{0, 2, 0, 0, 1, 3, 0, 1, 1, 1}},
		{"a stale write that lands last overwrites a call whose Post is lost: both are reported in one look",
			"append", "three whole writes, one lost Post, leases run out", []int{2, 3, 0, 0, 0, 0, 1, 1, 2}},
		{"lines that a due repair has merged back already are not merged back by a late event again",
			"merge", "two whole writes, an editor, leases run out", []int{0, 2, 3, 1, 1, 0, 1, 0, 0, 1}},
		{"a write over a text that a repair waits for takes in the repaired text, not that one as well",
			"merge", "two whole writes, an editor, leases run out", []int{1, 3, 2, 0, 1, 1, 1, 0, 0, 0}},
	}
	for _, tt := range tests {
		t.Run(tt.defect, func(t *testing.T) {
			for _, s := range scenarios() {
				if s.name == tt.scenario {
					runOrder(t, tt.mode, s.actors, tt.order)
					return
				}
			}
			t.Fatalf("no scenario %q", tt.scenario)
		})
	}
}

// everyNth is 1 when all orders are to be run; else it spreads what the run has time for.
func everyNth(lengths []int) int {
	enough := fewOrders
	if n, err := strconv.Atoi(os.Getenv("NOCLOBBER_ORDERS")); err == nil {
		enough = n
	}
	total := 0
	interleavings(lengths, func([]int) { total++ })
	return max(1, total/enough) | 1 // odd, so that no participant's step is always the same
}

// fewOrders is about how many orders of a scenario run by default. NOCLOBBER_ORDERS sets another number: CI
// takes 1000, which is all of them for two writers and one more; three writers have up to 34,650.
const fewOrders = 40

// judgeWorld checks the document after an interleaving.
func judgeWorld(t *testing.T, w *world, list []actor, order []int) {
	t.Helper()
	findings := w.scan()
	text := w.text()
	recorded := w.recordedLoss()
	for _, line := range []string{"# Journal", "- 01 first", "- 02 second"} {
		require.Equal(t, 1, count(text, line), "order %v: %q in\n%s", order, line, text)
	}
	for _, a := range list {
		if a.line == "" || !a.wrote() {
			continue
		}
		n := count(text, a.line)
		if n == 0 && (reported(findings, a.line) || recorded[a.line]) && w.kept(a.line) {
			continue
		}
		require.Equal(t, 1, n, "order %v: %q in\n%s\nfindings %v\nlog %s", order, a.line, text, findings, w.history())
	}
}

// recordedLoss are the lines that external changes, which no gate could refuse, are recorded to have
// taken; those below the rule's limits are no finding.
func (w *world) recordedLoss() map[string]bool {
	lost := map[string]bool{}
	d, err := w.guard().Store().Read(w.doc)
	require.NoError(w.t, err)
	defer d.Unlock()
	require.NoError(w.t, d.Records(func(r ledgerRecord) bool {
		if r.Event == ledger.External || r.Event == ledger.Result {
			for _, line := range r.Lines {
				lost[line] = true
			}
		}
		return true
	}))
	return lost
}

func reported(findings []Finding, line string) bool {
	for _, f := range findings {
		for _, l := range f.Lines {
			if l == line {
				return true
			}
		}
	}
	return false
}

func count(text, line string) int {
	n := 0
	for _, l := range strings.Split(text, "\n") {
		if l == line {
			n++
		}
	}
	return n
}

// history is the document's log for failures.
func (w *world) history() string {
	d, err := w.guard().Store().Read(w.doc)
	if err != nil {
		return err.Error()
	}
	defer d.Unlock()
	var b strings.Builder
	_ = d.Records(func(r ledgerRecord) bool {
		fmt.Fprintf(&b, "\n%d %s %s/%s fence=%d %s %s→%s %s %v", r.Seq, r.Event, r.Writer.Session, r.Op, r.Fence, r.Outcome,
			r.Before.Version.Short(), r.After.Version.Short(), r.Cause, r.Lines)
		return true
	})
	return b.String()
}
