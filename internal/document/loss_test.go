package document

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLostCountsLinesNotPlaces(t *testing.T) {
	for _, c := range []struct {
		name, old, new string
		want           []string
	}{
		{"nothing", "a\nb\n", "a\nb\n", nil},
		{"moved", "a\nb\nc\n", "c\na\nb\n", nil},
		{"endings and trailing blanks", "a\r\nb \n", "a\nb", nil},
		{"blank lines", "a\n\n\nb\n", "a\nb\n", nil},
		{"in order", "c\nb\na\n", "b\n", []string{"c", "a"}},
		{"one of two", "a\nb\na\n", "a\nb\n", []string{"a"}},
		{"replaced", "a\nb\n", "a\nB\n", []string{"b"}},
		{"all", "a\nb\n", "", []string{"a", "b"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Lost([]byte(c.old), []byte(c.new))
			require.Equal(t, c.want, got.Lines)
			require.Equal(t, int64(2*len(c.want)), got.Bytes)
			require.Equal(t, c.want, Added([]byte(c.new), []byte(c.old)))
		})
	}
}

func TestShrinkCountsEachChangedPlace(t *testing.T) {
	ten := strings.Repeat("0123456789\n", 10)
	for _, c := range []struct {
		name, old, new string
		lines          int
		bytes          int64
	}{
		{"a line by a line", "a\nb\nc\n", "a\nB\nc\n", 0, 0},
		{"three lines by one", "a\nb\nc\nd\n", "a\nX\n", 2, 4},
		{"lost here, gained there", "a\nb\nc\nd\n", "b\nc\nd\nx\ny\nz\n", 1, 2},
		{"long lines by short ones", ten, strings.Repeat("x\n", 10), 0, 90},
		{"paragraphs rewritten", "1\n2\n\n3\nend\n", "\nA\nB\nC\n\nend\n", 0, 0},
		{"moved lines", "a\nb\nc\nd\n", "c\nd\na\nb\n", 0, 0},
		{"an earlier one of two equal lines", "x\na\nx\n", "a\nx\n", 1, 2},
		{"reordered with one gone", "a\nb\nc\n", "c\na\n", 1, 2},
		{"blank lines", "a\n\n\n\nb\n", "a\nb\n", 0, 0},
		{"other endings", "a\r\nb\r\n", "a\nb\n", 0, 0},
		{"emptied", "a\nb\n", "", 2, 4},
		{"grown", "a\n", "a\nb\n", 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Shrink([]byte(c.old), []byte(c.new))
			require.Equal(t, c.lines, got.Lines)
			require.Equal(t, c.bytes, got.Bytes)
			require.Equal(t, int64(len(c.old)), got.OldBytes)
			require.Equal(t, Lost([]byte(c.old), []byte(c.new)).Lines, got.Gone)
		})
	}
	require.Equal(t, 2, Shrink([]byte("a\n\nb\n"), nil).OldLines)
}
