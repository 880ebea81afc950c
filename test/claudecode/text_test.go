package claudecode

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// lines makes a document of its lines.
func lines(all ...string) string { return strings.Join(all, "\n") + "\n" }

// more is a longer list of lines; the shorter one stays as it is.
func more(all []string, added ...string) []string { return slices.Concat(all, added) }

// assertEachOnce says that each of the lines stands in a document exactly once.
func assertEachOnce(t *testing.T, text string, want ...string) {
	t.Helper()
	for _, line := range want {
		assert.Equal(t, 1, count(text, line), "times that %q stands in:\n%s", line, brief(text))
	}
}

// assertLost says that a line is gone from a document.
func assertLost(t *testing.T, text, line string) {
	t.Helper()
	assert.Zero(t, count(text, line), "%q was to be lost, so that the scenario proves something:\n%s", line, brief(text))
}

func count(text, line string) int {
	n := 0
	for l := range strings.Lines(text) {
		if strings.TrimRight(l, "\r\n") == line {
			n++
		}
	}
	return n
}

// brief cuts a long text for a message.
func brief(text string) string {
	const most = 2000
	if len(text) <= most {
		return text
	}
	return fmt.Sprintf("%s\n… %d bytes in all", text[:most], len(text))
}
