package claudecode

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"noclobber/test/modelapi"

	"github.com/stretchr/testify/require"
)

// timeLimit is how long the clients of one scenario may take together. They take a few seconds; a machine under load
// may need many times as much.
const timeLimit = 5 * time.Minute

// scenario is what happens in one project: the same with the gate and without it.
type scenario struct {
	files   map[string]string
	setup   func(p *project)                  // further preparations, before the gate is wired
	wire    func(p *project)                  // how the gate comes in; nil: by `noclobber init claude`
	wired   func(p *project)                  // and after that
	scripts func(p *project) modelapi.Scripts // what the models do
	clients []string                          // scripts that a client of their own runs; "A" when empty
	told    []string                          // turns ("B.second") before which the client must have told its model of a change
}

// tellingTries bounds how often a scenario is played anew because the client told too late.
const tellingTries = 3

// outcome is what was left and what was shown.
type outcome struct {
	*project
	api      *modelapi.Server
	sessions map[string]*session
}

// bare plays a scenario without the gate: it shows what is lost then, so that the scenario proves something.
func (s scenario) bare(t *testing.T, check func(t *testing.T, o *outcome)) {
	t.Helper()
	t.Run("bare", func(t *testing.T) {
		t.Parallel()
		check(t, s.playTold(t, ""))
	})
}

// gated plays a scenario with noclobber wired in and the given policy.
func (s scenario) gated(t *testing.T, policy string, check func(t *testing.T, o *outcome)) {
	t.Helper()
	t.Run("gated", func(t *testing.T) {
		t.Parallel()
		o := s.playTold(t, policy)
		check(t, o)
		o.requireVerified(t)
	})
}

// playTold plays the scenario until the client told its model of a change in time: it gives itself little time to look,
// and on a busy machine the note comes one message later. It then refuses the write itself, which proves nothing.
func (s scenario) playTold(t *testing.T, policy string) *outcome {
	t.Helper()
	for try := 1; ; try++ {
		o := s.play(t, newProject(t, s.files), policy)
		late := slices.IndexFunc(s.told, o.refusedByClient)
		if late < 0 || try == tellingTries {
			return o
		}
		t.Logf("try %d: the client itself refused %s, its note came late; playing it again", try, s.told[late])
	}
}

// refusedByClient says that the client's own check refused a turn's write.
func (o *outcome) refusedByClient(turn string) bool {
	script, name, _ := strings.Cut(turn, ".")
	r := o.result(script, name)
	return r.Failed && strings.Contains(r.Text, "File has been modified since read")
}

// play prepares the project, wires noclobber in when there is a policy, and runs the clients to their ends.
func (s scenario) play(t *testing.T, p *project, policy string) *outcome {
	t.Helper()
	if s.setup != nil {
		s.setup(p)
	}
	if policy != "" {
		p.write(".noclobber.toml", policy)
		if s.wire == nil {
			s.wire = (*project).wire
		}
		s.wire(p)
		if s.wired != nil {
			s.wired(p)
		}
	}
	limit := remaining(t)
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	api, err := modelapi.Start(s.scripts(p), limit)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, api.Close()) })
	o := &outcome{project: p, api: api, sessions: map[string]*session{}}
	o.run(ctx, s)
	o.keep(t)
	return o
}

// remaining is the time limit, or less where the test binary's own comes first: it would leave the clients behind.
func remaining(t *testing.T) time.Duration {
	deadline, ok := t.Deadline()
	if !ok {
		return timeLimit
	}
	return min(timeLimit, time.Until(deadline)-10*time.Second)
}

func (o *outcome) run(ctx context.Context, s scenario) {
	if len(s.clients) == 0 {
		s.clients = []string{"A"}
	}
	for _, name := range s.clients {
		o.sessions[name] = startClient(ctx, o.project, o.api.URL(), name)
	}
	errs := make(chan error, len(s.clients))
	for _, name := range s.clients {
		go func() {
			err := o.sessions[name].wait()
			o.api.Ended(name)
			if err != nil {
				err = fmt.Errorf("client %s: %w: %s", name, err, o.sessions[name].stderr.String())
			}
			errs <- err
		}()
	}
	for range s.clients {
		if err := <-errs; err != nil {
			o.t.Error(err)
		}
	}
	if err := o.api.Err(); err != nil {
		o.t.Error(err)
	}
}

// keep writes all requests and the clients' own output to the test's artifacts (go test -artifacts), and shows the
// conversations when the test fails.
func (o *outcome) keep(t *testing.T) {
	dir := t.ArtifactDir()
	for i, r := range o.api.Records() {
		data, err := json.MarshalIndent(r, "", " ")
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%02d-%s.json", i, r.Turn)), data, 0o666))
	}
	for name, s := range o.sessions {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name+".stdout"), s.stdout.Bytes(), 0o666))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name+".stderr"), s.stderr.Bytes(), 0o666))
	}
	t.Cleanup(func() {
		if !t.Failed() {
			return
		}
		for _, name := range slices.Sorted(maps.Keys(o.sessions)) {
			t.Logf("what %s was shown:\n%s", name, o.api.Conversation(name))
		}
	})
}

// results is what the tools of a turn answered.
func (o *outcome) results(script, turn string) []modelapi.Result {
	o.t.Helper()
	return o.api.Conversation(script).Results(o.turn(script, turn))
}

// result is what the only tool of a turn answered.
func (o *outcome) result(script, turn string) modelapi.Result {
	o.t.Helper()
	all := o.results(script, turn)
	require.Len(o.t, all, 1, "results of turn %s.%s", script, turn)
	return all[0]
}

func (o *outcome) turn(script, name string) int {
	o.t.Helper()
	n, ok := o.api.Turn(script, name)
	require.True(o.t, ok, "there is no turn %s.%s", script, name)
	return n
}

// notes is what the client told a model of its own accord, hooks' texts included, between a turn and its next.
func (o *outcome) notes(script, turn string) string {
	o.t.Helper()
	return o.api.Conversation(script).Notes(o.turn(script, turn))
}

// said is what noclobber told a model there beside the results; the client has notes of its own about files that changed.
func (o *outcome) said(script, turn string) string {
	o.t.Helper()
	var ours []string
	for _, paragraph := range strings.Split(o.notes(script, turn), "\n\n") {
		if strings.Contains(paragraph, "noclobber") {
			ours = append(ours, paragraph)
		}
	}
	return strings.Join(ours, "\n\n")
}
