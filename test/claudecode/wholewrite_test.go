package claudecode

import (
	"slices"
	"testing"

	"noclobber/test/modelapi"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Two sessions write one existing document whole, each with an entry of its own. A's write lands first.
func TestWholeWrites(t *testing.T) {
	t.Parallel()
	base := []string{"# Journal", "- base 1", "- base 2"}
	old, a, b := lines(base...), lines(more(base, "- entry of A")...), lines(more(base, "- entry of B")...)
	both := lines(more(base, "- entry of A", "- entry of B")...)

	readBy := func(readers ...string) scenario {
		return scenario{
			files:   map[string]string{journal: old},
			clients: []string{"A", "B"},
			scripts: func(p *project) modelapi.Scripts { return wholeWrites(p.path(journal), readers, a, b) },
		}
	}
	lost := func(t *testing.T, o *outcome) {
		assert.False(t, o.result("B", "write").Failed, "nobody tells B")
		assert.Equal(t, b, o.read(journal), "A's entry is gone")
	}
	refused := func(t *testing.T, o *outcome) {
		o.requirePassed(t, "A", "write")
		o.requireRefused(t, "B", "write", journal, "- entry of A")
		assert.False(t, o.result("B", "retry").Failed, "the next step of the refusal works")
		assert.Equal(t, both, o.read(journal))
		o.requireKept(t, journal, old, a, both)
		o.requireQuiet(t)
	}
	// Here the client guards its own model, with the gate and without.
	guarded := func(t *testing.T, o *outcome) {
		r := o.result("B", "write")
		assert.True(t, r.Failed)
		assert.NotContains(t, r.Text, "PreToolUse", "no hook was asked")
		assert.Equal(t, both, o.read(journal))
	}

	guardedAndKept := func(t *testing.T, o *outcome) {
		guarded(t, o)
		o.requireKept(t, journal, old, a, both)
		o.requireQuiet(t)
	}

	for _, c := range []struct {
		name        string
		readers     []string
		bare, gated func(t *testing.T, o *outcome)
	}{
		{"neither has read", nil, lost, refused},
		{"only A has read", []string{"A"}, lost, refused},
		{"only B has read", []string{"B"}, guarded, guardedAndKept},
		{"both have read", []string{"A", "B"}, guarded, guardedAndKept},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := readBy(c.readers...)
			s.bare(t, c.bare)
			s.gated(t, appendOnly, c.gated)
		})
	}
	t.Run("merge", func(t *testing.T) { readBy().gated(t, merged, refused) })
}

// wholeWrites are A and B writing a and b; the readers among them read the document before anybody writes.
func wholeWrites(doc string, readers []string, a, b string) modelapi.Scripts {
	scripts := modelapi.Scripts{}
	var reads []string
	for _, name := range readers {
		scripts[name] = modelapi.Script{turn("read", nil, read(doc))}
		reads = append(reads, name+".read")
	}
	scripts["A"] = append(scripts["A"], turn("write", reads, write(doc, a)))
	scripts["B"] = append(scripts["B"], turn("write", after("A.write"), write(doc, b)))
	scripts["B"] = slices.Concat(scripts["B"], heed(doc, "- entry of B"))
	return scripts
}

// A session is told at its start what is protected.
func TestSessionStartSaysWhatIsProtected(t *testing.T) {
	t.Parallel()
	s := scenario{
		files:   map[string]string{journal: lines("# Journal")},
		scripts: func(*project) modelapi.Scripts { return modelapi.Scripts{"A": {turn("look", nil, bash("true"))}} },
	}
	s.bare(t, func(t *testing.T, o *outcome) {
		assert.NotContains(t, o.api.Conversation("A").Opening(), journal)
	})
	s.gated(t, appendOnly, func(t *testing.T, o *outcome) {
		require.Contains(t, o.api.Conversation("A").Opening(), journal)
		o.requirePassed(t, "A", "look")
	})
}
