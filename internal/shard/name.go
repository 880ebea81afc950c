package shard

import (
	"strings"
)

// Archive stands in the place of {date} or {session} in the name of the file that old shards are compacted into.
const Archive = "archive"

// Name is what the file name of a shard says.
type Name struct {
	Node, Session, Date string
}

// Expand is the path of a writer's shard: the pattern of a rule with its variables filled in.
func Expand(pattern string, n Name) string {
	return strings.NewReplacer("{node}", n.Node, "{session}", n.Session, "{date}", n.Date).Replace(pattern)
}

// Parse takes a shard's path apart by the pattern of its rule; ok is false where it is no shard of that rule. A variable
// that stands twice must be the same twice, and none reaches over a slash.
func Parse(pattern, path string) (n Name, ok bool) {
	for pattern != "" {
		variable, after, isVariable := leadingVariable(pattern)
		if !isVariable {
			if path == "" || path[0] != pattern[0] {
				return Name{}, false
			}
			pattern, path = pattern[1:], path[1:]
			continue
		}
		return n.bind(variable, after, path)
	}
	return n, path == ""
}

// bind tries what a variable may stand for, the longest first.
func (n Name) bind(variable, pattern, path string) (Name, bool) {
	most := strings.IndexByte(path, '/')
	if most < 0 {
		most = len(path)
	}
	for end := most; end > 0; end-- {
		text := path[:end]
		if variable == "{date}" && !isDate(text) && text != Archive {
			continue
		}
		if rest, ok := Parse(pattern, path[end:]); ok {
			if joined, ok := rest.with(variable, text); ok {
				return joined, true
			}
		}
	}
	return Name{}, false
}

// with sets a variable, unless it is set to something else already.
func (n Name) with(variable, text string) (Name, bool) {
	field := &n.Date
	switch variable {
	case "{node}":
		field = &n.Node
	case "{session}":
		field = &n.Session
	}
	if *field != "" && *field != text {
		return Name{}, false
	}
	*field = text
	return n, true
}

func leadingVariable(pattern string) (variable, rest string, ok bool) {
	for _, v := range []string{"{node}", "{session}", "{date}"} {
		if rest, ok := strings.CutPrefix(pattern, v); ok {
			return v, rest, true
		}
	}
	return "", pattern, false
}

func isDate(s string) bool {
	if len(s) != len("2006-01-02") {
		return false
	}
	for i := range len(s) {
		dash := i == 4 || i == 7
		if dash && s[i] != '-' || !dash && !isDigit(s[i]) {
			return false
		}
	}
	return true
}
