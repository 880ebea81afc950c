package ledger

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"noclobber/internal/fsx"
)

// The events of a projection beside those of records.
const (
	RunBegan Event = "run" // a context began under the policy
	RunEnded Event = "end"
)

// Shared is one line of a node's projection: a run, or a record of a document without what only its own log needs.
type Shared struct {
	Time      time.Time        `json:"time"`
	Event     Event            `json:"event"`
	Writer    Writer           `json:"writer,omitzero"`
	Document  string           `json:"document,omitempty"` // below the policy's directory, "/" between names
	Seq       uint64           `json:"seq,omitempty"`      // of the record in its document's log
	Op        string           `json:"op,omitempty"`
	Outcome   Outcome          `json:"outcome,omitempty"`
	Cause     string           `json:"cause,omitempty"`
	Before    *Stamp           `json:"before,omitempty"`
	After     *Stamp           `json:"after,omitempty"`
	LostLines int64            `json:"lost_lines,omitempty"`
	Alarm     bool             `json:"alarm,omitempty"`
	Confirmed bool             `json:"confirmed,omitempty"`
	Lines     map[string]int64 `json:"lines,omitempty"` // run: how many lines the documents had that something is expected of
}

// Projection is what a node tells of the documents of one policy, in the order of time: one file of JSON lines that only
// this node writes, and, where the policy names a directory that is synced, a copy of it there.
type Projection struct {
	store *Store
	path  string // this node's own
	dir   string // the shared directory; empty: none
	node  string
	err   error
}

// Projection returns the projection of a policy, named by the path of its file. It does no I/O but to learn this node's name.
func (s *Store) Projection(policyFile, shareDir string) *Projection {
	root, err := s.root()
	p := &Projection{store: s, dir: shareDir, err: err, path: filepath.Join(root, "projection", hashName(policyFile)+".jsonl")}
	if err == nil {
		p.node, p.err = s.Node()
	}
	return p
}

// Add appends lines, and brings the shared copy up to date.
func (p *Projection) Add(lines []Shared) error {
	if p.err != nil {
		return p.err
	}
	if err := p.add(lines); err != nil {
		return fmt.Errorf("note in the projection of this node: %w", err)
	}
	return nil
}

func (p *Projection) add(lines []Shared) error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	unlock, err := fsx.Lock(ctx, p.path+".lock")
	if err != nil {
		return err
	}
	defer func() { _ = unlock() }()
	var text []byte
	for _, l := range lines {
		line, err := json.Marshal(l)
		if err != nil {
			return err
		}
		text = append(append(text, line...), '\n')
	}
	if len(text) > 0 {
		if err := appendTo(p.store.files, p.path, string(text)); err != nil {
			return err
		}
	}
	return p.share()
}

// share makes the shared copy hold what this node's own file holds. The copy is only appended to where it is a part of
// that already, so that a sync tool has little to carry; it is written anew where it is not.
func (p *Projection) share() error {
	if p.dir == "" {
		return nil
	}
	own, err := fsx.ReadFile(p.store.files, p.path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	name := filepath.Join(p.dir, p.node+".jsonl")
	there, err := fsx.ReadFile(p.store.files, name)
	switch {
	case err == nil && bytes.Equal(own, there):
		return nil
	case err == nil && bytes.HasPrefix(own, there) && len(there) > 0:
		return appendTo(p.store.files, name, string(own[len(there):]))
	case err != nil && !errors.Is(err, os.ErrNotExist):
		return err
	}
	if err := p.store.files.MkdirAll(p.dir, 0o777); err != nil {
		return err
	}
	return fsx.Replace(name, own, fsx.ReplaceOptions{Mode: 0o644})
}

// Own returns what this node has told.
func (p *Projection) Own() ([]Shared, error) {
	if p.err != nil {
		return nil, p.err
	}
	return p.load(p.path)
}

// All returns what all nodes have told, this one by its own file, in the order of time. Files of nodes are told from
// copies that a sync tool left by is, which says whether a name in the shared directory is a node's.
func (p *Projection) All(is func(name string) bool) ([]Shared, error) {
	all, err := p.Own()
	if err != nil || p.dir == "" {
		return all, err
	}
	entries, err := p.store.files.ReadDir(p.dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return all, err
	}
	for _, e := range entries {
		name, isNode := strings.CutSuffix(e.Name(), ".jsonl")
		if !isNode || name == p.node || !is(e.Name()) {
			continue
		}
		more, err := p.load(filepath.Join(p.dir, e.Name()))
		if err != nil {
			return all, err
		}
		for i := range more {
			more[i].Writer.Node = name // the file's name says whose it is
		}
		all = append(all, more...)
	}
	slices.SortStableFunc(all, func(a, b Shared) int { return a.Time.Compare(b.Time) })
	return all, nil
}

// load reads the whole lines of a file; what cannot be read of it, a torn end, is left out.
func (p *Projection) load(path string) ([]Shared, error) {
	text, err := fsx.ReadFile(p.store.files, path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []Shared
	for line := range bytes.Lines(text) {
		var s Shared
		if bytes.HasSuffix(line, []byte("\n")) && json.Unmarshal(line, &s) == nil {
			out = append(out, s)
		}
	}
	return out, nil
}
