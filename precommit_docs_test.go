package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"noclobber/internal/seqlog"
	"noclobber/internal/staged"
)

// TestPrecommitPage keeps the table of findings in docs/precommit.md that of the code. UPDATE=1 writes it anew.
func TestPrecommitPage(t *testing.T) {
	const page = "docs/precommit.md"
	raw, err := os.ReadFile(page)
	require.NoError(t, err)
	text := string(raw)
	begin, end, ok := region(text, "kinds")
	require.True(t, ok, "%s has no region kinds", page)
	var want strings.Builder
	want.WriteString("\n| kind | | what it is |\n|---|---|---|\n")
	for _, c := range staged.Checks() {
		fmt.Fprintf(&want, "| `%s` | %s | %s. %s |\n", c.ID, c.Severity, c.Title, c.Help)
	}
	want.WriteString("\n")
	if os.Getenv("UPDATE") != "" {
		require.NoError(t, os.WriteFile(page, []byte(text[:begin]+want.String()+text[end:]), 0o644))
		return
	}
	require.Equal(t, want.String(), text[begin:end], "UPDATE=1 go test -run PrecommitPage . writes it anew")
}

// TestEveryKindIsDescribed: what a numbered log may have wrong is among the kinds that precommit tells of.
func TestEveryKindIsDescribed(t *testing.T) {
	described := map[string]bool{}
	for _, c := range staged.Checks() {
		require.False(t, described[c.ID], "%s stands twice", c.ID)
		described[c.ID] = true
	}
	for _, k := range []seqlog.Kind{
		seqlog.Duplicate, seqlog.Short, seqlog.Order, seqlog.Gap, seqlog.BadSeq, seqlog.TornTail, seqlog.FusedRows,
		seqlog.InvalidJSON, seqlog.InvalidUTF8, seqlog.LongLine, seqlog.DamagedFrame,
	} {
		require.True(t, described[string(k)], "%s", k)
	}
}
