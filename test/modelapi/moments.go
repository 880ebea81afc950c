package modelapi

import (
	"context"
	"fmt"
	"strings"
	"sync"
)

// moments remembers which turns were sent, which are over and which scripts have ended, and lets others wait for them.
type moments struct {
	mu      sync.Mutex
	seen    map[string]bool // "sent A.write", "over A.write", "ended A"
	changed chan struct{}   // closed, and replaced, whenever the maps change
}

func newMoments() *moments {
	return &moments{seen: map[string]bool{}, changed: make(chan struct{})}
}

func (m *moments) sent(script, turn string) { m.note("sent " + script + "." + turn) }
func (m *moments) over(script, turn string) { m.note("over " + script + "." + turn) }
func (m *moments) end(script string)        { m.note("ended " + script) }

func (m *moments) note(moment string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seen[moment] = true
	close(m.changed)
	m.changed = make(chan struct{})
}

// wait returns when the moment has come, with an error when it will not come any more: the script has ended.
func (m *moments) wait(ctx context.Context, moment string) error {
	_, what, _ := strings.Cut(moment, " ")
	script, _, _ := strings.Cut(what, ".")
	for {
		seen, ended, changed := m.look(moment, script)
		if seen {
			return nil
		}
		if ended {
			return fmt.Errorf("waiting for %q: the script ended before", moment)
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("waiting for %q: %w", moment, context.Cause(ctx))
		}
	}
}

func (m *moments) look(moment, script string) (seen, ended bool, changed <-chan struct{}) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.seen[moment], m.seen["ended "+script], m.changed
}
