package policy

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestStarterIsAPolicyWithTheProposedRules(t *testing.T) {
	text := Starter([]Proposal{
		{Name: "journal", Paths: []string{"JOURNAL.md", Quote("odd [1].md")}, Mode: Append, Reason: "found at the top\nand it only grows"},
		{Name: `say "hi" \o/`, Paths: []string{"notes/**/*.md"}, Except: []string{"notes/private/**"}, Mode: Anchors, Style: "heading"},
		{Name: "log", Paths: []string{"s/*.jsonl"}, Mode: Append, Format: JSONL, Seq: "seq", Reason: "rows have a seq"},
		{Name: "state", Paths: []string{"state/*.json"}, Mode: Merge, Key: "id"},
	})
	p := mustParse(t, string(text))
	require.Len(t, p.Rules, 4)
	assert.Equal(t, []string{"JOURNAL.md", "odd [[]1].md"}, p.Rules[0].Paths)
	assert.NotNil(t, p.MatchRel("odd [1].md"))
	assert.Equal(t, `say "hi" \o/`, p.Rules[1].Name)
	assert.Equal(t, []any{"heading", []string{"notes/private/**"}}, []any{p.Rules[1].Style, p.Rules[1].Except})
	assert.Equal(t, []any{JSONL, "seq"}, []any{p.Rules[2].Format, p.Rules[2].Seq})
	assert.Equal(t, "id", p.Rules[3].Key)
	assert.Contains(t, string(text), "\n# found at the top\n# and it only grows\n[[protect]]\nname   = \"journal\"\n")
}

func TestAnEmptyStarterIsAPolicyAndShowsARule(t *testing.T) {
	text := Starter(nil)
	assert.Empty(t, mustParse(t, string(text)).Rules)
	assert.Contains(t, string(text), "# [[protect]]\n# name  = \"journal\"\n")
}

// TestStarterHoldsWhateverFilesAreCalled gives it names and reasons of any characters.
func TestStarterHoldsWhateverFilesAreCalled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[^\x00-\x1f\x7f-\x9f/\\]{1,12}\.md`).Draw(t, "name")
		reason := rapid.String().Draw(t, "reason")
		text := Starter([]Proposal{{Name: name, Paths: []string{Quote(name)}, Mode: Merge, Reason: reason}})
		p, err := Parse("/p/.noclobber.toml", text)
		require.NoError(t, err, "%s", text)
		require.Equal(t, name, p.Rules[0].Name)
		require.NotNil(t, p.MatchRel(name), "%s", text)
	})
}
