package guard

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/internal/fsx"
	"noclobber/internal/shard"
	"noclobber/ledger"
	"noclobber/policy"
)

// VerbReduce folds shards into the document that they belong to.
const VerbReduce Verb = "reduce"

// FoldOptions say how a view is rebuilt.
type FoldOptions struct {
	Dry bool // say what would change, and change nothing
}

// FoldReceipt is what a fold reports.
type FoldReceipt struct {
	Receipt
	Shards   []FoldedShard `json:"shards"`
	Stale    bool          `json:"stale"`   // Dry: the view lacks something that a shard has
	Added    []string      `json:"added"`   // lines that the view got, or would get
	Findings []Finding     `json:"-"`       // copies of shards, shards that lost lines
	Summary  string        `json:"summary"` // for people
}

// FoldedShard is one shard as it was read.
type FoldedShard struct {
	Path       string `json:"path"` // below the policy
	Bytes      int64  `json:"bytes"`
	Lines      int64  `json:"lines"`
	Unfinished bool   `json:"unfinished,omitempty"` // its last line has no ending yet
	Missing    bool   `json:"missing,omitempty"`    // it is gone; what it last held is folded
}

// folding is a fold under way.
type folding struct {
	own    shard.Skeleton
	shards []shard.Shard
}

// Fold rebuilds a view of what all its shards hold now, under the view's lock. It may be done by any number of processes
// at any time: what it leaves depends on the shards and the view's own text alone. A refusal is a *Denied.
func (g *Guard) Fold(who gate.Context, path string, opt FoldOptions) (FoldReceipt, error) {
	t, err := g.Target(path)
	if err != nil {
		return FoldReceipt{}, err
	}
	if t.Rule.Mode != policy.Shard {
		return FoldReceipt{}, &Denied{Document: t.name, Text: fmt.Sprintf("%s has no shards: its rule has the mode %s", t.name, t.Rule.Mode)}
	}
	if !opt.Dry && !g.folds(t) {
		return FoldReceipt{}, &Denied{Document: t.name, Text: fmt.Sprintf("nothing was written to %s: its rule lets %s rebuild it, and this is %s",
			t.name, t.Rule.Reduce, g.writerOf(who).Node)}
	}
	g.meetShards(who, t)
	var r FoldReceipt
	err = g.run(who, path, VerbReduce, func(*held) bool { return true }, func(h *held, call gate.Call, _ string) error {
		return h.foldInto(call, &r, opt)
	})
	return r, err
}

// foldTries bounds how often a fold begins anew because the view changed under it.
const foldTries = 5

// foldInto renders the view and writes it where it differs. The shards are read anew under the view's lock: whoever
// appends to one and folds after that finds its entry here, or waits for this fold and finds it in its own.
func (h *held) foldInto(call gate.Call, r *FoldReceipt, opt FoldOptions) error {
	for range foldTries {
		read, err := h.g.readShards(h.t)
		if err != nil {
			return err
		}
		r.Shards, r.Findings = read.list, read.findings
		err = h.foldOnce(call, r, read.shards, opt)
		if !errors.Is(err, fsx.ErrChanged) {
			return err
		}
		if err := h.look(); err != nil {
			return err
		}
		if _, err := h.settle(call, true); err != nil {
			return err
		}
	}
	return fmt.Errorf("rebuilding %s: %w", h.t.name, fsx.ErrChanged)
}

func (h *held) foldOnce(call gate.Call, r *FoldReceipt, shards []shard.Shard, opt FoldOptions) error {
	r.Receipt = Receipt{Document: h.t.name, Path: h.t.Real, Verb: VerbReduce, Before: h.disk.stamp, After: h.disk.stamp}
	if h.disk.large {
		return h.denyVerb("it is above max_document (%s)", policy.FormatSize(h.rule().MaxDocument))
	}
	options := foldOptions(h.rule(), h.t.Real)
	h.fold = &folding{own: shard.Strip(h.disk.data, shards, h.lastFold(), options), shards: shards}
	text := shard.Fold(h.fold.own, shards, options)
	if int64(len(text)) > h.rule().MaxDocument {
		return h.denyVerb("it would be above max_document (%s); compact or archive old shards", policy.FormatSize(h.rule().MaxDocument))
	}
	if bytes.Equal(text, h.disk.data) { // also a view that is not there, and nothing to show
		return nil
	}
	r.Added, r.Lost = document.Added(h.disk.data, text), lostInFold(h.disk.data, text)
	if r.Stale = true; opt.Dry {
		return nil
	}
	p := known(text)
	p.Shared = true                                                                                 // a fold that was killed must not keep the next one waiting: both would write the same
	if err := h.perform(call, p, VerbReduce, func() error { return h.replace(text) }); err != nil { // never by appending: another machine may do the same now
		return err
	}
	r.After, r.Stale = h.disk.stamp, false
	return h.settleHealed(call)
}

// lostInFold are the lines that a fold takes out of a view: unfinished ones that are whole now are no loss.
func lostInFold(old, text []byte) []string {
	added := document.Added(old, text)
	return slices.DeleteFunc(document.Lost(old, text).Lines, func(line string) bool { return continued(line, added) })
}

// continued reports whether a line goes on in one of others.
func continued(line string, others []string) bool {
	return slices.ContainsFunc(others, func(o string) bool { return len(o) > len(line) && o[:len(line)] == line })
}

func foldOptions(rule *policy.Rule, path string) shard.Options {
	return shard.Options{At: placeOf(rule), Marks: marksOf(rule), Rows: rule.FormatOf(path) == policy.JSONL}
}

// maxFoldsBack bounds how far back the last fold is looked for; without it the view's own text is found by comparing.
const maxFoldsBack = 256

// lastFold is what the ledger has of the last fold: the one that left what stands, if there is one, else the newest.
func (h *held) lastFold() *shard.Last {
	var found *ledger.Record
	left := maxFoldsBack
	_ = h.doc.Backward(func(r ledger.Record) bool { // a damaged log tells less, and verify reports it
		left--
		if r.Own.Version == "" {
			return left > 0
		}
		if found == nil || r.After.Version == h.disk.stamp.Version {
			found = &r
		}
		return left > 0 && r.After.Version != h.disk.stamp.Version
	})
	if found == nil {
		return nil
	}
	text, ok := h.bytes(found.After)
	own, okOwn := h.ownText(found.Own)
	if !ok || !okOwn {
		return nil
	}
	return &shard.Last{Text: text, Own: shard.Skeleton{Text: own, Slot: found.Slot - 1}}
}

func (h *held) ownText(s ledger.Stamp) ([]byte, bool) {
	if s.Version == ledger.VersionOf(nil) {
		return nil, true
	}
	return h.bytes(s)
}

// keepOwn stores a view's own text, which seldom changes.
func (h *held) keepOwn(own shard.Skeleton) ledger.Stamp {
	near := ledger.Stamp{}
	_ = h.doc.Backward(func(r ledger.Record) bool {
		near = r.Own
		return r.Own.Version == "" && r.Seq+maxBack > h.doc.Tail().Seq
	})
	if near.Version == "" {
		near = h.disk.stamp
	}
	return h.doc.Keep(own.Text, near, nil)
}

// settleHealed settles alarms about lines that stand there again: shards brought them back.
func (h *held) settleHealed(call gate.Call) error {
	for _, a := range h.alarms() {
		before, ok := h.bytes(a.Before)
		if !ok || len(lostInFold(before, h.disk.data)) > 0 {
			return nil
		}
	}
	if len(h.doc.Tail().Alarms) == 0 {
		return nil
	}
	h.settleAlarms(call)
	return h.commit(false)
}
