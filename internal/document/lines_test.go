package document

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEqualLooksAtLinesOnly(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		want       bool
	}{
		{"same", "a\nb\n", "a\nb\n", true},
		{"line endings", "a\r\nb\n", "a\nb\r\n", true},
		{"final newline", "a\nb", "a\nb\n", true},
		{"trailing blanks", "a \t\nb\n", "a\nb\n", true},
		{"byte order mark", bom + "a\n", "a\n", true},
		{"shown replacement characters", "a\xff\xfe\n", "a\ufffd\n", true},
		{"empty and nothing but a mark", "", bom, true},
		{"leading blanks", " a\n", "a\n", false},
		{"a blank line more", "a\n\n", "a\n", false},
		{"order", "a\nb\n", "b\na\n", false},
		{"other odd bytes", "a\xff\n", "b\xff\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, Equal([]byte(c.a), []byte(c.b)))
		})
	}
}

func TestNormalizeAndCountLines(t *testing.T) {
	require.Equal(t, "a\nb\rc\n", string(Normalize([]byte(bom+"a\r\nb\rc\r\n"))))
	for doc, want := range map[string]int64{"": 0, "a": 1, "a\n": 1, "a\nb": 2, "\n\n": 2} {
		require.Equal(t, want, CountLines([]byte(doc)), "%q", doc)
	}
}
