//go:build !windows

package fleet

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"noclobber/internal/cli/player"
)

// carrier brings files from one machine to another.
type carrier interface {
	folder(node int) string
	start()
	sync()         // until all machines that run have the same files
	cut()          // no machine hears of another
	heal()         // they do again
	kill(node int) // the machine's carrier dies; its agents go on
	revive(node int)
}

const nodes = 3

// journal is the document that all write.
const journal = "PROGRESS.md"

const header = "# Progress\n\n"

const shardPolicy = `version = 1
[defaults]
share = "ledger"

[[protect]]
name   = "fleet journal"
paths  = ["PROGRESS.md"]
mode   = "shard"
shards = "PROGRESS.d/{node}.md"
`

// machine is a node's agents.
type machine struct {
	n     int
	dir   string
	home  string
	gated bool
	bin   string
}

func (m machine) env() []string {
	return append(os.Environ(), "HOME="+m.home, "XDG_STATE_HOME=", "XDG_CONFIG_HOME=", "CLAUDE_CODE_SESSION_ID=")
}

// write is one run of an agent: it reads the journal and writes all of it back with one line more.
func (m machine) write(line string) error {
	host := player.Host{Dir: m.dir, Env: m.env()}
	if m.gated {
		host.Hook = []string{m.bin, "hook", "claude"}
	}
	path := filepath.Join(m.dir, journal)
	session := fmt.Sprintf("run-%d-%x", m.n, len(line)+int(time.Now().UnixNano()))
	if m.gated {
		if _, err := host.Event(session, "SessionStart", "startup"); err != nil {
			return err
		}
	}
	if _, err := host.Do(player.Read(session, path)); err != nil {
		return err
	}
	seen, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	r, err := host.Do(player.Write(session, path, string(seen)+line+"\n"))
	if err == nil && (r.Refused || r.Failed) {
		err = fmt.Errorf("the write of %q did not take place: %s", line, r.Text())
	}
	return err
}

// run runs noclobber on the machine.
func (m machine) run(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command(m.bin, args...)
	cmd.Dir, cmd.Env = m.dir, m.env()
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "noclobber %v on n%d: %s", args, m.n, out)
	return string(out)
}

// story is the script, once bare or gated.
type story struct {
	t        *testing.T
	c        carrier
	machines []machine
	mu       sync.Mutex
	written  []string
}

// say has machines write so many lines each, at the same time.
func (s *story) say(phase string, each int, who ...int) {
	s.t.Helper()
	var all sync.WaitGroup
	for _, n := range who {
		all.Go(func() {
			for i := range each {
				line := fmt.Sprintf("- %s n%d %s %d", time.Now().UTC().Format("2006-01-02T15:04:05.000Z"), n, phase, i)
				if err := s.machines[n-1].write(line); assert.NoError(s.t, err) {
					s.mu.Lock()
					s.written = append(s.written, line)
					s.mu.Unlock()
				}
			}
		})
	}
	all.Wait()
}

// play is what happens to the fleet.
func (s *story) play() {
	s.say("live", 5, 1, 2, 3)
	s.c.sync()

	s.c.cut()
	s.say("apart", 3, 1, 2, 3)
	s.c.heal()
	s.c.sync()

	s.c.kill(3)
	s.say("without the third", 2, 1, 2)
	s.say("alone", 2, 3)
	s.c.revive(3)
	s.c.sync()

	// Two machines that lose to the same winner within one second: their conflict copies have one name.
	s.c.cut()
	time.Sleep(time.Until(time.Now().Truncate(time.Second).Add(time.Second)))
	s.say("same second", 1, 1, 3)
	time.Sleep(1100 * time.Millisecond)
	s.say("newest", 1, 2)
	s.c.heal()
	s.c.sync()
}

// tally is where the lines are in the end.
type tally struct {
	written, document, copies, lost int
	conflicts                       int // copies, on the machine that has most
}

// count looks for every line that was acknowledged: in the journal of every machine, in any other file, or nowhere.
func (s *story) count() tally {
	out := tally{written: len(s.written)}
	everywhere := map[string]int{}
	var elsewhere strings.Builder
	for n := 1; n <= nodes; n++ {
		dir := s.c.folder(n)
		text, err := os.ReadFile(filepath.Join(dir, journal))
		require.NoError(s.t, err)
		for line := range strings.SplitSeq(string(text), "\n") {
			everywhere[line]++
		}
		conflicts := 0
		require.NoError(s.t, filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
			if err == nil && e.IsDir() && strings.HasPrefix(e.Name(), ".") && path != dir {
				return filepath.SkipDir
			}
			if err != nil || e.IsDir() || !strings.Contains(e.Name(), ".sync-conflict-") && !strings.HasSuffix(e.Name(), ".orig") {
				return err
			}
			conflicts++
			b, err := os.ReadFile(path)
			elsewhere.Write(b)
			return err
		}))
		out.conflicts = max(out.conflicts, conflicts)
	}
	for _, line := range s.written {
		switch {
		case everywhere[line] >= nodes:
			out.document++
		case strings.Contains(elsewhere.String(), line+"\n"):
			out.copies++
		default:
			out.lost++
		}
	}
	return out
}

// tell runs the script with a carrier, once bare and once gated, and prints the table.
func tell(t *testing.T, name string, make func(t *testing.T, gated bool) carrier) (bare, gated tally) {
	bin := filepath.Join(t.TempDir(), "noclobber")
	out, err := exec.Command("go", "build", "-o", bin, "../..").CombinedOutput()
	require.NoError(t, err, string(out))
	t.Run("bare", func(t *testing.T) { bare = oneStory(t, bin, make(t, false), false) })
	t.Run("gated", func(t *testing.T) { gated = oneStory(t, bin, make(t, true), true) })
	fmt.Printf("\n| %s, %d machines | lines written | in the document everywhere | in conflict copies only | lost | conflict copies |\n|---|---|---|---|---|---|\n", name, nodes)
	for _, row := range []struct {
		name string
		tally
	}{{"without noclobber", bare}, {"with noclobber", gated}} {
		fmt.Printf("| %s | %d | %d | %d | %d | %d |\n", row.name, row.written, row.document, row.copies, row.lost, row.conflicts)
	}
	return bare, gated
}

func oneStory(t *testing.T, bin string, c carrier, gated bool) tally {
	s := &story{t: t, c: c}
	for n := 1; n <= nodes; n++ {
		m := machine{n: n, dir: c.folder(n), home: t.TempDir(), gated: gated, bin: bin}
		s.machines = append(s.machines, m)
	}
	c.start()
	s.play()
	if gated {
		s.settle()
	}
	return s.count()
}

// settle folds what came last, and asks noclobber whether all is well.
func (s *story) settle() {
	var first string
	for _, m := range s.machines {
		m.run(s.t, "reduce")
		text, err := os.ReadFile(filepath.Join(m.dir, journal))
		require.NoError(s.t, err)
		if first == "" {
			first = string(text)
		}
		assert.Equal(s.t, first, string(text), "n%d shows the same bytes as n1", m.n)
		m.run(s.t, "reduce", "--check")
		m.run(s.t, "scan")
		m.run(s.t, "verify")
	}
	require.NotEmpty(s.t, first)
}

// mustHave skips, with the words that help, unless this is CI.
func mustHave(t *testing.T, program, install string) {
	t.Helper()
	if testing.Short() {
		t.Skip("the fleet takes minutes; run without -short")
	}
	if _, err := exec.LookPath(program); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("%s is missing: %s", program, install)
		}
		t.Skipf("%s is missing: %s", program, install)
	}
}

func put(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
}
