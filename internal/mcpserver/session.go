package mcpserver

import (
	"context"
	"strings"
	"sync"

	"noclobber/gate"
	"noclobber/internal/guard"
	"noclobber/ledger"
)

// session is one connection: a context with bases of its own.
type session struct {
	Config
	who gate.Context

	mu    sync.Mutex
	seen  map[string]map[string]bool // by real path and version: whether it was shown in full, or only named in an answer
	bases map[string]bases           // what splices are made from, by real path
}

// bases are the versions from which this connection knows a document's anchors: all of them from its last read, some from
// its own splices since.
type bases struct {
	read  string
	since map[string]string // by anchor
}

// guard makes the guard of one call, which gives up waiting for others when the call is cancelled.
func (s *session) guard(ctx context.Context) *guard.Guard {
	c := s.Guard
	c.Cancel = ctx.Done()
	c.Names = gate.Abilities{ReadTool: toolRead, EditTool: toolSplice, WriteTool: toolWrite}
	return guard.New(c)
}

// leave drops what the context was shown: nobody will write from it any more. One that was shown nothing leaves no trace.
func (s *session) leave() {
	if len(s.seen) == 0 {
		return
	}
	s.guard(context.Background()).Session(gate.Call{Event: gate.ContextEnd, Context: s.who, CWD: s.Guard.From})
}

// heard remembers a version that the client was told of; whole says that it knows its text.
func (s *session) heard(real string, v ledger.Version, whole bool) {
	if v == "" || v == ledger.Absent {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seen[real] == nil {
		s.seen[real] = map[string]bool{}
	}
	s.seen[real][string(v)] = whole || s.seen[real][string(v)]
}

// knows reports whether the client was shown a version in full.
func (s *session) knows(real string, v ledger.Version) bool {
	if v == ledger.Absent {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen[real][string(v)]
}

// unseen reports whether the client knows a version by name alone: from the receipt of an append, say, which may hold
// others' lines. A version that this connection never named came from elsewhere, and is taken at its word.
func (s *session) unseen(real, version string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	named := false
	for v, whole := range s.seen[real] {
		if version == "" || !strings.HasPrefix(v, strings.ToLower(version)) {
			continue
		}
		if whole {
			return false
		}
		named = true
	}
	return named
}

// wrote remembers what a change left. The client knows it whole where it knew what stood before, or sent all of it, and
// nobody else's lines were taken in.
func (s *session) wrote(r guard.Receipt, whole bool) {
	for one := &r; one != nil; one = one.View {
		s.heard(one.Path, one.After.Version, whole)
		whole = false // a view was rebuilt from everybody's shards
	}
}

// sawAll remembers the version of a read as the one that the next splices are made from.
func (s *session) sawAll(real, version string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bases[real] = bases{read: version, since: map[string]string{}}
}

// spliced remembers that this connection itself has made an anchor what it is.
func (s *session) spliced(real, anchor, version string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bases[real].since == nil {
		s.bases[real] = bases{since: map[string]string{}}
	}
	s.bases[real].since[anchor] = version
}

// baseOf is the version from which this connection knows an anchor; empty where it has not read the document.
func (s *session) baseOf(real, anchor string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.bases[real]
	if v, ok := b.since[anchor]; ok {
		return v
	}
	return b.read
}
