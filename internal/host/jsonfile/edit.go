package jsonfile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// Replace puts raw, a JSON text, in the place of v.
func (f *File) Replace(v *Value, raw string) (*File, error) {
	return f.splice(v.Start, v.End, f.lay(raw, f.lineIndent(v.Start), f.inline(v)))
}

// Append adds raw, a JSON text, as the last item of an array.
func (f *File) Append(array *Value, raw string) (*File, error) {
	starts := make([]int, len(array.Items))
	end := 0
	for i, item := range array.Items {
		starts[i], end = item.Start, item.End
	}
	return f.add(array, starts, end, "", raw)
}

// Set adds a key with raw, a JSON text, as the last member of an object that
// does not have the key.
func (f *File) Set(object *Value, key, raw string) (*File, error) {
	quoted, err := json.Marshal(key)
	if err != nil {
		return nil, fmt.Errorf("quoting the key %q: %w", key, err)
	}
	starts := make([]int, len(object.Members))
	end := 0
	for i, m := range object.Members {
		starts[i], end = m.Start, m.Value.End
	}
	return f.add(object, starts, end, string(quoted)+": ", raw)
}

// RemoveItem takes the i-th item out of an array.
func (f *File) RemoveItem(array *Value, i int) (*File, error) {
	spans := make([][2]int, len(array.Items))
	for k, item := range array.Items {
		spans[k] = [2]int{item.Start, item.End}
	}
	return f.remove(array, spans, i)
}

// RemoveMember takes the i-th member out of an object.
func (f *File) RemoveMember(object *Value, i int) (*File, error) {
	spans := make([][2]int, len(object.Members))
	for k, m := range object.Members {
		spans[k] = [2]int{m.Start, m.Value.End}
	}
	return f.remove(object, spans, i)
}

// add puts label and raw behind the last element of a container. starts are
// where its elements begin, end is where the last one ends.
func (f *File) add(c *Value, starts []int, end int, label, raw string) (*File, error) {
	if len(starts) == 0 {
		if f.oneLine() {
			return f.splice(c.Start+1, c.End-1, label+f.lay(raw, "", true))
		}
		outer := f.lineIndent(c.Start)
		inner := outer + f.unit()
		return f.splice(c.Start+1, c.End-1, f.newline()+inner+label+f.lay(raw, inner, false)+f.newline()+outer)
	}
	last := starts[len(starts)-1]
	if !f.ownLine(last) {
		return f.splice(end, end, ", "+label+f.lay(raw, "", true))
	}
	inner := f.lineIndent(last)
	return f.splice(end, end, ","+f.newline()+inner+label+f.lay(raw, inner, false))
}

// remove takes one element out, with the comma and the white space before it or,
// of the first one, behind it.
func (f *File) remove(c *Value, spans [][2]int, i int) (*File, error) {
	switch {
	case len(spans) == 1:
		return f.splice(c.Start+1, c.End-1, "")
	case i > 0:
		return f.splice(spans[i-1][1], spans[i][1], "")
	}
	return f.splice(spans[0][0], spans[1][0], "")
}

func (f *File) splice(start, end int, text string) (*File, error) {
	out := make([]byte, 0, len(f.Text)+len(text))
	out = append(out, f.Text[:start]...)
	out = append(out, text...)
	out = append(out, f.Text[end:]...)
	g, err := Parse(out)
	if err != nil {
		return nil, fmt.Errorf("the changed text: %w", err)
	}
	g.bom = f.bom
	return g, nil
}

// lay lays raw out: on one line, or indented for a place whose line starts with prefix.
func (f *File) lay(raw, prefix string, inline bool) string {
	var b bytes.Buffer
	if inline {
		if json.Compact(&b, []byte(raw)) != nil {
			return raw // splice will say what is wrong with it
		}
		return b.String()
	}
	if json.Indent(&b, []byte(raw), prefix, f.unit()) != nil {
		return raw
	}
	return strings.ReplaceAll(b.String(), "\n", f.newline())
}

// inline reports whether a container is written on one line, or the file is.
func (f *File) inline(v *Value) bool {
	return f.oneLine() || (v.Kind == Object || v.Kind == Array) && bytes.IndexByte(f.Text[v.Start:v.End], '\n') < 0
}

// oneLine reports whether the file has members and no line breaks between them.
func (f *File) oneLine() bool {
	return len(f.Root.Members) > 0 && bytes.IndexByte(f.Text[f.Root.Start:f.Root.End], '\n') < 0
}

func (f *File) newline() string {
	if bytes.Contains(f.Text, []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}

// unit is one level of indentation: that of the first member of the file.
func (f *File) unit() string {
	if len(f.Root.Members) > 0 {
		first := f.Root.Members[0].Start
		if indent := f.lineIndent(first); f.ownLine(first) && indent != "" {
			return indent
		}
	}
	return "  "
}

// lineIndent is the white space at the start of the line that at is in.
func (f *File) lineIndent(at int) string {
	start := bytes.LastIndexByte(f.Text[:at], '\n') + 1
	end := start
	for end < at && (f.Text[end] == ' ' || f.Text[end] == '\t') {
		end++
	}
	return string(f.Text[start:end])
}

// ownLine reports whether only white space stands before at on its line.
func (f *File) ownLine(at int) bool {
	start := bytes.LastIndexByte(f.Text[:at], '\n') + 1
	return start > 0 && len(bytes.TrimLeft(f.Text[start:at], " \t")) == 0
}
