package guard

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/internal/fsx"
	"noclobber/internal/shard"
	"noclobber/internal/siblings"
	"noclobber/ledger"
	"noclobber/policy"
)

// readingShards is all shards of a view as they were read.
type readingShards struct {
	shards   []shard.Shard
	list     []FoldedShard
	findings []Finding
}

// meetShards records what became of the shards outside the gate since they were last seen. It takes each one's lock, so
// the view's must not be held: a call may hold a shard and wait for its view.
func (g *Guard) meetShards(who gate.Context, t *target) {
	var r readingShards
	seen := map[string]ledger.KnownDoc{}
	if known, err := g.store.Index(t.Policy.File).Load(); err == nil {
		for _, k := range known {
			seen[k.Path] = k
		}
	}
	for _, real := range g.shardPaths(t, &r) {
		if k, ok := seen[real]; !ok || !looksSame(k) {
			g.recheck(gate.Call{Context: gate.Context{Host: who.Host}}, real)
		}
	}
}

// readShards reads all shards of a view. What a shard once held and lost outside the gate still counts until the loss is
// accepted: a file that arrives cut, or is missing for a while, takes nothing out of the view. No lock is taken.
func (g *Guard) readShards(t *target) (readingShards, error) {
	var r readingShards
	for _, real := range g.shardPaths(t, &r) {
		text, err := g.shardText(real, &r)
		if err != nil {
			return r, err
		}
		r.shards = append(r.shards, shard.Shard{Name: g.shardRel(t.Policy, real), Text: text})
	}
	return r, nil
}

// shardPaths lists the shards that stand there and those that are known to have stood there, without copies of shards.
func (g *Guard) shardPaths(t *target, r *readingShards) []string {
	dir := resolved(t.Policy.Dir)
	found := shardFiles(dir, t.Rule.Shards)
	known, err := g.store.Index(t.Policy.File).Load()
	if err != nil {
		known = nil // rebuilt by the next scan
	}
	for _, k := range known {
		if k.Version != ledger.Absent || g.alarmed(k.Path) {
			found = appendNew(found, k.Path)
		}
	}
	var out []string
	for _, path := range found {
		rel := g.shardRel(t.Policy, path)
		if _, ok := shard.Parse(t.Rule.Shards, rel); !ok || path == t.Real {
			continue
		}
		if owner, copied := copyOf(path); copied {
			if f, ok := g.strandedCopy(t, path, owner); ok {
				r.findings = append(r.findings, f)
			}
			continue
		}
		if m, err := g.policies.Find(path); err != nil || m.Rule == nil || m.Rule.ShardOf != t.Rule && m.Rule == t.Rule {
			continue
		}
		out = append(out, path)
	}
	slices.Sort(out)
	return out
}

// copyOf reports whether a file is a copy that a tool left beside a shard, and of which one.
func copyOf(path string) (owner string, ok bool) {
	name, _, sure := siblings.Owner(filepath.Base(path))
	if name == "" {
		return "", false
	}
	owner = filepath.Join(filepath.Dir(path), name)
	if sure {
		return owner, true
	}
	_, err := os.Lstat(owner)
	return owner, err == nil
}

// strandedCopy tells of a copy that holds lines which its shard lacks.
func (g *Guard) strandedCopy(t *target, path, owner string) (Finding, bool) {
	copied, _, err := fsx.ReadSettled(path, fsx.ReadOptions{Max: t.Rule.MaxDocument})
	if err != nil {
		return Finding{}, false
	}
	text, _, err := fsx.ReadSettled(owner, fsx.ReadOptions{Max: t.Rule.MaxDocument})
	if err != nil {
		text = nil
	}
	rel := g.shardRel(t.Policy, path)
	lines := document.Lost(copied, text).Lines
	f := Finding{Kind: "conflict-sibling", Severity: "note", Path: rel, Message: rel + " is a copy of a shard, and is not folded; its shard has all of it"}
	if len(lines) > 0 {
		f.Severity, f.Lines = "warning", atMost(lines)
		f.Message = fmt.Sprintf("%s is a copy of a shard, and is not folded; %s of it %s not in %s", rel, nLines(len(lines)), agree(len(lines), "is", "are"), filepath.Base(owner))
		f.Mend = "noclobber absorb " + gate.ShellQuote(owner)
	}
	return f, true
}

// shardText is what a shard holds, and what it lost outside the gate.
func (g *Guard) shardText(real string, r *readingShards) ([]byte, error) {
	s, ok := g.targetOf(real)
	if !ok {
		return nil, nil
	}
	d, err := observe(real, s.Rule.MaxDocument, stampAll)
	switch {
	case err != nil:
		return nil, err
	case d.large:
		return nil, &Denied{Document: s.name, Text: fmt.Sprintf("nothing was folded: %s is above max_document (%s)", s.name, policy.FormatSize(s.Rule.MaxDocument))}
	}
	r.list = append(r.list, FoldedShard{
		Path: s.name, Bytes: d.stamp.Bytes, Lines: d.stamp.Lines,
		Unfinished: len(d.data) > 0 && !bytes.HasSuffix(d.data, []byte("\n")), Missing: !d.exists,
	})
	return g.withLost(s, d, r), nil
}

// withLost adds to a shard's text what its log says that it lost: in open alarms, or since it was last looked at.
func (g *Guard) withLost(s *target, d disk, r *readingShards) []byte {
	doc, err := g.store.Read(s.Real)
	if err != nil {
		return d.data // never seen before
	}
	defer func() { _ = doc.Unlock() }()
	text := d.data
	head := doc.Tail().Head
	if before, err := doc.Bytes(head); err == nil && head.Version != d.stamp.Version && len(lostInFold(before, text)) > 0 {
		text = shard.Union(before, text)
	}
	for _, a := range alarmsOf(doc) {
		r.findings = append(r.findings, alarmFinding(s, a))
		if before, err := doc.Bytes(a.Before); err == nil {
			text = shard.Union(before, text)
		}
	}
	return text
}

// maxShardFiles bounds the files that are looked at for shards of one rule.
const maxShardFiles = 10_000

// shardFiles lists the regular files below dir that a pattern of shards names.
func shardFiles(dir, pattern string) []string {
	dirs := []string{dir}
	parts := strings.Split(path.Clean(pattern), "/")
	for i, part := range parts {
		var next []string
		for _, d := range dirs {
			next = append(next, below(d, part, i == len(parts)-1)...)
		}
		if dirs = next; len(dirs) > maxShardFiles {
			dirs = dirs[:maxShardFiles]
		}
	}
	return dirs
}

// below lists what of a directory a part of a pattern may name: files at its end, else directories.
func below(dir, part string, last bool) []string {
	if !strings.Contains(part, "{") && !last {
		return []string{filepath.Join(dir, part)}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range entries {
		if _, ok := shard.Parse(part, e.Name()); ok && e.IsDir() != last {
			out = append(out, filepath.Join(dir, e.Name()))
		}
	}
	return out
}
