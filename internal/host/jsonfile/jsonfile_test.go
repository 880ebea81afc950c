package jsonfile_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"noclobber/internal/host/jsonfile"
)

func parse(t testing.TB, text string) *jsonfile.File {
	t.Helper()
	f, err := jsonfile.Parse([]byte(text))
	require.NoError(t, err, text)
	return f
}

func TestParseSaysWhereAndWhy(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "unexpected end",
		"[1]":                              "not a JSON object",
		"{\n  // mine\n  \"a\": 1\n}":      "line 2, column 3: not valid JSON: it has a comment",
		"{\n  \"a\": 1, /* x */ \"b\": 2}": "line 2, column 11: not valid JSON: it has a comment",
		"{\n  \"a\": 1,\n}":                "line 3, column 1: not valid JSON: a comma stands before }",
		"{\"a\": [1, 2,]}":                 "line 1, column 13: not valid JSON: a comma stands before ]",
		"{\"a\": }":                        "line 1, column 7: not valid JSON: invalid character '}'",
		"{\"a\": 1,\n \"a\": 2}":           `line 2, column 2: the key "a" stands twice`,
		"{\"a\": 1} x":                     "line 1, column 10",
		`{"a":` + strings.Repeat("[", 400) + strings.Repeat("]", 400) + "}": "nests deeper than 256",
	} {
		_, err := jsonfile.Parse([]byte(text))
		assert.ErrorContains(t, err, want, text)
	}
}

func TestValuesAreFoundWhereTheyStand(t *testing.T) {
	text := "\xEF\xBB\xBF{ \"a\\u0062\" : [ {\"x\":\"y\\n\"} , -1.5e3,null ], \"e\":{}, \"s\":\"//\" }\n"
	f := parse(t, text)
	assert.Equal(t, text, string(f.Bytes()))
	list := f.Root.Get("ab")
	require.True(t, list.Is(jsonfile.Array))
	require.Len(t, list.Items, 3)
	assert.Equal(t, "y\n", list.Items[0].Get("x").String())
	assert.Equal(t, "-1.5e3", f.Raw(list.Items[1]))
	assert.Equal(t, "null", f.Raw(list.Items[2]))
	assert.True(t, f.Root.Get("e").Is(jsonfile.Object))
	assert.Nil(t, f.Root.Get("none"))
	assert.Nil(t, f.Root.Get("none").Get("x"))
	assert.Empty(t, f.Root.Get("none").String())
	assert.Empty(t, f.Raw(nil))
}

func TestWhatIsAddedTakesTheLayoutAroundIt(t *testing.T) {
	const item = `{"m": "*", "n": [1]}`
	for _, c := range []struct{ name, text, want string }{
		{"two spaces", "{\n  \"a\": 1\n}\n", "{\n  \"a\": 1,\n  \"k\": {\n    \"m\": \"*\",\n    \"n\": [\n      1\n    ]\n  }\n}\n"},
		{"tabs", "{\n\t\"a\": 1\n}", "{\n\t\"a\": 1,\n\t\"k\": {\n\t\t\"m\": \"*\",\n\t\t\"n\": [\n\t\t\t1\n\t\t]\n\t}\n}"},
		{"CR LF", "{\r\n    \"a\": 1\r\n}\r\n", "{\r\n    \"a\": 1,\r\n    \"k\": {\r\n        \"m\": \"*\",\r\n        \"n\": [\r\n            1\r\n        ]\r\n    }\r\n}\r\n"},
		{"one line", `{"a": 1}`, `{"a": 1, "k": {"m":"*","n":[1]}}`},
		{"empty", "{}\n", "{\n  \"k\": {\n    \"m\": \"*\",\n    \"n\": [\n      1\n    ]\n  }\n}\n"},
		{"a mark before it", "\xEF\xBB\xBF{\"a\":1}", "\xEF\xBB\xBF{\"a\":1, \"k\": {\"m\":\"*\",\"n\":[1]}}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := parse(t, c.text)
			g, err := f.Set(f.Root, "k", item)
			require.NoError(t, err)
			assert.Equal(t, c.want, string(g.Bytes()))
			assert.Equal(t, c.text, string(f.Bytes()), "a File never changes")
		})
	}
}

func TestItemsAreAddedAndReplacedInPlace(t *testing.T) {
	f := parse(t, "{\n  \"l\": [\n    {\"x\": 1},\n    {\n      \"x\": 2\n    }\n  ],\n  \"e\": [],\n  \"i\": [1, 2]\n}\n")
	f, err := f.Append(f.Root.Get("l"), `{"y":3}`)
	require.NoError(t, err)
	f, err = f.Append(f.Root.Get("e"), `{"y":4}`)
	require.NoError(t, err)
	f, err = f.Append(f.Root.Get("i"), `{"y":5}`)
	require.NoError(t, err)
	f, err = f.Replace(f.Root.Get("l").Items[0], `{"z":6}`)
	require.NoError(t, err)
	f, err = f.Replace(f.Root.Get("l").Items[1], `{"z":7}`)
	require.NoError(t, err)
	assert.Equal(t, "{\n  \"l\": [\n    {\"z\":6},\n    {\n      \"z\": 7\n    },\n    {\n      \"y\": 3\n    }\n  ],\n  \"e\": [\n    {\n      \"y\": 4\n    }\n  ],\n  \"i\": [1, 2, {\"y\":5}]\n}\n", string(f.Bytes()))
}

func TestWhatIsRemovedTakesItsCommaAlong(t *testing.T) {
	const text = `{"l": [1, [2], "3"], "m": {}, "n": 0}`
	for _, c := range []struct {
		remove func(f *jsonfile.File) (*jsonfile.File, error)
		want   string
	}{
		{func(f *jsonfile.File) (*jsonfile.File, error) { return f.RemoveItem(f.Root.Get("l"), 0) }, `{"l": [[2], "3"], "m": {}, "n": 0}`},
		{func(f *jsonfile.File) (*jsonfile.File, error) { return f.RemoveItem(f.Root.Get("l"), 1) }, `{"l": [1, "3"], "m": {}, "n": 0}`},
		{func(f *jsonfile.File) (*jsonfile.File, error) { return f.RemoveItem(f.Root.Get("l"), 2) }, `{"l": [1, [2]], "m": {}, "n": 0}`},
		{func(f *jsonfile.File) (*jsonfile.File, error) { return f.RemoveMember(f.Root, 0) }, `{"m": {}, "n": 0}`},
		{func(f *jsonfile.File) (*jsonfile.File, error) { return f.RemoveMember(f.Root, 2) }, `{"l": [1, [2], "3"], "m": {}}`},
	} {
		g, err := c.remove(parse(t, text))
		require.NoError(t, err)
		assert.Equal(t, c.want, string(g.Bytes()))
	}
	f := parse(t, "{\n  \"a\": [ 1 ]\n}")
	g, err := f.RemoveItem(f.Root.Get("a"), 0)
	require.NoError(t, err)
	assert.Equal(t, "{\n  \"a\": []\n}", string(g.Bytes()))
}

func TestTextThatIsNotJSONIsNotPutIn(t *testing.T) {
	f := parse(t, `{"a": [1]}`)
	for _, raw := range []string{"", "{", "1, 2]", `"a": 1`} {
		_, err := f.Append(f.Root.Get("a"), raw)
		assert.Error(t, err, raw)
	}
	_, err := f.Set(f.Root, "a", "1")
	assert.ErrorContains(t, err, "stands twice")
}

// FuzzEdit: a key that is added and removed again leaves the bytes as they were,
// and in between encoding/json sees the old members and the new one.
func FuzzEdit(f *testing.F) {
	for _, s := range []string{
		"{}", "{ }\n", `{"a":1}`, "{\n  \"a\": 1\n}\n", "{\r\n\t\"a\": {\"b\": [1, {}]},\r\n\t\"c\": \"\\\"}\"\r\n}", "{\"a\":1,\n\"b\":2}",
		"{\n\"a\": 1}", "\xEF\xBB\xBF{}",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, err := jsonfile.Parse([]byte(text))
		if err != nil || file.Root.Get("new") != nil {
			return
		}
		n := len(file.Root.Members)
		added, err := file.Set(file.Root, "new", `{"x": [1, "\u2028"]}`)
		require.NoError(t, err)
		var was, is map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(file.Text, &was))
		require.NoError(t, json.Unmarshal(added.Text, &is))
		require.Len(t, is, len(was)+1)
		for key := range was {
			require.Equal(t, string(was[key]), string(is[key]))
		}
		removed, err := added.RemoveMember(added.Root, n)
		require.NoError(t, err)
		if n > 0 {
			require.Equal(t, text, string(removed.Bytes()))
		}
	})
}
