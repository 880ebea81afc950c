package document

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestApplyEditsAsHostsDo(t *testing.T) {
	for _, c := range []struct {
		name, doc string
		edits     []Edit
		want      string
	}{
		{"once", "a\nb\n", []Edit{{Old: "b", New: "B"}}, "a\nB\n"},
		{"everywhere", "a a\na\n", []Edit{{Old: "a", New: "b", All: true}}, "b b\nb\n"},
		{"one after the other", "a\n", []Edit{{Old: "a", New: "b"}, {Old: "b", New: "c"}}, "c\n"},
		{"nothing instead", "a\nb\n", []Edit{{Old: "b\n"}}, "a\n"},
		{"LF matches CRLF and keeps it", "one\r\ntwo\r\nthree\r\n", []Edit{{Old: "one\ntwo\n", New: "one\n2\n"}}, "one\r\n2\r\nthree\r\n"},
		{"new lines of a CRLF document", "one\r\ntwo\r\n", []Edit{{Old: "two", New: "two\nthree"}}, "one\r\ntwo\r\nthree\r\n"},
		{"the last line of a CRLF document", "one\r\ntwo", []Edit{{Old: "two", New: "two\nthree"}}, "one\r\ntwo\r\nthree"},
		{"CRLF in the edit", "one\ntwo\n", []Edit{{Old: "one\r\ntwo", New: "1\r\n2"}}, "1\n2\n"},
		{"LF elsewhere stays", "a\r\nb\nc\r\nd\r\n", []Edit{{Old: "d", New: "D"}}, "a\r\nb\nc\r\nD\r\n"},
		{"mixed endings, one by one", "a\r\nb\nc\r\n", []Edit{{Old: "a\nb\nc\n", New: "A\nB\nC\n"}}, "A\r\nB\nC\r\n"},
		{"ending at the start of the match", "a\r\nb\r\n", []Edit{{Old: "\nb", New: "\nB"}}, "a\r\nB\r\n"},
		{"byte order mark", bom + "a\n", []Edit{{Old: "a", New: "b"}}, bom + "b\n"},
		{"byte order mark in the edit", bom + "a\n", []Edit{{Old: bom + "a", New: "b"}}, bom + "b\n"},
		{"creates", "", []Edit{{New: "a\r\nb\n"}}, "a\r\nb\n"},
		{"bytes that are not UTF-8 around", "\xffa\x80\n", []Edit{{Old: "a", New: "b"}}, "\xffb\x80\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Apply([]byte(c.doc), c.edits)
			require.NoError(t, err)
			require.Equal(t, c.want, string(got))
		})
	}
}

func TestApplySaysWhyNot(t *testing.T) {
	_, err := Apply([]byte("a\n"), []Edit{{Old: "b"}})
	require.Equal(t, ErrNotFound{"b"}, err)
	_, err = Apply([]byte("a\na\r\n"), []Edit{{Old: "a\n"}})
	require.Equal(t, ErrNotUnique{"a\n", 2}, err)
	_, err = Apply([]byte("a\n"), []Edit{{New: "b"}})
	require.Equal(t, ErrNotEmpty{}, err)
	require.Equal(t, []Span{{3, 6}, {7, 10}}, Locate([]byte(bom+"a\r\nXa\r\n"), "a\n"))
}

func TestOneEditLeavesTheResult(t *testing.T) {
	long := strings.Repeat("same\n", 50)
	for _, c := range []struct {
		name, from, to string
		want           Edit
	}{
		{"appended", "a\nb\n", "a\nb\nc\n", Edit{Old: "b\n", New: "b\nc\n"}},
		{"appended to an unterminated line", "a\nb", "a\nb\nc\n", Edit{Old: "b", New: "b\nc\n"}},
		{"a line changed", "a\nb\nc\n", "a\nB\nc\n", Edit{Old: "b\n", New: "B\n"}},
		{"at the start", "a\nb\n", "n\na\nb\n", Edit{Old: "a\n", New: "n\na\n"}},
		{"a line removed", "a\nb\nc\n", "a\nc\n", Edit{Old: "b\n"}},
		{"the last line is not unique", "x\ny\nx\ny\n", "x\ny\nx\ny\nz\n", Edit{Old: "y\nx\ny\n", New: "y\nx\ny\nz\n"}},
		{"CRLF", "a\r\nb\r\n", "a\r\nb\r\nc\r\n", Edit{Old: "b\n", New: "b\nc\n"}},
		{"from nothing", "", "a\n", Edit{New: "a\n"}},
		{"to nothing", "a\n", "", Edit{Old: "a\n"}},
		{"among equal lines", long, long + "end\n", Edit{Old: long, New: long + "end\n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, ok := EditsBetween([]byte(c.from), []byte(c.to))
			require.True(t, ok)
			require.Equal(t, c.want, got)
		})
	}
	_, ok := EditsBetween([]byte("a\r\n"), []byte("a"))
	require.False(t, ok, "equal texts need no edit")
	_, ok = EditsBetween([]byte("a\xff\n"), []byte("a\xff\nb\n"))
	require.False(t, ok, "no host carries such bytes")
}

func TestEveryResultHasItsEdit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := versions(t)
		e, ok := EditsBetween(tr.base, tr.prop)
		if ok == Equal(tr.base, tr.prop) {
			t.Fatalf("edit of %q to %q: %v", tr.base, tr.prop, ok)
		}
		if !ok {
			return
		}
		got, err := Apply(tr.base, []Edit{e})
		if err != nil || !Equal(got, tr.prop) {
			t.Fatalf("%q by %+v is %q, %v; want %q", tr.base, e, got, err, tr.prop)
		}
	})
}
