package host_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"noclobber/internal/host"
)

func TestParseRefusesWhatParsersReadDifferently(t *testing.T) {
	deep := strings.Repeat(`{"a":`, host.MaxDepth) + "1" + strings.Repeat("}", host.MaxDepth)
	for _, c := range []struct {
		name, payload string
		where         string
		offset        int
		reason        string
	}{
		{"empty", "", "", -1, "is empty"},
		{"white space", " \n\t", "", -1, "is empty"},
		{"an array", `[{"a":1}]`, "", 0, "not a JSON object"},
		{"a string", `"a"`, "", 0, "not a JSON object"},
		{"a byte order mark", "\xEF\xBB\xBF{}", "", 0, "not a JSON object"},
		{"cut in a string", `{"a":"b`, "", 7, "cut short"},
		{"cut after a value", `{"a":"b"`, "", 8, "cut short"},
		{"cut after the colon", `{"a":`, "", 5, "cut short"},
		{"two objects", `{"a":1}{"b":2}`, "", 7, "not valid JSON"},
		{"a comment", `{"a":1 /* b */}`, "", 7, "not valid JSON"},
		{"a trailing comma", `{"a":1,}`, "", 7, "not valid JSON"},
		{"a raw line feed in a string", "{\"a\":\"b\nc\"}", "", 7, "not valid JSON"},
		{"broken UTF-8", "{\"a\":\"b\xff\"}", "", 7, "not valid UTF-8"},
		{"too deep", `{"a":` + deep + `}`, "", 5 * host.MaxDepth, "deeper than 512"},
		{"deep and unclosed", strings.Repeat("[", 1_000_000), "", 0, "not a JSON object"},
		{"deep, unclosed, in an object", `{"a":` + strings.Repeat("[", 1_000_000), "", 5 + host.MaxDepth - 1, "deeper than 512"},
		{"the same key twice", `{"cwd":"/a","cwd":"/b"}`, "cwd", -1, "stands twice"},
		{"the same key in an escape", `{"cwd":"/a","c\u0077d":"/b"}`, "cwd", -1, "stands twice"},
		{"keys that differ in case", `{"cwd":"/a","Cwd":"/b"}`, "Cwd", -1, `and "cwd" differ only in case`},
		{"keys that differ in a folding letter", "{\"task\":1,\"ta\u017f\u212a\":2}", "ta\u017f\u212a", -1, "differ only in case"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := host.Parse([]byte(c.payload))
			var bad *host.PayloadError
			require.ErrorAs(t, err, &bad)
			assert.Equal(t, c.where, bad.Where)
			assert.Equal(t, c.offset, bad.Offset)
			assert.Contains(t, err.Error(), c.reason)
			assert.True(t, strings.HasPrefix(err.Error(), "hook payload"), err)
		})
	}
}

func TestParseRefusesAPayloadAboveTheBound(t *testing.T) {
	payload := make([]byte, host.MaxPayload+1)
	payload[0] = '{'
	_, err := host.Parse(payload)
	assert.ErrorContains(t, err, "is larger than 64 MiB")
}

func TestParseTakesTheDeepestNestingThatIsAllowed(t *testing.T) {
	n := host.MaxDepth
	_, err := host.Parse([]byte(strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n)))
	assert.NoError(t, err)
	brackets := `{"a":"` + strings.Repeat("[{", 10*n) + `\"[["}`
	_, err = host.Parse([]byte(brackets))
	assert.NoError(t, err, "brackets in a string are text")
}

func parse(t *testing.T, payload string) host.Object {
	t.Helper()
	o, err := host.Parse([]byte(payload))
	require.NoError(t, err)
	return o
}

func TestFieldsOfTheWrongTypeAreNamed(t *testing.T) {
	o := parse(t, `{"s":5,"b":"true","n":"3","f":1.5,"neg":-1,"big":1e300,"o":[],"l":{},"in":{"x":{"y":1}}}`)
	for key, read := range map[string]func(string) error{
		"s":   func(k string) error { _, _, err := o.Text(k); return err },
		"b":   func(k string) error { _, err := o.Flag(k); return err },
		"n":   func(k string) error { _, err := o.Count(k); return err },
		"f":   func(k string) error { _, err := o.Count(k); return err },
		"neg": func(k string) error { _, err := o.Count(k); return err },
		"big": func(k string) error { _, err := o.Count(k); return err },
		"o":   func(k string) error { _, _, err := o.Object(k); return err },
		"l":   func(k string) error { _, _, err := o.Objects(k); return err },
	} {
		var bad *host.PayloadError
		require.ErrorAs(t, read(key), &bad, key)
		assert.Equal(t, key, bad.Where)
	}
	in, ok, err := o.Object("in")
	require.NoError(t, err)
	require.True(t, ok)
	_, _, err = in.Text("x")
	assert.EqualError(t, err, "hook payload: in.x is not a string")
}

func TestAnAbsentFieldAndNullAreTheSame(t *testing.T) {
	for _, payload := range []string{`{}`, `{"k":null}`} {
		o := parse(t, payload)
		text, ok, err := o.Text("k")
		assert.Equal(t, "", text)
		assert.False(t, ok)
		require.NoError(t, err)
		flag, err := o.Flag("k")
		assert.False(t, flag)
		require.NoError(t, err)
		n, err := o.Count("k")
		assert.Zero(t, n)
		require.NoError(t, err)
		_, ok, err = o.Object("k")
		assert.False(t, ok)
		require.NoError(t, err)
		_, ok, err = o.Objects("k")
		assert.False(t, ok)
		require.NoError(t, err)
		assert.Nil(t, o.Raw("k"))
		assert.False(t, o.Has("k"))
	}
}

func TestAKnownKeyInOtherCaseIsRefused(t *testing.T) {
	known := []string{"file_path", "filePath", "filepath"}
	for payload, want := range map[string]string{
		`{"in":{"file_path":"/a"}}`:                    "",
		`{"in":{"File_Path":"/a"}}`:                    `in.File_Path differs from "file_path" only in case`,
		`{"in":{"file_path":"/a","FILE_PATH":"/b"}}`:   `in.FILE_PATH differs from "file_path" only in case`,
		`{"in":{"file_path":"/a","file_path":"/b"}}`:   "in.file_path stands twice",
		`{"in":{"filepath":"/a"}}`:                     "",
		`{"in":{"file_path":"/a","n":1,"N":2,"x":{}}}`: "", // not known, so not read here
	} {
		_, _, err := parse(t, payload).Object("in", known...)
		if want == "" {
			assert.NoError(t, err, payload)
		} else {
			assert.ErrorContains(t, err, want, payload)
		}
		listed := strings.Replace(strings.Replace(payload, `:{`, `:[{`, 1), `}}`, `}]}`, 1)
		if strings.Contains(payload, `"x":{}`) {
			listed = `{"in":[{"file_path":"/a","n":1,"N":2,"x":{}}]}`
		}
		_, _, err = parse(t, listed).Objects("in", known...)
		assert.Equal(t, want == "", err == nil, listed)
	}
}

func TestUnambiguousLooksEverywhereInside(t *testing.T) {
	for payload, want := range map[string]string{
		`{"in":{"a":{"b":[{"c":1},{"d":{"e":1,"e":2}}]}}}`: "in.a.b.d.e stands twice",
		`{"in":{"a":1,"A":2,"b":[[{"c":1}]]}}`:             "",
		`{"in":[{"a":1,"a":1}]}`:                           "in.a stands twice",
		`{"in":"{\"a\":1,\"a\":1}"}`:                       "",
		`{}`:                                               "",
	} {
		err := parse(t, payload).Unambiguous("in")
		if want == "" {
			assert.NoError(t, err, payload)
		} else {
			assert.ErrorContains(t, err, want, payload)
		}
	}
}

func TestPeekFindsTheEventOfADamagedPayload(t *testing.T) {
	for payload, want := range map[string]string{
		`{"e":"Pre","x":`: "Pre",
		`{"a":{"e":"no","b":[1,{"e":"no"}]},"e":"Pre","c":"d`: "Pre",
		`{"a":"\"e\":\"no\"","b":tru,"e":"Pre",`:              "Pre",
		` { "e" : "P\u0072e" , "e2":"x" } trailing`:           "Pre",
		`{"a":{"e":"no"`:             "",
		`{"e":"Pre`:                  "",
		`{"e":"Stop","E":"Pre","x":`: "", // which one counts?
		`{"e":"Stop","e":"Pre","x":`: "",
		`["e","Pre"]`:                "",
		``:                           "",
		`{`:                          "",
		`{"a" "e":"Pre"}`:            "",
		`{"a":1]"e":"Pre",}`:         "",
		`{"a":1,"e":"Pre"}`:          "Pre",
		`{"x":` + strings.Repeat("[", 100000) + `,"e":"Pre","y":"z"`: "",
	} {
		assert.Equal(t, want, host.Peek([]byte(payload), "e"), clip(payload))
	}
}

func clip(s string) string { return host.Clip(s, 100) }

// FuzzParse: what Parse accepts, encoding/json accepts too, and both read the
// same from every field at the top and one level down.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		`{}`, `{"a":"b","c":1,"d":true,"e":null,"f":{"g":"h"},"i":[{"j":"k"}]}`,
		`{"a":"\ud83d\ude00 \ud800 \udc00\ud800 \ud800\u0041 \/ \b"}`, `{"\u0061":"x","b":"\u0000"}`,
		`{"a":1e2,"b":-0,"c":1.0,"e":1e700,"d":123456789012345678901234567890}`, "{\"a\":\"\u2028\x7f\"}",
		`{"a":"b","A":"c"}`, `{"f":{"a":1,"a":2}}`, ` {"a" : [ ] } `, `{"a":"b"`, `{"a":tru}`, `{"":""}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		o, err := host.Parse(payload)
		if err != nil {
			var bad *host.PayloadError
			require.ErrorAs(t, err, &bad)
			require.True(t, utf8.ValidString(err.Error()))
			host.Peek(payload, "a")
			return
		}
		want := decode(t, payload).(map[string]any)
		sameFields(t, o, want)
		for key, v := range want {
			if _, isObject := v.(map[string]any); !isObject {
				continue
			}
			in, ok, err := o.Object(key)
			if err != nil {
				require.ErrorContains(t, err, "stands twice")
				continue
			}
			require.True(t, ok)
			sameFields(t, in, v.(map[string]any))
		}
	})
}

func sameFields(t *testing.T, o host.Object, want map[string]any) {
	t.Helper()
	for key, v := range want {
		require.Equal(t, v != nil, o.Has(key), key)
		switch v := v.(type) {
		case string:
			got, ok, err := o.Text(key)
			require.NoError(t, err)
			require.True(t, ok)
			require.Equal(t, v, got, key)
		case bool:
			got, err := o.Flag(key)
			require.NoError(t, err)
			require.Equal(t, v, got, key)
		case json.Number:
			if n, err := o.Count(key); err == nil {
				f, err := v.Float64()
				require.NoError(t, err)
				require.Equal(t, f, float64(n), key)
			}
		}
		if v != nil {
			require.Equal(t, v, decode(t, o.Raw(key)), key)
		}
	}
}

// decode leaves numbers as they stand: 1e700 is valid JSON and no float64.
func decode(t *testing.T, text []byte) (v any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	require.NoError(t, d.Decode(&v))
	require.False(t, d.More())
	return v
}

func BenchmarkParse(b *testing.B) {
	payload := fmt.Appendf(nil, `{"session_id":"s","cwd":"/home/dev","hook_event_name":"PreToolUse","tool_name":"Write","tool_input":{"file_path":"/a","content":%q},"tool_use_id":"t"}`,
		strings.Repeat("a line of a journal\n", 3300))
	b.SetBytes(int64(len(payload)))
	for b.Loop() {
		if _, err := host.Parse(payload); err != nil {
			b.Fatal(err)
		}
	}
}
