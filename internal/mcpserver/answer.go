package mcpserver

import (
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"noclobber/internal/guard"
	"noclobber/ledger"
)

// change is a document before and after a call.
type change struct {
	Document      string `json:"document" jsonschema:"the document's name"`
	Path          string `json:"path" jsonschema:"its real path"`
	VersionBefore string `json:"version_before" jsonschema:"SHA-256 of the bytes that stood there; absent where nothing stood; empty where that was not looked at"`
	VersionAfter  string `json:"version_after" jsonschema:"SHA-256 of the bytes that stand there now"`
	LinesBefore   int64  `json:"lines_before"`
	LinesAfter    int64  `json:"lines_after"`
	BytesBefore   int64  `json:"bytes_before"`
	BytesAfter    int64  `json:"bytes_after"`
}

// The outcomes of a call that changes a document.
const (
	written   = "written"
	unchanged = "unchanged"
	refused   = "refused"
)

// receipt is what every call that changes a document answers, also where it was refused.
type receipt struct {
	Outcome string `json:"outcome" jsonschema:"written, unchanged (it stood there already), or refused: nothing was written"`
	change
	Merged    bool     `json:"merged" jsonschema:"what stands is not the text that was sent: others' changes were taken in. Read it before the next whole write"`
	Kept      []string `json:"kept,omitempty" jsonschema:"lines of others that the text sent lacks and that were kept; the first of them"`
	KeptLines int      `json:"kept_lines"`
	Gone      []string `json:"gone,omitempty" jsonschema:"lines that stood there and do not any more; the first of them"`
	GoneLines int      `json:"gone_lines"`
	Notes     []string `json:"notes,omitempty"`
	View      *change  `json:"view,omitempty" jsonschema:"of an entry in a shard: what became of the document that it is folded into"`
	Cause     string   `json:"cause,omitempty" jsonschema:"of a refusal: a stable word"`
	Reason    string   `json:"reason,omitempty" jsonschema:"of a refusal"`
	Next      string   `json:"next,omitempty" jsonschema:"of a refusal: the next call to make"`
}

// maxQuoted bounds the lines of one kind that an answer quotes.
const maxQuoted = 20

func changeOf(r guard.Receipt) change {
	return change{
		Document: r.Document, Path: r.Path,
		VersionBefore: string(r.Before.Version), VersionAfter: string(r.After.Version),
		LinesBefore: r.Before.Lines, LinesAfter: r.After.Lines, BytesBefore: r.Before.Bytes, BytesAfter: r.After.Bytes,
	}
}

func receiptOf(r guard.Receipt) receipt {
	out := receipt{
		Outcome: written, change: changeOf(r), Notes: r.Notes,
		Kept: r.Kept[:min(len(r.Kept), maxQuoted)], KeptLines: len(r.Kept),
		Gone: r.Lost[:min(len(r.Lost), maxQuoted)], GoneLines: len(r.Lost),
	}
	if r.Before.Version == r.After.Version {
		out.Outcome = unchanged
	}
	if r.View != nil {
		view := changeOf(*r.View)
		out.View, out.Notes = &view, append(out.Notes, r.View.Notes...)
	}
	return out
}

// merged marks a receipt of a text that is not the one sent. Some clients show their model the words, some the structure.
func (r receipt) merged() receipt {
	r.Merged = true
	r.Notes = append(r.Notes, "what stands is not the text that you sent: "+toolRead+" it before you write it whole again")
	return r
}

// answer is a receipt in words and as structured output.
func (r receipt) answer(did string) (*mcp.CallToolResult, receipt, error) {
	if r.Outcome == refused {
		return &mcp.CallToolResult{IsError: true, Content: words(r.Reason + "\nNext: " + r.Next)}, r, nil
	}
	var b strings.Builder
	if r.Outcome == unchanged {
		fmt.Fprintf(&b, "unchanged: %s is at %s already, %s", r.Document, short(r.VersionAfter), sizes(r.LinesAfter, r.BytesAfter))
	} else {
		fmt.Fprintf(&b, "%s %s: version %s -> %s, lines %d -> %d, bytes %d -> %d", did, r.Document,
			short(r.VersionBefore), short(r.VersionAfter), r.LinesBefore, r.LinesAfter, r.BytesBefore, r.BytesAfter)
	}
	listed(&b, "kept, of others", r.Kept, r.KeptLines)
	listed(&b, "gone", r.Gone, r.GoneLines)
	for _, note := range r.Notes {
		b.WriteString("\nnote: " + note)
	}
	if r.View != nil {
		fmt.Fprintf(&b, "\n%s: version %s -> %s, lines %d -> %d", r.View.Document, short(r.View.VersionBefore), short(r.View.VersionAfter), r.View.LinesBefore, r.View.LinesAfter)
	}
	return &mcp.CallToolResult{Content: words(b.String())}, r, nil
}

func listed(b *strings.Builder, label string, lines []string, all int) {
	if all == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s (%s):", label, count(int64(all), "line"))
	for _, line := range lines {
		b.WriteString("\n  " + clean(strings.TrimRight(line, "\r\n")))
	}
	if all > len(lines) {
		fmt.Fprintf(b, "\n  … and %d more", all-len(lines))
	}
}

func words(texts ...string) []mcp.Content {
	out := make([]mcp.Content, len(texts))
	for i, text := range texts {
		out[i] = &mcp.TextContent{Text: clean(text)}
	}
	return out
}

// clean makes a text that JSON can carry.
func clean(text string) string { return strings.ToValidUTF8(text, "\ufffd") }

func short(v string) string { return ledger.Version(v).Short() }

func sizes(lines, bytes int64) string {
	return count(lines, "line") + ", " + count(bytes, "byte")
}

func count(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
