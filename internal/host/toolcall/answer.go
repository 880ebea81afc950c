package toolcall

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/internal/host"
)

// Shown makes text what a tool printed or showed: of a shell tool its output, of a read tool a part of the file or all of
// it. It decides nothing by itself: what differs from the document moves no base.
func Shown(call *gate.Call, text string) {
	if call.Shell != "" {
		call.Response.Stdout = text
	}
	if len(call.Ops) != 1 || call.Ops[0].Kind != gate.Read || call.Ops[0].Shell {
		return
	}
	content, first := unnumbered(text)
	r := &gate.ReadResult{Path: call.Ops[0].Path, Content: []byte(content), FirstLine: first}
	if first == 1 && wholeRead(call.Input) && !strings.Contains(strings.ToLower(text), "truncated") {
		// Without a word on a part the tool shows all, of a version that may have been replaced meanwhile.
		r.Lines = int(document.CountLines(r.Content))
		r.TotalLines = r.Lines
	}
	call.Response.Read = r
}

// wholeRead reports whether a read tool was asked for no part.
func wholeRead(input []byte) bool {
	whole := true
	gjson.ParseBytes(input).ForEach(func(key, value gjson.Result) bool {
		whole = whole && (slices.Contains(pathKeys(), key.Str) || value.Type == gjson.Null || value.Type == gjson.String)
		return whole
	})
	return whole
}

// unnumbered takes line numbers off that a read tool puts before each line: "12\t", "  12→", "12: ", "12. ", "00012| ". A
// text without them stays as it is, from line 1 on.
func unnumbered(text string) (content string, first int) {
	var b strings.Builder
	next := 0
	for line := range strings.Lines(text) {
		n, rest, ok := numbered(line)
		switch {
		case !ok, next > 0 && n != next:
			return text, 1
		case next == 0:
			first = n
		}
		b.WriteString(rest)
		next = n + 1
	}
	if next == 0 {
		return text, 1
	}
	return b.String(), first
}

// numbered cuts a line's number off.
func numbered(line string) (n int, rest string, ok bool) {
	line = strings.TrimLeft(line, " ")
	digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
	n, err := strconv.Atoi(line[:digits])
	if err != nil || n < 1 {
		return 0, "", false
	}
	for _, mark := range []string{"\t", "→", ": ", ". ", "| ", ":", "."} {
		if rest, ok := strings.CutPrefix(line[digits:], mark); ok {
			return n, rest, true
		}
	}
	return 0, "", false
}

// Replaced reads what the host says that a write replaced.
func Replaced(call *gate.Call, answer host.Object, key string) {
	text, ok, err := answer.Text(key)
	if err != nil || !ok {
		return
	}
	call.Response.Replaced, call.Response.HasReplaced = []byte(strings.TrimPrefix(text, "\uFEFF")), true
}
