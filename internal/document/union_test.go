package document

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestUnion(t *testing.T) {
	tests := []struct {
		rule, a, b, want string
		doubts           int
	}{
		{"both added at the end", "# J\n- 01\n- 02 here\n", "# J\n- 01\n- 02 there\n", "# J\n- 01\n- 02 here\n- 02 there\n", 1},
		{"entries of their own", "# J\n- 01\n- deployed\n", "# J\n- 01\n- wrote the docs\n", "# J\n- 01\n- deployed\n- wrote the docs\n", 0},
		{"a line in the middle that both changed", "- a\n- noon\n- z\n", "- a\n- evening\n- z\n", "- a\n- evening\n- noon\n- z\n", 1},
		{"dated entries in the middle", "- 2026-01-04 a\n- 2026-01-01 z\n", "- 2026-01-03 b\n- 2026-01-01 z\n", "- 2026-01-04 a\n- 2026-01-03 b\n- 2026-01-01 z\n", 0},
		{"one added nothing", "# J\n- 01\n", "# J\n- 01\n- 02\n", "# J\n- 01\n- 02\n", 0},
		{"nothing in common", "- a\n", "- b\n", "- a\n- b\n", 0},
		{"one is empty", "", "- b\n", "- b\n", 0},
		{"a heading that both added comes once", "# L\n\n## 2\n- one\n\n## 1\n- first\n", "# L\n\n## 2\n- two\n\n## 1\n- first\n",
			"# L\n\n## 2\n- one\n- two\n\n## 1\n- first\n", 0},
		{"entries stay whole though parts are equal", "- 14:02 deployed\n  - result: ok\n", "- 14:05 tested\n  - result: ok\n",
			"- 14:02 deployed\n  - result: ok\n- 14:05 tested\n  - result: ok\n", 0},
		{"sections stay whole though parts are equal", "## B\n- ok\n- b\n", "## A\n- ok\n- a\n", "## A\n- ok\n- a\n## B\n- ok\n- b\n", 0},
		{"nested items of one item merge", "- task\n  - sub 1\n- end\n", "- task\n  - sub 2\n- end\n", "- task\n  - sub 1\n  - sub 2\n- end\n", 1},
		{"by date", "# J\n- 2026-01-01 a\n- 2026-01-03 c\n", "# J\n- 2026-01-01 a\n- 2026-01-02 b\n- 2026-01-04 d\n",
			"# J\n- 2026-01-01 a\n- 2026-01-02 b\n- 2026-01-03 c\n- 2026-01-04 d\n", 0},
		{"by date, the newest first", "# J\n- 2026-01-03 c\n- 2026-01-01 a\n", "# J\n- 2026-01-04 d\n- 2026-01-01 a\n",
			"# J\n- 2026-01-04 d\n- 2026-01-03 c\n- 2026-01-01 a\n", 0},
		{"days as headings", "# J\n\n## 2026-01-02\n\ny\n", "# J\n\n## 2026-01-01\n\nx\n", "# J\n\n## 2026-01-01\n\nx\n\n## 2026-01-02\n\ny\n", 0},
		{"a log without structure", "a\nb\nc\n", "a\nb\nd\n", "a\nb\nc\nd\n", 0},
		{"a log that begins later", "b\nc\n", "a\nb\nc\n", "a\nb\nc\n", 0},
		{"paragraphs stay apart", "T\n\nfirst words\nof here\n", "T\n\nother words\nof there\n", "T\n\nfirst words\nof here\n\nother words\nof there\n", 0},
		{"a moved entry stays once", "- a\n- b\n- c\n", "- c\n- a\n- b\n", "- a\n- b\n- c\n", 0},
		{"table rows", "| n | v |\n|---|---|\n| a | 1 |\n", "| n | v |\n|---|---|\n| b | 2 |\n", "| n | v |\n|---|---|\n| a | 1 |\n| b | 2 |\n", 0},
		{"code is one piece", "```\nx\ny\n```\n", "```\nx\nz\n```\n", "```\nx\ny\n```\n```\nx\nz\n```\n", 1},
		{"a box checked on one side", "- [ ] ship\n- b\n", "- [x] ship\n- b\n", "- [ ] ship\n- [x] ship\n- b\n", 1},
		{"another value for one name", "x: 1\nstatus: green\n", "x: 1\nstatus: red\n", "x: 1\nstatus: green\nstatus: red\n", 1},
		{"a word changed in a sentence", "- the quick brown fox jumps\n", "- the quick red fox jumps\n", "- the quick brown fox jumps\n- the quick red fox jumps\n", 1},
		{"times are no names", "- 14:02 a\n", "- 14:02 b\n", "- 14:02 a\n- 14:02 b\n", 0},
		{"line endings do not count", "- a\r\n- b\r\n", "- a\n- c\n", "- a\n- b\n- c\n", 0},
		{"anchors", "<!-- anchor:a -->\n- x\n- y\n<!-- /anchor:a -->\n", "<!-- anchor:a -->\n- x\n- z\n<!-- /anchor:a -->\n",
			"<!-- anchor:a -->\n- x\n- y\n- z\n<!-- /anchor:a -->\n", 0},
	}
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			u := Union([]byte(tt.a), []byte(tt.b))
			assert.Equal(t, tt.want, string(u.Text))
			assert.Len(t, u.Doubts, tt.doubts)
			back := Union([]byte(tt.b), []byte(tt.a))
			assert.Equal(t, string(u.Text), string(back.Text), "swapped")
			require.Len(t, back.Doubts, len(u.Doubts))
			for i, d := range u.Doubts {
				assert.Equal(t, d, Doubt{A: back.Doubts[i].B, B: back.Doubts[i].A})
			}
		})
	}
}

// shapes are texts of the shapes that agents keep: journals, lists, paragraphs, tables, code.
func shapes(t *rapid.T, label string) string {
	pieces := rapid.SliceOfN(rapid.SampledFrom([]string{
		"# Journal\n", "\n## Monday\n", "\n## 2026-01-02\n", "\n### Result\n", "- a\n", "- b\n", "  - ok\n", "  more of it\n", "- [ ] ship\n",
		"- [x] ship\n", "- 2026-01-01 x\n", "- 2026-01-03 y\n", "text\n", "other text\n", "\n", "\n\n", "| a | b |\n", "---\n", "```\ncode\n```\n",
		"~~~\nopen\n", "<!-- c -->\n", "1. one\n", "\tdeep\n", "    - four\n", "name: value\n", "name: other\n",
	}), 0, 14).Draw(t, label)
	return strings.Join(pieces, "")
}

func TestUnionLosesNothingAndIsSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := []byte(shapes(t, "a")), []byte(shapes(t, "b"))
		u := Union(a, b)
		if lost := append(Lost(a, u.Text).Lines, Lost(b, u.Text).Lines...); len(lost) > 0 {
			t.Fatalf("lost %q\n%q\n%q\n->\n%q", lost, a, b, u.Text)
		}
		for _, line := range strings.Split(string(u.Text), "\n") {
			if n := occurrences(u.Text, line); line != "" && n > occurrences(a, line)+occurrences(b, line) {
				t.Fatalf("%q stands %d times\n%q\n%q\n->\n%q", line, n, a, b, u.Text)
			}
		}
		if back := Union(b, a).Text; string(back) != string(u.Text) {
			t.Fatalf("not symmetric:\n%q\n%q", u.Text, back)
		}
	})
}

func TestUnionOfEqualTextsIsThatText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := []byte(shapes(t, "a"))
		u := Union(a, a)
		if string(u.Text) != string(a) || len(u.Doubts) > 0 {
			t.Fatalf("%q became %q", a, u.Text)
		}
	})
}

func occurrences(text []byte, line string) int {
	n := 0
	for _, l := range strings.Split(string(text), "\n") {
		if l == line {
			n++
		}
	}
	return n
}

func FuzzUnion(f *testing.F) {
	f.Add("# J\n- a\n", "# J\n- b\n")
	f.Fuzz(func(t *testing.T, a, b string) {
		u := Union([]byte(a), []byte(b))
		if lost := append(Lost([]byte(a), u.Text).Lines, Lost([]byte(b), u.Text).Lines...); len(lost) > 0 {
			t.Fatalf("lost %q", lost)
		}
	})
}

func TestMergeBothKeepsBothSidesOfAConflict(t *testing.T) {
	tests := []struct{ rule, base, a, b, want string }{
		{"edit against edit", "a\nb\nc\n", "a\nb one\nc\n", "a\nb two\nc\n", "a\nb two\nb one\nc\n"},
		{"delete against edit", "a\nb\nc\n", "a\nc\n", "a\nb two\nc\n", "a\nb two\nc\n"},
		{"edits at different places", "a\nb\nc\n", "a 1\nb\nc\n", "a\nb\nc 2\n", "a 1\nb\nc 2\n"},
		{"a deletion is taken over", "a\nb\nc\n", "a\nc\n", "a\nb\nc\nd\n", "a\nc\nd\n"},
	}
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			m := MergeBoth([]byte(tt.base), []byte(tt.a), []byte(tt.b))
			assert.Equal(t, tt.want, string(m.Text))
			assert.Equal(t, tt.want, string(MergeBoth([]byte(tt.base), []byte(tt.b), []byte(tt.a)).Text), "swapped")
		})
	}
}

func TestMergeBothNeverLosesWhatASideAdded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base, a, b := []byte(shapes(t, "base")), []byte(shapes(t, "a")), []byte(shapes(t, "b"))
		m := MergeBoth(base, a, b)
		for _, side := range [][]byte{a, b} {
			have := map[string]bool{}
			for _, line := range Lost(side, m.Text).Lines {
				have[line] = true
			}
			for _, line := range Added(base, side) {
				if have[line] && occurrences(m.Text, line) == 0 {
					t.Fatalf("%q is gone\n%q\n%q\n%q\n->\n%q", line, base, a, b, m.Text)
				}
			}
		}
	})
}
