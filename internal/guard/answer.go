package guard

import (
	"strings"

	"github.com/tidwall/gjson"

	"noclobber/gate"
)

// answers are the forms in which a tool's answer may be looked at: as the host tells it, as the list of contents that the
// server sent, and the text of the first of these, where that is JSON itself. Of a server that answers twice, in contents
// and structured, Claude Code tells the structured answer alone, as text; where that has nothing but a text for content,
// as the reference filesystem server's, it stands for the list.
func answers(raw []byte) []gjson.Result {
	whole := gjson.ParseBytes(raw)
	if whole.Type == gjson.String && gjson.Valid(whole.Str) {
		whole = gjson.Parse(whole.Str)
	}
	out := []gjson.Result{whole}
	list := whole
	switch c := whole.Get("content"); {
	case whole.IsArray():
	case c.IsArray():
		list = c
		out = append(out, c)
	case c.Type == gjson.String:
		list = gjson.Parse(`[{"text":` + c.Raw + `}]`)
		return append(out, list)
	}
	if text := list.Get("0.text"); text.Type == gjson.String && gjson.Valid(text.Str) {
		out = append(out, gjson.Parse(text.Str))
	}
	return out
}

// answerText is the document's text in an answer: what stands at the path, or without one all texts of the answer.
func answerText(r *gate.Response, path string) (text string, ok bool) {
	if r == nil || r.Cut || len(r.Raw) == 0 {
		return "", false
	}
	if path == "" {
		return plainText(r.Raw)
	}
	for _, a := range answers(r.Raw) {
		if found := a.Get(path); found.Type == gjson.String && (a.IsArray() || a.IsObject()) {
			return found.Str, !isNotice(found.Str) && !isCut(a)
		}
	}
	return "", false
}

// plainText joins the texts of an answer.
func plainText(raw []byte) (text string, ok bool) {
	for _, a := range answers(raw) {
		if !a.IsArray() || !a.Get("0.text").Exists() {
			continue
		}
		var b strings.Builder
		for _, part := range a.Get("#.text").Array() {
			b.WriteString(part.String())
		}
		return b.String(), !isNotice(b.String())
	}
	whole := gjson.ParseBytes(raw)
	return whole.Str, whole.Type == gjson.String && !isNotice(whole.Str)
}

// isCut reports whether an answer says of itself that there is more of the document than it shows.
func isCut(a gjson.Result) bool {
	for _, key := range []string{"truncated", "has_more", "hasMore"} {
		if a.IsObject() && a.Get(key).Bool() {
			return true
		}
	}
	return false
}

// answerToken is the store's own version of a document in an answer, as JSON.
func answerToken(r *gate.Response, path string) string {
	if r == nil || path == "" || len(r.Raw) == 0 {
		return ""
	}
	for _, a := range answers(r.Raw) {
		if found := a.Get(path); found.Exists() && found.Type != gjson.Null && !found.IsArray() && !found.IsObject() {
			return found.Raw
		}
	}
	return ""
}

// isNotice recognises what a host puts in the place of an answer that is too long: no document says that of itself in its
// first words.
func isNotice(text string) bool {
	head := text[:min(len(text), 200)]
	return strings.HasPrefix(head, "Error: result (") && strings.Contains(head, "exceeds maximum") ||
		strings.HasPrefix(head, "<persisted-output>")
}

// saysAbsent reports whether a failed read says that the document is not there.
func saysAbsent(r *gate.Response) bool {
	text := r.Error
	if answered, ok := answerText(r, ""); ok {
		text += " " + answered
	}
	text = strings.ToLower(text)
	for _, words := range []string{"not found", "no such", "not exist", "n't exist", "enoent", "404"} {
		if strings.Contains(text, words) {
			return true
		}
	}
	return false
}
