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

// TestADryRunOfAToolChangesNothing: the reference filesystem server's edit_file answers with a diff then.
func TestADryRunOfAToolChangesNothing(t *testing.T) {
	w := newWorld(t, rule("append"), journal)
	for dry, denied := range map[string]bool{"true": false, "false": true, `"true"`: true} {
		c := w.agent("A").call("mcp__files__edit_file", gate.Op{})
		c.Ops, c.Known = nil, false
		c.Input = []byte(`{"path": "` + w.doc + `", "edits": [{"oldText": "- 01 first", "newText": "x"}], "dryRun": ` + dry + `}`)
		require.Equal(t, denied, c.before().denied(), dry)
	}
}
