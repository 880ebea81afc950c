package host_test

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"noclobber/internal/host"
)

func TestAbsoluteResolvesAsTheHostDoes(t *testing.T) {
	for _, c := range []struct{ path, want string }{
		{"/a/b.md", "/a/b.md"},
		{"/a//x/../b.md", "/a/b.md"},
		{"b.md", "/proj/b.md"},
		{"./sub/../b.md", "/proj/b.md"},
		{"../b.md", "/b.md"},
		{"~", "/home/dev"},
		{"~/n/./b.md", "/home/dev/n/b.md"},
		{"~dev/b.md", "/proj/~dev/b.md"},
		{"a~/b.md", "/proj/a~/b.md"},
		{"dir/", "/proj/dir"},
		{" ", "/proj/ "},
	} {
		got, err := host.Absolute(c.path, "/proj", "/home/dev")
		require.NoError(t, err, c.path)
		assert.Equal(t, c.want, got, c.path)
	}
}

func TestAbsoluteRefusesWhatCannotBeResolved(t *testing.T) {
	for _, c := range []struct{ path, cwd, home, want string }{
		{"", "/proj", "/home/dev", "is empty"},
		{"a\x00b", "/proj", "/home/dev", "NUL"},
		{"b.md", "", "/home/dev", "no absolute cwd"},
		{"b.md", "work", "/home/dev", "no absolute cwd"},
		{"~/b.md", "/proj", "", "home directory is not known"},
		{"~", "/proj", "home", "home directory is not known"},
	} {
		_, err := host.Absolute(c.path, c.cwd, c.home)
		assert.ErrorContains(t, err, c.want)
	}
}

func TestReadPayloadTakesItHoweverSlowlyItComes(t *testing.T) {
	text := strings.Repeat(`{"a":1}`, 1000)
	got, err := host.ReadPayload(iotest.OneByteReader(strings.NewReader(text)))
	require.NoError(t, err)
	assert.Equal(t, text, string(got))
}

func TestReadPayloadReportsABrokenPipe(t *testing.T) {
	broken := errors.New("broken")
	_, err := host.ReadPayload(iotest.ErrReader(broken))
	assert.ErrorIs(t, err, broken)
}

func TestClipKeepsShortTextsAndMarksCuts(t *testing.T) {
	assert.Equal(t, "short", host.Clip("short", 8))
	assert.Equal(t, "12345678", host.Clip("12345678", 8))
	assert.Equal(t, "1234 …", host.Clip("123456789", 8))
	assert.Equal(t, "a\uFFFDb", host.Clip("a\xffb", 8))
}

func TestClipNeverBreaksACharacterNorTheLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, "text")
		limit := rapid.IntRange(8, 60).Draw(t, "limit")
		got := host.Clip(text, limit)
		if len(got) > limit || !utf8.ValidString(got) {
			t.Fatalf("Clip(%q, %d) = %q, %d bytes", text, limit, got, len(got))
		}
		valid := strings.ToValidUTF8(text, "\uFFFD")
		if !strings.HasPrefix(valid, strings.TrimSuffix(got, " …")) {
			t.Fatalf("Clip(%q, %d) = %q is no beginning of it", text, limit, got)
		}
	})
}
