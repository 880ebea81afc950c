package jsonfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Kind is what a value is.
type Kind uint8

// The kinds of values.
const (
	Object Kind = iota + 1
	Array
	String
	Scalar // a number, true, false or null
)

// Value is one value of a text, text[Start:End].
type Value struct {
	Kind       Kind
	Start, End int
	Members    []Member // of an Object, in their order
	Items      []*Value // of an Array
	str        string
}

// Member is one key of an object with its value.
type Member struct {
	Key   string
	Start int // where the key's opening quote is
	Value *Value
}

// File is a JSON text and its values. It never changes.
type File struct {
	Text []byte // without a byte order mark
	Root *Value
	bom  []byte
}

const maxDepth = 256

// Parse reads a text, which must be one JSON object with every key once.
// Errors name line and column.
func Parse(text []byte) (*File, error) {
	f := &File{Text: text}
	if rest, ok := bytes.CutPrefix(text, []byte("\xEF\xBB\xBF")); ok {
		f.Text, f.bom = rest, text[:3]
	}
	var any json.RawMessage
	if err := json.Unmarshal(f.Text, &any); err != nil {
		return nil, f.explain(err)
	}
	p := parser{text: f.Text}
	root, err := p.value(0)
	if err != nil {
		return nil, err
	}
	if root.Kind != Object {
		return nil, errors.New("the top of the file is not a JSON object")
	}
	f.Root = root
	return f, nil
}

// Bytes returns the whole text, the byte order mark included.
func (f *File) Bytes() []byte {
	return append(bytes.Clone(f.bom), f.Text...)
}

// Get returns the value of a key, or nil.
func (v *Value) Get(key string) *Value {
	if v == nil {
		return nil
	}
	for _, m := range v.Members {
		if m.Key == key {
			return m.Value
		}
	}
	return nil
}

// Is reports whether there is a value, of a kind.
func (v *Value) Is(k Kind) bool { return v != nil && v.Kind == k }

// String returns the text of a String; "" for everything else.
func (v *Value) String() string {
	if v == nil {
		return ""
	}
	return v.str
}

// Raw returns a value as it stands in the text; "" for nil.
func (f *File) Raw(v *Value) string {
	if v == nil {
		return ""
	}
	return string(f.Text[v.Start:v.End])
}

// explain turns a syntax error into one with its place and, for what hand-written
// settings have most often, its cause.
func (f *File) explain(err error) error {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return err
	}
	at := max(int(syntax.Offset)-1, 0)
	line, col := place(f.Text, at)
	reason := syntax.Error()
	switch rest := f.Text[min(at, len(f.Text)):]; {
	case bytes.HasPrefix(rest, []byte("/")):
		reason = "it has a comment, which a rewrite would not survive; take it out first"
	case len(rest) > 0 && (rest[0] == '}' || rest[0] == ']') && trailingComma(f.Text[:at]):
		reason = "a comma stands before " + string(rest[:1])
	}
	return fmt.Errorf("line %d, column %d: not valid JSON: %s", line, col, reason)
}

func trailingComma(text []byte) bool {
	return bytes.HasSuffix(bytes.TrimRight(text, " \t\r\n"), []byte(","))
}

func place(text []byte, at int) (line, col int) {
	before := text[:min(at, len(text))]
	return bytes.Count(before, []byte("\n")) + 1, at - bytes.LastIndexByte(before, '\n')
}

// parser walks a text that is known to be valid.
type parser struct {
	text []byte
	i    int
}

func (p *parser) value(depth int) (*Value, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("it nests deeper than %d levels", maxDepth)
	}
	p.space()
	v := &Value{Start: p.i}
	var err error
	switch p.text[p.i] {
	case '{':
		v.Kind, err = Object, p.object(v, depth)
	case '[':
		v.Kind, err = Array, p.array(v, depth)
	case '"':
		v.Kind, v.str = String, p.string()
	default:
		v.Kind = Scalar
		for p.i < len(p.text) && !strings.ContainsRune(" \t\r\n,]}", rune(p.text[p.i])) {
			p.i++
		}
	}
	v.End = p.i
	return v, err
}

func (p *parser) object(v *Value, depth int) error {
	seen := map[string]bool{}
	for p.next('}') {
		m := Member{Start: p.i}
		m.Key = p.string()
		if seen[m.Key] {
			line, col := place(p.text, m.Start)
			return fmt.Errorf("line %d, column %d: the key %q stands twice", line, col, m.Key)
		}
		seen[m.Key] = true
		p.space()
		p.i++ // the colon
		value, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		m.Value = value
		v.Members = append(v.Members, m)
	}
	return nil
}

func (p *parser) array(v *Value, depth int) error {
	for p.next(']') {
		item, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		v.Items = append(v.Items, item)
	}
	return nil
}

// next steps over the opening bracket or a comma to the next element; false
// when it has stepped over the closing one instead.
func (p *parser) next(closing byte) bool {
	p.space()
	if p.text[p.i] != closing {
		p.i++
		p.space()
	}
	if p.text[p.i] == closing {
		p.i++
		return false
	}
	return true
}

func (p *parser) string() string {
	start := p.i
	for p.i++; p.text[p.i] != '"'; p.i++ {
		if p.text[p.i] == '\\' {
			p.i++
		}
	}
	p.i++
	var s string
	if err := json.Unmarshal(p.text[start:p.i], &s); err != nil {
		return string(p.text[start:p.i]) // unreachable: the text is valid
	}
	return s
}

func (p *parser) space() {
	for p.i < len(p.text) && strings.ContainsRune(" \t\r\n", rune(p.text[p.i])) {
		p.i++
	}
}
