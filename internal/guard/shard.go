package guard

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"noclobber/gate"
	"noclobber/internal/shard"
	"noclobber/ledger"
	"noclobber/policy"
)

// lastOp is the operation that a rewritten call carries out.
func (t *target) lastOp() gate.Op {
	if t.view != nil {
		return t.view.lastOp()
	}
	return t.ops[len(t.ops)-1]
}

// opsMeant are the operations that a call does to it: to a shard those that were meant for its view.
func (t *target) opsMeant() []gate.Op {
	if t.view != nil {
		return t.view.ops
	}
	return t.ops
}

// shardName is the part of shard names that tells this writer: its node, its session, the day.
func (g *Guard) shardName(w ledger.Writer) shard.Name {
	return shard.Name{Node: fileWord(w.Node), Session: fileWord(orDefault(w.Session, w.Host)), Date: g.now().UTC().Format("2006-01-02")}
}

// fileWord makes a word that any file system takes in a name.
func fileWord(s string) string {
	const most = 64
	s = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		}
		return '-'
	}, s)
	if len(s) > most {
		s = s[:most]
	}
	return orDefault(s, "none")
}

// ownShard is the path of a writer's shard of a rule; empty where this machine has no name.
func (g *Guard) ownShard(p *policy.Policy, r *policy.Rule, w ledger.Writer) string {
	if r.ShardOf != nil {
		r = r.ShardOf
	}
	if r.Mode != policy.Shard || w.Node == "" {
		return ""
	}
	return filepath.Join(p.Dir, filepath.FromSlash(shard.Expand(r.Shards, g.shardName(w))))
}

// isOwnShard reports whether a shard is one of this writer's: the node's where names tell nodes apart, else the session's.
func (g *Guard) isOwnShard(t *target, w ledger.Writer) bool {
	n, ok := shard.Parse(t.Rule.ShardOf.Shards, g.shardRel(t.Policy, t.Real))
	own := g.shardName(w)
	switch {
	case !ok:
		return false // a copy of one, or something that only looks like one
	case n.Node != "":
		return n.Node == own.Node
	case n.Session != "":
		return n.Session == own.Session
	}
	return n.Date == own.Date
}

// shardRel is a path below the policy's directory, as patterns have it.
func (g *Guard) shardRel(p *policy.Policy, path string) string {
	for _, dir := range []string{p.Dir, resolved(p.Dir)} {
		if rel, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel)
		}
	}
	return filepath.ToSlash(path)
}

func resolved(dir string) string {
	real, err := files{}.Resolve(dir)
	if err != nil {
		return dir
	}
	return real
}

// shardState tells the judge where this writer's own entries go, or that the document is another writer's shard.
func (h *held) shardState(st *gate.State) {
	st.Shard = h.g.ownShard(h.t.Policy, h.rule(), h.writer)
	st.Foreign = h.rule().ShardOf != nil && !h.g.isOwnShard(h.t, h.writer)
}

// ownShardText is what stands in this writer's shard, for a next step that adds to it; nil where that is not known. It is
// not locked: the call that is made of it is judged by itself.
func (h *held) ownShardText(path string) []byte {
	if path == "" {
		return nil
	}
	d, err := observe(path, h.rule().MaxDocument, stampAll)
	switch {
	case err != nil || !d.text():
		return nil
	case len(d.data) == 0:
		return []byte{}
	}
	return d.data
}

// placeShards puts beside each view that a typed call would write this writer's shard: the call may be made to write that.
func (g *Guard) placeShards(w *work, call gate.Call) {
	for _, t := range w.writes {
		if t.Rule.Mode != policy.Shard || len(t.ops) != 1 || t.ops[0].Fields.Path == "" || !call.Host.Redirect {
			continue
		}
		path := g.ownShard(t.Policy, t.Rule, g.writerOf(call.Context))
		s, ok := g.targetOf(path)
		if path == "" || !ok || s.Rule.ShardOf != t.Rule {
			continue
		}
		s.view, t.shard = t, s
		w.writes = append(w.writes, s)
		return // one call, one file
	}
}

// shardOf finds the shard that is held beside a view.
func shardOf(all []*held, view *held) *held {
	for _, h := range all {
		if h.t.view == view.t {
			return h
		}
	}
	return nil
}

// shardSeen is this writer's shard, as a call on its view may use it.
type shardSeen struct {
	text   []byte
	usable bool // the call may be made to write it
}

// seen is a shard that is locked beside its view; none where h is nil.
func (h *held) seen() shardSeen {
	if h == nil {
		return shardSeen{}
	}
	return shardSeen{text: h.disk.data, usable: h.disk.text() && !h.refusedBefore()}
}

// glimpsed is a view's shard looked at without its lock, for a preview.
func (h *held) glimpsed() shardSeen {
	if h.t.shard == nil {
		return shardSeen{}
	}
	d, err := observe(h.t.shard.Real, h.t.shard.Rule.MaxDocument, stampAll)
	return shardSeen{text: d.data, usable: err == nil && d.text()}
}

// refusedBefore reports whether this context's host would not write the shard in its view's place when it was last made
// to: some refuse a file that their model has not read.
func (h *held) refusedBefore() bool {
	refused, left := false, maxBack
	_ = h.doc.Backward(func(r ledger.Record) bool { // a damaged log tells less, and verify reports it
		left--
		mine := r.View != "" && r.Event == ledger.Result && sameContext(r.Writer, h.writer)
		refused = mine && r.Outcome == ledger.Unwritten
		return !mine && left > 0
	})
	return refused
}

// redirected tells the model where its lines go.
func (h *held) redirected(p gate.Plan) string {
	where := h.g.Name(policy.Match{Policy: h.t.Policy, Real: p.Redirect, Given: p.Redirect})
	text := fmt.Sprintf("noclobber: %s is a view, folded from one shard a machine: your %s %s to %s instead, and %s.",
		h.t.name, nLines(len(p.Added)), agree(len(p.Added), "goes", "go"), where, h.g.whenShown(h.t))
	return text + gate.Quote(p.Added, gate.MaxText-len(text)-80) + "\nRead it before you write it whole again."
}

// whenShown says when a view has what a shard just got.
func (g *Guard) whenShown(t *target) string {
	if g.folds(t) {
		return t.name + " shows them right after this call"
	}
	return t.name + " shows them once " + t.Rule.Reduce + " has folded it"
}

// folds reports whether this machine rebuilds a view.
func (g *Guard) folds(t *target) bool {
	return t.Rule.Reduce == "local" || t.Rule.Reduce == g.writerOf(gate.Context{}).Node
}

// moved is a call that wrote a shard in its view's place.
type moved struct {
	view string // real path
	text []byte // what the call meant the view to hold
}

// moved finds what a call that wrote a shard in its view's place meant the view to hold.
func (g *Guard) moved(call gate.Call, t *target) (moved, bool) {
	h, err := g.holdWithin(lockWait, t, g.writerOf(call.Context))
	if err != nil {
		return moved{}, false // a lost base costs a re-read, never a line
	}
	defer h.release()

	r, ok, err := h.ownRecord(call)
	if err != nil || !ok || r.Event != ledger.Result || r.View == "" || r.Outcome == ledger.Unwritten {
		return moved{}, false
	}
	o, ok := h.intent(r.Fence)
	if !ok {
		return moved{}, false
	}
	m := moved{view: o.View}
	s := o.Proposal
	if s.Version == "" {
		s = o.After
	}
	m.text, ok = h.bytes(s)
	return m, ok
}

// afterShard rebuilds the views of a shard that a call has written, and moves the base of a view that the call meant.
// It returns what the context is to be told.
func (g *Guard) afterShard(call gate.Call, t *target) string {
	if m, ok := g.moved(call, t); ok {
		if view, ok := g.targetOf(m.view); ok {
			g.setBaseOf(call, view, m.text)
		}
	}
	return g.refold(call.Context, t)
}

// setBaseOf makes text what a call's context knows of a document.
func (g *Guard) setBaseOf(call gate.Call, t *target, text []byte) {
	g.withView(call.Context, t, func(v *ledger.View, seq uint64) { setBase(v, text, seq) })
}

// addedOf notes what a context appended to a document by other means.
func (g *Guard) addedOf(who gate.Context, t *target, text []byte) {
	g.withView(who, t, func(v *ledger.View, _ uint64) {
		if v.HasBase {
			v.Added = append(v.Added, bytes.Clone(text))
		}
	})
}

// withView changes what a context is known to have seen of a document. Where that fails the context reads again.
func (g *Guard) withView(who gate.Context, t *target, change func(v *ledger.View, seq uint64)) {
	if who.Session == "" {
		return
	}
	h, err := g.holdWithin(lockWait, t, g.writerOf(who))
	if err != nil {
		return
	}
	defer h.release()
	view, err := h.doc.View(h.writer)
	if err != nil {
		return
	}
	change(&view, h.doc.Tail().Seq)
	_ = h.doc.SetView(h.writer, view) // as above
}

// appendShard adds an entry to this writer's shard, whether the view was named or the shard, and rebuilds the view.
func (g *Guard) appendShard(who gate.Context, t *target, c Change) (Receipt, error) {
	w := g.writerOf(who)
	path := t.Real
	switch {
	case t.Rule.ShardOf == nil:
		path = g.ownShard(t.Policy, t.Rule, w)
	case !g.isOwnShard(t, w):
		return Receipt{}, &Denied{Document: t.name, Text: "nothing was written to " + t.name + ": it is another writer's shard, and only that one adds to it"}
	}
	if path == "" {
		return Receipt{}, &Denied{Document: t.name, Text: "nothing was written to " + t.name + ": this machine has no name yet, since its state cannot be written"}
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return Receipt{}, denied(t, err)
	}
	r, err := g.apply(who, path, c)
	if err != nil {
		return r, err
	}
	s, ok := g.targetOf(path)
	if !ok || s.Rule.ShardOf == nil {
		return r, nil
	}
	for _, view := range g.viewsOf(s) {
		g.shown(who, view, c.Content, &r)
	}
	return r, nil
}

// shown folds a view that has a new entry in a shard, and says in the entry's receipt what became of it.
func (g *Guard) shown(who gate.Context, path string, entry []byte, r *Receipt) {
	view, ok := g.targetOf(path)
	if !ok {
		return
	}
	g.addedOf(who, view, entry)
	if !g.folds(view) {
		r.Notes = append(r.Notes, view.name+" shows it once "+view.Rule.Reduce+" has folded it")
		return
	}
	f, err := g.Fold(who, path, FoldOptions{})
	if err != nil {
		r.Notes = append(r.Notes, fmt.Sprintf("%s does not show it yet: %v; `noclobber reduce %s` tries again", view.name, err, gate.ShellQuote(view.Real)))
		return
	}
	r.View = &f.Receipt
}

// refold rebuilds the views of a shard's rule where that is this machine's task; what fails is told.
func (g *Guard) refold(who gate.Context, t *target) string {
	told := ""
	for _, path := range g.viewsOf(t) {
		view, ok := g.targetOf(path)
		if !ok || !g.folds(view) {
			continue
		}
		if _, err := g.Fold(who, path, FoldOptions{}); err != nil {
			told = withAlarms(told, fmt.Sprintf("noclobber: the entry stands in %s, but %s could not be rebuilt: %v. `noclobber reduce %s` tries again.",
				t.name, view.name, err, gate.ShellQuote(view.Real)))
		}
	}
	return told
}

// foldAll rebuilds the views that are this machine's task: entries of others have arrived since a session was here last.
func (g *Guard) foldAll(call gate.Call, policies []*policy.Policy) {
	for _, p := range policies {
		for _, r := range p.Rules {
			if r.OfShards() == nil {
				continue
			}
			for _, path := range g.viewsOf(&target{Match: policy.Match{Policy: p, Rule: r.OfShards()}}) {
				if t, ok := g.targetOf(path); ok && g.folds(t) && g.foldedBefore(path) {
					_, _ = g.Fold(gate.Context{Host: call.Context.Host}, path, FoldOptions{}) // reduce says what is wrong
				}
			}
		}
	}
}

// foldedBefore reports whether a view was folded on this machine: the first time somebody asks for it.
func (g *Guard) foldedBefore(path string) bool {
	d, err := g.store.Read(path)
	if err != nil {
		return false
	}
	defer func() { _ = d.Unlock() }()
	found, left := false, maxFoldsBack
	_ = d.Backward(func(r ledger.Record) bool { // a damaged log tells less, and verify reports it
		left--
		found = r.Own.Version != ""
		return !found && left > 0
	})
	return found
}

// viewsOf are the documents that a shard is folded into: those that the rule spells out, and those that are known.
func (g *Guard) viewsOf(t *target) []string {
	rule := t.Rule.ShardOf
	var out []string
	add := func(path string) {
		if v, ok := g.targetOf(path); ok && v.Rule == rule {
			out = appendNew(out, v.Real)
		}
	}
	for _, path := range t.Policy.Literals() {
		add(path)
	}
	known, err := g.store.Index(t.Policy.File).Load()
	if err != nil {
		return out
	}
	for _, k := range known {
		add(k.Path)
	}
	return out
}

func appendNew(list []string, s string) []string {
	for _, have := range list {
		if have == s {
			return list
		}
	}
	return append(list, s)
}

// Views lists the documents that the policies in force for dir fold from shards: those that are spelled out, and those
// that stand there or are known.
func (g *Guard) Views(dir string) []string {
	policies, _ := g.policies.InForce(dir) // a broken one is reported by scan and doctor
	var out []string
	for _, p := range policies {
		for _, path := range append(p.Literals(), g.allDocuments([]*policy.Policy{p})...) {
			if t, ok := g.targetOf(path); ok && t.Rule.Mode == policy.Shard {
				out = appendNew(out, t.Real)
			}
		}
	}
	return out
}
