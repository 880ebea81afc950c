package document

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestInsertionGoesIntoTheHeadWhateverHappenedToIt(t *testing.T) {
	top, after := At{Place: Top}, At{Place: After, Anchor: "Log"}
	for _, c := range []struct {
		name                       string
		at                         At
		base, proposal, head, want string
	}{
		{"plain", At{}, "a\nb\n", "a\nb\nc\n", "a\nb\n", "a\nb\nc\n"},
		{"another appended meanwhile", At{}, "a\n", "a\nmine\n", "a\nother\n", "a\nother\nmine\n"},
		{"two equal entries are two", At{}, "a\n", "a\nsame\n", "a\nsame\n", "a\nsame\nsame\n"},
		{"head rewritten meanwhile", At{}, "a\nb\n", "a\nb\nc\n", "x\n", "x\nc\n"},
		{"base and head without final newline", At{}, "- one", "- one\n- two", "- one\n- other", "- one\n- other\n- two"},
		{"proposal lacks the final newline, head has it", At{}, "a\n", "a\nb", "a\n", "a\nb\n"},
		{"proposal has the final newline, head lacks it", At{}, "a", "a\nb\n", "a", "a\nb\n"},
		{"each keeps its separators", At{}, "a\n", "a\n\n## mine\nx\n", "a\n\n## other\ny\n", "a\n\n## other\ny\n\n## mine\nx\n"},
		{"no blank line is invented", At{}, "a\n", "a\nb\n", "a\nc\n", "a\nc\nb\n"},
		{"blank lines at the end of the base, kept", At{}, "a\n\n", "a\n\nb\n", "a\n\n", "a\n\nb\n"},
		{"blank lines at the end of the base, left out", At{}, "a\n\n", "a\nb\n", "a\n\n", "a\n\nb\n"},
		{"blank lines at the end of the base, put after", At{}, "a\n\n", "a\nb\n\n", "a\n\n", "a\n\nb\n"},
		{"blank lines of its own", At{}, "a\n\n", "a\n\n\nb\n", "a\n\n", "a\n\n\nb\n"},
		{"CRLF head, LF proposal", At{}, "a\r\nb\r\n", "a\nb\nc\n", "a\r\nb\r\n", "a\r\nb\r\nc\r\n"},
		{"LF head, CRLF proposal", At{}, "a\n", "a\r\nb\r\n", "a\n", "a\nb\n"},
		{"mixed head: as the line before", At{}, "a\r\nb\nc\r\n", "a\nb\nc\nd\n", "a\r\nb\nc\r\n", "a\r\nb\nc\r\nd\r\n"},
		{"head without any ending: the proposal's", At{}, "a", "a\r\nb\r\n", "a", "a\r\nb\r\n"},
		{"byte order mark", At{}, bom + "a\n", "a\nb\n", bom + "a\n", bom + "a\nb\n"},
		{"bytes that are not UTF-8, shown as such", At{}, "a\xff\x80\n", "a\ufffd\ufffd\nb\n", "a\xff\x80\n", "a\xff\x80\nb\n"},
		{"multi-byte last character", At{}, "- café 🚀", "- café 🚀\n- next\n", "- café 🚀", "- café 🚀\n- next\n"},
		{"trailing blanks of the base dropped", At{}, "a  \nb\t\n", "a\nb\nc\n", "a  \nb\t\n", "a  \nb\t\nc\n"},
		{"into an empty base", At{}, "", "a\n", "", "a\n"},
		{"nothing added", At{}, "a\n", "a", "a\nb\n", "a\nb\n"},

		{"top", top, "a\n", "n\na\n", "h\na\n", "n\nh\na\n"},
		{"top, below the title", top, "# T\n\na\n", "# T\n\nn\n\na\n", "# T\n\nh\n\na\n", "# T\n\nn\n\nh\n\na\n"},
		{"top, directly below the title", top, "# T\na\n", "# T\nn\na\n", "# T\na\n", "# T\nn\na\n"},
		{"top, above the title", top, "# T\na\n", "n\n# T\na\n", "# T\nb\n", "n\n# T\nb\n"},
		{"top, below the front matter", top, "---\nk: v\n---\n# T\n\na\n", "---\nk: v\n---\n# T\n\nn\na\n", "---\nk: w\n---\n# T\n\na\n", "---\nk: w\n---\n# T\n\nn\na\n"},
		{"top of a title alone", top, "# T\n", "# T\n\nn\n", "# T\n\nh\n", "# T\n\nn\n\nh\n"},
		{"top, blank lines at the end do not matter", top, "# T\na\n\n", "# T\nn\na\n", "# T\na\n\n", "# T\nn\na\n\n"},

		{"after a heading", after, "# J\n## Log\na\n## Z\n", "# J\n## Log\nn\na\n## Z\n", "# J\nnew\n## Log\nh\na\n## Z\n", "# J\nnew\n## Log\nn\nh\na\n## Z\n"},
		{"after a heading and its blank line", after, "## Log\n\na\n", "## Log\n\nn\n\na\n", "## Log\n\nh\na\n", "## Log\n\nn\n\nh\na\n"},
		{"after a marker", after, "x\n<!-- anchor:Log -->\na\n", "x\n<!-- anchor:Log -->\nn\na\n", "x\n<!-- anchor:Log -->\nh\na\n", "x\n<!-- anchor:Log -->\nn\nh\na\n"},
		{"not after the example in a code block", after, "```\n## Log\n```\n## Log\na\n", "```\n## Log\n```\n## Log\nn\na\n", "```\n## Log\n```\n## Log\na\n", "```\n## Log\n```\n## Log\nn\na\n"},
		{"after the last line", after, "x\n## Log", "x\n## Log\nn\n", "x\n## Log", "x\n## Log\nn\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ins, ok := FindInsertion([]byte(c.base), []byte(c.proposal), c.at)
			require.True(t, ok)
			got, err := Insert([]byte(c.head), ins, c.at)
			require.NoError(t, err)
			require.Equal(t, c.want, string(got))
		})
	}
}

func TestWhatIsNoInsertion(t *testing.T) {
	for _, c := range []struct {
		name           string
		at             At
		base, proposal string
	}{
		{"a line gone", At{}, "a\nb\n", "b\nc\n"},
		{"a line changed", At{}, "a\nb\n", "a\nB\nc\n"},
		{"the last line went on", At{}, "- one", "- one more\n"},
		{"at the top instead of the end", At{}, "a\nb\n", "n\na\nb\n"},
		{"in the middle", At{}, "a\nb\n", "a\nn\nb\n"},
		{"two pieces", At{Place: Top}, "a\nb\n", "n\na\nm\nb\n"},
		{"at the end instead of the top", At{Place: Top}, "a\nb\n", "a\nb\nn\n"},
		{"above the front matter", At{Place: Top}, "---\nk: v\n---\na\n", "n\n---\nk: v\n---\na\n"},
		{"the heading is missing", At{Place: After, Anchor: "Log"}, "a\n", "a\nn\n"},
		{"further down the section", At{Place: After, Anchor: "Log"}, "## Log\na\nb\n", "## Log\na\nn\nb\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, ok := FindInsertion([]byte(c.base), []byte(c.proposal), c.at)
			require.False(t, ok)
		})
	}
}

func TestInsertSaysThatThePlaceIsMissing(t *testing.T) {
	at := At{Place: After, Anchor: "Log"}
	_, err := Insert([]byte("a\n"), FragmentInsertion([]byte("n\n")), at)
	require.ErrorAs(t, err, &ErrNoPlace{})
	require.ErrorContains(t, err, "Log")
}

func TestTrimDropsWhatTheWriterAppendedItself(t *testing.T) {
	for _, c := range []struct {
		name, insertion string
		seen            []string
		want            []string
	}{
		{"one entry", "- x\n- y\n", []string{"- x\n"}, []string{"- y"}},
		{"two in order", "- x\n- y\n- z\n", []string{"- x\n", "- y\n"}, []string{"- z"}},
		{"only the second is repeated", "- y\n- z\n", []string{"- x\n", "- y\n"}, []string{"- z"}},
		{"with another separator", "\n## x\ntext\n\n## y\n", []string{"## x\ntext\n"}, []string{"", "## y"}},
		{"all of it", "- x\n", []string{"- x"}, []string{}},
		{"not at the start", "- y\n- x\n", []string{"- x\n"}, []string{"- y", "- x"}},
		{"half an entry", "## x\n- y\n", []string{"## x\ntext\n"}, []string{"## x", "- y"}},
		{"blank text", "- x\n", []string{"\n"}, []string{"- x"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var seen [][]byte
			for _, s := range c.seen {
				seen = append(seen, []byte(s))
			}
			require.Equal(t, c.want, Trim(FragmentInsertion([]byte(c.insertion)), seen).Lines())
		})
	}
}

func TestFragmentIsOnlyTheNewEntry(t *testing.T) {
	journal := "# Journal\n\n## Mon\n- build ok\n---\n## Tue\n- build ok\n- deploy\n"
	for _, c := range []struct {
		name, proposal string
		want           bool
	}{
		{"an entry", "## Wed\n- tests\n", true},
		{"with a heading of the document", "## Tue\n- tests\n", true},
		{"with blank lines and a rule", "\n---\n## Wed\n- tests\n", true},
		{"with a repeated line", "- build ok\n- tests\n", true},
		{"empty", "", false},
		{"blank", "\n\n", false},
		{"begins like the document", "# Journal\n- tests\n", false},
		{"begins like it after a blank line", "\n# Journal\n- tests\n", false},
		{"repeats a line of its own", "## Wed\n- deploy\n", false},
		{"as long as the document", "1\n2\n3\n4\n5\n6\n7\n8\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, IsFragment([]byte(c.proposal), []byte(journal)))
		})
	}
	require.False(t, IsFragment([]byte("a\n"), []byte("\n\n")), "a blank document has nothing to append to")
}

func TestFragmentGoesBelowTheTitleAtTheTop(t *testing.T) {
	got, err := Insert([]byte("# T\n\nold\n"), FragmentInsertion([]byte("new\n\n")), At{Place: Top})
	require.NoError(t, err)
	require.Equal(t, "# T\n\nnew\n\nold\n", string(got))
}
