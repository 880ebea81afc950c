package policy

import (
	"path"
	"path/filepath"
	"strings"
)

// patterns are the paths of a rule, as it shows them and ready to match.
func (v value) patterns() (shown []string, ready []pattern) {
	for _, e := range v.distinct() {
		some, clean, err := v.reader.scope.compile(e.raw.(string))
		if err != nil {
			e.bad(err)
			continue
		}
		shown, ready = append(shown, clean), append(ready, some...)
	}
	return shown, ready
}

// distinct are the strings of an array; everything else in it is reported.
func (v value) distinct() []value {
	before := len(v.reader.problems)
	texts := v.texts()
	if len(v.reader.problems) == before {
		v.sameWhenClean(texts)
	}
	var all []value
	if !v.isArray() {
		return nil
	}
	for _, e := range v.elements() {
		if s, ok := e.raw.(string); ok && strings.TrimSpace(s) != "" {
			all = append(all, e)
		}
	}
	return all
}

// sameWhenClean reports patterns that are spelled differently but say the same.
func (v value) sameWhenClean(texts []string) {
	seen := map[string]bool{}
	for i, e := range v.elements() {
		clean := path.Clean(nfc(texts[i]))
		if seen[clean] {
			e.bad(wrong("keep one", "%q stands in `%s` twice", clean, v.key.Name))
		}
		seen[clean] = true
	}
}

func (v value) growsAt() At {
	s := v.text()
	switch anchor, after := strings.CutPrefix(s, "after:"); {
	case s == "" || s == "end":
		return At{Place: End}
	case s == "top":
		return At{Place: Top}
	case after && strings.TrimSpace(anchor) != "":
		return At{Place: After, Anchor: strings.TrimSpace(anchor)}
	case after:
		v.bad(wrong("write "+v.key.Example, "after: names no heading and no anchor"))
	default:
		v.bad(wrong(`write "end", "top" or "after:" with a heading or an anchor`, "unknown place %q", s))
	}
	return At{}
}

// marker is a line that opens or closes an anchor.
func (v value) marker() string {
	s := v.text()
	rest, found := strings.CutPrefix(s, "NAME")
	if !found {
		var before string
		before, rest, found = strings.Cut(s, "NAME")
		rest = before + rest
	}
	switch {
	case s == "":
	case strings.ContainsAny(s, "\r\n"):
		v.bad(wrong("write "+v.key.Example, "`%s` is more than one line", v.key.Name))
	case !found:
		v.bad(wrong("write "+v.key.Example, "`%s` lacks NAME, which stands for the anchor's name", v.key.Name))
	case strings.Contains(rest, "NAME"):
		v.bad(wrong("write "+v.key.Example, "`%s` has NAME twice", v.key.Name))
	case strings.TrimSpace(rest) == "":
		v.bad(wrong("write "+v.key.Example, "`%s` is NAME alone, so every line would be one", v.key.Name))
	}
	return strings.TrimSpace(s)
}

// shards is the path of a shard, with what tells the writers' shards apart.
func (v value) shards() string {
	s := v.text()
	if s == "" {
		return ""
	}
	plain, told := s, false
	for _, variable := range []string{"{node}", "{session}", "{date}"} {
		told = told || strings.Contains(s, variable)
		plain = strings.ReplaceAll(plain, variable, "x")
	}
	if !told {
		v.bad(wrong("write "+v.key.Example, "`shards` has neither {node}, {session} nor {date}, so all writers would share one"))
		return ""
	}
	if hasGlob(plain) || strings.Contains(plain, "}") {
		v.bad(wrong("only {node}, {session} and {date} stand for something", "`shards` %q is no path", s))
		return ""
	}
	if _, err := v.reader.scope.pattern(plain); err != nil || strings.Contains(s, `\`) || strings.HasSuffix(s, "/") {
		v.bad(wrong("write "+v.key.Example, "`shards` %q is no file below the policy", s))
		return ""
	}
	return path.Clean(nfc(s))
}

// directory is an absolute path; a project's policy may name only directories below itself, since it comes with the
// project and is no reason to write elsewhere.
func (v value) directory() string {
	s := v.text()
	if s == "" {
		return ""
	}
	scope := v.reader.scope
	if scope.user && isRooted(s) {
		return filepath.FromSlash(path.Clean(s))
	}
	p, err := scope.pattern(strings.TrimSuffix(s, "/"))
	if err != nil || hasGlob(s) {
		v.bad(wrong("write "+v.key.Example, "`%s` %q is no directory below the policy", v.key.Name, s))
		return ""
	}
	return filepath.Join(filepath.FromSlash(scope.dir), filepath.FromSlash(p.text))
}

func (v value) expect() Expect {
	var e Expect
	values, ok := v.raw.(map[string]any)
	if !ok {
		v.mistyped("a table", "write "+v.key.Example)
		return e
	}
	t := table{path: v.path, values: values}
	known := fill(v.reader, t, InExpect, v.reader.fields.expect, &e)
	v.reader.strangers(t, InExpect, known)
	if len(values) == 0 {
		v.bad(wrong("write "+v.key.Example, "`expect` expects nothing"))
	}
	return e
}
