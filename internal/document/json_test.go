package document

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// jsonCase is one sentence about merging JSON. Fields that are left out must be empty in the result; without a base the
// writer has none.
type jsonCase struct {
	name             string
	base, prop, head string
	opt              JSONOptions
	want             string
	conflicts        []JSONConflict
	kept, erased     []string
	asText, err      string
}

const noBase = "no base"

func proveJSON(t *testing.T, cases []jsonCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := MergeJSON([]byte(c.base), c.base != noBase, []byte(c.prop), []byte(c.head), c.opt)
			if c.err != "" {
				require.EqualError(t, got.Err, c.err)
				return
			}
			require.NoError(t, got.Err)
			require.Equal(t, c.asText != "", got.AsText, got.Reason)
			require.Contains(t, got.Reason, c.asText)
			require.Equal(t, c.want, string(got.Text))
			require.Equal(t, c.conflicts, got.Conflicts)
			require.Equal(t, c.kept, got.Kept)
			require.Equal(t, c.erased, got.Erased)
		})
	}
}

func TestJSONMembers(t *testing.T) {
	proveJSON(t, []jsonCase{
		{
			name: "different keys", base: `{"a":1,"b":1}`, prop: `{"a":2,"b":1}`, head: `{"a":1,"b":2}`, want: `{"a":2,"b":2}`,
		},
		{
			name: "the same key: a conflict with all three values", base: `{"a":1,"b":1}`, prop: `{"a":2,"b":1}`, head: `{"a":3,"b":2}`, want: `{"a":3,"b":2}`,
			conflicts: []JSONConflict{{Path: "a", Base: "1", Proposal: "2", Head: "3"}},
		},
		{
			name: "the same change twice is one", base: `{"a":1}`, prop: `{"a":2}`, head: `{"a":2,"b":1}`, want: `{"a":2,"b":1}`,
		},
		{
			name: "a removal beside a change", base: `{"a":1,"b":1,"c":1}`, prop: `{"b":1,"c":1}`, head: `{"a":1,"b":2,"c":1}`, want: `{"b":2,"c":1}`,
		},
		{
			name: "removed here, changed there", base: `{"a":1}`, prop: `{}`, head: `{"a":2}`, want: `{"a":2}`,
			conflicts: []JSONConflict{{Path: "a", Base: "1", Head: "2"}},
		},
		{
			name: "changed here, removed there", base: `{"a":1}`, prop: `{"a":2}`, head: `{}`, want: `{}`,
			conflicts: []JSONConflict{{Path: "a", Base: "1", Proposal: "2"}},
		},
		{
			name: "removed by both", base: `{"a":1,"b":1}`, prop: `{"b":2}`, head: `{"b":1}`, want: `{"b":2}`,
		},
		{
			name: "null is a value, not a removal", base: `{"a":1,"b":1}`, prop: `{"a":null,"b":1}`, head: `{"a":1,"b":2}`, want: `{"a":null,"b":2}`,
		},
		{
			name: "null against a removal", base: `{"a":1}`, prop: `{"a":null}`, head: `{}`, want: `{}`,
			conflicts: []JSONConflict{{Path: "a", Base: "1", Proposal: "null"}},
		},
		{
			name: "both create the object: member by member", base: `{"x":1}`, prop: `{"x":1,"o":{"a":1,"s":0}}`, head: `{"x":1,"o":{"b":1,"s":0}}`, want: `{"x":1,"o":{"b":1,"a":1,"s":0}}`,
		},
		{
			name: "null became an object on both sides", base: `{"o":null}`, prop: `{"o":{"a":1}}`, head: `{"o":{"b":1}}`, want: `{"o":{"b":1,"a":1}}`,
		},
		{
			name: "both create the key otherwise", base: `{}`, prop: `{"a":1}`, head: `{"a":"1"}`, want: `{"a":"1"}`,
			conflicts: []JSONConflict{{Path: "a", Proposal: "1", Head: `"1"`}},
		},
		{
			name: "an object against a scalar", base: `{"a":{"b":1}}`, prop: `{"a":{"b":2}}`, head: `{"a":0}`, want: `{"a":0}`,
			conflicts: []JSONConflict{{Path: "a", Base: `{"b":1}`, Proposal: `{"b":2}`, Head: "0"}},
		},
		{
			name: "deep members", base: `{"a":{"b":{"c":1,"d":1}}}`, prop: `{"a":{"b":{"c":2,"d":1}}}`, head: `{"a":{"b":{"c":1,"d":2}}}`, want: `{"a":{"b":{"c":2,"d":2}}}`,
		},
		{
			name: "paths are what gjson reads", base: `{"a.b":{"*":{"x":1}},"l":[{"id":"q\"","x":1}]}`, prop: `{"a.b":{"*":{"x":2}},"l":[{"id":"q\"","x":2}]}`, head: `{"a.b":{"*":{"x":3}},"l":[{"id":"q\"","x":3}]}`,
			want: `{"a.b":{"*":{"x":3}},"l":[{"id":"q\"","x":3}]}`,
			conflicts: []JSONConflict{
				{Path: `a\.b.\*.x`, Base: "1", Proposal: "2", Head: "3"}, {Path: `l.#(id=="q\"").x`, Base: "1", Proposal: "2", Head: "3"},
			},
		},
		{
			name: "the document may be any value", base: `1`, prop: `1`, head: ` "x" `, want: ` "x" `,
		},
		{
			name: "the whole document as a conflict", base: `1`, prop: `2`, head: `3`, want: `3`,
			conflicts: []JSONConflict{{Path: "@this", Base: "1", Proposal: "2", Head: "3"}},
		},
		{
			name: "an empty base had no value", base: "\n", prop: `{"a":1}`, head: `{"b":1}`, want: `{"b":1,"a":1}`,
		},
	})
}

func TestJSONBytes(t *testing.T) {
	proveJSON(t, []jsonCase{
		{
			name: "integers above 2^53 keep their digits", base: `{"id":9007199254740993,"a":1,"b":1}`, prop: `{"id":9007199254740993,"a":2,"b":1}`, head: `{"id":9007199254740993,"a":1,"b":2}`,
			want: `{"id":9007199254740993,"a":2,"b":2}`,
		},
		{
			name: "numbers come as the proposal writes them", base: `{"a":1,"b":1}`, prop: `{"a":1e400,"b":1,"n":-0.10E+2}`, head: `{"a":1,"b":2}`, want: `{"a":1e400,"b":2,"n":-0.10E+2}`,
		},
		{
			name: "1.0 is not 1", base: `{"a":1,"b":1}`, prop: `{"a":1.0,"b":1}`, head: `{"a":1,"b":2}`, want: `{"a":1.0,"b":2}`,
		},
		{
			name: "1.0 against 1.00", base: `{"a":1}`, prop: `{"a":1.0}`, head: `{"a":1.00}`, want: `{"a":1.00}`,
			conflicts: []JSONConflict{{Path: "a", Base: "1", Proposal: "1.0", Head: "1.00"}},
		},
		{
			name: "escapes and odd layout stay", base: "{\"u\":\"\\u00e9\",\"b\":1}", prop: "{\"u\":\"é\",\"b\":2}", head: "{ \"u\" :\t\"\\u00e9\" ,\n\"b\":1 ,\"c\" :[ 1 ,2 ]}",
			want: "{ \"u\" :\t\"\\u00e9\" ,\n\"b\":2 ,\"c\" :[ 1 ,2 ]}",
		},
		{
			name: "the order of keys is the head's", base: `{"a":1,"b":1}`, prop: `{"b":2,"a":1}`, head: `{"b":1,"z":0,"a":1}`, want: `{"b":2,"z":0,"a":1}`,
		},
		{
			name: "a new member stands behind the one it follows", base: `{"a":1,"b":1}`, prop: `{"a":1,"n":0,"b":1}`, head: `{"a":1,"m":0,"b":2}`, want: `{"a":1,"m":0,"n":0,"b":2}`,
		},
		{
			name: "a new first member", base: `{"a": 1}`, prop: `{"n": 0, "a": 1}`, head: `{"a": 2}`, want: `{"n": 0, "a": 2}`,
		},
		{
			name: "the first member goes", base: `{"a": 1, "b": 1}`, prop: `{"b": 1}`, head: `{"a": 1, "b": 2}`, want: `{"b": 2}`,
		},
		{
			name: "the last member goes", base: "{\n  \"a\": 1,\n  \"b\": 1\n}", prop: "{\n  \"a\": 1\n}", head: "{\n  \"a\": 2,\n  \"b\": 1\n}", want: "{\n  \"a\": 2\n}",
		},
		{
			name: "all members go", base: `{"x":{"a":1,"b":1},"y":1}`, prop: `{"x":{},"y":1}`, head: "{\"x\":{\n\"a\":1,\n\"b\":1\n},\"y\":2}", want: `{"x":{},"y":2}`,
		},
		{
			name: "commas before members", base: "{\n  \"a\": 1\n, \"b\": 1\n}", prop: "{\n  \"a\": 1\n, \"b\": 1\n, \"c\": 1\n}", head: "{\n  \"a\": 2\n, \"b\": 1\n}", want: "{\n  \"a\": 2\n, \"b\": 1\n, \"c\": 1\n}",
		},
		{
			name: "a new member on a line of its own, by the head's indentation", base: "{\"a\":1}", prop: "{\"a\":1,\"n\":{\"x\":[1,{\"y\":2}]}}", head: "{\n\t\"a\": 2,\n\t\"o\": {\n\t\t\"k\": 1\n\t}\n}\n",
			want: "{\n\t\"a\": 2,\n\t\"o\": {\n\t\t\"k\": 1\n\t},\n\t\"n\": {\n\t\t\"x\": [\n\t\t\t1,\n\t\t\t{\n\t\t\t\t\"y\": 2\n\t\t\t}\n\t\t]\n\t}\n}\n",
		},
		{
			name: "a new member on the head's only line", base: "{\"a\":1}", prop: "{\n  \"a\": 1,\n  \"n\": {\n    \"x\": [\n      1,\n      2\n    ]\n  }\n}\n", head: "{\"a\":2, \"b\":3}\n", want: "{\"a\":2, \"b\":3, \"n\":{\"x\":[1, 2]}}\n",
		},
		{
			name: "a new element like those beside it", base: "[]", prop: "[{\"id\":9,\"s\":1}]", head: "[\n  {\"id\": 1, \"s\": 1}\n]\n", want: "[\n  {\"id\": 1, \"s\": 1},\n  {\"id\": 9, \"s\": 1}\n]\n",
		},
		{
			name: "what the proposal has on one line among lines was meant so", base: "{\n  \"a\": 1\n}", prop: "{\n  \"a\": 1,\n  \"n\": [1,2]\n}", head: "{\n  \"a\": 2\n}", want: "{\n  \"a\": 2,\n  \"n\": [1,2]\n}",
		},
		{
			name: "an empty container fills as the proposal has it", base: "{\n  \"o\": {}\n}", prop: "{\n  \"o\": {\n    \"a\": 1\n  }\n}", head: "{\n  \"o\": {},\n  \"x\": 1\n}", want: "{\n  \"o\": {\n    \"a\": 1\n  },\n  \"x\": 1\n}",
		},
		{
			name: "line endings are the head's", base: "{\n  \"a\": 1\n}\n", prop: "{\n  \"a\": 1,\n  \"n\": {\n    \"x\": 1\n  }\n}\n", head: "{\r\n  \"a\": 2\r\n}\r\n", want: "{\r\n  \"a\": 2,\r\n  \"n\": {\r\n    \"x\": 1\r\n  }\r\n}\r\n",
		},
		{
			name: "so are its byte order mark and missing final newline", base: "{\n  \"a\": 1\n}\n", prop: "{\n  \"a\": 3\n}\n", head: "\ufeff{\n  \"a\": 1,\n  \"b\": 1\n}", want: "\ufeff{\n  \"a\": 3,\n  \"b\": 1\n}",
		},
		{
			name: "a current base: the proposal's own layout stands", base: "{\"a\":1}\n", prop: "{\n  \"a\": 1\n}\n", head: "{\"a\":1}\n", want: "{\n  \"a\": 1\n}\n",
		},
		{
			name: "nothing changed: nothing is touched", base: `{"a":1}`, prop: `{ "a": 1 }`, head: "{\"a\"\n:1,\"b\":2}", want: "{\"a\"\n:1,\"b\":2}",
		},
	})
}

func TestJSONArraysByIdentity(t *testing.T) {
	base := `[{"id":1,"s":"o"},{"id":2,"s":"o"}]`
	proveJSON(t, []jsonCase{
		{
			name: "different elements", base: base, prop: `[{"id":1,"s":"d"},{"id":2,"s":"o"}]`, head: `[{"id":1,"s":"o"},{"id":2,"s":"d"}]`, want: `[{"id":1,"s":"d"},{"id":2,"s":"d"}]`,
		},
		{
			name: "the same element, different members", base: base, prop: `[{"id":1,"s":"d"},{"id":2,"s":"o"}]`, head: `[{"id":1,"s":"o","n":1},{"id":2,"s":"o"}]`, want: `[{"id":1,"s":"d","n":1},{"id":2,"s":"o"}]`,
		},
		{
			name: "both add, one removes", base: base, prop: `[{"id":2,"s":"o"},{"id":9}]`, head: base[:len(base)-1] + `,{"id":3}]`, want: `[{"id":2,"s":"o"},{"id":3},{"id":9}]`,
		},
		{
			name: "both add the same identity: member by member", base: `[]`, prop: `[{"id":1,"a":1}]`, head: `[{"id":1,"b":1}]`, want: `[{"id":1,"b":1,"a":1}]`,
		},
		{
			name: "the key of the rule, inside the element", base: `[{"m":{"k":"x"},"s":1},{"m":{"k":"y"},"s":1}]`, prop: `[{"m":{"k":"x"},"s":2},{"m":{"k":"y"},"s":1}]`, head: `[{"m":{"k":"x"},"s":1},{"m":{"k":"y"},"s":2}]`,
			opt: JSONOptions{Key: "m.k"}, want: `[{"m":{"k":"x"},"s":2},{"m":{"k":"y"},"s":2}]`,
		},
		{
			name: "1 and \"1\" are two", base: `[{"id":1},{"id":"1"}]`, prop: `[{"id":1,"a":1},{"id":"1"}]`, head: `[{"id":1},{"id":"1","a":2}]`, want: `[{"id":1,"a":1},{"id":"1","a":2}]`,
		},
		{
			name: "an order that only the proposal changed is taken", base: base, prop: `[{"id":2,"s":"o"},{"id":1,"s":"o"}]`, head: `[{"id":1,"s":"d"},{"id":2,"s":"o"},{"id":3}]`, want: `[{"id":2,"s":"o"},{"id":3},{"id":1,"s":"d"}]`,
		},
		{
			name: "two orders", base: `[{"id":1},{"id":2},{"id":3}]`, prop: `[{"id":2},{"id":1},{"id":3}]`, head: `[{"id":1},{"id":3},{"id":2}]`, want: `[{"id":1},{"id":3},{"id":2}]`,
			conflicts: []JSONConflict{{Path: "@this", Base: `[{"id":1},{"id":2},{"id":3}]`, Proposal: `[{"id":2},{"id":1},{"id":3}]`, Head: `[{"id":1},{"id":3},{"id":2}]`}},
		},
		{
			name: "an identity that stands twice is none", base: `[{"id":1,"a":1},{"id":1,"b":1}]`, prop: `[{"id":1,"a":2},{"id":1,"b":1}]`, head: `[{"id":1,"a":1},{"id":1,"b":2}]`, want: `[{"id":1,"a":1},{"id":1,"b":2}]`,
			conflicts: []JSONConflict{{Path: "@this", Base: `[{"id":1,"a":1},{"id":1,"b":1}]`, Proposal: `[{"id":1,"a":2},{"id":1,"b":1}]`, Head: `[{"id":1,"a":1},{"id":1,"b":2}]`}},
		},
	})
}

func TestJSONArraysByPlace(t *testing.T) {
	conflict := func(b, p, h string) []JSONConflict {
		return []JSONConflict{{Path: "@this", Base: b, Proposal: p, Head: h}}
	}
	proveJSON(t, []jsonCase{
		{name: "both append", base: `[1,2]`, prop: `[1,2,3]`, head: `[1,2,4]`, want: `[1,2,4,3]`},
		{name: "both append the same", base: `[1]`, prop: `[1,5]`, head: `[1,5]`, want: `[1,5]`},
		{name: "both append the same and more", base: `["a"]`, prop: `["a","x","y"]`, head: `["a","x","z"]`, want: `["a","x","z","y"]`},
		{name: "both insert at the head", base: `["b"]`, prop: `["a","b"]`, head: `["y","b"]`, want: `["y","a","b"]`},
		{name: "insertions at different places", base: `[1,2,3]`, prop: `[1,9,2,3]`, head: `[1,2,8,3]`, want: `[1,9,2,8,3]`},
		{name: "a removal and an insertion", base: `[1,2,3]`, prop: `[1,3]`, head: `[1,2,3,4]`, want: `[1,3,4]`},
		{name: "two removals", base: `[1,2,3]`, prop: `[1,3]`, head: `[1,2]`, want: `[1]`},
		{name: "overlapping removals", base: `[1,2,3,4]`, prop: `[1,4]`, head: `[1,2]`, want: `[1]`},
		{name: "an insertion where the other side removed", base: `[1,2,3]`, prop: `[1,2,9,3]`, head: `[1]`, want: `[1,9]`},
		{name: "one side alone replaces", base: `[1,[2],3]`, prop: `[1,[2,4],5]`, head: `[1,[2],3]` + "\n", want: `[1,[2,4],5]` + "\n"},
		{name: "both replace alike", base: `[1,2,3]`, prop: `[9,2,3]`, head: `[9,2]`, want: `[9,2]`},
		{name: "a replacement and another change", base: `[1,2,3]`, prop: `[9,2,3]`, head: `[1,2,4]`, want: `[1,2,4]`, conflicts: conflict(`[1,2,3]`, `[9,2,3]`, `[1,2,4]`)},
		{name: "both move the same element", base: `["x",1,2]`, prop: `[1,"x",2]`, head: `[1,2,"x"]`, want: `[1,2,"x"]`, conflicts: conflict(`["x",1,2]`, `[1,"x",2]`, `[1,2,"x"]`)},
		{name: "moved here, removed there", base: `["x",1]`, prop: `[1,"x"]`, head: `[1]`, want: `[1]`, conflicts: conflict(`["x",1]`, `[1,"x"]`, `[1]`)},
		{name: "created by both sides otherwise", base: `null`, prop: `[1]`, head: `[2]`, want: `[2]`, conflicts: conflict(`null`, `[1]`, `[2]`)},
		{name: "objects without identity, one of them changed", base: `[{"a":1},{"a":2}]`, prop: `[{"a":1},{"a":3}]`, head: "[ {\"a\":1}, {\"a\":2} ]\n", want: `[ {"a":1}, {"a":3} ]` + "\n"},
	})
}

func TestJSONWithComments(t *testing.T) {
	proveJSON(t, []jsonCase{
		{
			name: "comments of the head stay where they are", base: "{\n  // one\n  \"a\": 1, // about a\n  /* b */ \"b\": 1 // about b\n}\n", prop: "{\n  // one\n  \"a\": 2, // about a\n  /* b */ \"b\": 1 // about b\n}\n",
			head: "{\n  // one\n  \"a\": 1, // about a\n  /* b */ \"b\": 3, // about b\n  \"n\": 1 // new\n}\n", want: "{\n  // one\n  \"a\": 2, // about a\n  /* b */ \"b\": 3, // about b\n  \"n\": 1 // new\n}\n",
		},
		{
			name: "a new member behind the comment of the last one", base: "{\n  \"a\": 1 // about a\n}\n", prop: "{\n  \"a\": 1, // about a\n  \"b\": 2\n}\n", head: "{\n  \"a\": 3 // about a\n}\n", want: "{\n  \"a\": 3, // about a\n  \"b\": 2\n}\n",
		},
		{
			name: "trailing commas stay", base: "{\n  \"a\": [1, 2,],\n  \"b\": 1,\n}\n", prop: "{\n  \"a\": [1, 2, 3,],\n  \"c\": 1,\n}\n", head: "{\n  \"a\": [1, 2,],\n  \"b\": 1,\n  \"d\": 1,\n}\n", want: "{\n  \"a\": [1, 2, 3,],\n  \"d\": 1,\n  \"c\": 1,\n}\n",
		},
		{
			name: "comments that the proposal changed", base: "{\n  \"a\": 1 // old\n}\n", prop: "{\n  \"a\": 1 // new\n}\n", head: "{\n  \"a\": 2 // old\n}\n", asText: "comments were added, changed or removed",
		},
		{
			name: "a comment that a removal would take along", base: "{\n  \"a\": 1,\n  \"b\": 1\n}\n", prop: "{\n  \"a\": 1\n}\n", head: "{\n  \"a\": 1,\n  // why b\n  \"b\": 1\n}\n", asText: "would be lost",
		},
		{
			name: "with a current base they may change", base: "{\"a\":1} // x", prop: "{\"a\":2}", head: "{\"a\":1} // x", want: "{\"a\":2}",
		},
		{
			name: "a strict document takes no comment", base: `{"a":1}`, prop: "{\n  // no\n  \"a\":1}", head: `{"a":2}`, err: "line 2, column 3: a comment, which JSON does not have",
		},
		{
			name: "nor a trailing comma", base: `{"a":1}`, prop: `{"a":1,}`, head: `{"a":2}`, err: "line 1, column 7: a comma after the last element",
		},
	})
}

func TestJSONKeep(t *testing.T) {
	keep := func(paths ...string) JSONOptions { return JSONOptions{Keep: paths} }
	base := `{"recovery":{"s":"none","n":0},"reports":{"a":1},"t":1}`
	proveJSON(t, []jsonCase{
		{
			name: "not reverted by a text made from an older version", base: base, opt: keep("recovery"), prop: `{"recovery":{"s":"none","n":0},"reports":{"a":1},"t":2}`, head: `{"recovery":{"s":"resume","n":0},"reports":{"a":1},"t":1}`,
			want: `{"recovery":{"s":"resume","n":0},"reports":{"a":1},"t":2}`, kept: []string{`recovery.s="resume"`},
		},
		{
			name: "not overwritten by one", base: base, opt: keep("recovery"), prop: `{"recovery":{"s":"gone","n":0},"reports":{"a":1},"t":1}`, head: `{"recovery":{"s":"resume","n":0},"reports":{"a":1},"t":1}`,
			want: `{"recovery":{"s":"resume","n":0},"reports":{"a":1},"t":1}`, kept: []string{`recovery.s="resume"`},
		},
		{
			name: "not erased by one, even if nobody changed it", base: base, opt: keep("recovery"), prop: `{"reports":{"a":1},"t":1}`, head: `{"recovery":{"s":"none","n":0},"reports":{"a":1},"t":2}`,
			want: `{"recovery":{"s":"none","n":0},"reports":{"a":1},"t":2}`, kept: []string{`recovery={"s":"none","n":0}`},
		},
		{
			name: "what stands below it is kept too", base: base, opt: keep("recovery"), prop: `{"recovery":{"s":"none"},"reports":{"a":1},"t":1}`, head: `{"recovery":{"s":"none","n":0},"reports":{"a":1},"t":2}`,
			want: `{"recovery":{"s":"none","n":0},"reports":{"a":1},"t":2}`, kept: []string{`recovery.n=0`},
		},
		{
			name: "a value that nobody changed since may be set anew", base: base, opt: keep("recovery"), prop: `{"recovery":{"s":"resume","n":0},"reports":{"a":1},"t":1}`, head: `{"recovery":{"s":"none","n":0},"reports":{"a":1},"t":2}`,
			want: `{"recovery":{"s":"resume","n":0},"reports":{"a":1},"t":2}`,
		},
		{
			name: "what a scalar would wipe out stays", base: base, opt: keep("recovery"), prop: `{"recovery":null,"reports":{"a":1},"t":1}`, head: `{"recovery":{"s":"none","n":0},"reports":{"a":1},"t":2}`,
			want: `{"recovery":{"s":"none","n":0},"reports":{"a":1},"t":2}`, kept: []string{`recovery={"s":"none","n":0}`},
		},
		{
			name: "of an object that goes only the kept facts stay", base: `{"o":{"k":1,"x":1},"t":1}`, opt: keep("o.k"), prop: `{"t":1}`, head: `{"o":{"k":1,"x":1},"t":2}`,
			want: `{"o":{"k":1},"t":2}`, kept: []string{"o.k=1"},
		},
		{
			name: "a wildcard keeps each member", base: base, opt: keep("reports.*"), prop: `{"recovery":{"s":"none","n":0},"t":1}`, head: `{"recovery":{"s":"none","n":0},"reports":{"a":1,"b":2},"t":1}`,
			want: `{"recovery":{"s":"none","n":0},"reports":{"a":1,"b":2},"t":1}`, kept: []string{"reports.a=1", "reports.b=2"},
		},
		{
			name: "elements by identity", base: `{"l":[{"id":1,"s":1,"x":1},{"id":2,"s":1,"x":1}],"t":1}`, opt: keep("l.#.s"), prop: `{"l":[{"id":2,"s":1,"x":2}],"t":1}`, head: `{"l":[{"id":1,"s":1,"x":1},{"id":2,"s":3,"x":1}],"t":2}`,
			want: `{"l":[{"id":1,"s":1,"x":1},{"id":2,"s":3,"x":2}],"t":2}`, kept: []string{"l.#(id==1).s=1", "l.#(id==2).s=3"},
		},
		{
			name: "elements of a kept list are not taken out, and new ones come", base: `{"l":["a","b"],"t":1}`, opt: keep("l"), prop: `{"l":["b","c"],"t":1}`, head: `{"l":["a","b","d"],"t":1}`,
			want: `{"l":["a","b","d","c"],"t":1}`, kept: []string{`l=["a","b"]`},
		},
		{
			name: "a kept list is not replaced", base: `{"l":["a"],"t":1}`, opt: keep("l"), prop: `{"l":["z"],"t":1}`, head: `{"l":["a"],"t":2}`, want: `{"l":["a"],"t":2}`, kept: []string{`l=["a"]`},
		},
		{
			name: "a current base may erase it, and says what", base: base, opt: keep("recovery", "reports.*"), prop: `{"recovery":{"s":"none"},"t":1}`, head: base,
			want: `{"recovery":{"s":"none"},"t":1}`, erased: []string{"recovery.n=0", "reports.a=1"},
		},
		{
			name: "a base of the same value is current, whatever the layout", base: base, opt: keep("recovery"), prop: `{"reports":{"a":1},"t":1}`, head: "{\n  \"t\": 1,\n  \"recovery\": {\"s\": \"none\", \"n\": 0},\n  \"reports\": {\"a\": 1}\n}\n",
			want: "{\n  \"t\": 1,\n  \"reports\": {\"a\": 1}\n}\n", erased: []string{`recovery={"s":"none","n":0}`},
		},
		{
			name: "erased on a current base, it is not brought back", base: base, opt: keep("recovery"), prop: `{"recovery":{"s":"none","n":0},"reports":{"a":1},"t":2}`, head: `{"reports":{"a":1},"t":1}`,
			want: `{"reports":{"a":1},"t":2}`,
		},
		{
			name: "no base: kept facts come from the head", base: noBase, opt: keep("recovery"), prop: `{"recovery":"x","t":1,"n":1}`, head: `{"recovery":{"s":"none"},"t":1}`, want: `{"recovery":{"s":"none"},"t":1,"n":1}`, kept: []string{`recovery={"s":"none"}`},
		},
		{
			name: "no base: the rest must not be lost or changed", base: noBase, opt: keep("recovery"), prop: `{"t":2}`, head: `{"recovery":1,"t":1,"u":1}`, want: `{"recovery":1,"t":1,"u":1}`, kept: []string{"recovery=1"},
			conflicts: []JSONConflict{{Path: "t", Proposal: "2", Head: "1"}, {Path: "u", Head: "1"}},
		},
		{
			name: "no base: additions to arrays pass", base: noBase, prop: `{"l":[1,2,3],"o":[{"id":2},{"id":1,"n":1}]}`, head: `{"l":[1,3],"o":[{"id":1}]}`, want: `{"l":[1,2,3],"o":[{"id":2},{"id":1,"n":1}]}`,
		},
		{
			name: "no base: removals from arrays do not", base: noBase, prop: `{"l":[3]}`, head: `{"l":[1,3]}`, want: `{"l":[1,3]}`, conflicts: []JSONConflict{{Path: "l", Proposal: "[3]", Head: "[1,3]"}},
		},
	})
}

func TestJSONSymmetricKeep(t *testing.T) {
	opt := JSONOptions{Symmetric: true, Keep: []string{"k", "l"}}
	for _, c := range []struct{ name, base, a, b, want string }{
		{"removed by one side, beside another change", `{"k":1,"t":1}`, `{"t":1}`, `{"k":1,"t":2}`, `{"k":1,"t":2}`},
		{"removed by one side, changed by the other", `{"k":1,"t":1}`, `{"t":1}`, `{"k":2,"t":1}`, `{"k":2,"t":1}`},
		{"wiped out by one side", `{"k":{"a":1},"t":1}`, `{"k":0,"t":1}`, `{"k":{"a":1},"t":2}`, `{"k":{"a":1},"t":2}`},
		{"an element taken out by one side", `{"l":[1,2],"t":1}`, `{"l":[2,3],"t":1}`, `{"l":[1,2],"t":2}`, `{"l":[1,2,3],"t":2}`},
		{"a list replaced by one side", `{"l":[1],"t":1}`, `{"l":[9],"t":1}`, `{"l":[1],"t":2}`, `{"l":[1],"t":2}`},
		{"only one side changed anything: it may", `{"k":1,"t":1}`, `{"t":1}`, `{"t":1,"k":1}`, `{"t":1}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			one := MergeJSON([]byte(c.base), true, []byte(c.a), []byte(c.b), opt)
			two := MergeJSON([]byte(c.base), true, []byte(c.b), []byte(c.a), opt)
			require.Empty(t, one.Conflicts)
			require.Equal(t, string(one.Text), string(two.Text))
			require.True(t, EqualJSON([]byte(c.want), one.Text), "%s", one.Text)
		})
	}
}

func TestJSONRefusals(t *testing.T) {
	deep := strings.Repeat("[", maxJSONDepth+1) + strings.Repeat("]", maxJSONDepth+1)
	proveJSON(t, []jsonCase{
		{name: "a doubled key, by its path", base: `{}`, prop: `{"a":[{"b":1,"\u0062":2}]}`, head: `{"c":1}`, err: "line 1, column 14: the key a.0.b stands there twice"},
		{name: "a mistake, by its place", base: `{}`, prop: "{\n  \"é\": tru }", head: `{"c":1}`, err: "line 2, column 8: 't' stands where a value is due"},
		{name: "text after the value", base: `{}`, prop: `{} x`, head: `{"c":1}`, err: "line 1, column 4: 'x' stands after the value"},
		{name: "an open string", base: `{}`, prop: `{"a`, head: `{"c":1}`, err: "line 1, column 2: a string begins that has no end"},
		{name: "a bad escape", base: `{}`, prop: `"\x"`, head: `{"c":1}`, err: "line 1, column 1: a string begins that has an escape JSON does not know"},
		{name: "a control character", base: `{}`, prop: "\"a\tb\"", head: `{"c":1}`, err: "line 1, column 3: a control character stands in a string"},
		{name: "bytes that are no text", base: `{}`, prop: "\"\xff\"", head: `{"c":1}`, err: "line 1, column 1: a string begins that is not UTF-8"},
		{name: "a leading zero", base: `{}`, prop: `[01]`, head: `{"c":1}`, err: "line 1, column 2: a number begins with 0"},
		{name: "nothing", base: `{}`, prop: ` `, head: `{"c":1}`, err: "line 1, column 2: the text ends where a value is due"},
		{name: "too deep", base: `{}`, prop: deep, head: `{"c":1}`, err: "line 1, column 1001: values nest deeper than 1000"},
		{name: "what stands is no JSON", base: `{}`, prop: `{}`, head: `{"c":1`, asText: "what stands is not JSON: line 1, column 7"},
		{name: "what stands has a key twice", base: `{}`, prop: `{}`, head: `{"c":1,"c":2}`, asText: "the key c stands there twice"},
		{name: "what was read is no JSON", base: `{`, prop: `{}`, head: `{"c":1}`, asText: "the version that was read is not JSON"},
	})
}

func TestJSONDeepestIsMerged(t *testing.T) {
	nest := func(inner string) string {
		return strings.Repeat(`{"a":`, maxJSONDepth-1) + inner + strings.Repeat("}", maxJSONDepth-1)
	}
	got := MergeJSON([]byte(nest(`{"x":1,"y":1}`)), true, []byte(nest(`{"x":2,"y":1}`)), []byte(nest(`{"x":1,"y":2}`)), JSONOptions{})
	require.True(t, got.Clean())
	require.Equal(t, nest(`{"x":2,"y":2}`), string(got.Text))
}

// Surrogates that stand alone are not one another.
func TestJSONKeysOfLoneSurrogates(t *testing.T) {
	text := `{"\ud800":1,"\ud801":2,"\ud83d\ude00":3}`
	require.NoError(t, CheckJSON([]byte(text), false))
	require.True(t, EqualJSON([]byte(text), []byte("{\"😀\":3,\"\\ud801\":2,\"\\uD800\":1}")))
	require.False(t, EqualJSON([]byte(`"\ud800"`), []byte(`"\ud801"`)))
}

func FuzzMergeJSON(f *testing.F) {
	f.Add(`{"a":1}`, `{"a":2}`, `{"b":[1,{"id":1}]}`, "a.*", true, uint8(0))
	f.Add("{\n// c\n\"a\":[1,],}", "{\n// c\n\"a\":[1,2]}", "{\n// c\n\"a\":[1],\"b\":0 /*x*/ }", "", true, uint8(1))
	f.Add(`[{"id":1,"x":{}}]`, `[{"id":2}]`, "[\r\n\t{\"id\":1}\r\n]", "#.x", false, uint8(2))
	f.Add("\ufeff{\"\\ud800\":1e400}", `{`, `nul`, `\`, false, uint8(3))
	f.Fuzz(func(t *testing.T, base, prop, head, keep string, hasBase bool, flags uint8) {
		opt := JSONOptions{Keep: []string{keep}, Symmetric: flags&1 == 1, Key: strings.Repeat("x", int(flags>>7))}
		got := MergeJSON([]byte(base), hasBase, []byte(prop), []byte(head), opt)
		if got.Err != nil || got.AsText {
			require.Empty(t, got.Text)
			return
		}
		require.NoError(t, CheckJSON(got.Text, true), "%q", got.Text)
		strict := CheckJSON([]byte(head), false) == nil && CheckJSON([]byte(prop), false) == nil
		require.True(t, !strict || json.Valid(Normalize(got.Text)), "%q", got.Text)
		if opt.Symmetric {
			other := MergeJSON([]byte(base), hasBase, []byte(head), []byte(prop), opt)
			require.Equal(t, string(got.Text), string(other.Text))
		}
		again := MergeJSON([]byte(base), hasBase, []byte(prop), got.Text, opt)
		if got.Clean() && hasBase && !opt.Symmetric && again.Clean() && !Equal([]byte(base), got.Text) {
			require.True(t, EqualJSON(got.Text, again.Text), "merged again, %q became %q", got.Text, again.Text)
		}
	})
}

// The reader takes what encoding/json takes, but for doubled keys and text that is not UTF-8.
func FuzzReadJSON(f *testing.F) {
	for _, seed := range []string{`{"a":[1,-0.5e+7,"\u00e9\ud83d\ude00"],"b":null}`, `[`, `{"a":1,"a":2}`, `[1,]`, "// x\n1", `"\`, `-`, `1.`, `1e`, `{"a"`, `{"a":`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		doc, err := readJSON(text, newJSONValues())
		ours := err == nil && doc.strict()
		theirs := json.Valid(text)
		if ours && !hasBOM(text) {
			require.True(t, theirs, "%q is taken", text)
		}
		if theirs && !ours {
			require.True(t, err != nil && (err.Path != "" || strings.Contains(err.Message, "UTF-8") || strings.Contains(err.Message, "deeper")), "%q is refused: %v", text, err)
		}
	})
}

// A megabyte of members, a third of them changed on each side; BenchmarkMergeJSON/text merges the same as lines.
func BenchmarkMergeJSON(b *testing.B) {
	version := func(changed int) []byte {
		members := make([]string, 16000)
		for i := range members {
			n := i
			if i%3 == changed {
				n = -i
			}
			members[i] = fmt.Sprintf("  \"member %d\": {\n    \"n\": %d,\n    \"list\": [1, 2, 3],\n    \"text\": \"so much\"\n  }", i, n)
		}
		return []byte("{\n" + strings.Join(members, ",\n") + "\n}\n")
	}
	base, prop, head := version(-1), version(1), version(2)
	b.Run("members", func(b *testing.B) {
		b.SetBytes(int64(len(base)))
		for b.Loop() {
			MergeJSON(base, true, prop, head, JSONOptions{})
		}
	})
	b.Run("text", func(b *testing.B) {
		b.SetBytes(int64(len(base)))
		for b.Loop() {
			Merge(base, prop, head)
		}
	})
}
