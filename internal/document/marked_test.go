package document

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestMergeMarked(t *testing.T) {
	style := MarkStyle{Ours: "ours", Theirs: "theirs"}
	tests := []struct {
		rule, base, ours, theirs, want string
		conflicts                      int
	}{
		{"what merges is merged", "a\nb\n", "a 1\nb\n", "a\nb 2\n", "a 1\nb 2\n", 0},
		{"both added at one place", "a\n", "a\nb\n", "a\nc\n", "a\nb\nc\n", 0},
		{"one line, two edits", "a\nb\nc\n", "a\nb 1\nc\n", "a\nb 2\nc\n", "a\n<<<<<<< ours\nb 1\n=======\nb 2\n>>>>>>> theirs\nc\n", 1},
		{"deleted here, changed there", "a\nb\nc\n", "a\nc\n", "a\nb 2\nc\n", "a\n<<<<<<< ours\n=======\nb 2\n>>>>>>> theirs\nc\n", 1},
		{"line endings of ours", "a\r\nb\r\n", "a\r\nb 1\r\n", "a\nb 2\n", "a\r\n<<<<<<< ours\r\nb 1\r\n=======\r\nb 2\r\n>>>>>>> theirs\r\n", 1},
		{"no newline at the end", "a\nb", "a\nb 1", "a\nb 2", "a\n<<<<<<< ours\nb 1\n=======\nb 2\n>>>>>>> theirs\n", 1},
	}
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			text, n := MergeMarked([]byte(tt.base), []byte(tt.ours), []byte(tt.theirs), style)
			assert.Equal(t, tt.want, string(text))
			assert.Equal(t, tt.conflicts, n)
		})
	}
}

func TestMarkWhole(t *testing.T) {
	text := MarkWhole([]byte("a\nb\nc\n"), []byte("a\nx\nc\n"), MarkStyle{Size: 9, Ours: "o", Theirs: "t"})
	assert.Equal(t, "a\n<<<<<<<<< o\nb\n=========\nx\n>>>>>>>>> t\nc\n", string(text))
}

// A marked text always has a mark where there is a conflict, and holds every line that either side added.
func TestMarkedConflictsLoseNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base, ours, theirs := []byte(shapes(t, "base")), []byte(shapes(t, "ours")), []byte(shapes(t, "theirs"))
		text, n := MergeMarked(base, ours, theirs, MarkStyle{Ours: "ours", Theirs: "theirs"})
		if marks := strings.Count(string(text), "<<<<<<< ours"); (n > 0) != (marks > 0) {
			t.Fatalf("%d conflicts, %d marks in\n%s", n, marks, text)
		}
		for _, side := range [][]byte{ours, theirs} {
			for _, line := range Added(base, side) {
				if occurrences(text, line) == 0 {
					t.Fatalf("%q is gone:\n%q\n%q\n%q\n->\n%q", line, base, ours, theirs, text)
				}
			}
		}
	})
}
