package document

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestConflictMarks(t *testing.T) {
	for name, c := range map[string]struct {
		doc  string
		want []ConflictMark
	}{
		"a conflict":        {"a\n<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\n", []ConflictMark{{2, "<<<<<<< ours", false}, {4, "=======", false}, {6, ">>>>>>> theirs", false}}},
		"with its base":     {"<<<<<<< x\r\n||||||| base\r\n=======\r\n>>>>>>> y\r\n", []ConflictMark{{1, "<<<<<<< x", false}, {2, "||||||| base", false}, {3, "=======", false}, {4, ">>>>>>> y", false}}},
		"one left behind":   {"a\n>>>>>>> theirs\n", []ConflictMark{{2, ">>>>>>> theirs", false}}},
		"quoted":            {"```\n<<<<<<< ours\n>>>>>>> theirs\n```\n", []ConflictMark{{2, "<<<<<<< ours", true}, {3, ">>>>>>> theirs", true}}},
		"a heading":         {"Title\n=======\n", nil},
		"more than seven":   {"<<<<<<<<<< arrows\n==========\n", nil},
		"a here-document":   {"<<<<<<<EOF\n", nil},
		"indented":          {"  <<<<<<< ours\n", nil},
		"an empty table":    {"|||||||\n", nil},
		"in a front matter": {"---\n<<<<<<< a\n---\n", []ConflictMark{{2, "<<<<<<< a", false}}},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.want, ConflictMarks([]byte(c.doc)))
		})
	}
}
