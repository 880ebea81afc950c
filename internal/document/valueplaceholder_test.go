package document

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestKeysAndStringsThatStandForValuesLeftOut(t *testing.T) {
	const object, array, rows = "{\n \"a\": 1,\n \"b\": 2,\n \"c\": 3\n}\n", `{"t": ["a", "b", "c", "d", "e"]}` + "\n", "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n"
	tests := []struct {
		head, proposal string
		text           string
		line           int
	}{
		{object, "{\n \"a\": 9,\n \"...\": \"rest unchanged\"\n}\n", `"...": "rest unchanged"`, 3},
		{object, `{"a": 9, "...": "remaining keys unchanged"}`, `"...": "remaining keys unchanged"`, 1},
		{object, `{"a": 9, "\u2026" : "unchanged"}`, `"\u2026": "unchanged"`, 1},
		{object, `{"a": 9, "...": "..."}`, `"...": "..."`, 1},
		{object, `{"a": 9, "...": null}`, `"..."`, 1},
		{object, `{"a": 9, "// ...": true}`, `"// ..."`, 1},
		{object, `{"a": 9, "... other keys unchanged": true}`, `"... other keys unchanged"`, 1},
		{object, "{\n \"a\": 9\n // ... rest unchanged ...\n}\n", "// ... rest unchanged ...", 3},
		{array, `{"t": ["a", "... rest of entries unchanged ..."]}`, `"... rest of entries unchanged ..."`, 1},
		{array, `{"t": ["a", "b", "... (3 more)"]}`, `"... (3 more)"`, 1},
		{array, `{"t": ["a", "...", "e"]}`, `"..."`, 1},
		{array, `{"t": "[... existing entries ...]"}`, `"[... existing entries ...]"`, 1},
		{rows, "{\"...\": \"previous rows unchanged\"}\n{\"id\":4}\n", `"...": "previous rows unchanged"`, 1},
		{rows, "{\"id\":3}\n\"[... previous rows ...]\"\n", `"[... previous rows ...]"`, 2},
		{rows, rows + "{\"...\": \"rest unchanged\"}\n", `"...": "rest unchanged"`, 4},
		{`{"...": "spread", "a": "rest"}`, `{"...": "rest unchanged"}`, `"...": "rest unchanged"`, 1},
	}
	for _, tt := range tests {
		text, line, found := JSONPlaceholder([]byte(tt.proposal), []byte(tt.head))
		require.True(t, found, tt.proposal)
		require.Equal(t, tt.text, text)
		require.Equal(t, tt.line, line, tt.proposal)
	}
}

func TestDataThatOnlyLooksLikeAPlaceholder(t *testing.T) {
	const object, log = "{\n \"a\": 1,\n \"b\": 2,\n \"c\": 3\n}\n", "{\"at\":1,\"out\":\"x\"}\n{\"at\":2,\"out\":\"y\"}\n{\"at\":3,\"out\":\"z\"}\n"
	for _, tt := range []struct{ head, proposal string }{
		{object, `{"a": "..."}`},
		{object, `{"a": "...args"}`},
		{object, `{"...": "spread operator"}`},
		{object, `{"a": "waiting ..."}`},
		{object, `{"a": "unchanged", "rest": "existing"}`},
		{object, `{"a": "the rest of the file is unchanged"}`},
		{object, `{"status": "[unchanged]", "note": "(same as before)"}`},
		{object, "{\n \"a\": 1,\n \"b\": 2,\n \"c\": 3,\n \"[truncated]\": \"[gekürzt]\",\n \"...\": \"…\"\n}\n"},
		{object, `{"a": "it wrote ... rest of the file unchanged ... again"}`},
		{`{"ops": ["+", "-"], "n": 1}`, `{"ops": ["+", "-", "..."], "n": 2}`},
		{`{"ops": ["+", "-", "..."], "n": 1}`, `{"ops": ["..."]}`},
		{`{"...": "rest unchanged", "a": 1, "b": 2}`, `{"...": "rest unchanged"}`},
		{log, log + `{"at":4,"out":"first ...[truncated]"}` + "\n"},
		{log, log + `{"at":4,"out":"[output truncated]"}` + "\n"},
		{log, log + `{"at":4,"out":"[... rest of the file unchanged ...]"}` + "\n"},
		{log, `{"at":4,"out":"[output truncated]"}` + "\n"},
		{log, `{"at":4,"out":"cut ...[truncated]"}` + "\n"},
		{"{}\n", `{"a": "\q ... rest unchanged", "b`},
		{"", ""},
	} {
		text, _, found := JSONPlaceholder([]byte(tt.proposal), []byte(tt.head))
		require.False(t, found, "%s in %s", text, tt.proposal)
	}
}

func BenchmarkJSONPlaceholder(b *testing.B) {
	var text strings.Builder
	for i := range 20000 {
		fmt.Fprintf(&text, "{\"id\": %d, \"title\": \"task number %d of the list\", \"done\": false}\n", i, i)
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		JSONPlaceholder([]byte(text.String()), nil)
	}
}

func BenchmarkPlaceholder(b *testing.B) {
	var text strings.Builder
	for i := range 20000 {
		fmt.Fprintf(&text, "- [ ] task number %d of the list that is not done yet and has an id\n", i)
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		Placeholder([]byte(text.String()), nil)
	}
}
