package zframe_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"noclobber/internal/seqlog/zframe"
)

func encode(t require.TestingT, text string, checksum bool) []byte {
	b, err := new(zframe.Encoder).Encode([]byte(text), checksum)
	require.NoError(t, err)
	return b
}

func scan(t require.TestingT, stream []byte) []zframe.Frame {
	s := zframe.NewScanner(bytes.NewReader(stream), int64(len(stream)))
	var out []zframe.Frame
	for at := int64(0); ; {
		f, err := s.Next()
		if errors.Is(err, io.EOF) {
			require.EqualValues(t, len(stream), at, "stretches end before the stream")
			return out
		}
		require.NoError(t, err)
		require.Equal(t, at, f.At, "stretches follow each other")
		require.Positive(t, f.Size)
		at += f.Size
		out = append(out, f)
	}
}

func states(frames []zframe.Frame) string {
	var b strings.Builder
	for _, f := range frames {
		b.WriteString([]string{"whole ", "skipped ", "damaged ", "torn "}[f.State])
	}
	return strings.TrimSpace(b.String())
}

func skippable(text string) []byte {
	b := binary.LittleEndian.AppendUint32(nil, 0x184D2A53)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(text)))
	return append(b, text...)
}

func TestFrames(t *testing.T) {
	a, b := encode(t, "first\n", true), encode(t, strings.Repeat("second ", 1000), false)
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	for name, c := range map[string]struct {
		stream []byte
		want   string
	}{
		"nothing":                              {nil, ""},
		"frames, one behind the other":         {join(a, b, a), "whole whole whole"},
		"a skippable frame":                    {join(a, skippable("note"), b), "whole skipped whole"},
		"a frame cut in its blocks":            {join(a, b[:len(b)-3]), "whole torn"},
		"a frame cut in its checksum":          {join(b, a[:len(a)-1]), "whole torn"},
		"a frame cut in its header":            {join(a, b[:5]), "whole torn"},
		"a frame cut in its magic number":      {join(a, b[:2]), "whole torn"},
		"zero bytes at the end":                {join(a, make([]byte, 100)), "whole torn"},
		"a frame cut, then another one":        {join(a, b[:len(b)-3], a), "whole damaged whole"},
		"garbage between frames":               {join(a, []byte("garbage"), b), "whole damaged whole"},
		"garbage at the end":                   {join(a, []byte("garbage")), "whole damaged"},
		"zero bytes between frames are damage": {join(a, make([]byte, 100), b), "whole damaged whole"},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.want, states(scan(t, c.stream)))
		})
	}
}

// TestCutAnywhereIsTorn: whatever a crash leaves of the last frame, it is torn, and those before it are whole.
func TestCutAnywhereIsTorn(t *testing.T) {
	head := encode(t, strings.Repeat("head ", 50), true)
	last := encode(t, strings.Repeat("some more text, and more of it\n", 40), true)
	for n := 1; n < len(last); n++ {
		got := scan(t, append(append([]byte{}, head...), last[:n]...))
		require.Equal(t, "whole torn", states(got), "after %d bytes", n)
		require.EqualValues(t, n, got[1].Size)
	}
}

// TestScannerAgreesWithDecoder compares with klauspost/compress, which reads concatenated frames itself.
func TestScannerAgreesWithDecoder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var stream []byte
		var want string
		for range rapid.IntRange(0, 6).Draw(t, "frames") {
			text := strings.Repeat(rapid.StringN(0, 30, -1).Draw(t, "text"), rapid.IntRange(1, 3000).Draw(t, "times"))
			checksum := rapid.Bool().Draw(t, "checksum")
			if rapid.Bool().Draw(t, "streamed") {
				stream = append(stream, streamed(t, text, checksum)...)
			} else {
				stream = append(stream, encode(t, text, checksum)...)
			}
			want += text
		}
		d, err := zframe.NewDecoder()
		require.NoError(t, err)
		defer d.Close()
		var got bytes.Buffer
		for _, f := range scan(t, stream) {
			require.Equal(t, zframe.Whole, f.State)
			require.NoError(t, d.Decode(&got, bytes.NewReader(stream), f))
		}
		require.True(t, want == got.String())
	})
}

// streamed is a frame without its content's size in the header, in blocks as they were flushed.
func streamed(t *rapid.T, text string, checksum bool) []byte {
	var b bytes.Buffer
	z, err := zstd.NewWriter(&b, zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(checksum), zstd.WithZeroFrames(true), zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(64<<10))
	require.NoError(t, err)
	half := len(text) / 2
	_, err = z.Write([]byte(text[:half]))
	require.NoError(t, err)
	require.NoError(t, z.Flush())
	_, err = z.Write([]byte(text[half:]))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return b.Bytes()
}

func TestChecksumIsChecked(t *testing.T) {
	b := encode(t, "some text\n", true)
	b[len(b)-1] ^= 1
	d, err := zframe.NewDecoder()
	require.NoError(t, err)
	defer d.Close()
	frames := scan(t, b)
	require.Equal(t, "whole", states(frames))
	require.True(t, frames[0].Checksum)
	require.Error(t, d.Decode(io.Discard, bytes.NewReader(b), frames[0]))
}

func TestIs(t *testing.T) {
	require.True(t, zframe.Is(encode(t, "x", false)))
	require.True(t, zframe.Is(skippable("x")))
	require.False(t, zframe.Is([]byte(`{"seq":1}`)))
	require.False(t, zframe.Is(nil))
}

func TestScannerTellsReadErrors(t *testing.T) {
	s := zframe.NewScanner(failing{}, 100)
	_, err := s.Next()
	require.ErrorContains(t, err, "disk on fire")
}

type failing struct{}

func (failing) ReadAt([]byte, int64) (int, error) { return 0, fmt.Errorf("disk on fire") }

func FuzzScan(f *testing.F) {
	f.Add(encode(f, "text", true))
	f.Add(append(encode(f, "text", true), encode(f, strings.Repeat("more", 100), false)[:9]...))
	f.Fuzz(func(t *testing.T, stream []byte) {
		d, err := zframe.NewDecoder()
		require.NoError(t, err)
		defer d.Close()
		frames := scan(t, stream)
		for i, f := range frames {
			require.True(t, f.State != zframe.Torn || i == len(frames)-1, "only the last stretch can be torn")
			if f.State == zframe.Whole {
				_ = d.Decode(io.Discard, bytes.NewReader(stream), f) // may fail; must not panic
			}
		}
	})
}
