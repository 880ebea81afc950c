package claudecode

import (
	"regexp"
	"strings"
	"testing"

	"noclobber/test/modelapi"

	"github.com/stretchr/testify/assert"
)

// Both sessions write the document by a heredoc. What the refusal spells out is run as it stands.
func TestShellOverwrites(t *testing.T) {
	t.Parallel()
	base := []string{"# Journal", "- base 1"}
	old, a, b := lines(base...), lines(more(base, "- entry of A")...), lines(more(base, "- entry of B")...)
	s := scenario{
		files:   map[string]string{journal: old},
		clients: []string{"A", "B"},
		scripts: func(*project) modelapi.Scripts {
			return modelapi.Scripts{
				"A": {turn("write", nil, bash("cat > JOURNAL.md <<'EOF'\n"+a+"EOF"))},
				"B": {
					turn("write", after("A.write"), bash("cat > JOURNAL.md <<'EOF'\n"+b+"EOF")),
					{Name: "retry", Choose: runAsTold},
				},
			}
		},
	}
	s.bare(t, func(t *testing.T, o *outcome) {
		assert.Equal(t, b, o.read(journal), "A's entry is gone")
	})
	s.gated(t, appendOnly, func(t *testing.T, o *outcome) {
		o.requirePassed(t, "A", "write")
		o.requireRefused(t, "B", "write", journal, "- entry of A")
		assert.False(t, o.result("B", "retry").Failed, "the command of the refusal runs")
		assert.Equal(t, lines(more(base, "- entry of A", "- entry of B")...), o.read(journal))
		o.requireKept(t, journal, old, a)
		o.requireQuiet(t)
	})
}

// Both sessions append by the shell: the operating system keeps both, and the gate says nothing.
func TestShellAppends(t *testing.T) {
	t.Parallel()
	base := []string{"# Journal", "- base 1"}
	s := scenario{
		files:   map[string]string{journal: lines(base...)},
		clients: []string{"A", "B"},
		scripts: func(*project) modelapi.Scripts {
			script := func(me, peer string) modelapi.Script {
				return modelapi.Script{
					turn("ready", nil, bash("true")),
					turn("one", after(peer+".ready"), bash("echo '- first of "+me+"' >> JOURNAL.md")),
					turn("two", nil, bash("echo '- second of "+me+"' | tee -a JOURNAL.md")),
				}
			}
			return modelapi.Scripts{"A": script("A", "B"), "B": script("B", "A")}
		},
	}
	all := func(t *testing.T, o *outcome) {
		assertEachOnce(t, o.read(journal), more(base, "- first of A", "- second of A", "- first of B", "- second of B")...)
	}
	s.bare(t, all)
	s.gated(t, appendOnly, func(t *testing.T, o *outcome) {
		all(t, o)
		for _, name := range []string{"A", "B"} {
			o.requirePassed(t, name, "one")
			o.requirePassed(t, name, "two")
		}
		o.requireKept(t, journal, lines(base...), o.read(journal))
		o.requireQuiet(t)
	})
}

// runAsTold runs the command that the refusal of the call before spells out: a line that opens a heredoc, and all up to
// its terminator.
func runAsTold(c modelapi.Conversation) []modelapi.Call {
	opening := regexp.MustCompile(`(?m)^(?:Next: )?(.*<<-? *['"]?(\w+)['"]?.*)$`)
	for _, r := range c.Results(c.Turns() - 1) {
		m := opening.FindStringSubmatchIndex(r.Text)
		if !r.Failed || m == nil {
			continue
		}
		end := "\n" + r.Text[m[4]:m[5]]
		if n := strings.Index(r.Text[m[1]:], end); n >= 0 {
			return []modelapi.Call{bash(r.Text[m[2]:m[1]+n] + end)}
		}
	}
	return nil
}
