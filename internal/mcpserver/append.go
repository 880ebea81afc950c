package mcpserver

import (
	"context"
	"errors"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"noclobber/internal/guard"
)

const toolAppend = "doc_append"

type appendInput struct {
	Path    string `json:"path" jsonschema:"the document: relative to the server's directory, absolute, or its file:// URI"`
	Content string `json:"content" jsonschema:"the new entries alone, without what stands there already"`
}

func (s *session) addAppend(server *mcp.Server) {
	mcp.AddTool(server, &mcp.Tool{
		Name: toolAppend, Title: "Add to a shared document",
		Description: `Adds text where a protected document grows (at its end, unless its rule says otherwise). Prefer this to doc_write for journals, logs,
lists and memories: send only the new lines. It never fails because somebody else wrote meanwhile, needs no version and no read before, and creates a document
that is not there. Each call adds once more: do not repeat one that was answered.`,
		Annotations: writes("Add to a shared document", false, false),
	}, s.append)
}

func (s *session) append(ctx context.Context, _ *mcp.CallToolRequest, in appendInput) (*mcp.CallToolResult, receipt, error) {
	if strings.TrimSpace(in.Content) == "" {
		return nil, receipt{}, errors.New("content is empty: there is nothing to add")
	}
	at, err := s.find(ctx, in.Path)
	if err != nil {
		return nil, receipt{}, err
	}
	text := strings.TrimSuffix(in.Content, "\n") + "\n" // an entry is whole lines, however it was sent
	r, err := s.apply(ctx, at, guard.Change{Verb: guard.VerbAppend, Content: []byte(text)})
	if err != nil {
		return s.refused(ctx, err, denial{tool: toolAppend, doc: at})
	}
	s.wrote(r, s.knows(r.Path, r.Before.Version))
	return receiptOf(r).answer("appended to")
}

// apply makes a change by the engine, unless the call was cancelled before.
func (s *session) apply(ctx context.Context, at found, c guard.Change) (guard.Receipt, error) {
	if err := ctx.Err(); err != nil {
		return guard.Receipt{}, errors.New("the call was cancelled before it was begun; nothing was written")
	}
	return s.guard(ctx).Apply(s.who, at.path, c)
}

// refused answers a change that was not made.
func (s *session) refused(ctx context.Context, err error, d denial) (*mcp.CallToolResult, receipt, error) {
	r, err := s.refusal(ctx, err, d)
	if err != nil {
		return nil, receipt{}, err
	}
	return r.answer("")
}
