package guard

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"noclobber/internal/document"
	"noclobber/policy"
)

func TestMergeSides(t *testing.T) {
	a := "<!-- anchor:a -->\nx\n<!-- /anchor:a -->\n<!-- anchor:b -->\ny\n<!-- /anchor:b -->\n"
	tests := []struct {
		rule               string
		mode               policy.Mode
		format             policy.Format
		base, ours, theirs string
		want               string
		clean              bool
	}{
		{"both appended", policy.Append, policy.Markdown, "# J\n- a\n", "# J\n- a\n- b\n", "# J\n- a\n- c\n", "# J\n- a\n- b\n- c\n", true},
		{"by date", policy.Append, policy.Markdown, "# J\n", "# J\n\n## 2026-01-03\n\nc\n", "# J\n\n## 2026-01-02\n\nb\n",
			"# J\n\n## 2026-01-02\n\nb\n\n## 2026-01-03\n\nc\n", true},
		{"the same entry picked into both", policy.Append, policy.Markdown, "# J\n", "# J\n- a\n- b\n", "# J\n- b\n- c\n", "# J\n- a\n- b\n- c\n", true},
		{"both made the journal", policy.Append, policy.Markdown, "", "# J\n- b\n", "# J\n- c\n", "# J\n- b\n- c\n", true},
		{"neighbouring boxes", policy.Merge, policy.Markdown, "- [ ] a\n- [ ] b\n", "- [x] a\n- [ ] b\n", "- [ ] a\n- [x] b\n", "- [x] a\n- [x] b\n", true},
		{"one line, two edits", policy.Merge, policy.Markdown, "a\n", "a 1\n", "a 2\n", "<<<<<<< ours\na 1\n=======\na 2\n>>>>>>> theirs\n", false},
		{"two anchors", policy.Anchors, policy.Markdown, a, strings.Replace(a, "x\n", "x 1\n", 1), strings.Replace(a, "y\n", "y 2\n", 1),
			strings.Replace(strings.Replace(a, "x\n", "x 1\n", 1), "y\n", "y 2\n", 1), true},
		{"members", policy.Merge, policy.JSON, "{\"a\": 1}\n", "{\"a\": 1, \"b\": 2}\n", "{\"a\": 3}\n", "{\"a\": 3, \"b\": 2}\n", true},
		{"one member, two values", policy.Merge, policy.JSON, "{\n  \"a\": 1\n}\n", "{\n  \"a\": 2\n}\n", "{\n  \"a\": 3\n}\n",
			"{\n<<<<<<< ours\n  \"a\": 2\n=======\n  \"a\": 3\n>>>>>>> theirs\n}\n", false},
		{"rows", policy.Append, policy.JSONL, "{\"id\":1}\n", "{\"id\":1}\n{\"id\":2}\n", "{\"id\":1}\n{\"id\":3}\n", "{\"id\":1}\n{\"id\":3}\n{\"id\":2}\n", true},
		{"one row, two values", policy.Merge, policy.JSONL, "{\"id\":1}\n{\"id\":2}\n", "{\"id\":1,\"s\":1}\n{\"id\":2}\n", "{\"id\":1,\"s\":2}\n{\"id\":2}\n{\"id\":3}\n",
			"<<<<<<< ours\n{\"id\":1,\"s\":1}\n=======\n{\"id\":1,\"s\":2}\n>>>>>>> theirs\n{\"id\":2}\n{\"id\":3}\n", false},
		{"a row removed here and changed there", policy.Merge, policy.JSONL, "{\"id\":1}\n{\"id\":2}\n", "{\"id\":2}\n", "{\"id\":1,\"s\":2}\n{\"id\":2}\n",
			"{\"id\":2}\n<<<<<<< ours\n=======\n{\"id\":1,\"s\":2}\n>>>>>>> theirs\n", false},
	}
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			rule := reunionRule(tt.mode, tt.format)
			rule.Key = "id"
			text, clean := MergeSides(rule, "doc", sides(tt.base, tt.ours, tt.theirs))
			assert.Equal(t, tt.want, string(text))
			assert.Equal(t, tt.clean, clean)
		})
	}
}

func sides(base, ours, theirs string) Sides {
	return Sides{Base: []byte(base), Ours: []byte(ours), Theirs: []byte(theirs), MarkStyle: document.MarkStyle{Ours: "ours", Theirs: "theirs"}}
}

func TestNumberedLogsConflictWhereBothWroteTheSameNumber(t *testing.T) {
	rule := reunionRule(policy.Append, policy.JSONL)
	rule.Seq = "seq"
	text, clean := MergeSides(rule, "log.jsonl", sides(seqRows(1), seqRows(1, 2), seqRows(1)+"{\"seq\":2,\"other\":true}\n"))
	assert.False(t, clean)
	assert.Contains(t, string(text), "<<<<<<< ours")
}

// Where nothing conflicts, a rebase, which takes the sides the other way round, leaves the same lines; where something
// does, nothing that either side added is missing.
func TestMergeSidesIsTheSameFromBothSides(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rule := reunionRule(rapid.SampledFrom([]policy.Mode{policy.Append, policy.Merge, policy.Anchors}).Draw(t, "mode"), policy.Markdown)
		base, ours, theirs := journalText(t, "base"), journalText(t, "ours"), journalText(t, "theirs")
		text, clean := MergeSides(rule, "doc.md", sides(base, ours, theirs))
		back, cleanBack := MergeSides(rule, "doc.md", sides(base, theirs, ours))
		if clean && cleanBack && rule.Mode != policy.Anchors && !document.Equal(text, back) {
			t.Fatalf("%q\n%q\n%q\n->\n%q\n%q", base, ours, theirs, text, back)
		}
		for _, side := range []string{ours, theirs} {
			for _, line := range document.Added([]byte(base), []byte(side)) {
				if !strings.Contains("\n"+string(text), "\n"+line) {
					t.Fatalf("%q is gone:\n%q\n%q\n%q\n->\n%q", line, base, ours, theirs, text)
				}
			}
		}
	})
}
