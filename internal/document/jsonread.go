package document

import (
	"bytes"
	"fmt"
	"slices"
	"unicode/utf8"
)

// maxJSONDepth bounds how deep values nest; deeper ones are refused rather than followed.
const maxJSONDepth = 1000

// JSONError is a mistake in a JSON text. Line and Column count from 1, the latter in characters.
type JSONError struct {
	Line, Column int
	Path         string // of a key that stands twice
	Message      string
}

func (e *JSONError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// jsonKind is the kind of a value. null, true and false are one kind.
type jsonKind uint8

const (
	jsonLiteral jsonKind = iota
	jsonNumber
	jsonString
	jsonArray
	jsonObject
)

// jsonNode is a value and where it stands in its text.
type jsonNode struct {
	kind     jsonKind
	id       int32 // equal values have equal ids
	from, to int
	kids     []jsonKid
}

// jsonKid is a member of an object or an element of an array, with the text around it up to its comma.
type jsonKid struct {
	lead  int   // where the text before it begins, after the bracket or comma
	from  int   // where it begins: its key, or its value
	key   int32 // the id of the key's string; in arrays -1
	value jsonNode
	comma int // the comma or bracket after it
}

// jsonDoc is one text.
type jsonDoc struct {
	text     []byte
	root     *jsonNode // nil: there is no value
	comments []Span
	starts   []int // of the lines, when they have been asked for
	loose    int   // where the first comment or trailing comma stands, else -1
}

func absentJSON() *jsonDoc { return &jsonDoc{loose: -1} }

func (d *jsonDoc) strict() bool { return d.loose < 0 }

// looseError is what strict JSON has against the text.
func (d *jsonDoc) looseError() *JSONError {
	if d.strict() {
		return nil
	}
	what := "a comment, which JSON does not have"
	if d.text[d.loose] == ',' {
		what = "a comma after the last element"
	}
	return newJSONError(d.text, d.loose, what)
}

func newJSONError(text []byte, at int, message string) *JSONError {
	before := bytes.TrimPrefix(text[:at], []byte(bom))
	line := before[bytes.LastIndexByte(before, '\n')+1:]
	return &JSONError{Line: bytes.Count(before, []byte{'\n'}) + 1, Column: utf8.RuneCount(line) + 1, Message: message}
}

// readJSON reads a document with comments and trailing commas (JSONC). A doubled key is an error.
func readJSON(text []byte, values *jsonValues) (*jsonDoc, *JSONError) {
	r := jsonReader{text: text, doc: &jsonDoc{text: text, loose: -1}, values: values}
	if hasBOM(text) {
		r.at = len(bom)
	}
	root, ok := r.document()
	if !ok {
		return nil, r.err
	}
	r.doc.root = &root
	return r.doc, nil
}

// jsonReader is a recursive descent over one text. Its methods report whether all is well; if not, err says what is not.
type jsonReader struct {
	text   []byte
	at     int
	doc    *jsonDoc
	values *jsonValues
	path   jsonPath
	open   []jsonKid // the kids read so far of all containers that are open
	err    *JSONError
}

func (r *jsonReader) fail(at int, format string, args ...any) bool {
	r.err = newJSONError(r.text, at, fmt.Sprintf(format, args...))
	return false
}

func (r *jsonReader) document() (jsonNode, bool) {
	if !r.space() {
		return jsonNode{}, false
	}
	root, ok := r.value()
	if !ok || !r.space() {
		return root, false
	}
	if r.at < len(r.text) {
		return root, r.fail(r.at, "%s after the value", r.found())
	}
	return root, true
}

// found names what stands at the reader's place, for messages.
func (r *jsonReader) found() string {
	if r.at >= len(r.text) {
		return "the text ends"
	}
	c, _ := utf8.DecodeRune(r.text[r.at:])
	return fmt.Sprintf("%q stands", c)
}

// space skips white space and comments.
func (r *jsonReader) space() bool {
	for r.at < len(r.text) {
		switch r.text[r.at] {
		case ' ', '\t', '\n', '\r':
			r.at++
		case '/':
			if !r.comment() {
				return false
			}
		default:
			return true
		}
	}
	return true
}

func (r *jsonReader) comment() bool {
	rest := r.text[r.at:]
	length := -1
	switch {
	case bytes.HasPrefix(rest, []byte("//")):
		if length = bytes.IndexByte(rest, '\n'); length < 0 {
			length = len(rest)
		}
		length = len(trimRight(rest[:length]))
	case bytes.HasPrefix(rest, []byte("/*")):
		if n := bytes.Index(rest[2:], []byte("*/")); n >= 0 {
			length = n + 4
		}
	}
	if length < 0 {
		return r.fail(r.at, "%s where no value or comment begins", r.found())
	}
	r.notStrict(r.at)
	r.doc.comments = append(r.doc.comments, Span{r.at, r.at + length})
	r.at += length
	return true
}

func (r *jsonReader) notStrict(at int) {
	if r.doc.strict() {
		r.doc.loose = at
	}
}

func (r *jsonReader) value() (jsonNode, bool) {
	if r.at >= len(r.text) {
		return jsonNode{}, r.fail(r.at, "the text ends where a value is due")
	}
	switch c := r.text[r.at]; {
	case c == '{' || c == '[':
		return r.container(c)
	case c == '"':
		n := jsonNode{kind: jsonString, from: r.at}
		var ok bool
		n.id, ok = r.str()
		n.to = r.at
		return n, ok
	case c == '-' || c >= '0' && c <= '9':
		return r.number()
	}
	return r.literal()
}

func (r *jsonReader) literal() (jsonNode, bool) {
	for _, word := range []string{"null", "true", "false"} {
		if bytes.HasPrefix(r.text[r.at:], []byte(word)) {
			n := jsonNode{kind: jsonLiteral, from: r.at, to: r.at + len(word)}
			n.id = r.values.scalar(jsonLiteral, r.text[n.from:n.to])
			r.at = n.to
			return n, true
		}
	}
	return jsonNode{}, r.fail(r.at, "%s where a value is due", r.found())
}

func (r *jsonReader) number() (jsonNode, bool) {
	n := jsonNode{kind: jsonNumber, from: r.at}
	if r.text[r.at] == '-' {
		r.at++
	}
	lead := r.at
	ok := r.digits()
	if ok && r.text[lead] == '0' && r.at > lead+1 {
		return n, r.fail(n.from, "a number begins with 0")
	}
	if ok && r.take('.') {
		ok = r.digits()
	}
	if ok && (r.take('e') || r.take('E')) {
		_ = r.take('+') || r.take('-')
		ok = r.digits()
	}
	if !ok {
		return n, r.fail(r.at, "%s where a digit is due", r.found())
	}
	n.to = r.at
	n.id = r.values.scalar(jsonNumber, r.text[n.from:n.to])
	return n, true
}

// digits skips digits and says whether there were any.
func (r *jsonReader) digits() bool {
	from := r.at
	for r.at < len(r.text) && r.text[r.at] >= '0' && r.text[r.at] <= '9' {
		r.at++
	}
	return r.at > from
}

func (r *jsonReader) take(c byte) bool {
	if r.at < len(r.text) && r.text[r.at] == c {
		r.at++
		return true
	}
	return false
}

// str reads a string and gives the id of its value.
func (r *jsonReader) str() (id int32, ok bool) {
	from := r.at
	for r.at++; r.at < len(r.text) && r.text[r.at] != '"'; r.at++ {
		switch c := r.text[r.at]; {
		case c == '\\':
			r.at++
		case c < ' ':
			return 0, r.fail(r.at, "a control character stands in a string")
		}
	}
	if r.at >= len(r.text) {
		return 0, r.fail(from, "a string begins that has no end")
	}
	r.at++
	raw := r.text[from+1 : r.at-1]
	if !utf8.Valid(raw) {
		return 0, r.fail(from, "a string begins that is not UTF-8")
	}
	if bytes.IndexByte(raw, '\\') >= 0 {
		if raw, ok = unescape(raw); !ok {
			return 0, r.fail(from, "a string begins that has an escape JSON does not know")
		}
	}
	return r.values.scalar(jsonString, raw), true
}

func (r *jsonReader) container(open byte) (jsonNode, bool) {
	n := jsonNode{kind: jsonArray, from: r.at}
	end := byte(']')
	if open == '{' {
		n.kind, end = jsonObject, '}'
	}
	r.at++
	if len(r.path) >= maxJSONDepth {
		return n, r.fail(n.from, "values nest deeper than %d", maxJSONDepth)
	}
	var keys keySet
	for mark := len(r.open); ; {
		kid := jsonKid{lead: r.at, key: -1}
		if !r.space() {
			return n, false
		}
		if kid.from = r.at; r.take(end) {
			if len(r.open) > mark {
				r.notStrict(kid.lead - 1)
			}
			return r.closed(n, mark), true
		}
		if !r.kid(&n, len(r.open)-mark, &kid, &keys) || !r.space() {
			return n, false
		}
		kid.comma = r.at
		r.open = append(r.open, kid)
		switch {
		case r.take(','):
		case r.take(end):
			return r.closed(n, mark), true
		default:
			return n, r.fail(r.at, "%s where a comma or %q is due", r.found(), end)
		}
	}
}

// closed takes the kids of a container that is read to its end.
func (r *jsonReader) closed(n jsonNode, mark int) jsonNode {
	if len(r.open) > mark {
		n.kids = slices.Clone(r.open[mark:])
		r.open = r.open[:mark]
	}
	n.to, n.id = r.at, r.values.container(&n)
	return n
}

// kid reads a member or an element.
func (r *jsonReader) kid(n *jsonNode, index int, kid *jsonKid, keys *keySet) bool {
	if n.kind == jsonObject && !r.key(kid, keys) {
		return false
	}
	r.path = append(r.path, jsonStep{value: kid.key, member: n.kind == jsonObject, index: index})
	var ok bool
	kid.value, ok = r.value()
	r.path = r.path[:len(r.path)-1]
	return ok
}

func (r *jsonReader) key(kid *jsonKid, keys *keySet) bool {
	if r.at >= len(r.text) || r.text[r.at] != '"' {
		return r.fail(r.at, "%s where a key is due", r.found())
	}
	var ok bool
	if kid.key, ok = r.str(); !ok {
		return false
	}
	if !keys.add(kid.key) {
		path := append(r.path[:len(r.path):len(r.path)], jsonStep{value: kid.key, member: true}).text(r.values, "")
		r.fail(kid.from, "the key %s stands there twice", path)
		r.err.Path = path
		return false
	}
	if !r.space() {
		return false
	}
	if !r.take(':') {
		return r.fail(r.at, "%s where a colon is due", r.found())
	}
	return r.space()
}

// keySet is the keys of one object; most have few.
type keySet struct {
	few  []int32
	many map[int32]bool
}

func (s *keySet) add(key int32) bool {
	if s.many == nil && len(s.few) < 16 {
		for _, k := range s.few {
			if k == key {
				return false
			}
		}
		s.few = append(s.few, key)
		return true
	}
	if s.many == nil {
		s.many = map[int32]bool{}
		for _, k := range s.few {
			s.many[k] = true
		}
	}
	if s.many[key] {
		return false
	}
	s.many[key] = true
	return true
}
