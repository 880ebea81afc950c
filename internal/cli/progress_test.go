package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// sparse is a file of that many bytes that takes no room.
func sparse(t *testing.T, size int64) *os.File {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "log"))
	require.NoError(t, err)
	t.Cleanup(func() { _ = f.Close() })
	require.NoError(t, f.Truncate(size))
	return f
}

func TestProgressIsForPeopleWhoWait(t *testing.T) {
	long, short := sparse(t, 256<<20), sparse(t, 1<<20)
	for name, c := range map[string]struct {
		f                  *os.File
		terminal, keyboard bool
		silent             bool
	}{
		"a long log on a terminal":     {long, true, true, false},
		"a short log":                  {short, true, true, true},
		"output that goes to a file":   {long, false, true, true},
		"input that comes from a pipe": {long, true, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			var errs bytes.Buffer
			p := newProgress(Streams{Err: &errs, Terminal: c.terminal, Keyboard: c.keyboard}, c.f, "a.jsonl")
			p.at(1 << 20)
			require.Empty(t, errs.String(), "nothing is told at once")
			p.next = time.Time{}
			p.at(64 << 20)
			p.at(65 << 20)
			p.done()
			if c.silent {
				require.Empty(t, errs.String())
			} else {
				require.Equal(t, "\ra.jsonl: 64 of 256 MiB, 25 %\r\x1b[K", errs.String())
			}
		})
	}
}
