package policy

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

func BenchmarkParse(b *testing.B) {
	text, err := os.ReadFile("testdata/full.toml")
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse("/p/.noclobber.toml", text); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFind is one lookup of an unprotected path with a policy above it already parsed.
func BenchmarkFind(b *testing.B) {
	text, err := os.ReadFile("testdata/full.toml")
	require.NoError(b, err)
	s := NewSet(newDisk(map[string]string{"/p/.noclobber.toml": string(text)}), "/u.toml", "/home/me")
	b.ReportAllocs()
	for b.Loop() {
		if m, err := s.Find("/p/src/pkg/file.go"); err != nil || m.Protected {
			b.Fatal(m, err)
		}
	}
}
