package mcpserver

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"noclobber/internal/guard"
	"noclobber/policy"
)

const toolRestore = "doc_restore"

type restoreInput struct {
	Path      string `json:"path" jsonschema:"the document: relative to the server's directory, absolute, or its file:// URI"`
	Version   string `json:"version" jsonschema:"the version to bring back, as doc_history lists it (its first 12 digits will do)"`
	IfVersion string `json:"if_version,omitempty" jsonschema:"the version that stands there now, as you know it: nothing is done if it is another one; absent where nothing stands"`
}

func (s *session) addRestore(server *mcp.Server) {
	mcp.AddTool(server, &mcp.Tool{
		Name: toolRestore, Title: "Bring a version back",
		Description: `Makes an earlier version the document's content again. All that was added since goes out of it, whoever added it, and is listed in the answer; what
stood there is kept as a version too, so this can be undone by another doc_restore. Pass if_version so that nothing is taken away that came after you looked.`,
		Annotations: writes("Bring a version back", true, true),
	}, s.restore)
}

func (s *session) restore(ctx context.Context, _ *mcp.CallToolRequest, in restoreInput) (*mcp.CallToolResult, receipt, error) {
	if in.Version == "" {
		return nil, receipt{}, errors.New("version is empty; doc_history lists the versions")
	}
	at, err := s.find(ctx, in.Path)
	if err != nil {
		return nil, receipt{}, err
	}
	if at.mode == policy.Deny {
		return nil, receipt{}, &placeError{"nothing was written to " + at.named + ": its rule (deny) lets no agent write it", leave}
	}
	r, err := s.apply(ctx, at, guard.Change{Verb: guard.VerbRestore, Version: in.Version, Now: in.IfVersion})
	if err != nil {
		return s.refused(ctx, err, denial{tool: toolRestore, doc: at})
	}
	s.heard(r.Path, r.After.Version, false)
	return receiptOf(r).answer("restored")
}
