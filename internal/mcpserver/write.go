package mcpserver

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"noclobber/internal/guard"
	"noclobber/ledger"
)

const toolWrite = "doc_write"

type writeInput struct {
	Path      string `json:"path" jsonschema:"the document: relative to the server's directory, absolute, or its file:// URI"`
	Content   string `json:"content" jsonschema:"the whole text, as it is to stand"`
	IfVersion string `json:"if_version" jsonschema:"the version that the text was made from, as doc_read gave it (its first 12 digits will do); absent for a document that does not exist"`
	Strict    bool   `json:"strict,omitempty" jsonschema:"write nothing if another version stands by now, also where it could be merged"`
	Drop      int    `json:"drop,omitempty" jsonschema:"up to so many lines are meant to go; only after a refusal that named them"`
}

func (s *session) addWrite(server *mcp.Server) {
	mcp.AddTool(server, &mcp.Tool{
		Name: toolWrite, Title: "Write a whole shared document",
		Description: `Replaces a whole protected document by a text that was made from the version if_version. Use it only where doc_append and doc_splice do not do: it
sends everything, and the text must hold all that is to stay. If the document has changed since that version, the changes are merged where its rule allows that, and
otherwise nothing is written: the answer says what stands there now and what to call next. A text that takes away more than the rule allows is refused.`,
		Annotations: writes("Write a whole shared document", true, false),
	}, s.write)
}

func (s *session) write(ctx context.Context, _ *mcp.CallToolRequest, in writeInput) (*mcp.CallToolResult, receipt, error) {
	switch {
	case in.IfVersion == "":
		return nil, receipt{}, errors.New("if_version is empty: pass the version that doc_read gave, or absent for a new document")
	case in.Drop < 0:
		return nil, receipt{}, errors.New("drop is a number of lines, 0 or more")
	}
	at, err := s.find(ctx, in.Path)
	if err != nil {
		return nil, receipt{}, err
	}
	unseen := s.unseen(at.real, in.IfVersion)
	if !unseen {
		s.heard(at.real, ledger.Version(in.IfVersion), true) // from elsewhere, and taken at its word from now on
	}
	r, err := s.apply(ctx, at, guard.Change{
		Verb: guard.VerbWrite, Content: []byte(in.Content), Version: in.IfVersion, Drop: in.Drop,
		Strict: in.Strict || !guard.Merges(at.mode), Unseen: unseen,
	})
	if err != nil {
		return s.refused(ctx, err, denial{tool: toolWrite, doc: at, content: in.Content})
	}
	exact := r.After.Version == ledger.VersionOf([]byte(in.Content))
	s.wrote(r, exact || len(r.Kept) == 0)
	out := receiptOf(r)
	if !exact && len(r.Kept) > 0 {
		out = out.merged()
	}
	return out.answer("wrote")
}
