package document

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestCuttingCommonLinesChangesNoResult compares with what the whole texts give.
func TestCuttingCommonLinesChangesNoResult(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		part := rapid.SampledFrom([]string{"a", "b", "- a", "\n", "\n", "\r\n", " ", "\t", bom, "\xff", "\ufffd", "é", "*", "1."})
		doc := rapid.Custom(func(t *rapid.T) []byte { return []byte(strings.Join(rapid.SliceOfN(part, 0, 14).Draw(t, "parts"), "")) })
		head, tail := doc.Draw(t, "head"), doc.Draw(t, "tail")
		old := append(append(append([]byte{}, head...), doc.Draw(t, "old")...), tail...)
		new := append(append(append([]byte{}, head...), doc.Draw(t, "new")...), tail...)

		o, n := split(old).lines, split(new).lines
		var want []string
		for _, i := range gone(o, n) {
			want = append(want, string(o[i].key))
		}
		var got []string
		for _, line := range Lost(old, new).Lines {
			got = append(got, string(split([]byte("x\n" + line)).lines[1].key))
		}
		require.ElementsMatch(t, want, got)
		require.Equal(t, sameLines(o, n), Equal(old, new))

		written := 0
		for _, l := range o {
			if !l.blank() {
				written++
			}
		}
		require.Equal(t, written, Shrink(old, new).OldLines)
		require.Equal(t, Lost(old, new).Lines, Shrink(old, new).Gone)
		if string(essence(o)) == string(essence(n)) {
			require.True(t, sameWords(old, new), "no layout changes letters")
		}
	})
}
