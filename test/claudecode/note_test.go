package claudecode

import (
	"testing"

	"noclobber/test/modelapi"

	"github.com/stretchr/testify/assert"
)

// B writes the document, A adds a line, the client tells B that the file changed, and that note alone makes the client
// accept B's next whole write, from B's memory.
func TestWholeWriteAfterTheChangedNote(t *testing.T) {
	t.Parallel()
	one := []string{"# Journal", "- base 1", "- first of B"}
	two := more(one, "- second of B")
	s := scenario{
		files:   map[string]string{journal: lines("# Journal", "- base 1"), other: "nothing\n"},
		clients: []string{"A", "B"},
		told:    []string{"B.second"},
		scripts: func(p *project) modelapi.Scripts {
			doc := p.path(journal)
			return modelapi.Scripts{
				"A": {turn("add", after("B.first"), edit(doc, "- base 1", "- base 1\n- entry of A"))},
				"B": {
					turn("first", nil, write(doc, lines(one...))),
					turn("look", after("A.add"), read(p.path(other))),
					turn("second", nil, write(doc, lines(two...))),
				},
			}
		},
	}
	noted := func(t *testing.T, o *outcome) {
		assert.Contains(t, o.notes("B", "first")+o.notes("B", "look"), "- entry of A", "the client's note shows the line")
	}
	s.bare(t, func(t *testing.T, o *outcome) {
		noted(t, o)
		assert.False(t, o.result("B", "second").Failed, "the note renewed what the client takes for read")
		assert.Equal(t, lines(two...), o.read(journal), "A's line is gone")
	})
	s.gated(t, merged, func(t *testing.T, o *outcome) {
		noted(t, o)
		o.requireReceipt(t, "B", "second", journal, "- entry of A")
		assert.Equal(t, lines("# Journal", "- base 1", "- entry of A", "- first of B", "- second of B"), o.read(journal))
		o.requireKept(t, journal, lines("# Journal", "- base 1"), lines(one...))
		o.requireQuiet(t)
	})
}

// A changes the document while B is composing: the client refuses B's write once and lets the very same write pass when
// it is sent again, since its note came in between.
func TestRefusedWriteSentAgain(t *testing.T) {
	t.Parallel()
	one := []string{"# Journal", "- base 1", "- first of B"}
	two := more(one, "- second of B")
	s := scenario{
		files:   map[string]string{journal: lines("# Journal", "- base 1")},
		clients: []string{"A", "B"},
		scripts: func(p *project) modelapi.Scripts {
			doc := p.path(journal)
			return modelapi.Scripts{
				"A": {turn("add", after("B.first"), bash("echo '- entry of A' >> "+journal))},
				"B": {
					turn("first", nil, write(doc, lines(one...))),
					turn("second", after("A.add"), write(doc, lines(two...))),
					turn("again", nil, write(doc, lines(two...))),
				},
			}
		},
	}
	s.bare(t, func(t *testing.T, o *outcome) {
		assert.True(t, o.result("B", "second").Failed, "the client refuses it once")
		assert.False(t, o.result("B", "again").Failed, "and not again")
		assertLost(t, o.read(journal), "- entry of A")
	})
	s.gated(t, appendOnly, func(t *testing.T, o *outcome) {
		assert.True(t, o.result("B", "second").Failed)
		o.requireReceipt(t, "B", "again", journal, "- entry of A")
		assert.Equal(t, lines(more(one, "- entry of A", "- second of B")...), o.read(journal))
		o.requireQuiet(t)
	})
}

// A rewritten write is followed by another whole write from the model's own memory, which knows nothing of the line
// that was merged in: the peer's line lives through both.
func TestWholeWritesFromMemory(t *testing.T) {
	t.Parallel()
	one := []string{"# Journal", "- base 1", "- first of B"}
	two := more(one, "- second of B")
	three := more(two, "- third of B")
	s := scenario{
		files:   map[string]string{journal: lines("# Journal", "- base 1"), other: "nothing\n"},
		clients: []string{"A", "B"},
		told:    []string{"B.second"},
		scripts: func(p *project) modelapi.Scripts {
			doc := p.path(journal)
			return modelapi.Scripts{
				"A": {turn("add", after("B.first"), bash("echo '- entry of A' >> "+journal))},
				"B": {
					turn("first", nil, write(doc, lines(one...))),
					turn("look", after("A.add"), read(p.path(other))),
					turn("second", nil, write(doc, lines(two...))),
					turn("third", nil, write(doc, lines(three...))),
				},
			}
		},
	}
	s.bare(t, func(t *testing.T, o *outcome) {
		assert.Equal(t, lines(three...), o.read(journal), "A's line is gone")
	})
	lives := func(t *testing.T, o *outcome) {
		o.requireReceipt(t, "B", "second", journal, "- entry of A")
		o.requireReceipt(t, "B", "third", journal, "- entry of A")
		assertEachOnce(t, o.read(journal), more(three, "- entry of A")...)
		o.requireKept(t, journal, lines("# Journal", "- base 1"), lines(one...))
		o.requireQuiet(t)
	}
	t.Run("append", func(t *testing.T) { s.gated(t, appendOnly, lives) })
	t.Run("merge", func(t *testing.T) { s.gated(t, merged, lives) })
}
