package guard

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"time"

	"noclobber/gate"
	"noclobber/internal/expect"
	"noclobber/internal/shard"
	"noclobber/internal/siblings"
	"noclobber/ledger"
	"noclobber/policy"
)

// expects reports whether a policy asks for a projection: something is expected of a document, or it is to be shared.
func expects(p *policy.Policy) bool {
	return p.Share != "" || slices.ContainsFunc(p.Rules, func(r *policy.Rule) bool { return r.Expect != (policy.Expect{}) })
}

// projection is what this node tells of a policy's documents.
func (g *Guard) projection(p *policy.Policy) *ledger.Projection {
	return g.store.Projection(p.File, p.Share)
}

// countRun counts a context that begins under the policies in force, or its end.
func (g *Guard) countRun(call gate.Call, policies []*policy.Policy, event ledger.Event) {
	for _, p := range policies {
		if !expects(p) {
			continue
		}
		line := ledger.Shared{Time: g.now(), Event: event, Writer: g.writerOf(call.Context)}
		if event == ledger.RunBegan {
			line.Lines = g.linesOf(p)
		}
		_ = g.project(p, line) // a run that is not counted asks less of the document
	}
}

// isRun reports whether a session's start begins a run: one that is resumed or compacted goes on.
func isRun(call gate.Call) bool { return call.Source != "resume" && call.Source != "compact" }

// linesOf counts the lines of the documents that something is expected of, as they were last recorded.
func (g *Guard) linesOf(p *policy.Policy) map[string]int64 {
	out := map[string]int64{}
	for _, path := range g.livingDocuments(p) {
		name := g.shardRel(p, path)
		out[name] = 0 // of one that is not there, too: it may never come
		if d, err := g.store.Read(path); err == nil {
			out[name] = d.Tail().Head.Lines
			_ = d.Unlock() // only looked at
		}
	}
	return out
}

// livingDocuments are the documents of the rules that expect something: those that are known, and those that are spelled
// out, there or not.
func (g *Guard) livingDocuments(p *policy.Policy) []string {
	all := g.known(p)
	for _, path := range p.Literals() {
		if real, err := (files{}).Resolve(path); err == nil {
			all[real] = true
		}
	}
	var out []string
	for path := range all {
		if t, ok := g.targetOf(path); ok && t.Policy.File == p.File && t.Rule.Expect != (policy.Expect{}) {
			out = append(out, path)
		}
	}
	slices.Sort(out)
	return out
}

// project adds to the projection what the documents' logs have got since, and the given lines.
func (g *Guard) project(p *policy.Policy, more ...ledger.Shared) error {
	projection := g.projection(p)
	own, err := projection.Own()
	if err != nil {
		return err
	}
	told := map[string]uint64{}
	for _, s := range own {
		told[s.Document] = max(told[s.Document], s.Seq)
	}
	var lines []ledger.Shared
	for _, path := range slices.Sorted(maps.Keys(g.known(p))) {
		name := g.shardRel(p, path)
		lines = append(lines, g.recordsAfter(path, name, told[name])...)
	}
	slices.SortStableFunc(lines, func(a, b ledger.Shared) int { return a.Time.Compare(b.Time) })
	if lines = append(lines, more...); len(lines) == 0 && p.Share == "" {
		return nil
	}
	return projection.Add(lines)
}

// recordsAfter are a document's records after a sequence number, intents, refusals and reads aside.
func (g *Guard) recordsAfter(path, name string, seq uint64) []ledger.Shared {
	d, err := g.store.Read(path)
	if err != nil {
		return nil
	}
	defer func() { _ = d.Unlock() }()
	if d.Tail().Seq <= seq {
		return nil
	}
	var out []ledger.Shared
	_ = d.Backward(func(r ledger.Record) bool { // a damaged log tells less, and verify reports it
		if r.Seq > seq && r.Event != ledger.Intent && r.Event != ledger.Refusal && r.Event != ledger.Read {
			out = append(out, projected(name, r))
		}
		return r.Seq > seq
	})
	slices.Reverse(out)
	return out
}

func projected(name string, r ledger.Record) ledger.Shared {
	before, after := r.Before, r.After
	before.At, after.At = 0, 0 // offsets in our own log
	return ledger.Shared{
		Time: r.Time, Event: r.Event, Writer: r.Writer, Document: name, Seq: r.Seq, Op: r.Op, Outcome: r.Outcome, Cause: r.Cause,
		Before: &before, After: &after, LostLines: r.LostLines, Alarm: r.Alarm, Confirmed: r.Confirmed,
	}
}

// unmet lists what a document does not do that its rule expects of it.
func (g *Guard) unmet(t *target) []Finding {
	e := t.Rule.Expect
	if e == (policy.Expect{}) {
		return nil
	}
	wish := expect.Wish{Growth: e.MinGrowth, PerRun: e.PerRun, Per: e.Per, MaxAge: e.MaxAge}
	var out []Finding
	for _, p := range expect.Check(wish, g.facts(t)) {
		out = append(out, Finding{
			Kind: p.Kind, Severity: "warning", Path: t.name, Message: t.name + ": " + p.Message,
			Mend: "find out why its writers do not reach it; noclobber accept " + gate.ShellQuote(t.Real) + " counts anew from now on",
		})
	}
	return out
}

// facts collects what all nodes tell of a document, and what it shows itself.
func (g *Guard) facts(t *target) expect.Facts {
	f := expect.Facts{Now: g.now(), Heard: map[string]time.Time{}}
	name := g.shardRel(t.Policy, t.Real)
	all, err := g.projection(t.Policy).All(isNodeFile)
	if err != nil {
		all = nil // the document itself still tells its age
	}
	over := map[string]bool{}
	for _, s := range all {
		if s.Event == ledger.RunEnded {
			over[s.Writer.Node+"\x00"+s.Writer.Session] = true
		}
	}
	begun := map[string]time.Time{}
	for _, s := range all {
		lines, known := s.Lines[name]
		if known || s.Document == name && s.Event != ledger.External && s.Event != ledger.Known { // seen is not written
			f.Heard[s.Writer.Node] = later(f.Heard[s.Writer.Node], s.Time)
		}
		if s.Event == ledger.RunBegan && !toldTwice(begun, s) {
			if !known {
				lines = -1
			}
			f.Runs = append(f.Runs, expect.Run{At: s.Time, Node: s.Writer.Node, Over: over[s.Writer.Node+"\x00"+s.Writer.Session], Lines: lines})
		}
	}
	g.ownFacts(t, &f)
	g.shardFacts(t, &f)
	return f
}

// toldTwice reports whether a run is the one that another hook on the same start of a session has told of already: a host
// starts those together, and kills them after a minute.
func toldTwice(begun map[string]time.Time, s ledger.Shared) bool {
	key := s.Writer.Node + "\x00" + s.Writer.Session
	last, again := begun[key]
	begun[key] = s.Time
	return again && s.Writer.Session != "" && s.Time.Sub(last).Abs() < time.Minute
}

// isNodeFile tells a node's projection from copies that a sync tool left of one.
func isNodeFile(name string) bool {
	owner, _, _ := siblings.Owner(name)
	return owner == ""
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// ownFacts adds what this node's log of the document tells: its sizes, when it last changed, what was accepted.
func (g *Guard) ownFacts(t *target, f *expect.Facts) {
	if info, err := os.Stat(t.Real); err == nil {
		f.Changed = info.ModTime()
	}
	d, err := g.store.Read(t.Real)
	if err != nil {
		return
	}
	defer func() { _ = d.Unlock() }()
	f.Lines = d.Tail().Head.Lines
	_ = d.Records(func(r ledger.Record) bool { // a damaged log tells less, and verify reports it
		switch r.Event {
		case ledger.Accept:
			if r.Tool == verbTool+string(VerbAccept) { // a restore or a fold accepts as well, and says nothing of growth
				f.Since = r.Time
			}
		case ledger.Known, ledger.Result, ledger.External, ledger.Repair:
			s := expect.Size{At: r.Time, Lines: r.After.Lines}
			if gone := r.Before.Lines - r.After.Lines; r.Confirmed && gone > 0 {
				s.Removed = gone
			}
			f.Sizes = append(f.Sizes, s)
			if r.After.Version != r.Before.Version && (r.Event == ledger.Result || r.Event == ledger.Repair) {
				f.Changed = r.Time // what a gated write left; else the file itself knows best
			}
		}
		return true
	})
}

// shardFacts adds when each writer's shard last changed: a writer is heard of by its entries.
func (g *Guard) shardFacts(t *target, f *expect.Facts) {
	if t.Rule.Mode != policy.Shard {
		return
	}
	var r readingShards
	newest := time.Time{}
	for _, path := range g.shardPaths(t, &r) {
		info, err := os.Stat(path)
		n, ok := shard.Parse(t.Rule.Shards, g.shardRel(t.Policy, path))
		if err != nil || !ok {
			continue
		}
		newest = later(newest, info.ModTime())
		if n.Node != "" {
			f.Heard[n.Node] = later(f.Heard[n.Node], info.ModTime())
		}
	}
	if !newest.IsZero() {
		f.Changed = newest // a view that was rebuilt is as old as its newest entry
	}
}

// neverThere are the findings about documents that are expected to live, and that nobody has ever written.
func (g *Guard) neverThere(policies []*policy.Policy, seen []Status) []Finding {
	var out []Finding
	for _, p := range policies {
		for _, path := range g.livingDocuments(p) {
			t, ok := g.targetOf(path)
			if ok && !slices.ContainsFunc(seen, func(s Status) bool { return s.Path == t.Real }) {
				out = append(out, g.unmet(t)...)
			}
		}
	}
	return out
}

// unmetAtStart words what a session is told of the documents that do not do what is expected.
func (g *Guard) unmetAtStart(policies []*policy.Policy) []string {
	var told []string
	for _, p := range policies {
		for _, path := range g.livingDocuments(p) {
			t, ok := g.targetOf(path)
			if !ok {
				continue
			}
			for _, f := range g.unmet(t) {
				told = append(told, fmt.Sprintf("Needs attention: %s. Tell the user; `noclobber scan` lists it.", f.Message))
			}
		}
	}
	return told
}
