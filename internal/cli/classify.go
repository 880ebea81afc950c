package cli

import (
	"bytes"
	"slices"
	"strings"

	"noclobber/policy"
)

// kind is what a document seems to be, and the rule for it.
type kind struct {
	name   string
	mode   policy.Mode
	format policy.Format
	reason string
}

// classify tells by a document's name, and where that leaves a choice by its text, what it is.
// ok is false for files that agents do not usually share.
func classify(rel string, text func() []byte) (k kind, ok bool) {
	words := wordsOf(rel)
	switch strings.ToLower(extension(rel)) {
	case ".md", ".markdown", ".txt", ".org", "":
		return classifyText(rel, words, text)
	case ".jsonl", ".ndjson":
		if hasAny(words, "log", "logs", "session", "sessions", "event", "events", "history", "journal", "trace", "traces", "messages", "ledger") {
			return kind{"logs", policy.Append, policy.JSONL, "Logs of one JSON row a line: writers add rows, and none may be lost or rewritten."}, true
		}
	case ".json":
		if hasAny(words, "state", "status", "progress", "memory") {
			return kind{"state", policy.Merge, policy.JSON, "State that several sessions load, change and save whole: an older save must not undo a newer one."}, true
		}
	}
	return kind{}, false
}

// classifyText sorts documents that people read.
func classifyText(rel string, words []string, text func() []byte) (kind, bool) {
	base := strings.ToLower(rel[strings.LastIndexByte(rel, '/')+1:])
	markdown := strings.HasSuffix(base, ".md") || strings.HasSuffix(base, ".markdown")
	switch {
	case base == "claude.md" || base == "agents.md" || base == "gemini.md" || base == "claude.local.md":
		return kind{"instructions", policy.Merge, "", "Instructions that agents are told to keep up to date: edits of different lines are merged."}, true
	case hasAny(words, "memory", "memories") && markdown:
		return kind{"memory", policy.Merge, "", "Memories that sessions write whole: what another session added since must stay."}, true
	case hasAny(words, "journal", "journals", "diary", "worklog", "devlog", "logbook", "log", "progress", "standup") && base != "changelog.md":
		return journal(text())
	case hasAny(words, "todo", "todos", "task", "tasks", "backlog"):
		return kind{"tasks", policy.Merge, "", "A task list: sessions tick off and add items at once."}, true
	case hasAny(words, "handover", "handoff", "handovers", "handoffs") || bytes.Contains(text(), []byte("<!-- anchor:")):
		return handover(text())
	}
	return kind{}, false
}

// journal is append-only, unless its newest entry stands first.
func journal(text []byte) (kind, bool) {
	if newestFirst(text) {
		return kind{"journals, newest first", policy.Merge, "", "A journal with its newest entry at the top: entries are merged in, and none may be lost."}, true
	}
	return kind{"journals", policy.Append, "", "A journal: every run adds an entry, and old entries are never rewritten."}, true
}

// handover is written anchor by anchor where it has markers.
func handover(text []byte) (kind, bool) {
	if bytes.Contains(text, []byte("<!-- anchor:")) {
		return kind{"anchored", policy.Anchors, "", "It has anchors: each writer replaces the content of its own."}, true
	}
	return kind{"handover", policy.Merge, "", "A handover that sessions rewrite: what another session added since must stay."}, true
}

// wordsOf are the words of a path in lower case: "notes/dev-log.md" has notes, dev, log, md.
func wordsOf(rel string) []string {
	return strings.FieldsFunc(strings.ToLower(rel), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r < 0x80
	})
}

func hasAny(words []string, wanted ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(wanted, w) })
}

// newestFirst reports whether the first date at the beginning of an entry is later than the last one.
func newestFirst(text []byte) bool {
	first, last := "", ""
	for line := range bytes.Lines(text) {
		if d := entryDate(string(line)); d != "" {
			if first == "" {
				first = d
			}
			last = d
		}
	}
	return first > last
}

// entryDate is the ISO date that a heading or a list item begins with.
func entryDate(line string) string {
	text := strings.TrimLeft(line, "#-*[( \t")
	const form = "2006-01-02"
	if len(text) < len(form) || text == line {
		return ""
	}
	for i := range len(form) {
		digit := text[i] >= '0' && text[i] <= '9'
		if digit == (form[i] == '-') || form[i] == '-' && text[i] != '-' {
			return ""
		}
	}
	return text[:len(form)]
}
