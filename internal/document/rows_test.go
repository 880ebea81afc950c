package document

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestMergeRows(t *testing.T) {
	for _, c := range []struct {
		name             string
		base, prop, head string
		key, want        string
		reported         []RowReport
		dropped          []string
	}{
		{
			name: "both sides' rows once, the head's first", key: "id", base: "{\"id\":1}\n", prop: "{\"id\":1}\n{\"id\":9}\n{\"id\":2}\n", head: "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n",
			want: "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n{\"id\":9}\n",
		},
		{
			name: "a row that one side changed", key: "id", base: "{\"id\":1}\n{\"id\":2}\n", prop: "{\"id\":1,\"a\":1}\n{\"id\":2}\n", head: "{\"id\":1}\n{\"id\":2,\"b\":1}\n",
			want: "{\"id\":1,\"a\":1}\n{\"id\":2,\"b\":1}\n",
		},
		{
			name: "a row that both changed is the document's", key: "id", base: "{\"id\":1}\n", prop: "{\"id\":1,\"a\":1}\n", head: "{\"id\":1,\"b\":1}\n", want: "{\"id\":1,\"b\":1}\n",
			reported: []RowReport{{Key: "1", Document: `{"id":1,"b":1}`, Other: `{"id":1,"a":1}`}},
		},
		{
			name: "unequal without a base likewise; nothing goes", key: "id", base: noBase, prop: "{\"id\":\"x\",\"a\":1}\n{\"id\":3}\n", head: "{\"id\":\"x\",\"b\":1}\n{\"id\":2}\n", want: "{\"id\":\"x\",\"b\":1}\n{\"id\":2}\n{\"id\":3}\n",
			reported: []RowReport{{Key: `"x"`, Document: `{"id":"x","b":1}`, Other: `{"id":"x","a":1}`}},
		},
		{
			name: "a removal beside a change", key: "id", base: "{\"id\":1}\n{\"id\":2}\n", prop: "{\"id\":2}\n", head: "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n", want: "{\"id\":2}\n{\"id\":3}\n", dropped: []string{`{"id":1}`},
		},
		{
			name: "removed here, changed there: it stays", key: "id", base: "{\"id\":1}\n{\"id\":2}\n", prop: "{\"id\":2}\n", head: "{\"id\":1,\"b\":1}\n{\"id\":2}\n", want: "{\"id\":1,\"b\":1}\n{\"id\":2}\n",
			reported: []RowReport{{Key: "1", Document: `{"id":1,"b":1}`}},
		},
		{
			name: "changed here, removed there: it comes back", key: "id", base: "{\"id\":1}\n{\"id\":2}\n", prop: "{\"id\":1,\"a\":1}\n{\"id\":2}\n", head: "{\"id\":2}\n", want: "{\"id\":2}\n{\"id\":1,\"a\":1}\n",
			reported: []RowReport{{Key: "1", Other: `{"id":1,"a":1}`}},
		},
		{
			name: "without a key, by whole lines, each as often as it stands", base: "{\"e\":1}\n", prop: "{\"e\":1}\n{\"e\":1}\n{\"e\":2}\n", head: "{\"e\":1}\n{\"e\":3}\n", want: "{\"e\":1}\n{\"e\":3}\n{\"e\":1}\n{\"e\":2}\n",
		},
		{
			name: "a row that lacks the key, by its line", key: "id", base: "{\"x\":1}\n", prop: "{\"x\":1}\n{\"id\":null,\"a\":1}\n", head: "{\"x\":1}\n{\"id\":null,\"b\":1}\n", want: "{\"x\":1}\n{\"id\":null,\"b\":1}\n{\"id\":null,\"a\":1}\n",
		},
		{
			name: "the same key again is the second such row", key: "id", base: "{\"id\":1}\n", prop: "{\"id\":1}\n{\"id\":1,\"v\":2}\n", head: "{\"id\":1}\n{\"id\":5}\n", want: "{\"id\":1}\n{\"id\":5}\n{\"id\":1,\"v\":2}\n",
		},
		{
			name: "the key is a path", key: "m.id", base: "{\"m\":{\"id\":1},\"v\":0}\n", prop: "{\"m\":{\"id\":1},\"v\":1}\n", head: "{\"m\":{\"id\":1},\"v\":0}\n{\"m\":{\"id\":2}}\n", want: "{\"m\":{\"id\":1},\"v\":1}\n{\"m\":{\"id\":2}}\n",
		},
		{
			name: "a torn last line stays last and is glued to nothing", key: "id", base: "{\"id\":1}\n", prop: "{\"id\":1}\n{\"id\":2}\n", head: "{\"id\":1}\n{\"id\":3,\"t", want: "{\"id\":1}\n{\"id\":2}\n{\"id\":3,\"t",
		},
		{
			name: "a torn row that the other side has whole goes", key: "id", base: noBase, prop: "{\"id\":3,\"t\":1}\n", head: "{\"id\":1}\n{\"id\":3,\"t", want: "{\"id\":1}\n{\"id\":3,\"t\":1}\n", dropped: []string{`{"id":3,"t`},
		},
		{
			name: "two torn rows", base: "{\"id\":1}\n", prop: "{\"id\":1}\n{\"a", head: "{\"id\":1}\n{\"b", want: "{\"id\":1}\n{\"b\n{\"a",
		},
		{
			name: "a whole last row without its newline is not glued", key: "id", base: "{\"id\":1}", prop: "{\"id\":1}\n{\"id\":2}", head: "{\"id\":1}\n{\"id\":3}", want: "{\"id\":1}\n{\"id\":3}\n{\"id\":2}",
		},
		{
			name: "blank lines stay where the head has them", key: "id", base: "{\"id\":1}\n", prop: "\n{\"id\":1}\n\n\n{\"id\":2}\n\n", head: "{\"id\":1}\n\n{\"id\":3}\n\n", want: "{\"id\":1}\n\n{\"id\":3}\n\n{\"id\":2}\n",
		},
		{
			name: "line endings and byte order mark are the head's", key: "id", base: "{\"id\":1}\n", prop: "{\"id\":1}\n{\"id\":2}\n", head: "\ufeff{\"id\":1}\r\n{\"id\":3}\r\n", want: "\ufeff{\"id\":1}\r\n{\"id\":3}\r\n{\"id\":2}\r\n",
		},
		{
			name: "a current base: the proposal stands", key: "id", base: "{\"id\":1}\n{\"id\":2}\n", prop: "{\"id\":2}\n{\"id\":0}\n", head: "{\"id\":1}\n{\"id\":2}\n", want: "{\"id\":2}\n{\"id\":0}\n", dropped: []string{`{"id":1}`},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := MergeRows([]byte(c.base), c.base != noBase, []byte(c.prop), []byte(c.head), c.key, false)
			require.Equal(t, c.want, string(got.Text))
			require.Equal(t, c.reported, got.Reported)
			require.Equal(t, c.dropped, got.Dropped)
		})
	}
}

// rowsVersions draws a base and two descendants.
func rowsVersions(t *rapid.T) (base, prop, head []byte) {
	pick := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "n") }
	row := func() string {
		switch pick(8) {
		case 0:
			return ""
		case 1:
			return fmt.Sprintf(`{"line":%d}`, pick(3))
		case 2:
			return `{"broken`
		}
		return fmt.Sprintf(`{"id":%d,"v":%d}`, pick(6), pick(3))
	}
	version := func(from []string) []string {
		out := slices.Clone(from)
		for range pick(5) {
			at := pick(len(out) + 1)
			switch {
			case pick(2) == 0 || at == len(out):
				out = slices.Insert(out, at, row())
			case pick(3) == 0:
				out = slices.Delete(out, at, at+1)
			default:
				out[at] = row()
			}
		}
		return out
	}
	text := func(rows []string) []byte {
		end := []string{"\n", "\r\n"}[pick(2)]
		out := strings.Join(rows, end)
		if pick(3) > 0 && len(rows) > 0 {
			out += end
		}
		return []byte(out)
	}
	rows := version(version(nil))
	return text(rows), text(version(rows)), text(version(rows))
}

// Every row of a side that the base lacks is in the result, or stands in a report; nothing is glued or made up; and either
// side may be called the head.
func TestMergeRowsLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base, prop, head := rowsVersions(t)
		hasBase := rapid.Bool().Draw(t, "base")
		symmetric := rapid.Bool().Draw(t, "symmetric")
		got := MergeRows(base, hasBase, prop, head, "id", symmetric)
		lines := map[string]bool{}
		for _, l := range split(got.Text).lines {
			lines[string(l.key)] = true
		}
		known := map[string]bool{"": true}
		for _, l := range append(split(prop).lines, split(head).lines...) {
			known[string(l.key)] = true
		}
		for l := range lines {
			require.True(t, known[l], "%q is made up in %q", l, got.Text)
		}
		accounted := map[string]bool{}
		for _, r := range got.Reported {
			accounted[r.Document], accounted[r.Other] = true, true
		}
		for _, l := range got.Dropped {
			accounted[l] = true
		}
		inBase := map[string]bool{}
		for _, l := range split(base).lines {
			inBase[string(l.key)] = hasBase
		}
		for _, l := range append(split(prop).lines, split(head).lines...) {
			key := string(l.key)
			isTorn := key == `{"broken`
			if !l.blank() && !inBase[key] && !lines[key] && !accounted[key] && !isTorn && !Equal(base, head) && !Equal(base, prop) {
				t.Fatalf("%q is lost:\n%q\n%q\n%q\nmerged %q %+v", key, base, prop, head, got.Text, got)
			}
		}
		if symmetric {
			other := MergeRows(base, hasBase, head, prop, "id", true)
			require.Equal(t, string(got.Text), string(other.Text))
		}
	})
}

func FuzzMergeRows(f *testing.F) {
	f.Add("{\"id\":1}\n", "{\"id\":1}\n{\"id\":2", "\ufeff{\"id\":3}\r\n\r\n", "id", true, false)
	f.Add("", "{\"a\":[[[[", "{\"a\":", "a.#", false, true)
	f.Fuzz(func(t *testing.T, base, prop, head, key string, hasBase, symmetric bool) {
		got := MergeRows([]byte(base), hasBase, []byte(prop), []byte(head), key, symmetric)
		known := append(keys(split([]byte(prop)).lines), keys(split([]byte(head)).lines)...)
		for _, l := range keys(split(got.Text).lines) {
			require.Contains(t, known, l, "made up in %q", got.Text)
		}
		if symmetric {
			other := MergeRows([]byte(base), hasBase, []byte(head), []byte(prop), key, true)
			require.Equal(t, string(got.Text), string(other.Text))
		}
	})
}

// A row of brackets nested without end is no row, and costs no stack.
func TestRowsDoNotFollowEndlessNesting(t *testing.T) {
	deep := bytes.Repeat([]byte("["), 8<<20)
	require.Error(t, CheckJSONL(append(deep, '\n'), false))
	got := MergeRows(nil, false, deep, []byte("{}\n"), "id", false)
	require.Equal(t, len(deep)+3, len(got.Text))
}
