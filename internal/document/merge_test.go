package document

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMergeLosesNothingRevivesNothingDoublesNothing(t *testing.T) {
	m := &maker{rng: rand.New(rand.NewPCG(1, 2))}
	clean := map[string]int{}
	for _, class := range classes {
		for range 200 {
			tr := class(m)
			got := Merge(tr.base, tr.prop, tr.head)
			if got.Clean() {
				clean[tr.class]++
				require.Empty(t, unkept(tr, got.Text), "%s\n%q\n%q\n%q\n%q", tr.class, tr.base, tr.prop, tr.head, got.Text)
			}
		}
	}
	for _, class := range []string{"same-place inserts", "both append entries", "adjacent edits", "checkbox toggles", "empty base"} {
		require.Equal(t, 200, clean[class], "%s: git conflicts there, this merge must not", class)
	}
	require.Zero(t, clean["delete and edit the same"])
}

func TestMergesThatGitRefuses(t *testing.T) {
	for _, c := range []struct{ name, base, proposal, head, want string }{
		{"neighbouring boxes", "- [ ] a\n- [ ] b\n- [ ] c\n", "- [x] a\n- [ ] b\n- [x] c\n", "- [ ] a\n- [x] b\n- [ ] c\n", "- [x] a\n- [x] b\n- [x] c\n"},
		{"neighbouring rows rewritten", "1\n2\n3\n4\n", "one\ntwo\n3\n4\n", "1\n2\nthree\nfour\n", "one\ntwo\nthree\nfour\n"},
		{"the same box among others", "- [ ] a\n- [ ] b\n", "- [x] a\n- [x] b\n", "- [ ] a\n- [x] b\n", "- [x] a\n- [x] b\n"},
		{"boxes and a new one", "- [ ] a\n- [ ] b\n", "- [x] a\n- [x] b\n- [ ] c\n", "- [ ] a\n- [x] b\n", "- [x] a\n- [x] b\n- [ ] c\n"},
		{"appended by both: the head's first", "a\n", "a\nmine\n", "a\nother\n", "a\nother\nmine\n"},
		{"whole entries together", "a\n", "a\n\n## mine\n- result: ok\n", "a\n\n## other\n- result: ok\n", "a\n\n## other\n- result: ok\n\n## mine\n- result: ok\n"},
		{"put on top by both", "# T\n\n## old\n", "# T\n\n## mine\n\n## old\n", "# T\n\n## other\n\n## old\n", "# T\n\n## other\n\n## mine\n\n## old\n"},
		{"the same entry once", "a\n", "a\nsame\n", "a\nsame\n", "a\nsame\n"},
		{"the same entry, and one with more", "a\n", "a\nsame\nmore\n", "a\nsame\n", "a\nsame\nmore\n"},
		{"condensed, and appended meanwhile", "- 1\n- 2\n- 3\n", "- 1 to 3\n", "- 1\n- 2\n- 3\n- 4\n", "- 1 to 3\n- 4\n"},
		{"a line removed beside an edited one", "a\nb\nc\n", "b\nc\n", "a\nB\nc\n", "B\nc\n"},
		{"removed by both, more by one", "a\nb\nc\nd\n", "a\nd\n", "a\nc\nd\n", "a\nd\n"},
		{"another appended, this one removed the line before", "h\nold\n", "h\n", "h\nold\nnew\n", "h\nnew\n"},
		{"both begin the document", "", "mine\n", "other\n", "other\nmine\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Merge([]byte(c.base), []byte(c.proposal), []byte(c.head))
			require.True(t, got.Clean(), "%+v", got)
			require.Equal(t, c.want, string(got.Text))
		})
	}
}

func TestConflictsShowTheThreeTexts(t *testing.T) {
	for _, c := range []struct {
		name, base, proposal, head string
		want                       Conflict
	}{
		{"one line, two edits", "a\nb\nc\n", "a\nB\nc\n", "x\na\nbb\nc\n", Conflict{[]string{"b"}, []string{"B"}, []string{"bb"}, 3}},
		{"deleted here, edited there", "a\nb\nc\n", "a\nc\n", "a\nB\nc\n", Conflict{[]string{"b"}, []string{}, []string{"B"}, 2}},
		{"edited here, deleted there", "a\nb\nc\n", "a\nB\nc\n", "a\nc\n", Conflict{[]string{"b"}, []string{"B"}, []string{}, 2}},
		{"inserted into what was deleted", "a\nb\nc\nd\n", "a\nd\n", "a\nb\nn\nc\nd\n", Conflict{[]string{"b", "c"}, []string{}, []string{"b", "n", "c"}, 2}},
		{"moved by both", "a\nb\nc\n", "b\nc\na\n", "b\na\nc\n", Conflict{[]string{"a"}, []string{"a"}, []string{"a"}, 2}},
		{"moved here, deleted there", "a\nb\nc\n", "b\nc\na\n", "b\nc\n", Conflict{[]string{"a"}, []string{"a"}, nil, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Merge([]byte(c.base), []byte(c.proposal), []byte(c.head))
			require.Equal(t, []Conflict{c.want}, got.Conflicts)
		})
	}
	got := Merge([]byte("a\nb\nc\n"), []byte("a\nB\nC\n"), []byte("a\nbb\nc\n"))
	require.Equal(t, "a\nbb\nC\n", string(got.Text), "the head's lines where they conflict")
}

func TestMergeKeepsTheHeadsBytes(t *testing.T) {
	for _, c := range []struct{ name, base, proposal, head, want string }{
		{"mixed endings stay", "a\r\nb\nc\nd\ne\r\n", "a\nb\nc\nd\nE\n", "A\r\nb\nc\nd\ne\r\n", "A\r\nb\nc\nd\nE\r\n"},
		{"LF proposal, CRLF head", "a\r\nb\r\n", "a\nb\nc\n", "a\r\nb\r\n", "a\r\nb\r\nc\r\n"},
		{"CRLF proposal, LF head", "a\nb\n", "a\r\nb\r\nc\r\n", "a\nb\n", "a\nb\nc\n"},
		{"new line among mixed endings", "a\r\nb\nc\n", "a\nb\nn\nc\n", "a\r\nb\nc\n", "a\r\nb\nn\nc\n"},
		{"trailing blanks of the head", "a  \nb\n", "a\nB\n", "a  \nb\n", "a\nB\n"},
		{"trailing blanks put there meanwhile", "a\nb\n", "a\nB\n", "a  \nb\n", "a  \nB\n"},
		{"byte order mark", bom + "a\n", "b\n", bom + "a\n", bom + "b\n"},
		{"a mark in the proposal alone", "a\n", bom + "b\n", "a\n", "b\n"},
		{"bytes that are not UTF-8", "a\xff\nb\n", "a\ufffd\nB\n", "a\xff\nb\n", "a\xff\nB\n"},
		{"final newline kept", "a\nb\n", "a\nB", "a\nb\n", "a\nB\n"},
		{"missing final newline kept", "a\nb", "A\nb\n", "a\nb", "A\nb"},
		{"missing final newline of an edited line kept", "a\nb", "a\nB\n", "a\nb", "a\nB"},
		{"unterminated line goes on", "a", "a\nb\n", "a", "a\nb\n"},
		{"unterminated line of the other goes on", "a\n", "a\nmine\n", "a\nother", "a\nother\nmine\n"},
		{"unterminated CRLF text", "x\r\na", "x\na\nb", "x\r\na", "x\r\na\r\nb"},
		{"new document", "", "a\r\nb", "", "a\r\nb"},
		{"new document with a mark", "", bom + "a\r\nb\n", "", bom + "a\r\nb\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Merge([]byte(c.base), []byte(c.proposal), []byte(c.head))
			require.True(t, got.Clean())
			require.Equal(t, c.want, string(got.Text))
		})
	}
}

func TestSymmetricMergeDependsOnContentsAlone(t *testing.T) {
	m := &maker{rng: rand.New(rand.NewPCG(5, 6))}
	for _, class := range classes {
		for range 30 {
			tr := class(m)
			one, two := MergeSymmetric(tr.base, tr.prop, tr.head), MergeSymmetric(tr.base, tr.head, tr.prop)
			require.Equal(t, string(one.Text), string(two.Text))
			require.Len(t, two.Conflicts, len(one.Conflicts))
			for i, c := range one.Conflicts {
				require.Equal(t, Conflict{c.Base, c.Head, c.Proposal, c.Line}, two.Conflicts[i])
			}
		}
	}
}

// Texts without unique lines, shuffled or turned around, are what makes matchers quadratic: at this size one that is
// would not come back.
func TestHostileTextsEnd(t *testing.T) {
	const n = 30_000
	rng := rand.New(rand.NewPCG(7, 8))
	texts := map[string]func(i int) string{
		"one line over and over": func(int) string { return "same" },
		"two lines at random":    func(int) string { return fmt.Sprint(rng.IntN(2)) },
		"periodic":               func(i int) string { return fmt.Sprint(i % 7) },
		"palindrome":             func(i int) string { return fmt.Sprint(min(i, n-i)) },
		"all different":          func(i int) string { return fmt.Sprint(i) },
	}
	for name, line := range texts {
		base := make([]string, n)
		for i := range base {
			base[i] = line(i)
		}
		edited, turned := slices.Clone(base), slices.Clone(base)
		for i := range edited {
			if rng.IntN(50) == 0 {
				edited[i] = fmt.Sprint("edited ", i)
			}
		}
		slices.Reverse(turned)
		for _, other := range [][]string{edited, turned} {
			tr := triple{name, join(base), join(edited), join(other)}
			if got := Merge(tr.base, tr.prop, tr.head); got.Clean() {
				require.Empty(t, unkept(tr, got.Text))
			}
		}
		require.True(t, Equal(Merge(join(base), join(turned), join(base)).Text, join(turned)), name)
	}
}
