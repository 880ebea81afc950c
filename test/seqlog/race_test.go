package seqlog

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"noclobber/internal/cli"
	"noclobber/internal/seqlog"
)

// The test binary plays the writers: its environment says which way they write, its arguments where and as whom.
const partVariable = "SEQLOG_TEST_PART"

func TestMain(m *testing.M) {
	part := os.Getenv(partVariable)
	if part == "" {
		os.Exit(m.Run())
	}
	if err := run(part, os.Args[1], os.Args[2]); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

const (
	writers = 2
	batches = 25 // of one to three rows each
)

// run is one writer: it reads where the log ends, and from then on trusts its own cursor, until it is refused.
func run(part, log, name string) error {
	cursor, err := next(log)
	if err != nil {
		return err
	}
	if err := meet(log, name); err != nil {
		return err
	}
	for batch := range batches {
		size := batch%3 + 1
		if part == "bare" {
			err = appendBare(log, rows(name, batch, cursor, size))
		} else {
			cursor, err = appendGuarded(log, name, batch, cursor, size)
		}
		if err != nil {
			return err
		}
		cursor += int64(size)
	}
	return nil
}

// meet waits until every writer has read the log's end.
func meet(log, name string) error {
	dir := filepath.Dir(log)
	if err := os.WriteFile(filepath.Join(dir, "ready-"+name), nil, 0o600); err != nil {
		return err
	}
	for {
		ready, err := filepath.Glob(filepath.Join(dir, "ready-*"))
		if err != nil || len(ready) == writers {
			return err
		}
		time.Sleep(time.Millisecond)
	}
}

// next is the number behind the log's last row.
func next(log string) (int64, error) {
	text, err := os.ReadFile(log)
	if err != nil {
		return 0, err
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return gjson.Get(lines[len(lines)-1], "seq").Int() + 1, nil
}

func rows(name string, batch int, from int64, size int) string {
	var b strings.Builder
	for i := range size {
		fmt.Fprintf(&b, `{"seq":%d,"writer":%q,"event":"%d.%d"}`+"\n", from+int64(i), name, batch, i)
	}
	return b.String()
}

// appendBare writes a batch as one append, whole and durable, and without a look at what others have stored.
func appendBare(log, text string) error {
	f, err := os.OpenFile(log, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if _, err := f.WriteString(text); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	return f.Close()
}

// appendGuarded writes a batch through the command. Refused, it numbers its rows anew, from what the refusal tells.
func appendGuarded(log, name string, batch int, cursor int64, size int) (int64, error) {
	for {
		var out, errs bytes.Buffer
		s := cli.System()
		s.In, s.Out, s.Err, s.Keyboard, s.Terminal = strings.NewReader(rows(name, batch, cursor, size)), &out, &errs, false, false
		switch cli.Main([]string{"seqlog", "append", log, "--expect-seq", strconv.FormatInt(cursor, 10), "--json"}, s) {
		case 0:
			return cursor, nil
		case 1:
			var answer struct {
				Stored struct{ Next int64 }
			}
			if err := json.Unmarshal(out.Bytes(), &answer); err != nil || answer.Stored.Next <= cursor {
				return cursor, fmt.Errorf("refused without a way on: %s%s", errs.Bytes(), out.Bytes())
			}
			cursor = answer.Stored.Next
		default:
			return cursor, fmt.Errorf("%s%s", errs.Bytes(), out.Bytes())
		}
	}
}

// race has all writers write into one log, and checks it.
func race(t *testing.T, part string) (text string, r seqlog.Report) {
	t.Helper()
	dir := t.TempDir()
	log := filepath.Join(dir, "session.jsonl")
	policy := "version = 1\n[defaults]\nwait = \"60s\"\n[[protect]]\npaths = [\"*.jsonl\"]\nmode = \"append\"\nformat = \"jsonl\"\nseq = \"seq\"\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, ".noclobber.toml"), []byte(policy), 0o644))
	require.NoError(t, os.WriteFile(log, []byte(`{"seq":0}`+"\n"), 0o644))
	done := make(chan error, writers)
	for w := range writers {
		go func() {
			cmd := exec.Command(os.Args[0], log, fmt.Sprintf("w%d", w))
			cmd.Env = append(os.Environ(), partVariable+"="+part, "HOME="+dir, "USERPROFILE="+dir, "XDG_STATE_HOME=")
			out, err := cmd.CombinedOutput()
			if err != nil {
				err = fmt.Errorf("%w: %s", err, out)
			}
			done <- err
		}()
	}
	for range writers {
		require.NoError(t, <-done)
	}
	b, err := os.ReadFile(log)
	require.NoError(t, err)
	c := seqlog.NewChecker(seqlog.Options{Seq: "seq"})
	_, err = c.Write(b)
	require.NoError(t, err)
	return string(b), c.Close()
}

// everyEventOnce proves that no batch was lost or written twice, whatever its numbers are.
func everyEventOnce(t *testing.T, text string) {
	t.Helper()
	for w := range writers {
		for batch := range batches {
			for i := range batch%3 + 1 {
				event := fmt.Sprintf(`"writer":"w%d","event":"%d.%d"`, w, batch, i)
				require.Equal(t, 1, strings.Count(text, event), event)
			}
		}
	}
}

func TestTwoWritersWithoutTheGuardRepeatNumbers(t *testing.T) {
	text, r := race(t, "bare")
	everyEventOnce(t, text)
	require.Positive(t, r.Counts[seqlog.Duplicate])
	t.Logf("%d rows, %d repeat a number", r.Rows, r.Counts[seqlog.Duplicate])
}

func TestTwoWritersThroughTheGuardNeverRepeatANumber(t *testing.T) {
	text, r := race(t, "guarded")
	everyEventOnce(t, text)
	require.Empty(t, r.Findings)
	require.EqualValues(t, r.Rows, r.Tail.Next, "numbers begin with 0 and leave none out")
}
