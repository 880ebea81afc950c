package claudecode

import (
	"strings"
	"testing"

	"noclobber/test/modelapi"

	"github.com/stretchr/testify/assert"
)

// intruder is a second PreToolUse hook: between the gate's verdict on the first write and the client's write it appends a
// line, as an ungated writer might. It waits for the gate's intent, where there is a gate.
const intruder = `cd "$CLAUDE_PROJECT_DIR"; mkdir "$TMPDIR/intruded" || exit 0
[ ! -f .noclobber.toml ] || for try in $(seq 100); do noclobber log --json JOURNAL.md | grep -q intent && break; sleep 0.1; done
echo '- from outside' >> JOURNAL.md`

// Somebody who knows no gate changes the document after the gate has judged a write and before it lands. The gate merges
// the line back when the message's calls are over; an edit and a whole write from memory follow.
func TestRepairFollowedByEditAndWholeWrite(t *testing.T) {
	t.Parallel()
	base := []string{"# Journal", "- base 1"}
	one := more(base, "- first of A")
	two := more(one, "- second of A")
	three := more(two, "- third of A")
	s := scenario{
		files: map[string]string{journal: lines(base...)},
		setup: func(p *project) { p.hook("PreToolUse", "Write", intruder) },
		scripts: func(p *project) modelapi.Scripts {
			doc := p.path(journal)
			return modelapi.Scripts{"A": {
				turn("first", nil, write(doc, lines(one...))),
				turn("edit", nil, edit(doc, "- first of A", "- first of A\n- second of A")),
				turn("whole", nil, write(doc, lines(three...))),
			}}
		},
	}
	s.bare(t, func(t *testing.T, o *outcome) {
		assert.Equal(t, lines(three...), o.read(journal), "the line from outside is gone")
	})
	s.gated(t, appendOnly, func(t *testing.T, o *outcome) {
		o.requireReceipt(t, "A", "first", journal, "- from outside")
		assert.False(t, o.result("A", "edit").Failed)
		assert.False(t, o.result("A", "whole").Failed)
		assertEachOnce(t, o.read(journal), more(three, "- from outside")...)
		o.requireKept(t, journal, lines(base...), lines(more(base, "- from outside")...))
		o.requireQuiet(t)
	})
}

// The client's Write drops carriage returns. The gate puts them back, and neither an edit nor a whole write minds.
func TestLineEndingsArePutBack(t *testing.T) {
	t.Parallel()
	base := []string{"# Journal", "- base 1", "- base 2"}
	crlf := func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }
	s := scenario{
		files: map[string]string{journal: crlf(lines(base...))},
		scripts: func(p *project) modelapi.Scripts {
			doc := p.path(journal)
			return modelapi.Scripts{"A": {
				turn("read", nil, read(doc)),
				turn("first", nil, write(doc, lines(more(base, "- first of A")...))),
				turn("edit", nil, edit(doc, "- base 2\n- first of A", "- base 2\n- first of A\n- second of A")),
				turn("whole", nil, write(doc, lines(more(base, "- first of A", "- second of A", "- third of A")...))),
			}}
		},
	}
	all := lines(more(base, "- first of A", "- second of A", "- third of A")...)
	s.bare(t, func(t *testing.T, o *outcome) {
		assert.Equal(t, all, o.read(journal), "every line of the document is changed")
	})
	s.gated(t, appendOnly, func(t *testing.T, o *outcome) {
		for _, turn := range []string{"first", "edit", "whole"} {
			assert.False(t, o.result("A", turn).Failed, turn)
		}
		assert.Equal(t, crlf(all), o.read(journal))
		o.requireKept(t, journal, crlf(lines(base...)))
		o.requireQuiet(t)
	})
}
