package guard

import (
	"testing"

	"github.com/stretchr/testify/require"

	"noclobber/gate"
	"noclobber/policy"
)

// TestNextStepsNameTheServersOwnTools: a refused MCP write must not send the agent to a tool of the host.
func TestNextStepsNameTheServersOwnTools(t *testing.T) {
	tools := []policy.Tool{
		{Match: "mcp__*__project_write", Kind: "write"},
		{Match: "mcp__*__project_read", Kind: "read"},
		{Match: "mcp__other__get", Kind: "read"},
	}
	host := gate.Abilities{ReadTool: "Read", EditTool: "Edit", WriteTool: "Write"}
	names := toolNames(tools, gate.Call{Tool: "mcp__store__project_write", Host: host})
	require.Equal(t, gate.Abilities{ReadTool: "mcp__store__project_read", EditTool: "Edit", WriteTool: "mcp__store__project_write"}, *names)
	names = toolNames(tools[:1], gate.Call{Tool: "mcp__store__project_write", Host: host})
	require.Equal(t, "Read", names.ReadTool)
}
