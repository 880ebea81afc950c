package ledger

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"noclobber/internal/fsx"
)

// The test binary plays the processes of a test: its environment says which part.
const (
	partVariable = "LEDGER_TEST_PART"
	dirVariable  = "LEDGER_TEST_DIR"
	killVariable = "LEDGER_TEST_KILL"
)

func TestMain(m *testing.M) {
	switch os.Getenv(partVariable) {
	case "":
		os.Exit(m.Run())
	case "append":
		exit(appendMany(os.Getenv(dirVariable), strconv.Itoa(os.Getpid()), 50))
	case "sweep":
		s, document := storeIn(os.Getenv(dirVariable), nil)
		exit(sweepOnce(s, document))
	case "work":
		n, _ := strconv.Atoi(os.Getenv(killVariable))
		exit(work(os.Getenv(dirVariable), killingLayer(n), os.Stdout))
	}
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// part returns the command for another process of this test.
func part(name, dir string, env ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), partVariable+"="+name, dirVariable+"="+dir), env...)
	return cmd
}

func storeIn(dir string, files fsx.FS) (*Store, string) {
	return New("", filepath.Join(dir, "state"), files), filepath.Join(dir, "JOURNAL.md")
}

func appendMany(dir, who string, n int) error {
	s, document := storeIn(dir, &layer{idle: true})
	for i := range n {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		d, err := s.Lock(ctx, document)
		cancel()
		if err != nil {
			return err
		}
		d.Append(Record{Event: External, Writer: Writer{Session: who}, Call: strconv.Itoa(i), After: d.Keep([]byte(who+strconv.Itoa(i)), d.Tail().Head, nil)})
		if err := d.Commit(i%2 == 0); err != nil {
			return err
		}
		if err := d.Unlock(); err != nil {
			return err
		}
	}
	return nil
}

func TestProcessesAppendEveryRecordOnce(t *testing.T) {
	const processes, each = 8, 50
	dir := t.TempDir()
	var running []*exec.Cmd
	for range processes {
		cmd := part("append", dir)
		cmd.Stderr = os.Stderr
		require.NoError(t, cmd.Start())
		running = append(running, cmd)
	}
	for _, cmd := range running {
		require.NoError(t, cmd.Wait())
	}
	s, document := storeIn(dir, nil)
	d := lock(t, s, document)
	next := map[string]int{}
	all := allRecords(t, d)
	require.Len(t, all, processes*each)
	for i, r := range all {
		require.EqualValues(t, i+1, r.Seq)
		require.Equal(t, strconv.Itoa(next[r.Writer.Session]), r.Call)
		next[r.Writer.Session]++
		b, err := d.Bytes(r.After)
		require.NoError(t, err)
		require.Equal(t, r.Writer.Session+r.Call, string(b))
	}
	require.Len(t, next, processes)
	damage, err := d.Verify()
	require.NoError(t, err)
	require.Empty(t, damage)
}

// work does what a hook does in a turn, and tells each step once it is acknowledged.
func work(dir string, files fsx.FS, acknowledged io.Writer) error {
	s, document := storeIn(dir, files)
	w := Writer{Session: "s"}
	for i := range 2 {
		d, err := s.Lock(context.Background(), document)
		if err != nil {
			return err
		}
		content := journal(i + 1)
		seq := d.Append(Record{Event: External, After: d.Keep(content, d.Tail().Head, nil)})
		d.Append(Record{Event: Intent})
		if err := d.Commit(true); err != nil {
			return errors.Join(err, d.Unlock())
		}
		_, _ = fmt.Fprintln(acknowledged, seq, VersionOf(content))
		err = d.SetView(w, View{HasBase: true, Base: content, Epoch: s.Epoch(w)})
		if err := errors.Join(err, d.Unlock()); err != nil {
			return err
		}
		if err := s.Forget(w); err != nil {
			return err
		}
	}
	if err := s.Begin(Flight{Writer: w, Call: "c", Started: time.Now()}); err != nil {
		return err
	}
	return s.Index("policy").Note(KnownDoc{Path: document})
}

// killingLayer kills this process as kill -9 does, at the n-th call that changes something.
func killingLayer(n int) *layer {
	return &layer{idle: true, fail: func(op, _ string) error {
		if op != "read" {
			n--
		}
		if op == "read" || n != 0 {
			return nil
		}
		self, err := os.FindProcess(os.Getpid())
		if err == nil {
			err = self.Kill()
		}
		if err == nil {
			select {}
		}
		return err
	}}
}

func TestAProcessKilledAnywhereLosesNothingItAcknowledged(t *testing.T) {
	t.Parallel()
	for n := 1; ; n++ {
		require.Less(t, n, 200)
		dir := t.TempDir()
		out, err := part("work", dir, killVariable+"="+strconv.Itoa(n)).Output()
		survives(t, dir, string(out))
		if err == nil {
			require.Greater(t, n, 25, "it was killed at no call at all")
			return
		}
		require.ErrorContains(t, err, "killed")
	}
}

// survives checks a store after a crash: what was acknowledged is there, and work goes on.
func survives(t *testing.T, dir, acknowledged string) {
	t.Helper()
	s, document := storeIn(dir, &layer{idle: true})
	d := lock(t, s, document)
	all := allRecords(t, d)
	for line := range strings.Lines(acknowledged) {
		var seq int
		var v Version
		_, err := fmt.Sscan(line, &seq, &v)
		require.NoError(t, err)
		require.GreaterOrEqual(t, len(all), seq)
		require.Equal(t, v, all[seq-1].After.Version)
		_, err = d.Bytes(all[seq-1].After)
		require.NoError(t, err)
	}
	damage, err := d.Verify()
	require.NoError(t, err)
	require.Empty(t, damage)
	_, err = d.View(Writer{Session: "s"})
	require.NoError(t, err)
	_, err = s.InFlight()
	require.NoError(t, err)
	known, err := s.Index("policy").Load()
	require.NoError(t, err)
	require.LessOrEqual(t, len(known), 1)
	names, err := s.Documents()
	require.NoError(t, err)
	if len(all) > 0 {
		require.Equal(t, []string{document}, names)
	}
	require.EqualValues(t, len(all)+1, commit(t, d, Record{Event: External}))
	require.NoError(t, d.Unlock())
}
