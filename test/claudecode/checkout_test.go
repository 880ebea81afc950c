package claudecode

import (
	"testing"

	"noclobber/test/modelapi"

	"github.com/stretchr/testify/assert"
)

// The branch is changed under a session that goes on writing the document as it knew it on the other branch.
func TestGitSwitchBetweenTwoBranches(t *testing.T) {
	t.Parallel()
	first := []string{"# Journal", "- base 1", "- on main"}
	s := scenario{
		files: map[string]string{journal: lines("# Journal", "- base 1"), other: "nothing\n"},
		setup: func(p *project) {
			p.sh(`git init -q -b main; printf '.claude/\n.noclobber*\n' > .git/info/exclude; git add -A; git commit -qm one
				git switch -q -c topic; echo '- on topic' >> JOURNAL.md; git commit -qam two; git switch -q main`)
		},
		scripts: func(p *project) modelapi.Scripts {
			doc := p.path(journal)
			return modelapi.Scripts{"A": {
				turn("first", nil, write(doc, lines(first...))),
				turn("switch", nil, bash("git commit -qam three && git switch -q topic")),
				turn("look", nil, read(p.path(other))),
				turn("second", nil, write(doc, lines(more(first, "- second of A")...))),
				turn("again", nil, write(doc, lines(more(first, "- second of A")...))),
			}}
		},
	}
	s.bare(t, func(t *testing.T, o *outcome) {
		assertLost(t, o.read(journal), "- on topic")
	})
	s.gated(t, appendOnly, func(t *testing.T, o *outcome) {
		o.requirePassed(t, "A", "first")
		o.requirePassed(t, "A", "switch")
		assertEachOnce(t, o.read(journal), "# Journal", "- base 1", "- on topic", "- second of A")
		for _, r := range o.log(journal) {
			assert.False(t, r.Alarm, "a checkout is no alarm: %+v", r)
		}
		o.requireQuiet(t)
	})
}
