package mcpserver_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the answers of docs/mcp.md's examples into it")

// page is the manual, whose examples are calls.
var page = filepath.Join("..", "..", "docs", "mcp.md")

const (
	fence  = "```mcp\n"
	policy = "```toml\n"
)

// TestPage makes the calls of docs/mcp.md, in their order, and compares the answers. Who calls stands before the mark:
// "A> doc_read {…}". What an answer's blocks say stands below, with an empty line between them.
func TestPage(t *testing.T) {
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	w := newWorld(t, nil)
	_, rules, _ := strings.Cut(string(text), policy)
	rules, _, _ = strings.Cut(rules, "```")
	w.put(".noclobber.toml", rules)
	clients, ago := map[string]client{}, regexp.MustCompile(` \d+ s ago`)
	got := eachBlock(string(text), func(block string) string {
		var b strings.Builder
		for line := range strings.Lines(block) {
			who, rest, ok := strings.Cut(line, "> doc_")
			if !ok || len(who) > 1 {
				continue
			}
			if _, ok := clients[who]; !ok {
				clients[who] = w.connect(nil)
			}
			tool, input, _ := strings.Cut(rest, " ")
			var in map[string]any
			require.NoError(t, json.Unmarshal([]byte(input), &in), line)
			b.WriteString(line + ago.ReplaceAllString(strings.Join(clients[who].call("doc_"+tool, in).text, "\n"), " 0 s ago") + "\n")
		}
		return b.String()
	})
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(got), 0o666))
		return
	}
	require.Equal(t, string(text), got, "go test ./internal/mcpserver -run TestPage -args -update")
}

// eachBlock puts what f makes of each example in its place.
func eachBlock(text string, f func(string) string) string {
	parts := strings.Split(text, fence)
	for i := range parts[1:] {
		block, rest, _ := strings.Cut(parts[i+1], "```")
		parts[i+1] = f(block) + "```" + rest
	}
	return strings.Join(parts, fence)
}

// TestPageNamesEveryToolAndArgument keeps the table of docs/mcp.md complete.
func TestPageNamesEveryToolAndArgument(t *testing.T) {
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	list, err := newWorld(t, nil).connect(nil).ListTools(t.Context(), nil)
	require.NoError(t, err)
	require.Len(t, list.Tools, 6)
	for _, tool := range list.Tools {
		_, row, ok := strings.Cut(string(text), "\n| `"+tool.Name+"` |")
		require.True(t, ok, tool.Name)
		row, _, _ = strings.Cut(row, "\n")
		for name := range tool.InputSchema.(map[string]any)["properties"].(map[string]any) {
			require.Contains(t, row, "`"+name+"`", tool.Name)
		}
		require.NotNil(t, tool.OutputSchema, tool.Name)
		require.NotNil(t, tool.Annotations.DestructiveHint, tool.Name)
		require.Equal(t, tool.Name == "doc_read" || tool.Name == "doc_history", tool.Annotations.ReadOnlyHint, tool.Name)
	}
}
