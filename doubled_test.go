package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"noclobber/internal/cli/player"
)

// hooktwice answers an event as a client does that has the gate wired in twice, by its plugin and by its settings: both
// hooks run at once, both texts reach the model, a refusal beats a pass, and the input of the last one to finish counts.
// It fails where the two do not say the same.
func hooktwice() int {
	payload, err := io.ReadAll(os.Stdin)
	if err != nil {
		return hookcallFailed(err)
	}
	var said [2][]byte
	var errs [2]error
	var both sync.WaitGroup
	for i := range said {
		both.Go(func() {
			cmd := exec.Command("noclobber", "hook", "claude")
			cmd.Stdin, cmd.Stderr = bytes.NewReader(payload), os.Stderr
			said[i], errs[i] = cmd.Output()
		})
	}
	both.Wait()
	if err := errors.Join(errs[:]...); err != nil {
		return hookcallFailed(err)
	}
	one, err := sameAnswer(said[0], said[1])
	if err != nil {
		return hookcallFailed(fmt.Errorf("%w: %s", err, payload))
	}
	fmt.Printf("%s", one)
	return 0
}

// sameAnswer is the answer of two hooks that refuse, rewrite or pass alike. What they tell may be told by one alone: an
// alarm is told once.
func sameAnswer(a, b []byte) ([]byte, error) {
	type answer struct {
		Output struct {
			Decision string          `json:"permissionDecision"`
			Input    json.RawMessage `json:"updatedInput"`
		} `json:"hookSpecificOutput"`
	}
	var said [2]answer
	for i, text := range [][]byte{a, b} {
		if len(text) > 0 {
			if err := json.Unmarshal(text, &said[i]); err != nil {
				return nil, err
			}
		}
	}
	x, y := said[0].Output, said[1].Output
	if x.Decision != y.Decision || string(x.Input) != string(y.Input) {
		return nil, fmt.Errorf("two hooks of one event disagree:\n%s\n%s", a, b)
	}
	if len(a) >= len(b) {
		return a, nil
	}
	return b, nil
}

// The plugin and the settings may both start the gate. Whatever happens is then recorded and answered as if there were one.
func TestTwoHooksOnEachEventAreAsOne(t *testing.T) {
	once, twice := playStory(t, "noclobber", "hook", "claude"), playStory(t, "hooktwice")
	require.Equal(t, once.document, twice.document)
	require.Equal(t, once.records, twice.records, "each call leaves one record of each kind")
	require.Equal(t, once.told, twice.told)
}

// story is what is left of one.
type story struct {
	document string
	records  []string
	told     []string
}

func (s *story) tell(r player.Result, dir string) {
	s.told = append(s.told, strings.ReplaceAll(timeless(r.Text()), dir, "DIR"))
}

// overwritten is a call between whose check and whose write somebody else adds a line: it is merged back after the call.
func overwritten(t *testing.T, h *player.Host, doc string) player.Result {
	t.Helper()
	_, err := h.Do(player.Read("B", doc))
	require.NoError(t, err)
	text, err := os.ReadFile(doc)
	require.NoError(t, err)
	play, err := h.Begin(player.Write("B", doc, string(text)+"- of B, late\n"))
	require.NoError(t, err)
	require.False(t, play.Refused, play.Text())
	require.NoError(t, os.WriteFile(doc, []byte(string(text)+"- meanwhile\n"), 0o600))
	require.NoError(t, play.Run())
	require.NoError(t, play.End())
	return play.Result
}

func playStory(t *testing.T, hook ...string) story {
	t.Helper()
	h := sharedProject(t)
	h.Hook = hook
	doc, dir := filepath.Join(h.Dir, "MEMORY.md"), filepath.Dir(h.Dir)
	for _, session := range []string{"A", "B"} {
		_, err := h.Event(session, "SessionStart", "startup")
		require.NoError(t, err)
	}
	var s story
	for _, c := range []player.Call{
		player.Write("A", doc, "# Memory\n- nothing was read\n"), // refused
		player.Read("A", doc), player.Read("B", doc),
		player.Write("A", doc, "# Memory\n- draft\n- of A\n\n# End\n"),
		player.Write("B", doc, "# Memory\n- draft\n- of B\n\n# End\n"), // merged
		player.Bash("A", "echo '- by the shell' >> MEMORY.md"),
		player.Bash("B", "echo > MEMORY.md"), // refused
		player.Edit("B", doc, "# End", "# The end"),
		player.Edit("B", doc, "no such text", "x"),                                     // fails
		player.Bash("A", "echo 'rpub ybfg > ZRZBEL.zq' | tr a-zA-Z n-za-mN-ZA-M | sh"), // echo lost > MEMORY.md: seen afterwards
	} {
		r, err := h.Do(c)
		require.NoError(t, err)
		s.tell(r, dir)
	}
	s.tell(overwritten(t, h, doc), dir)
	s.document, s.records = textOf(t, h, "MEMORY.md"), recorded(t, h, doc)
	verb(t, h, "verify")
	verb(t, h, "accept", doc) // the script's loss
	verb(t, h, "scan")
	return s
}

// verb runs a verb of noclobber, which finds nothing wrong.
func verb(t *testing.T, h *player.Host, args ...string) string {
	t.Helper()
	cmd := exec.Command("noclobber", args...)
	cmd.Dir, cmd.Env = h.Dir, h.Env
	out, err := cmd.Output()
	require.NoError(t, err, "noclobber %q: %s", args, out)
	return string(out)
}

// recorded is a document's log, without what differs from run to run.
func recorded(t *testing.T, h *player.Host, doc string) []string {
	t.Helper()
	var log struct {
		Records []struct {
			Event, Outcome, Call string
			After                struct{ Version string }
		}
	}
	require.NoError(t, json.Unmarshal([]byte(verb(t, h, "log", "--json", doc)), &log))
	var all []string
	for _, r := range log.Records {
		if r.Event == "known" {
			r.Call = "" // names the moment
		}
		all = append(all, fmt.Sprintf("%s %s %s %.12s", r.Event, r.Outcome, r.Call, r.After.Version))
	}
	return all
}
