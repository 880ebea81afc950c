package mcpserver

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"noclobber/internal/document"
	"noclobber/internal/guard"
	"noclobber/ledger"
	"noclobber/policy"
)

const toolRead = "doc_read"

type readInput struct {
	Path      string `json:"path" jsonschema:"the document: relative to the server's directory, absolute, or its file:// URI"`
	FirstLine int    `json:"first_line,omitempty" jsonschema:"the first line to show, counted from 1"`
	LastLine  int    `json:"last_line,omitempty" jsonschema:"the last line to show"`
	Anchor    string `json:"anchor,omitempty" jsonschema:"show the text of this anchor or section alone"`
}

type reading struct {
	Document  string   `json:"document" jsonschema:"the document's name"`
	Path      string   `json:"path" jsonschema:"its real path"`
	Mode      string   `json:"mode" jsonschema:"what its rule lets happen: append, anchors, merge, cas, shard, deny, record"`
	Exists    bool     `json:"exists"`
	Version   string   `json:"version" jsonschema:"SHA-256 of all its bytes, for if_version; absent where nothing stands"`
	Lines     int64    `json:"lines" jsonschema:"of the whole document"`
	Bytes     int64    `json:"bytes" jsonschema:"of the whole document"`
	Content   string   `json:"content" jsonschema:"what is shown of it"`
	Base64    string   `json:"content_base64,omitempty" jsonschema:"the same bytes, where they are no UTF-8 text"`
	FirstLine int      `json:"first_line" jsonschema:"of what is shown"`
	LastLine  int      `json:"last_line" jsonschema:"of what is shown"`
	Complete  bool     `json:"complete" jsonschema:"all of it is shown"`
	NextLine  int      `json:"next_line,omitempty" jsonschema:"the first line that comes after what is shown: pass it as first_line for the rest"`
	Anchors   []string `json:"anchors,omitempty" jsonschema:"names that doc_splice takes"`
	Notes     []string `json:"notes,omitempty"`
}

func (s *session) addRead(server *mcp.Server) {
	mcp.AddTool(server, &mcp.Tool{
		Name: toolRead, Title: "Read a shared document",
		Description: `Reads a protected document and its version. The version is what doc_write takes as if_version. The first content block is
the text itself, byte for byte; the second one tells version, size and anchors. A long document comes in parts of whole lines: next_line says where to go on.`,
		Annotations: readOnly("Read a shared document"),
		// Claude Code 2.1.332 shows its model 2 KB of an answer of more than 50,000 characters, unless the tool says this.
		Meta: mcp.Meta{"anthropic/maxResultSizeChars": maxChars},
	}, s.read)
}

func (s *session) read(ctx context.Context, _ *mcp.CallToolRequest, in readInput) (*mcp.CallToolResult, reading, error) {
	at, err := s.find(ctx, in.Path)
	if err != nil {
		return nil, reading{}, err
	}
	var (
		p     part
		wrong error
	)
	shown, err := s.guard(ctx).Show(s.who, at.path, func(d guard.Shown) (guard.Lines, bool) {
		p, wrong = cut(d, in)
		return guard.Lines{First: p.first, Last: p.last}, wrong == nil && in.Anchor == "" && !d.Large
	})
	if err = errors.Join(err, wrong); err != nil {
		return nil, reading{}, err
	}
	s.heard(shown.Path, shown.Stamp.Version, shown.Whole)
	s.sawAll(shown.Path, string(shown.Stamp.Version))
	r := readingOf(shown, p, in.Anchor == "")
	return &mcp.CallToolResult{Content: words(r.Content, r.facts())}, r, nil
}

// pageBytes bounds what one answer shows: clients cut longer ones, and what was cut was not shown.
const pageBytes = 64 << 10

// maxChars is how long an answer of that size can get: JSON spells a line feed or a quote with two characters.
const maxChars = 3 * pageBytes

// part is what an answer shows of a document.
type part struct {
	text        []byte
	first, last int
}

// cut picks what was asked for, at most a page of it, in whole lines.
func cut(d guard.Shown, in readInput) (part, error) {
	total := int(document.CountLines(d.Text))
	switch {
	case d.Large:
		return part{}, nil
	case in.Anchor != "":
		text, err := d.Anchor(in.Anchor)
		if err != nil {
			return part{}, fmt.Errorf("%s: %w", d.Document, err)
		}
		return part{text: text, first: 1, last: int(document.CountLines(text))}, nil
	case in.FirstLine < 0 || in.LastLine < 0 || in.LastLine > 0 && in.LastLine < in.FirstLine:
		return part{}, fmt.Errorf("lines %d to %d are no range; lines are counted from 1", in.FirstLine, in.LastLine)
	case in.FirstLine > max(total, 1):
		return part{}, fmt.Errorf("%s has %s, and no line %d", d.Document, count(int64(total), "line"), in.FirstLine)
	}
	p := part{first: max(in.FirstLine, 1), last: total}
	if in.LastLine > 0 {
		p.last = min(in.LastLine, total)
	}
	p.text = page(document.Window(d.Text, p.first, p.last))
	p.last = p.first + int(document.CountLines(p.text)) - 1
	return p, nil
}

// page is the whole lines at the start of a text that fit into an answer, and one line in any case.
func page(text []byte) []byte {
	if len(text) <= pageBytes {
		return text
	}
	if i := bytes.LastIndexByte(text[:pageBytes], '\n'); i >= 0 {
		return text[:i+1]
	}
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		return text[:i+1]
	}
	return text
}

func readingOf(d guard.Shown, p part, lines bool) reading {
	r := reading{
		Document: d.Document, Path: d.Path, Mode: string(d.Mode), Exists: d.Stamp.Version != ledger.Absent,
		Version: string(d.Stamp.Version), Lines: d.Stamp.Lines, Bytes: d.Stamp.Bytes,
		Content: clean(string(p.text)), FirstLine: p.first, LastLine: p.last, Anchors: d.Anchors,
	}
	if !utf8.Valid(p.text) {
		r.Base64 = base64.StdEncoding.EncodeToString(p.text)
		r.note("it holds bytes that are no UTF-8 text, shown as \ufffd; where such lines are written back unchanged they keep their bytes")
	}
	if lines && !d.Large {
		r.Complete = p.first == 1 && int64(p.last) == d.Stamp.Lines
		if int64(p.last) < d.Stamp.Lines {
			r.NextLine = p.last + 1
		}
	}
	switch {
	case !r.Exists:
		r.note(fmt.Sprintf("it does not exist yet: %s creates it, and so does %s with if_version=absent", toolAppend, toolWrite))
	case d.Large:
		r.note(fmt.Sprintf("it is above max_document, so its text is not shown; %s adds to it", toolAppend))
	case r.NextLine > 0:
		r.note(fmt.Sprintf("it goes on: first_line=%d", r.NextLine))
	}
	if d.Told != "" {
		r.note(clean(d.Told))
	}
	return r
}

func (r *reading) note(text string) { r.Notes = append(r.Notes, text) }

// facts are what there is to know beside the text.
func (r *reading) facts() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: version %s, %s, mode %s", r.Document, short(r.Version), sizes(r.Lines, r.Bytes), r.Mode)
	if r.Exists && !r.Complete && r.LastLine > 0 {
		fmt.Fprintf(&b, "; shown: lines %d to %d", r.FirstLine, r.LastLine)
	}
	if len(r.Anchors) > 0 && (r.Mode == string(policy.Anchors) || len(r.Anchors) <= maxQuoted) {
		fmt.Fprintf(&b, "\nanchors: %s", strings.Join(r.Anchors, ", "))
	}
	for _, note := range r.Notes {
		b.WriteString("\nnote: " + note)
	}
	return b.String()
}
