package guard

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"noclobber/gate"
	"noclobber/internal/siblings"
	"noclobber/ledger"
	"noclobber/policy"
)

// Session answers the events of a session: its start, a compaction, the end of a context.
func (g *Guard) Session(call gate.Call) gate.Report {
	switch call.Event {
	case gate.SessionStart:
		return g.start(call)
	case gate.ContextStart:
		return g.join(call)
	case gate.Compact:
		g.forget(call.Context)
	case gate.ContextEnd:
		g.leave(call, call.Context)
		g.forget(call.Context)
	case gate.Turn:
		g.changed(call)
		g.endTasks(call)
	case gate.SessionEnd:
		g.changed(call)
		g.leave(call, call.Context)
		g.forget(call.Context)
		g.countRun(call, g.inForce(call.CWD), ledger.RunEnded)
	}
	return gate.Report{}
}

// forget drops all bases of a context: it no longer knows what it had read.
func (g *Guard) forget(c gate.Context) {
	if c.Session == "" {
		return
	}
	_ = g.store.Forget(g.writerOf(c)) // stale bases then stay: merges still know what the context once saw
}

// endTasks ends the background calls that the host no longer lists as running.
func (g *Guard) endTasks(call gate.Call) {
	if !call.TellsRunning {
		return
	}
	flights, err := g.store.InFlight()
	if err != nil {
		return // they end with the session at the latest
	}
	self := g.writerOf(call.Context)
	for _, f := range flights {
		if f.Task != "" && f.Writer.Session == self.Session && !slices.Contains(call.Running, f.Task) {
			_ = g.store.End(f.Writer, f.Call) // as above
		}
	}
}

// leave closes the calls of a context that never reported their end.
func (g *Guard) leave(call gate.Call, c gate.Context) {
	flights, err := g.store.InFlight()
	if err != nil {
		return
	}
	self := g.writerOf(c)
	for _, f := range flights {
		if !sameContext(f.Writer, self) {
			continue
		}
		for _, real := range f.Docs {
			if t, ok := g.targetFrom(f.CWD, real); ok {
				g.leaveDocument(call, t, self)
			}
		}
		_ = g.store.End(f.Writer, f.Call)
	}
}

// leaveDocument ends what a context left open on one document, and mends what was due.
func (g *Guard) leaveDocument(call gate.Call, t *target, self ledger.Writer) {
	h, err := g.holdWithin(lockWait, t, self)
	if err != nil {
		return // nobody reads what the end of a session prints; the next call settles it
	}
	defer h.release()
	if _, err := h.settle(call, true); err != nil {
		return
	}
	if h.commit(true) == nil {
		_, _ = h.mend() // as above
	}
}

// start tells a new session what is protected, and looks for what happened since.
func (g *Guard) start(call gate.Call) gate.Report {
	if call.Source == "compact" || call.Source == "clear" {
		g.forget(call.Context)
	}
	policies, err := g.policies.InForce(call.CWD)
	if len(policies) == 0 && err == nil {
		return gate.Report{}
	}
	if err != nil {
		return gate.Report{Text: unreadable(err)}
	}
	found := append(g.learn(call, policies), g.copiesNote(policies)...)
	g.foldAll(call, policies)
	found = append(found, g.unmetAtStart(policies)...)
	if isRun(call) {
		g.countRun(call, policies, ledger.RunBegan)
	}
	return gate.Report{Text: g.note(policies, found)}
}

// join tells a subagent what is protected. What needs attention is told to the session that started it.
func (g *Guard) join(call gate.Call) gate.Report {
	policies, err := g.policies.InForce(call.CWD)
	switch {
	case err != nil:
		return gate.Report{Text: unreadable(err)}
	case len(policies) == 0:
		return gate.Report{}
	}
	return gate.Report{Text: g.note(policies, nil)}
}

// unreadable is what is told where a policy cannot be read.
func unreadable(err error) string {
	return "noclobber: " + err.Error() + ". Writes below it are refused until it is mended; mending it is allowed."
}

// learn makes the documents of the policies in force known and reconciles those that changed.
func (g *Guard) learn(call gate.Call, policies []*policy.Policy) []string {
	told := append(g.changed(call), g.open(call, policies)...)
	for _, p := range policies {
		seen := g.known(p)
		for _, path := range g.walk(p) {
			if seen[path] {
				continue
			}
			if text := g.recheck(call, path); text != "" {
				told = append(told, text)
			}
		}
	}
	return told
}

// copiesNote tells of conflict copies that wait to be absorbed, by their names alone.
func (g *Guard) copiesNote(policies []*policy.Policy) []string {
	var documents, names []string
	for _, p := range policies {
		documents = append(documents, slices.Collect(maps.Keys(g.known(p)))...) // all of them, by now
	}
	for _, c := range g.copiesOf(besides(documents)) {
		if c.Sure && c.Kind == siblings.Rival && !c.alone {
			names = append(names, c.name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	text := fmt.Sprintf("%d conflict %s beside a document, with text that may stand nowhere else: %s. Never edit or delete one; merge back what they hold: noclobber absorb",
		len(names), agree(len(names), "copy lies", "copies lie"), strings.Join(atMost(names), ", "))
	return []string{text}
}

// maxLooked bounds the logs that the start of a session looks into for alarms.
const maxLooked = 500

// open tells the alarms that are recorded and not accepted yet.
func (g *Guard) open(call gate.Call, policies []*policy.Policy) []string {
	var told []string
	left := maxLooked
	for _, p := range policies {
		for _, path := range slices.Sorted(maps.Keys(g.known(p))) {
			if left--; left < 0 {
				return told
			}
			if !g.alarmed(path) {
				continue
			}
			if text := g.recheck(call, path); text != "" {
				told = append(told, text)
			}
		}
	}
	return told
}

// alarmed reports whether a document's log has alarms, without its lock.
func (g *Guard) alarmed(path string) bool {
	d, err := g.store.Read(path)
	if err != nil {
		return false
	}
	defer func() { _ = d.Unlock() }()
	return len(d.Tail().Alarms) > 0 || isRemote(path) && d.Tail().Repair != nil
}

// known are the real paths of the documents that the index has under a policy.
func (g *Guard) known(p *policy.Policy) map[string]bool {
	seen := map[string]bool{}
	known, err := g.store.Index(p.File).Load()
	if err != nil {
		return seen // all of them are looked at again
	}
	for _, k := range known {
		seen[k.Path] = true
	}
	return seen
}

// maxNoted bounds the rules that the note of a session's start lists.
const maxNoted = 8

// note is what a session, and each subagent of it, is told at its start: one short text.
func (g *Guard) note(policies []*policy.Policy, attention []string) string {
	var b strings.Builder
	b.WriteString("noclobber guards shared documents here; several agents write them at once.")
	n := 0
	for _, p := range policies {
		for _, r := range p.Rules {
			if r.Mode == policy.Off || n == maxNoted {
				continue
			}
			n++
			fmt.Fprintf(&b, "\n- %s: %s", strings.Join(append(r.Paths, r.Documents...), ", "), ruleWords(r))
		}
	}
	b.WriteString("\nReading is free. Add entries with Edit or `>>`; from a script: `… | noclobber append PATH`, `noclobber splice PATH --anchor NAME`.")
	for _, text := range attention {
		b.WriteString("\n" + text)
	}
	return b.String()
}

// ruleWords says in a few words what a rule lets happen.
func ruleWords(r *policy.Rule) string {
	switch r.Mode {
	case policy.Append:
		return "append only; never rewrite old entries"
	case policy.Anchors:
		return "edit inside its anchors"
	case policy.Merge:
		return "edits and whole writes are merged with what others wrote"
	case policy.CAS:
		return "write only the version you just read"
	case policy.Shard:
		return "a view of shards; add entries with noclobber append"
	case policy.Deny:
		return "read only"
	default:
		return "recorded"
	}
}
