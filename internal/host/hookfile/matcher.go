package hookfile

import (
	"regexp"
	"strings"
)

// verdicts of a matcher on a tool's name.
type match uint8

const (
	misses match = iota
	hits
	unclear // a pattern that only JavaScript understands
)

// everything reports whether a matcher lets all names through.
func everything(matcher string) bool { return matcher == "" || matcher == "*" }

// matches judges a tool's name as Claude Code does, and those that took its settings over: a matcher of letters, digits
// and the signs _ | , - and space is a list of exact names, everything else an
// unanchored JavaScript expression.
func matches(matcher, tool string) match {
	if everything(matcher) {
		return hits
	}
	if plain(matcher) {
		for _, name := range strings.FieldsFunc(matcher, func(r rune) bool { return r == '|' || r == ',' }) {
			if strings.TrimSpace(name) == tool {
				return hits
			}
		}
		return misses
	}
	pattern, err := regexp.Compile(matcher)
	switch {
	case err != nil:
		return unclear
	case pattern.MatchString(tool):
		return hits
	}
	return misses
}

func plain(matcher string) bool {
	for _, r := range matcher {
		letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
		if !letter && !strings.ContainsRune("_|, -", r) {
			return false
		}
	}
	return true
}
