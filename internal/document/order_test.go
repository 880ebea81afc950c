package document

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestKeepsOrder(t *testing.T) {
	require.True(t, KeepsOrder([]byte("a\n\nb\n"), []byte("x\na \r\ny\nb\nz\n")))
	require.True(t, KeepsOrder(nil, []byte("a\n")))
	require.False(t, KeepsOrder([]byte("a\nb\n"), []byte("b\na\n")))
	require.False(t, KeepsOrder([]byte("a\na\n"), []byte("a\n")))
}

func TestKeepsOrderOfWhateverIsInserted(t *testing.T) {
	line := rapid.SampledFrom([]string{"a\n", "b\n", "\n", "c\n"})
	rapid.Check(t, func(t *rapid.T) {
		var old, grown, shrunk []byte
		for range rapid.IntRange(0, 8).Draw(t, "lines") {
			l := line.Draw(t, "old")
			old, grown = append(old, l...), append(grown, l...)
			for range rapid.IntRange(0, 2).Draw(t, "added") {
				grown = append(grown, line.Draw(t, "new")...)
			}
		}
		require.True(t, KeepsOrder(old, grown))
		if lost := Lost(grown, old); len(lost.Lines) > 0 {
			shrunk = old
			require.False(t, KeepsOrder(grown, shrunk), "a line is gone")
		}
	})
}

func TestGrownReflow(t *testing.T) {
	old := "# Log\n\n* one\n* two\n"
	require.True(t, GrownReflow([]byte(old), []byte("# Log\n\n- one\n- two\n- three\n")))
	require.True(t, GrownReflow([]byte(old), []byte("- zero\n# Log #\n\n- one\n- two\n")))
	require.True(t, GrownReflow([]byte(old), []byte("# Log\n\n- one\n- two\n")))
	require.False(t, GrownReflow([]byte(old), []byte("# Log\n\n- one\n- owt\n- three\n")))
	require.False(t, GrownReflow([]byte(old), []byte("# Log\n\n- one\n- three\n")))
	require.False(t, GrownReflow([]byte("1. \n"), []byte("2. \n3. \n")), "no letters tell nothing")
}
