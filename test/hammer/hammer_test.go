package hammer

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var (
	howLong  = flag.Duration("hammer.for", 10*time.Second, "how long the processes are let loose")
	withSeed = flag.Uint64("hammer.seed", 0, "what the run's choices are drawn from; 0: the clock")
)

// TestHammer proves G1, G2 and G5 with real processes.
func TestHammer(t *testing.T) {
	seed := *withSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("-hammer.seed %d -hammer.for %s", seed, *howLong)
	h := newField(t, seed)
	ctx, cancel := context.WithTimeout(t.Context(), *howLong)
	defer cancel()
	var all sync.WaitGroup
	for i, role := range roles() {
		w := &worker{field: h, name: fmt.Sprintf("w%02d", i), rand: rand.New(rand.NewPCG(seed, uint64(i)))}
		all.Go(func() {
			for ctx.Err() == nil {
				role(w)
				w.turn++
			}
		})
	}
	all.Wait()
	h.judge(t)
	t.Log(h.tally())
}

// field is the folder in which all of it happens.
type field struct {
	program     string
	points      []string // fault points
	dir, home   string   // the documents; the state
	mu          sync.Mutex
	acked       []entry
	slots       map[string]*slot // spliced anchors
	calls, dead int
	refused     map[string]int // by the first words of the refusal
	broken      []string       // answers that no process may give
}

// entry is a line that its writer was told had been written.
type entry struct {
	document, line, how string
}

// slot is an anchor that one worker splices: the last text that was acknowledged, and those that may stand besides.
type slot struct {
	acked string
	maybe map[string]bool
}

const (
	journal  = "J.md" // append; ungated writers too
	memory   = "M.md" // merge; ungated writers too
	diary    = "D.md" // append; gated writers only
	handover = "H.md" // anchors; spliced only
)

const lease = 400 * time.Millisecond

const policyText = `version = 1
[defaults]
lease = "400ms"
wait = "2s"
[[protect]]
name = "journals"
paths = ["J.md", "D.md"]
mode = "append"
[[protect]]
name = "memory"
paths = ["M.md"]
mode = "merge"
[[protect]]
name = "handover"
paths = ["H.md"]
mode = "anchors"
`

func newField(t *testing.T, seed uint64) *field {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	h := &field{dir: filepath.Join(root, "project"), home: filepath.Join(root, "home"), slots: map[string]*slot{}, refused: map[string]int{}}
	h.program = filepath.Join(root, "noclobber")
	out, err := exec.Command("go", "build", "-tags", "faultpoints", "-o", h.program, "noclobber").CombinedOutput()
	require.NoError(t, err, string(out))
	h.points = faultPoints(t)
	require.NoError(t, os.MkdirAll(h.dir, 0o755))
	require.NoError(t, os.MkdirAll(h.home, 0o755))
	texts := map[string]string{
		".noclobber.toml": policyText, journal: "# Journal\n", diary: "# Diary\n", memory: "# Memory\n\n## Facts\n\n- the first\n", handover: "# Handover\n",
	}
	for i := range roles() {
		name := fmt.Sprintf("w%02d", i)
		texts[handover] += fmt.Sprintf("<!-- anchor:%s -->\nnothing yet\n<!-- /anchor:%s -->\n", name, name)
		h.slots[name] = &slot{acked: "nothing yet", maybe: map[string]bool{}}
	}
	for name, text := range texts {
		require.NoError(t, os.WriteFile(filepath.Join(h.dir, name), []byte(text), 0o644))
	}
	return h
}

// faultPoints are the points named in the sources that the program is made of.
func faultPoints(t *testing.T) []string {
	t.Helper()
	var points []string
	for _, dir := range []string{"../../ledger", "../../internal/fsx", "../../internal/guard"} {
		sources, err := filepath.Glob(filepath.Join(dir, "*.go"))
		require.NoError(t, err)
		for _, name := range sources {
			b, err := os.ReadFile(name)
			require.NoError(t, err)
			for _, part := range strings.Split(string(b), `fault.At("`)[1:] {
				if point, _, ok := strings.Cut(part, `")`); ok && !strings.HasSuffix(name, "_test.go") {
					points = append(points, point)
				}
			}
		}
	}
	require.Greater(t, len(points), 10)
	return points
}

func (h *field) path(document string) string { return filepath.Join(h.dir, document) }

func (h *field) tell(document, line, how string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.acked = append(h.acked, entry{document, line, how})
}

func (h *field) tally() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	how := map[string]int{}
	for _, e := range h.acked {
		how[e.document+" by "+e.how]++
	}
	return fmt.Sprintf("%d processes, %d of them killed; %d lines acknowledged: %v; refused: %v", h.calls, h.dead, len(h.acked), how, h.refused)
}
