package claudecode

import (
	"testing"

	"noclobber/test/modelapi"

	"github.com/stretchr/testify/assert"
)

// Both sessions create the same document, one after the other.
func TestBothCreateTheSameFile(t *testing.T) {
	t.Parallel()
	a, b := lines("# Journal", "- entry of A"), lines("# Journal", "- entry of B")
	s := scenario{
		clients: []string{"A", "B"},
		scripts: func(p *project) modelapi.Scripts { return wholeWrites(p.path(journal), nil, a, b) },
	}
	s.bare(t, func(t *testing.T, o *outcome) {
		assert.False(t, o.result("B", "write").Failed, "nobody tells B")
		assert.Equal(t, b, o.read(journal), "A's document is gone")
	})
	s.gated(t, appendOnly, func(t *testing.T, o *outcome) {
		o.requirePassed(t, "A", "write")
		o.requireRefused(t, "B", "write", journal, "- entry of A")
		assert.Equal(t, lines("# Journal", "- entry of A", "- entry of B"), o.read(journal))
		o.requireKept(t, journal, a)
		o.requireQuiet(t)
	})
}

// Both sessions create the same document at the same moment: one of them gets the lease, the other waits for it and is
// refused.
func TestBothCreateTheSameFileAtOnce(t *testing.T) {
	t.Parallel()
	texts := map[string]string{"A": lines("# Journal", "- entry of A"), "B": lines("# Journal", "- entry of B")}
	s := scenario{
		clients: []string{"A", "B"},
		scripts: func(p *project) modelapi.Scripts {
			doc := p.path(journal)
			script := func(me, peer string) modelapi.Script {
				return append(modelapi.Script{
					turn("ready", nil, bash("true")),
					turn("write", after(peer+".ready"), write(doc, texts[me])),
				}, heed(doc, "- entry of "+me)...)
			}
			return modelapi.Scripts{"A": script("A", "B"), "B": script("B", "A")}
		},
	}
	s.bare(t, func(t *testing.T, o *outcome) {
		assert.False(t, o.result("A", "write").Failed)
		assert.False(t, o.result("B", "write").Failed)
		assert.Contains(t, []string{texts["A"], texts["B"]}, o.read(journal), "one of the two is gone")
	})
	s.gated(t, appendOnly, func(t *testing.T, o *outcome) {
		a, b := o.result("A", "write"), o.result("B", "write")
		assert.NotEqual(t, a.Failed, b.Failed, "exactly one was refused:\n%s\n%s", a.Text, b.Text)
		assertEachOnce(t, o.read(journal), "# Journal", "- entry of A", "- entry of B")
		o.requireQuiet(t)
	})
}
