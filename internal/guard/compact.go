package guard

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/internal/fsx"
	"noclobber/internal/shard"
	"noclobber/policy"
)

// VerbCompact joins old shards of this machine into one file.
const VerbCompact Verb = "reduce --compact"

// Compacted is what compacting reports.
type Compacted struct {
	Document string   `json:"document"` // the view
	Archive  string   `json:"archive,omitempty"`
	Shards   []string `json:"shards"` // that went into it
}

// Compact joins the shards of this machine that nobody has added to for so long into one file of its own: their texts stay,
// each under its name, so that every fold gives what it gave before. A shard is removed only when the archive that holds it
// is durable; where both are there, after a crash, it counts once.
func (g *Guard) Compact(who gate.Context, view string, older time.Duration) (Compacted, error) {
	t, err := g.Target(view)
	if err != nil {
		return Compacted{}, err
	}
	out := Compacted{Document: t.name, Shards: []string{}}
	archive, ok := g.archivePath(t, g.shardName(g.writerOf(who)))
	if !ok {
		return out, &Denied{Document: t.name, Text: fmt.Sprintf("nothing was compacted: shards = %q has no {node} with a {date} or a {session}, so there is one shard a machine", t.Rule.Shards)}
	}
	g.meetShards(who, t)
	var old []shard.Shard
	var paths []string
	for _, path := range g.oldShards(t, who, archive, older) {
		d, err := observe(path, t.Rule.MaxDocument, stampAll)
		if err != nil || !d.text() || !d.exists {
			continue // it stays where it is
		}
		old = append(old, shard.Shard{Name: g.shardRel(t.Policy, path), Text: d.data})
		paths = append(paths, path)
	}
	if len(old) == 0 {
		return out, nil
	}
	if err := os.MkdirAll(filepath.Dir(archive), 0o777); err != nil {
		return out, denied(t, err)
	}
	if err := g.pack(who, archive, old, t.Rule.FormatOf(t.Real) == policy.JSONL); err != nil {
		return out, err
	}
	out.Archive = g.shardRel(t.Policy, archive)
	for i, path := range paths {
		if err := g.retire(who, path, old[i].Text); err != nil {
			return out, err
		}
		out.Shards = append(out.Shards, old[i].Name)
	}
	return out, nil
}

// archivePath is the file that this machine's old shards go into; ok is false where it has only one shard.
func (g *Guard) archivePath(t *target, own shard.Name) (string, bool) {
	rule := t.Rule
	if rule.Mode != policy.Shard || own.Node == "" {
		return "", false
	}
	own.Session, own.Date = shard.Archive, shard.Archive
	path := shard.Expand(rule.Shards, own)
	n, ok := shard.Parse(rule.Shards, path)
	if !ok || n.Node == "" || n.Session == "" && n.Date == "" {
		return "", false
	}
	return filepath.Join(resolved(t.Policy.Dir), filepath.FromSlash(path)), true
}

// oldShards lists this machine's shards that have not changed for so long; that of today is not old.
func (g *Guard) oldShards(t *target, who gate.Context, archive string, older time.Duration) []string {
	own := g.shardName(g.writerOf(who))
	var r readingShards
	return slices.DeleteFunc(g.shardPaths(t, &r), func(path string) bool {
		n, _ := shard.Parse(t.Rule.Shards, g.shardRel(t.Policy, path))
		info, err := os.Stat(path)
		return path == archive || err != nil || n.Node != own.Node || n.Date == own.Date && n.Date != "" ||
			n.Session == own.Session && n.Session != "" || g.now().Sub(info.ModTime()) < older
	})
}

// pack writes the archive with the shards in it, beside those that it has.
func (g *Guard) pack(who gate.Context, archive string, old []shard.Shard, rows bool) error {
	return g.alone(who, archive, VerbCompact, func(h *held, call gate.Call) error {
		all := append(old, shard.Shard{Name: g.shardRel(h.t.Policy, archive), Text: h.disk.data})
		text := shard.Pack(slices.DeleteFunc(shard.Unpack(all), func(s shard.Shard) bool { return len(s.Text) == 0 }), rows)
		if bytes.Equal(text, h.disk.data) {
			return nil
		}
		if err := h.perform(call, known(text), VerbCompact, func() error { return h.replace(text) }); err != nil {
			return err
		}
		if !bytes.Equal(h.disk.data, text) {
			return fmt.Errorf("compacting into %s: %w", h.t.name, fsx.ErrChanged)
		}
		return nil
	})
}

// retire removes a shard whose text is in the archive, unless it has changed since.
func (g *Guard) retire(who gate.Context, path string, text []byte) error {
	return g.alone(who, path, VerbCompact, func(h *held, call gate.Call) error {
		if !h.disk.exists || !bytes.Equal(h.disk.data, text) {
			return nil // what came later is folded from here, and goes into the archive the next time
		}
		gone := gate.Plan{Known: true, Absent: true, Confirms: true}
		return h.perform(call, gone, VerbCompact, func() error { return os.Remove(h.t.Real) })
	})
}

// compacted reports whether what a shard held stands in an archive beside it: then it was not lost.
func (h *held) compacted(old []byte) bool {
	if h.rule().ShardOf == nil {
		return false
	}
	rel := h.g.shardRel(h.t.Policy, h.t.Real)
	n, ok := shard.Parse(h.rule().ShardOf.Shards, rel)
	if !ok {
		return false
	}
	n.Session, n.Date = shard.Archive, shard.Archive
	path := filepath.Join(resolved(h.t.Policy.Dir), filepath.FromSlash(shard.Expand(h.rule().ShardOf.Shards, n)))
	if path == h.t.Real {
		return false
	}
	d, err := observe(path, h.rule().MaxDocument, stampAll)
	if err != nil || !d.exists {
		return false
	}
	for _, s := range shard.Unpack([]shard.Shard{{Name: "", Text: d.data}}) {
		if s.Name == rel {
			return len(document.Lost(old, s.Text).Lines) == 0
		}
	}
	return false
}
