package mcpserver

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"noclobber/internal/guard"
	"noclobber/ledger"
)

const toolHistory = "doc_history"

type historyInput struct {
	Path   string `json:"path" jsonschema:"the document: relative to the server's directory, absolute, or its file:// URI"`
	Limit  int    `json:"limit,omitempty" jsonschema:"at most so many entries, the newest first; 20 without it"`
	Before uint64 `json:"before,omitempty" jsonschema:"entries older than this seq: for the next part of a long history"`
}

type history struct {
	Document string  `json:"document" jsonschema:"the document's name"`
	Path     string  `json:"path" jsonschema:"its real path"`
	Version  string  `json:"version" jsonschema:"what stands there now; absent where nothing does"`
	Lines    int64   `json:"lines"`
	Bytes    int64   `json:"bytes"`
	Entries  []entry `json:"entries" jsonschema:"newest first"`
	More     bool    `json:"more" jsonschema:"there are older ones: pass the last seq as before"`
}

type entry struct {
	Seq           uint64 `json:"seq"`
	Time          string `json:"time" jsonschema:"RFC 3339, UTC"`
	Event         string `json:"event" jsonschema:"known (first seen), result (a gated write), external (a write outside the gate), refusal, repair, accept, permit, or intent (under way)"`
	Tool          string `json:"tool,omitempty"`
	By            string `json:"by,omitempty" jsonschema:"host and session; nobody is known for what came from outside the gate"`
	Outcome       string `json:"outcome,omitempty" jsonschema:"what came of a write, or the cause of a refusal or of an external change"`
	VersionBefore string `json:"version_before,omitempty"`
	VersionAfter  string `json:"version_after,omitempty"`
	Lines         int64  `json:"lines" jsonschema:"of version_after"`
	Bytes         int64  `json:"bytes" jsonschema:"of version_after"`
	LostLines     int64  `json:"lost_lines" jsonschema:"lines that went with it and were not meant to"`
	Restorable    bool   `json:"restorable" jsonschema:"doc_restore can bring version_after back"`
}

func (s *session) addHistory(server *mcp.Server) {
	mcp.AddTool(server, &mcp.Tool{
		Name: toolHistory, Title: "List a shared document's versions",
		Description: `Lists what happened to a protected document, newest first: who changed it from which version to which, what was refused, what was changed outside
the gate. The versions are what doc_restore takes.`,
		Annotations: readOnly("List a shared document's versions"),
	}, s.history)
}

// defaultEntries and maxEntries bound what one answer lists.
const (
	defaultEntries = 20
	maxEntries     = 200
)

func (s *session) history(ctx context.Context, _ *mcp.CallToolRequest, in historyInput) (*mcp.CallToolResult, history, error) {
	at, err := s.find(ctx, in.Path)
	if err != nil {
		return nil, history{}, err
	}
	g := s.guard(ctx)
	now, err := g.Show(s.who, at.path, nothing)
	if err != nil {
		return nil, history{}, err
	}
	h := history{
		Document: now.Document, Path: now.Path, Version: string(now.Stamp.Version), Lines: now.Stamp.Lines, Bytes: now.Stamp.Bytes,
		Entries: []entry{},
	}
	if err := h.load(g.Store(), in); err != nil {
		return nil, history{}, err
	}
	s.heard(now.Path, now.Stamp.Version, false)
	for _, e := range h.Entries {
		s.heard(now.Path, ledger.Version(e.VersionAfter), false)
	}
	return &mcp.CallToolResult{Content: words(h.words())}, h, nil
}

// nothing shows nothing of a document.
func nothing(guard.Shown) (guard.Lines, bool) { return guard.Lines{}, false }

// load reads the entries asked for.
func (h *history) load(store *ledger.Store, in historyInput) error {
	doc, err := store.Read(h.Path)
	if err != nil {
		return fmt.Errorf("reading the log of %s: %w", h.Document, err)
	}
	defer func() { _ = doc.Unlock() }() // nothing was written
	limit := min(in.Limit, maxEntries)
	if limit <= 0 {
		limit = defaultEntries
	}
	ended := map[uint64]bool{}
	return doc.Backward(func(r ledger.Record) bool {
		if r.Fence != 0 {
			ended[r.Fence] = true
		}
		if in.Before != 0 && r.Seq >= in.Before || r.Event == ledger.Intent && ended[r.Seq] {
			return true
		}
		if h.More = len(h.Entries) == limit; !h.More {
			h.Entries = append(h.Entries, entryOf(r))
		}
		return !h.More
	})
}

func entryOf(r ledger.Record) entry {
	e := entry{
		Seq: r.Seq, Time: r.Time.UTC().Format(time.RFC3339), Event: string(r.Event), Tool: r.Tool, By: writerOf(r.Writer),
		Outcome: string(r.Outcome), VersionBefore: string(r.Before.Version), VersionAfter: string(r.After.Version),
		Lines: r.After.Lines, Bytes: r.After.Bytes, LostLines: r.LostLines,
		Restorable: r.After.At != 0 && r.After.Version != ledger.Absent,
	}
	switch r.Event {
	case ledger.Refusal, ledger.External:
		e.Outcome = r.Cause
	case ledger.Intent:
		e.Outcome = "under way"
	}
	if r.Event == ledger.External || r.Event == ledger.Known {
		e.By, e.Tool = "", "" // it was noticed by this writer, not made
	}
	return e
}

func writerOf(w ledger.Writer) string {
	return strings.TrimSpace(strings.Join([]string{w.Host, w.Session, w.Agent}, " "))
}

func (h history) words() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s stands at version %s, %s", h.Document, short(h.Version), sizes(h.Lines, h.Bytes))
	for _, e := range h.Entries {
		b.WriteString("\n" + e.words())
	}
	if h.More {
		fmt.Fprintf(&b, "\nolder ones: before=%d", h.Entries[len(h.Entries)-1].Seq)
	}
	return b.String()
}

func (e entry) words() string {
	var parts []string
	add := func(text string) {
		if text != "" {
			parts = append(parts, text)
		}
	}
	add(fmt.Sprintf("%d %s", e.Seq, e.Time))
	if e.VersionAfter != "" && e.VersionAfter != e.VersionBefore {
		add(orNothing(short(e.VersionBefore)) + " -> " + short(e.VersionAfter))
	}
	add(e.Event)
	add(e.Tool)
	add(e.Outcome)
	add(e.By)
	if e.LostLines > 0 {
		add(count(e.LostLines, "line") + " lost")
	}
	return strings.Join(parts, "  ")
}

func orNothing(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
