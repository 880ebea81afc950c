package mcpserver

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"noclobber/internal/guard"
)

const toolSplice = "doc_splice"

type spliceInput struct {
	Path      string `json:"path" jsonschema:"the document: relative to the server's directory, absolute, or its file:// URI"`
	Anchor    string `json:"anchor" jsonschema:"the anchor's name, or the heading of a section where the rule's style is heading; doc_read lists them"`
	Content   string `json:"content" jsonschema:"the new text of the anchor: all that is to stand between its markers, without them"`
	IfVersion string `json:"if_version,omitempty" jsonschema:"the version that the new text was made from; without it the one that you read last"`
}

func (s *session) addSplice(server *mcp.Server) {
	mcp.AddTool(server, &mcp.Tool{
		Name: toolSplice, Title: "Replace one region of a shared document",
		Description: `Replaces the text of one anchor (a named region, or the section below a heading) and leaves every other byte of the document as it is. Prefer
this to doc_write for task lists and handovers. Read the anchor first: where somebody changed it since you read it, both changes are merged, and where that cannot
be done nothing is written and you are told what stands there.`,
		Annotations: writes("Replace one region of a shared document", true, true),
	}, s.splice)
}

func (s *session) splice(ctx context.Context, _ *mcp.CallToolRequest, in spliceInput) (*mcp.CallToolResult, receipt, error) {
	if in.Anchor == "" {
		return nil, receipt{}, errors.New("anchor is empty; doc_read lists the names")
	}
	at, err := s.find(ctx, in.Path)
	if err != nil {
		return nil, receipt{}, err
	}
	base := in.IfVersion
	if base == "" {
		base = s.baseOf(at.real, in.Anchor)
	}
	r, err := s.apply(ctx, at, guard.Change{Verb: guard.VerbSplice, Content: []byte(in.Content), Anchor: in.Anchor, Version: base})
	if err != nil {
		return s.refused(ctx, err, denial{tool: toolSplice, doc: at})
	}
	clean := len(r.Kept) == 0
	s.wrote(r, clean && s.knows(r.Path, r.Before.Version))
	if clean {
		s.spliced(r.Path, in.Anchor, string(r.After.Version))
	}
	out := receiptOf(r)
	if !clean {
		out = out.merged()
	}
	return out.answer("spliced")
}
