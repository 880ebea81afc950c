package document

import (
	"strconv"
	"strings"
)

// jsonStep is one step of a path: to a member, to an element by its identity, or to one by its place.
type jsonStep struct {
	value  int32 // the number of the key or of the identity; -1: by place
	member bool
	index  int
}

type jsonPath []jsonStep

// text writes a path as gjson reads it; the root is "@this". key is where elements have their identity.
func (p jsonPath) text(values *jsonValues, key string) string {
	if len(p) == 0 {
		return "@this"
	}
	parts := make([]string, len(p))
	for i, s := range p {
		switch {
		case s.member:
			parts[i] = escapeStep(values.text(s.value))
		case s.value >= 0:
			parts[i] = "#(" + key + "==" + values.quoted(s.value) + ")"
		default:
			parts[i] = strconv.Itoa(s.index)
		}
	}
	return strings.Join(parts, ".")
}

func escapeStep(name string) string {
	if name == "" {
		return `""` // gjson has no way to say it
	}
	var b strings.Builder
	for i, c := range name {
		if strings.ContainsRune(`.*?|\`, c) || i == 0 && strings.ContainsRune("#@!{[", c) {
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
	return b.String()
}

// splitSteps cuts a path at its dots. Backslashes stay.
func splitSteps(path string) []string {
	var out []string
	from := 0
	for i := 0; i < len(path); i++ {
		switch path[i] {
		case '\\':
			i++
		case '.':
			out = append(out, path[from:i])
			from = i + 1
		}
	}
	return append(out, path[from:])
}
