package cli

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"noclobber/policy"
)

func TestClassifyByNameAndText(t *testing.T) {
	const anchored = "# H\n<!-- anchor:next -->\n<!-- /anchor:next -->\n"
	for _, c := range []struct {
		path, text string
		want       policy.Mode // "": no document that agents share
	}{
		{"MEMORY.md", "", policy.Merge},
		{".claude/memory/build.md", "", policy.Merge},
		{"JOURNAL.md", "# J\n- 2026-01-01 a\n- 2026-01-02 b\n", policy.Append},
		{"JOURNAL.md", "# J\n## 2026-01-02\n- b\n## 2026-01-01\n- a\n", policy.Merge},
		{"notes/dev-log.md", "", policy.Append},
		{"PROGRESS.md", "", policy.Append},
		{"docs/catalog.md", "", ""},
		{"docs/blog.md", "", ""},
		{"TODO.md", "", policy.Merge},
		{"TODO", "", policy.Merge},
		{"open-tasks.md", "", policy.Merge},
		{"open-tasks-handover.md", anchored, policy.Merge},
		{"HANDOVER.md", anchored, policy.Anchors},
		{"HANDOFF.md", "# H\n", policy.Merge},
		{"docs/plan.md", anchored, policy.Anchors},
		{"CLAUDE.md", "", policy.Merge},
		{"sub/AGENTS.md", "", policy.Merge},
		{"sessions/a.jsonl", "", policy.Append},
		{"data/train.jsonl", "", ""},
		{"state/run.json", "", policy.Merge},
		{"package.json", "", ""},
		{"README.md", "", ""},
		{"log.go", "", ""},
		{"memory.go", "", ""},
	} {
		k, ok := classify(c.path, func() []byte { return []byte(c.text) })
		assert.Equal(t, c.want, k.mode, c.path)
		assert.Equal(t, c.want != "", ok, c.path)
		if ok {
			assert.NotEmpty(t, k.reason, c.path)
		}
	}
}

func TestEntryDate(t *testing.T) {
	for line, want := range map[string]string{
		"## 2026-01-02 title": "2026-01-02",
		"- 2026-01-02: x":     "2026-01-02",
		"- [2026-01-02] x":    "2026-01-02",
		"2026-01-02 prose":    "", // no entry begins here
		"- 20260102":          "",
		"- 2026-1-2":          "",
		"":                    "",
	} {
		assert.Equal(t, want, entryDate(line), line)
	}
}

func TestPatternsNameFewFilesAndManyByDirectory(t *testing.T) {
	assert.Equal(t, []string{"a.md", "notes/b.md"}, patterns([]string{"notes/b.md", "a.md"}))
	many := []string{"m/1.md", "m/2.md", "m/3.md", "m/4.md", "m/5.md", "m/x.txt"}
	assert.Equal(t, []string{"m/*.md", "m/x.txt"}, patterns(many))
	atTop := []string{"1.md", "2.md", "3.md", "4.md", "5.md"}
	assert.Equal(t, atTop, patterns(atTop), "a pattern for everything at the top would take in the README")
}
