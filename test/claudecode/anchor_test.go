package claudecode

import (
	"testing"

	"noclobber/test/modelapi"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const anchored = `version = 1
[[protect]]
name    = "handover"
paths   = ["HANDOVER.md"]
mode    = "anchors"
outside = "frozen"
`

// handover is a document with two anchors.
func handover(intro, status, next string) string {
	return lines("# Handover", intro, "",
		"<!-- anchor:status -->", status, "<!-- /anchor:status -->", "",
		"<!-- anchor:next -->", next, "<!-- /anchor:next -->")
}

// A edits inside one anchor. B writes the document whole from an old copy, then edits outside of the anchors, then inside
// the other one.
func TestEditsInsideAndOutsideAnAnchor(t *testing.T) {
	t.Parallel()
	const name = "HANDOVER.md"
	old := handover("for everybody", "- idle", "- nothing")
	s := scenario{
		files:   map[string]string{name: old},
		clients: []string{"A", "B"},
		scripts: func(p *project) modelapi.Scripts {
			doc := p.path(name)
			return modelapi.Scripts{
				"A": {turn("read", nil, read(doc)), turn("inside", nil, edit(doc, "- idle", "- busy: A"))},
				"B": {
					turn("whole", after("A.inside"), write(doc, handover("for everybody", "- idle", "- ship it"))),
					turn("read", nil, read(doc)),
					turn("outside", nil, edit(doc, "for everybody", "for B alone")),
					turn("inside", nil, edit(doc, "<!-- anchor:next -->\n", "<!-- anchor:next -->\n- review\n")),
				},
			}
		},
	}
	s.bare(t, func(t *testing.T, o *outcome) {
		assertLost(t, o.read(name), "- busy: A")
		assertLost(t, o.read(name), "for everybody")
	})
	s.gated(t, anchored, func(t *testing.T, o *outcome) {
		o.requirePassed(t, "A", "inside")
		o.requireRefused(t, "B", "whole", name, "status")
		o.requireRefused(t, "B", "outside", name)
		o.requirePassed(t, "B", "inside")
		require.Equal(t, handover("for everybody", "- busy: A", "- review\n- nothing"), o.read(name))
		o.requireKept(t, name, old, handover("for everybody", "- busy: A", "- nothing"))
		o.requireQuiet(t)
	})
}

// B knows the document from its own earlier write and writes it whole again, with another anchor changed: a splice.
func TestWholeWriteIsASpliceOfItsAnchor(t *testing.T) {
	t.Parallel()
	const name = "HANDOVER.md"
	one := handover("for everybody", "- idle", "- nothing")
	s := scenario{
		files:   map[string]string{other: "nothing\n"},
		clients: []string{"A", "B"},
		told:    []string{"B.second"},
		scripts: func(p *project) modelapi.Scripts {
			doc := p.path(name)
			return modelapi.Scripts{
				"A": {turn("inside", after("B.first"), edit(doc, "- idle", "- busy: A"))},
				"B": {
					turn("first", nil, write(doc, one)),
					turn("look", after("A.inside"), read(p.path(other))),
					turn("second", nil, write(doc, handover("for everybody", "- idle", "- ship it"))),
				},
			}
		},
	}
	s.bare(t, func(t *testing.T, o *outcome) { assertLost(t, o.read(name), "- busy: A") })
	s.gated(t, anchored, func(t *testing.T, o *outcome) {
		o.requireReceipt(t, "B", "second", name, "- busy: A")
		assert.Equal(t, handover("for everybody", "- busy: A", "- ship it"), o.read(name))
		o.requireKept(t, name, one, handover("for everybody", "- busy: A", "- nothing"))
		o.requireQuiet(t)
	})
}
