package shard

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// The line in a file of compacted shards that names the shard whose text follows.
const (
	markBegin = "<!-- noclobber shard: "
	markEnd   = " -->"
	rowMark   = "noclobber shard"
)

// Pack joins shards into one text that Unpack takes apart again. rows is set for JSON lines.
func Pack(shards []Shard, rows bool) []byte {
	shards = slices.Clone(shards)
	slices.SortFunc(shards, func(a, b Shard) int { return strings.Compare(a.Name, b.Name) })
	var out []byte
	for _, s := range shards {
		out = append(out, mark(s.Name, rows)...)
		text := bytes.TrimPrefix(s.Text, []byte(bom))
		out = append(out, text...)
		if len(text) > 0 && text[len(text)-1] != '\n' {
			out = append(out, '\n')
		}
	}
	return out
}

func mark(name string, rows bool) string {
	if !rows {
		return markBegin + name + markEnd + "\n"
	}
	text, _ := json.Marshal(map[string]string{rowMark: name}) // a string: cannot fail
	return string(text) + "\n"
}

// marked reads a line that names a shard.
func marked(line []byte) (name string, ok bool) {
	line = bytes.TrimRight(line, " \t\r\n")
	if rest, found := bytes.CutPrefix(line, []byte(markBegin)); found {
		rest, ok = bytes.CutSuffix(rest, []byte(markEnd))
		return string(rest), ok
	}
	if bytes.HasPrefix(line, []byte(`{"`+rowMark+`"`)) {
		v := gjson.GetBytes(line, rowMark)
		return v.Str, v.Type == gjson.String
	}
	return "", false
}

// Unpack takes compacted shards apart. Of a shard that is there twice, since it came back or was never removed, the longer
// text counts where it continues the other; else what the other lacks is added.
func Unpack(shards []Shard) []Shard {
	var names []string
	texts := map[string][]byte{}
	add := func(name string, text []byte) {
		old, known := texts[name]
		if !known {
			names = append(names, name)
			texts[name] = text
			return
		}
		texts[name] = Union(old, text)
	}
	for _, s := range shards {
		name, text := s.Name, []byte{}
		packed := false
		for _, line := range raw(s.Text) {
			if next, ok := marked(line); ok {
				if packed || len(text) > 0 {
					add(name, text)
				}
				name, text, packed = next, nil, true
				continue
			}
			text = append(text, line...)
		}
		add(name, text)
	}
	slices.Sort(names)
	out := make([]Shard, len(names))
	for i, name := range names {
		out[i] = Shard{Name: name, Text: texts[name]}
	}
	return out
}

// Union is the text that has all lines of both, in the order of the longer one. It does not matter which is given first.
func Union(a, b []byte) []byte {
	if len(a) < len(b) || len(a) == len(b) && bytes.Compare(a, b) < 0 {
		a, b = b, a
	}
	if bytes.HasPrefix(a, b) {
		return a
	}
	have := map[string]int{}
	for _, line := range cut(a) {
		have[key(line)]++
	}
	out := bytes.Clone(a)
	for _, line := range cut(b) {
		if have[key(line)]--; have[key(line)] >= 0 || blank(line) {
			continue
		}
		if len(out) > 0 && out[len(out)-1] != '\n' {
			out = append(out, '\n')
		}
		out = append(append(out, line...), '\n')
	}
	return out
}
