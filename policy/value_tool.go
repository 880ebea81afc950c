package policy

import "github.com/bmatcuk/doublestar/v4"

func (v value) toolPattern() string {
	s := v.text()
	if s != "" && !doublestar.ValidatePattern(s) {
		v.bad(wrong("write "+v.key.Example, "bad pattern %q", s))
	}
	return s
}

// scheme is what stands before the colon in a remote document's name.
func (v value) scheme() string {
	s := v.text()
	if s != "" && !isScheme(s) {
		v.bad(wrong("write "+v.key.Example, "bad scheme %q: lower-case letters, digits, - and _, at least two", s))
	}
	return s
}

// isScheme wants two characters at least, so that no Windows drive is one.
func isScheme(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := c >= 'a' && c <= 'z'
		if !letter && (i == 0 || c != '-' && c != '_' && (c < '0' || c > '9')) {
			return false
		}
	}
	return len(s) > 1
}

// call is a [[test]]'s call: a tool's name and its input.
func (v value) call() map[string]any {
	values, ok := v.raw.(map[string]any)
	if !ok {
		v.mistyped("a table", "write "+v.key.Example)
		return nil
	}
	if tool, ok := values["tool"].(string); !ok || tool == "" {
		v.bad(wrong("write "+v.key.Example, "`call` does not name its tool"))
	}
	return values
}

// given is a [[test]]'s documents: texts by path.
func (v value) given() map[string]string {
	values, ok := v.raw.(map[string]any)
	if !ok {
		v.mistyped("a table", "write "+v.key.Example)
		return nil
	}
	all := map[string]string{}
	for path, raw := range values {
		text, ok := raw.(string)
		if !ok {
			v.bad(wrong("write "+v.key.Example, "`given` has %s for %q, not a string", typeName(raw), path))
		}
		all[path] = text
	}
	return all
}
