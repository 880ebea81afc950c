package shell

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestLiteralTargetsBesideLimits puts a plain write beside text that goes beyond each of the limits: it is found on
// either side, and behind a cd.
func TestLiteralTargetsBesideLimits(t *testing.T) {
	endless := map[string]string{
		"braces":     "echo {1..99}{1..99}{1..99}{1..99}",
		"groups":     "echo " + strings.Repeat("{a,b}", 100),
		"rounds":     "for i in {1..2000}; do for j in {1..2000}; do :; done; done",
		"numbers":    "for ((i=0;i<999999;i++)); do for ((j=0;j<999999;j++)); do echo $i; done; done",
		"recursion":  "f() { f; f; }; f",
		"doubling":   "x=a; for i in {1..60}; do x=$x$x; done",
		"printing":   "printf '%9999999d' 1; while :; do echo x; done",
		"evaluation": "e='eval \"$e\"'; eval \"$e\"",
		"matching":   "[[ " + strings.Repeat("a", 5000) + " == " + strings.Repeat("*a", 50) + "b ]]",
		"grouped":    strings.Repeat("{ ", 300) + "a;" + strings.Repeat("};", 300) + " :",
		"subshells":  strings.Repeat("(", 20000) + "a" + strings.Repeat(")", 20000),
		"nested":     strings.Repeat("$(", 20000) + "a" + strings.Repeat(")", 20000),
		"many words": "x=(" + strings.Repeat("{1..4000} ", 30) + "); echo \"${x[@]}\"",
	}
	for name, text := range endless {
		for _, command := range []string{text + "; echo gone > notes/JOURNAL.md", "tee notes/JOURNAL.md < draft.md; " + text, text + "\nsed -i s/a/b/ notes/JOURNAL.md"} {
			r := Analyze(command, sample().env())
			assert.True(t, changes(r, "/w/notes/JOURNAL.md"), "%s: %.60q", name, command)
			wellFormed(t, r)
		}
	}
	for name, text := range endless {
		if name == "subshells" || name == "nested" {
			continue // only their pieces are looked at: none knows of the other
		}
		r := Analyze("cd notes && cat draft > JOURNAL.md; "+text+"; rm TODO.md", sample().env())
		assert.True(t, changes(r, "/w/notes/JOURNAL.md") && changes(r, "/w/notes/TODO.md"), name)
	}
}

// TestLimitsCauseNoFalseAlarms keeps what is only mentioned beside endless text from becoming an operation.
func TestLimitsCauseNoFalseAlarms(t *testing.T) {
	for _, command := range []string{
		"for i in {1..2000}; do for j in {1..2000}; do grep -c x notes/JOURNAL.md; done; done",
		"f() { f; f; }; f; cat notes/JOURNAL.md > out/copy",
		"x=a; for i in {1..60}; do x=$x$x; done; git commit -m 'echo x > notes/JOURNAL.md'",
		"echo {1..99}{1..99}{1..99}{1..99} notes/JOURNAL.md; cat <<'EOF'\necho x > notes/JOURNAL.md\nEOF",
		"while :; do [ notes/JOURNAL.md -nt out/x ] && cp notes/JOURNAL.md out/x; done",
	} {
		assert.False(t, changes(Analyze(command, sample().env()), "/w/notes/JOURNAL.md"), command)
	}
}

// TestLongCommandsAreReadToTheEnd writes behind hundreds of kilobytes of other statements.
func TestLongCommandsAreReadToTheEnd(t *testing.T) {
	for _, unit := range []string{"a;", "echo x > out/f; ", "cat src/a.txt | grep x && true\n", "# prose > notes/TODO.md\n"} {
		command := strings.Repeat(unit, 300_000/len(unit)) + "\necho gone > notes/JOURNAL.md"
		r := Analyze(command, sample().env())
		assert.True(t, changes(r, "/w/notes/JOURNAL.md"), unit)
		assert.False(t, changes(r, "/w/notes/TODO.md"), unit)
	}
}

// changes reports whether an operation that is no read touches a path.
func changes(r Result, path string) bool {
	for _, op := range r.Ops {
		if op.Kind != Read && (op.Path == path || op.To == path) {
			return true
		}
	}
	return false
}
