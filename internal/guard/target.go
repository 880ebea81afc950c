package guard

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"noclobber/gate"
	"noclobber/internal/fsx"
	"noclobber/ledger"
	"noclobber/policy"
)

// target is one protected document and what a call does to it.
type target struct {
	policy.Match
	name string // for people
	ops  []gate.Op
	at   string // where the bytes are of a document whose name has become a link since it was known

	shard *target // of a view: this writer's shard, which a call may be made to write instead; it is locked beside the view
	view  *target // of such a shard
}

// work is what a call means: the documents it writes and reads, and whether more may happen.
type work struct {
	writes   []*target // by real path, in order: the order in which they are locked
	reads    []*target
	builtin  []builtinOp
	opaque   bool
	foretold []string // paths that scripts speak of; once looked at, the documents among them
	why      string   // of the first opaque part
	broken   error    // a policy that does not parse stands above a path that would be written
	path     string   // that path

	named  *gate.Abilities // the tools of a mapped call's own server, for next steps; nil: the host's
	mapped []gate.Op       // what a mapped tool does
}

type builtinOp struct {
	match policy.Match
	op    gate.Op
}

// resolve finds the protected documents that a call's operations touch.
func (g *Guard) resolve(call gate.Call) work {
	var w work
	ops := g.operations(call, &w)
	for _, op := range ops {
		g.place(&w, call, op)
	}
	g.placeShards(&w, call)
	slices.SortFunc(w.writes, func(a, b *target) int { return strings.Compare(a.Real, b.Real) })
	return w
}

// operations are the ops of a call, whichever way they are written down: typed, mapped, or as a command.
func (g *Guard) operations(call gate.Call, w *work) []gate.Op {
	if call.Command != "" {
		return g.shellOps(call, w)
	}
	if call.Known {
		return call.Ops
	}
	return g.mappedOps(call, w)
}

// place sorts one operation under the document that it touches, if that is protected.
func (g *Guard) place(w *work, call gate.Call, op gate.Op) {
	if op.Kind == gate.Touch {
		return
	}
	if op.Tree {
		g.placeTree(w, call, op)
	}
	if op.Kind == gate.Move {
		g.placeMove(w, call, op)
		return
	}
	g.placeOne(w, call, op)
}

// placeTwin finds the document that an unprotected name is a hard link of: a command that writes through
// that name writes the document. Hosts' own tools replace the name and leave the document alone.
func (g *Guard) placeTwin(w *work, call gate.Call, op gate.Op, m policy.Match) {
	if !op.Shell || op.Kind == gate.Read || op.Kind == gate.Delete || op.Kind == gate.Move || m.Off {
		return
	}
	id, err := fsx.Stat(m.Real)
	if err != nil || !id.Regular || id.Links < 2 {
		return
	}
	for _, p := range g.inForce(call.CWD, filepath.Dir(m.Real)) {
		known, err := g.store.Index(p.File).Load()
		if err != nil {
			continue
		}
		for _, k := range known {
			if k.Inode != id.Inode || k.Path == m.Real {
				continue
			}
			if twin, err := fsx.Stat(k.Path); err == nil && twin.Inode == id.Inode && twin.Dev == id.Dev {
				op.Path = k.Path
				g.placeOne(w, call, op)
				return
			}
		}
	}
}

func (g *Guard) placeOne(w *work, call gate.Call, op gate.Op) {
	m, err := g.find(op.Path, call.CWD)
	switch {
	case err != nil && op.Kind != gate.Read && w.broken == nil:
		w.broken, w.path = err, op.Path
	case err != nil:
	case m.Builtin != 0 && op.Kind != gate.Read:
		w.builtin = append(w.builtin, builtinOp{m, op})
	case g.isSettings(m, op):
		w.builtin = append(w.builtin, builtinOp{policy.Match{Given: m.Given, Real: m.Real, Builtin: policy.BuiltinSettings}, op})
	}
	if err != nil || !m.Protected || m.Rule == nil {
		g.placeTwin(w, call, op, m)
		return
	}
	if op.Kind == gate.Read {
		w.reads = g.addOp(w.reads, m, op)
		return
	}
	w.writes = g.addOp(w.writes, m, op)
}

// placeMove splits a move into the document that goes away and the one that is written over.
func (g *Guard) placeMove(w *work, call gate.Call, op gate.Op) {
	from, errFrom := g.find(op.Path, call.CWD)
	to, errTo := g.find(op.To, call.CWD)
	op.Kept = errFrom == nil && errTo == nil && from.Rule != nil && from.Rule == to.Rule && from.Rule.Mode == policy.Merge
	g.placeOne(w, call, op)
	over := gate.Op{Kind: gate.Write, Path: op.To, Via: op.Via, Shell: op.Shell, Background: op.Background}
	if r := op.Remote; r != nil {
		there := *r
		_, there.Name, _ = policy.SplitRemote(op.To)
		over.Remote = &there
	}
	g.placeOne(w, call, over)
}

func (g *Guard) addOp(list []*target, m policy.Match, op gate.Op) []*target {
	for _, t := range list {
		if t.Real == m.Real {
			t.ops = append(t.ops, op)
			return list
		}
	}
	return append(list, &target{Match: m, name: g.Name(m), ops: []gate.Op{op}})
}

// placeTree finds the known documents below a directory that is removed, moved or restored as a whole.
func (g *Guard) placeTree(w *work, call gate.Call, op gate.Op) {
	if op.Kind == gate.Restore || op.Kind == gate.InPlace {
		w.markOpaque("repository or program over a whole directory") // judged after: most of it changes nothing here
		return
	}
	known := g.knownBelow(call.CWD, op.Path)
	for _, path := range known {
		below := op
		below.Path, below.Tree = path, false
		if op.Kind == gate.Move {
			below.To = filepath.Join(op.To, strings.TrimPrefix(path, op.Path))
		}
		g.placeOne(w, call, below)
	}
	if op.Kind != gate.Read {
		g.placeBuiltinsBelow(w, op, known)
	}
}

// placeBuiltinsBelow finds what is always protected below a directory that goes away with the known documents in it.
func (g *Guard) placeBuiltinsBelow(w *work, op gate.Op, known []string) {
	add := func(kind policy.Builtin, path string) {
		w.builtin = append(w.builtin, builtinOp{policy.Match{Given: path, Real: path, Builtin: kind}, op})
	}
	if state := g.stateDir(); isBelow(op.Path, state) {
		add(policy.BuiltinState, state)
	}
	for _, state := range localStatesBelow(op.Path, known) {
		add(policy.BuiltinState, state)
	}
	if g.config.Settings == nil {
		return
	}
	for _, path := range g.config.Settings.Below(op.Path) {
		add(policy.BuiltinSettings, path)
	}
}

// localStatesBelow lists the states that are kept beside documents, in a directory or below it; known are the known
// documents there.
func localStatesBelow(dir string, known []string) []string {
	looked := map[string]bool{}
	var out []string
	look := func(at string) {
		state := filepath.Join(at, ledger.LocalName)
		if info, err := os.Lstat(state); !looked[at] && err == nil && info.IsDir() {
			out = append(out, state)
		}
		looked[at] = true
	}
	look(dir)
	for _, path := range known {
		for at := filepath.Dir(path); isBelow(dir, at) && !looked[at]; at = filepath.Dir(at) {
			look(at)
		}
	}
	return out
}

// isBelow reports whether a clean path lies in a directory or further down.
func isBelow(dir, path string) bool {
	sep := string(filepath.Separator)
	return strings.HasPrefix(path, strings.TrimSuffix(dir, sep)+sep)
}

// knownBelow lists the known documents under dir, by the policies in force at dir and at cwd.
func (g *Guard) knownBelow(cwd, dir string) []string {
	var out []string
	seen := map[string]bool{}
	for _, p := range g.inForce(cwd, dir) {
		known, err := g.store.Index(p.File).Load()
		if err != nil {
			continue
		}
		for _, k := range known {
			if isBelow(dir, k.Path) && !seen[k.Path] {
				seen[k.Path] = true
				out = append(out, k.Path)
			}
		}
	}
	return out
}

// inForce lists the policies in force for any of the directories, each once.
func (g *Guard) inForce(dirs ...string) []*policy.Policy {
	var out []*policy.Policy
	for _, dir := range dirs {
		if dir == "" {
			continue
		}
		list, _ := g.policies.InForce(dir) // a broken one is refused where a write meets it
		for _, p := range list {
			if !slices.ContainsFunc(out, func(q *policy.Policy) bool { return q.File == p.File }) {
				out = append(out, p)
			}
		}
	}
	return out
}

func (w *work) markOpaque(why string) {
	if !w.opaque {
		w.opaque, w.why = true, why
	}
}
