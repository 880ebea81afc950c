package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"noclobber/internal/siblings"
)

// TestAbsorbPageListsEveryName keeps the table of docs/absorb.md what the code knows.
func TestAbsorbPageListsEveryName(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("docs", "absorb.md"))
	require.NoError(t, err)
	_, rest, ok := strings.Cut(string(text), "<!-- names -->\n\n")
	require.True(t, ok)
	table, _, ok := strings.Cut(rest, "<!-- /names -->")
	require.True(t, ok)
	require.Equal(t, namesTable(), table, "put this table there")
}

func namesTable() string {
	kinds := map[siblings.Kind]string{siblings.Rival: "lost version", siblings.Leftover: "leftover", siblings.Namesake: "other document"}
	var b strings.Builder
	b.WriteString("| tool | form of the name | for example | is | the name alone is enough |\n|---|---|---|---|---|\n")
	for _, r := range siblings.Table() {
		sure := "yes"
		if !r.Sure {
			sure = "no"
		}
		fmt.Fprintf(&b, "| %s | `%s` | `%s` | %s | %s |\n", r.Tool, r.Form, r.Example, kinds[r.Kind], sure)
	}
	return b.String()
}

// TestAbsorbDocs runs the examples of docs/absorb.md, one after the other in one directory, and compares what they print.
func TestAbsorbDocs(t *testing.T) {
	runExamples(t, "absorb", 5)
}
