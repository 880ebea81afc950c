package guard

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"noclobber/internal/document"
	"noclobber/policy"
)

func reunionRule(mode policy.Mode, format policy.Format) *policy.Rule {
	return &policy.Rule{Mode: mode, Format: format, Style: "markers", Begin: "<!-- anchor:NAME -->", End: "<!-- /anchor:NAME -->"}
}

// unite merges a document with copies and returns what stands, and the copies as they were judged.
func unite(rule *policy.Rule, head string, copies ...string) (string, []*rival, *reunion) {
	rivals := make([]*rival, len(copies))
	for i, c := range copies {
		rivals[i] = &rival{data: []byte(c)}
	}
	r := newReunion(rule, "doc", []byte(head), rivals)
	r.run()
	return string(r.text), rivals, r
}

func TestReunion(t *testing.T) {
	tests := []struct {
		rule         string
		mode         policy.Mode
		format       policy.Format
		head         string
		copies       []string
		want         string
		left, doubts int
	}{
		{"three machines appended", policy.Append, policy.Markdown, "# J\n- a\n", []string{"# J\n- c\n", "# J\n- b\n"}, "# J\n- a\n- b\n- c\n", 0, 0},
		{"entries that are alike are two in an append document", policy.Append, policy.Markdown, "- status: a\n", []string{"- status: b\n"}, "- status: a\n- status: b\n", 0, 0},
		{"elsewhere they may be one", policy.Merge, policy.Markdown, "- status: a\n", []string{"- status: b\n"}, "- status: a\n- status: b\n", 0, 1},
		{"the document's line endings", policy.Merge, policy.Markdown, "- a\r\n- b\r\n", []string{"- a\n- c\n"}, "- a\r\n- b\r\n- c\r\n", 0, 0},
		{"members", policy.Merge, policy.JSON, `{"a": 1}` + "\n", []string{`{"a": 1, "b": 2}`, `{"a": 1, "c": 3}`}, `{"a": 1, "c": 3, "b": 2}` + "\n", 0, 0},
		{"a member with two values is the document's", policy.Merge, policy.JSON, `{"a": 1}` + "\n", []string{`{"a": 2}`}, `{"a": 1}` + "\n", 1, 0},
		{"a copy that is no JSON", policy.Merge, policy.JSON, `{"a": 1}` + "\n", []string{`{"a": `}, `{"a": 1}` + "\n", 1, 0},
		{"rows", policy.Append, policy.JSONL, "{\"n\":1}\n", []string{"{\"n\":1}\n{\"n\":2}\n"}, "{\"n\":1}\n{\"n\":2}\n", 0, 0},
		{"a torn row stays in its copy", policy.Append, policy.JSONL, "{\"n\":1}\n", []string{"{\"n\":1}\n{\"n\":2}\n{\"n\":4"}, "{\"n\":1}\n{\"n\":2}\n", 1, 0},
		{"a torn row that the document has whole", policy.Append, policy.JSONL, "{\"n\":1}\n{\"n\":3}\n", []string{"{\"n\":1}\n{\"n\":"}, "{\"n\":1}\n{\"n\":3}\n", 0, 0},
		{"anchors keep their content", policy.Anchors, policy.Markdown, "<!-- anchor:a -->\nx\n<!-- /anchor:a -->\n<!-- anchor:b -->\ny\n<!-- /anchor:b -->\n",
			[]string{"<!-- anchor:a -->\nx\nz\n<!-- /anchor:a -->\n<!-- anchor:b -->\ny\n<!-- /anchor:b -->\n"},
			"<!-- anchor:a -->\nx\nz\n<!-- /anchor:a -->\n<!-- anchor:b -->\ny\n<!-- /anchor:b -->\n", 0, 0},
		{"a copy with damaged anchors", policy.Anchors, policy.Markdown, "<!-- anchor:a -->\nx\n<!-- /anchor:a -->\n",
			[]string{"<!-- anchor:a -->\nx\nz\n<!-- anchor:a -->\n"}, "<!-- anchor:a -->\nx\n<!-- /anchor:a -->\n", 1, 0},
	}
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			text, rivals, r := unite(reunionRule(tt.mode, tt.format), tt.head, tt.copies...)
			assert.Equal(t, tt.want, text)
			left := 0
			for _, v := range rivals {
				if len(v.left) > 0 {
					left++
					assert.NotEmpty(t, v.why)
				}
			}
			assert.Equal(t, tt.left, left, "copies that still hold something")
			assert.Len(t, r.doubts, tt.doubts)
		})
	}
}

func TestNumberedLogsAreNotMergedIntoDisorder(t *testing.T) {
	rule := reunionRule(policy.Append, policy.JSONL)
	rule.Seq = "seq"
	text, rivals, _ := unite(rule, seqRows(1, 2, 3), seqRows(1, 2)+"{\"seq\":3,\"other\":true}\n")
	assert.Equal(t, seqRows(1, 2, 3), text)
	require.Len(t, rivals[0].left, 1)
	assert.Contains(t, rivals[0].left[0], "other")

	text, rivals, _ = unite(rule, seqRows(1, 2, 3), seqRows(1, 2, 3, 4, 5))
	assert.Equal(t, seqRows(1, 2, 3, 4, 5), text)
	assert.Empty(t, rivals[0].left)

	text, rivals, _ = unite(rule, seqRows(1, 2, 3), seqRows(7, 8))
	assert.Equal(t, seqRows(1, 2, 3), text)
	assert.NotEmpty(t, rivals[0].left)
}

// journalText draws documents of the kind that is synced.
func journalText(t *rapid.T, label string) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{
		"# Journal\n", "\n## Monday\n", "\n## 2026-01-02\n", "- a\n", "- b\n", "  - ok\n", "- [ ] ship\n", "- [x] ship\n", "- 2026-01-01 x\n",
		"text\n", "\n", "| a | b |\n", "```\ncode\n```\n", "name: value\n", "name: other\n", "<!-- anchor:a -->\n", "<!-- /anchor:a -->\n",
	}), 0, 10).Draw(t, label), "")
}

// Whichever node does it, in whichever order it meets the copies, and whichever version is the document there: the same
// bytes, no line lost, and doing it again changes nothing.
func TestReunionOfTextIsTheSameEverywhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rule := reunionRule(rapid.SampledFrom([]policy.Mode{policy.Append, policy.Merge, policy.CAS, policy.Record}).Draw(t, "mode"), policy.Markdown)
		versions := []string{journalText(t, "a"), journalText(t, "b"), journalText(t, "c")}
		text, _, _ := unite(rule, versions[0], versions[1:]...)
		for _, v := range versions {
			if lost := document.Lost([]byte(v), []byte(text)).Lines; len(lost) > 0 {
				t.Fatalf("lost %q of %q", lost, versions)
			}
		}
		order := rapid.Permutation(versions).Draw(t, "order")
		other, _, _ := unite(rule, order[0], order[1:]...)
		if !document.Equal([]byte(other), []byte(text)) {
			t.Fatalf("%q\n->%q\n%q\n->%q", versions, text, order, other)
		}
		a := absorption{held: &held{t: &target{Match: policy.Match{Rule: rule, Real: "doc.md"}}, disk: disk{exists: true, data: []byte(text)}}}
		for _, v := range versions {
			if !a.contained([]byte(v)) {
				t.Fatalf("absorbed %q is not contained in %q", v, text)
			}
		}
	})
}

func TestReunionOfAnchorsNeverDamagesThem(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rule := reunionRule(policy.Anchors, policy.Markdown)
		head, copied := journalText(t, "head"), journalText(t, "copy")
		text, rivals, _ := unite(rule, head, copied)
		_, before := document.ParseAnchors([]byte(head), marksOf(rule))
		_, after := document.ParseAnchors([]byte(text), marksOf(rule))
		if len(after) > len(before) {
			t.Fatalf("%q and %q made %q", head, copied, text)
		}
		if lost := document.Lost([]byte(head), []byte(text)).Lines; len(lost) > 0 {
			t.Fatalf("lost %q", lost)
		}
		if lost := document.Lost([]byte(copied), []byte(text)).Lines; len(lost) != len(rivals[0].left) {
			t.Fatalf("%q are gone, %q is said to be left", lost, rivals[0].left)
		}
	})
}

// The members of all versions stand; of a member with several values the document's does, and the copy that has another
// one says so.
func TestReunionOfJSON(t *testing.T) {
	object := func(t *rapid.T, label string) map[string]any {
		return rapid.Map(rapid.MapOfN(rapid.SampledFrom([]string{"a", "b", "c", "d"}), rapid.IntRange(0, 2), 0, 4), func(m map[string]int) map[string]any {
			out := map[string]any{}
			for k, v := range m {
				out[k] = v
			}
			return out
		}).Draw(t, label)
	}
	encode := func(m map[string]any) string {
		b, err := json.MarshalIndent(m, "", "  ")
		require.NoError(t, err)
		return string(b) + "\n"
	}
	rapid.Check(t, func(t *rapid.T) {
		head, one, two := object(t, "head"), object(t, "one"), object(t, "two")
		rule := reunionRule(policy.Merge, policy.JSON)
		text, rivals, _ := unite(rule, encode(head), encode(one), encode(two))
		var got map[string]any
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		for k, v := range head {
			if fmt.Sprint(got[k]) != fmt.Sprint(v) {
				t.Fatalf("the document's %s is %v in %s", k, got[k], text)
			}
		}
		for i, m := range []map[string]any{one, two} {
			for k, v := range m {
				said := slices.ContainsFunc(rivals[i].left, func(l string) bool { return strings.HasPrefix(l, k+":") })
				if _, there := got[k]; !there || said == (fmt.Sprint(got[k]) == fmt.Sprint(v)) {
					t.Fatalf("%s=%v of copy %d: %s, said %q", k, v, i, text, rivals[i].left)
				}
			}
		}
		other, _, _ := unite(rule, encode(head), encode(two), encode(one))
		if other != text {
			t.Fatalf("the order of the copies counts:\n%s\n%s", text, other)
		}
		again, _, _ := unite(rule, text, encode(two), encode(one))
		if again != text {
			t.Fatalf("again:\n%s\n%s", text, again)
		}
	})
}

func TestReunionOfRows(t *testing.T) {
	rows := func(t *rapid.T, label string) string {
		return strings.Join(rapid.SliceOfNDistinct(rapid.Map(rapid.IntRange(0, 11), func(n int) string {
			return fmt.Sprintf("{\"id\":%d,\"v\":%d}\n", n%4, n/4)
		}), 0, 4, func(s string) string { return s[:7] }).Draw(t, label), "")
	}
	rapid.Check(t, func(t *rapid.T) {
		head, one, two := rows(t, "head"), rows(t, "one"), rows(t, "two")
		rule := reunionRule(policy.Merge, policy.JSONL)
		rule.Key = "id"
		text, rivals, _ := unite(rule, head, one, two)
		if lost := document.Lost([]byte(head), []byte(text)).Lines; len(lost) > 0 {
			t.Fatalf("lost %q", lost)
		}
		for i, c := range []string{one, two} {
			if lost := document.Lost([]byte(c), []byte(text)).Lines; len(lost) != len(rivals[i].left) {
				t.Fatalf("copy %d: %q are not there, %q said", i, lost, rivals[i].left)
			}
		}
		if other, _, _ := unite(rule, head, two, one); other != text {
			t.Fatalf("the order of the copies counts:\n%s\n%s", text, other)
		}
		for id := range 4 {
			if n := strings.Count(text, fmt.Sprintf("{\"id\":%d,", id)); n > 1 {
				t.Fatalf("row %d stands %d times in\n%s", id, n, text)
			}
		}
	})
}
