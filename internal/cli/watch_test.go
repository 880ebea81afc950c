package cli

import (
	"bufio"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// live is a verb that goes on, in a project of its own, and the lines that it prints.
type live struct {
	t     *testing.T
	dir   string
	lines chan string
}

func goLive(t *testing.T, policyText string, files map[string]string, run func(ctx context.Context, s Streams) error) live {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	l := live{t: t, dir: dir, lines: make(chan string, 1000)}
	l.put(".noclobber.toml", policyText)
	for name, text := range files {
		l.put(name, text)
	}
	home := t.TempDir()
	out, in := io.Pipe()
	s := Streams{
		In: strings.NewReader(""), Out: in, Err: io.Discard, Dir: dir,
		Lookup: func(name string) (string, bool) { return home, name == "HOME" },
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- run(ctx, s)
		_ = in.Close()
	}()
	go func() {
		for lines := bufio.NewScanner(out); lines.Scan(); {
			l.lines <- lines.Text()
		}
		close(l.lines)
	}()
	t.Cleanup(func() {
		stop()
		require.NoError(t, <-ended)
	})
	return l
}

func (l live) put(name, text string) {
	l.t.Helper()
	path := filepath.Join(l.dir, name)
	require.NoError(l.t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(l.t, os.WriteFile(path+".tmp", []byte(text), 0o644))
	require.NoError(l.t, os.Rename(path+".tmp", path))
}

// until changes something until a line says so: the first look may still be under way.
func (l live) until(change func(), words string) string {
	l.t.Helper()
	giveUp, again := time.After(30*time.Second), time.NewTicker(300*time.Millisecond)
	defer again.Stop()
	change()
	for {
		select {
		case line, open := <-l.lines:
			require.True(l.t, open, "it ended before it said %q", words)
			if strings.Contains(line, words) {
				return line
			}
		case <-again.C:
			change()
		case <-giveUp:
			l.t.Fatalf("nobody said %q", words)
		}
	}
}

func TestWatchKeepsVersionsAndTellsLosses(t *testing.T) {
	done := filepath.Join(t.TempDir(), "alarm")
	l := goLive(t, "version = 1\n[[protect]]\npaths = [\"J.md\"]\nmode = \"append\"\n", map[string]string{"J.md": "# J\n- 01\n"},
		func(ctx context.Context, s Streams) error {
			return s.watch(ctx, nil, true, "cat > "+done+"; printf %s \"$NOCLOBBER_KIND\" >> "+done)
		})
	n := 0
	l.until(func() {
		n++
		l.put("J.md", "# J\n- 01\n"+strings.Repeat("- more\n", n))
	}, `"event":"version"`)
	line := l.until(func() { l.put("J.md", "# J\n") }, `"event":"alarm"`)
	assert.Contains(t, line, `"kind":"lost-lines"`)
	assert.Contains(t, line, "- 01")
	require.Eventually(t, func() bool {
		text, err := os.ReadFile(done)
		return err == nil && strings.HasSuffix(string(text), "}lost-lines")
	}, 20*time.Second, 20*time.Millisecond)
}

func TestReduceWatchFoldsWhatArrives(t *testing.T) {
	l := goLive(t, "version = 1\n[[protect]]\npaths = [\"J.md\"]\nmode = \"shard\"\nshards = \"J.d/{node}.md\"\n",
		map[string]string{"J.md": "# J\n", "J.d/a.md": "- a1\n"},
		func(ctx context.Context, s Streams) error { return s.reduceLive(ctx, nil, reduceFlags{}) })
	l.until(func() {}, "rebuilt J.md")
	l.until(func() { l.put("J.d/b.md", "- b1\n") }, "rebuilt J.md")
	text, err := os.ReadFile(filepath.Join(l.dir, "J.md"))
	require.NoError(t, err)
	assert.Equal(t, "# J\n- a1\n- b1\n", string(text))
}
