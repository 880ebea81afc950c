package shell

import (
	"slices"
	"strings"
)

// names turns one field into the names it stands for: those that match, if it is a pattern, or its text.
func (s *shell) names(field []chunk) []value {
	text := s.joinChunks(field)
	if s.options.noglob || !patternField(field) {
		return []value{text}
	}
	pattern := patternOf(field)
	if s.dialect == "zsh" {
		pattern = withoutQualifiers(pattern)
	}
	if !hasMeta(pattern) {
		return []value{text}
	}
	if !text.known() || s.env.List == nil {
		return []value{globUnknown(text)}
	}
	found := s.glob(pattern)
	if len(found) == 0 && !s.options.nullglob {
		return []value{text}
	}
	if s.someGone(found) {
		found = append(found, holeAny)
	}
	return found
}

// someGone reports whether one of the names may have been taken away by the command itself. It still counts, since it
// may be there; but how many there are is then not known.
func (s *shell) someGone(names []value) bool {
	for _, name := range names {
		if at, ok := s.locate(name); ok && at.known() && len(s.ops) > 0 && s.removed(string(at)) {
			return true
		}
	}
	return false
}

// withoutQualifiers takes zsh's (N.om[1]) off the end of a pattern: which of the matches are meant is not followed.
func withoutQualifiers(pattern string) string {
	open := strings.LastIndexByte(pattern, '(')
	if open < 1 || !strings.HasSuffix(pattern, ")") || strings.Trim(pattern[open+1:len(pattern)-1], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,^/@=#:+-[]") != "" {
		return pattern
	}
	return pattern[:open]
}

func patternField(field []chunk) bool {
	for _, c := range field {
		if !c.quoted && strings.ContainsAny(string(c.text), "*?[(") {
			return true
		}
	}
	return false
}

// globUnknown is a pattern whose matches are not known. Options keep their first character, so that they are still
// recognised as such.
func globUnknown(text value) value {
	if text.fresh() {
		return text
	}
	return holeAny
}

// glob lists what matches a pattern, sorted, spelled the way the pattern is: relative ones stay relative.
func (s *shell) glob(pattern string) []value {
	if !s.dir.known() && !strings.HasPrefix(pattern, "/") {
		return []value{holeAny}
	}
	parts := strings.Split(pattern, "/")
	found := []string{""}
	if strings.HasPrefix(pattern, "/") {
		found, parts = []string{"/"}, parts[1:]
	}
	for i, part := range parts {
		found = s.globPart(found, part, i == len(parts)-1)
		if len(found) == 0 {
			return nil
		}
	}
	out := make([]value, 0, len(found))
	slices.Sort(found)
	for _, name := range found {
		if !s.spend.step(1) {
			break
		}
		out = append(out, literal(name))
	}
	return out
}

// globPart extends each of the prefixes by the names that match one component.
func (s *shell) globPart(prefixes []string, part string, last bool) []string {
	var out []string
	for _, prefix := range prefixes {
		switch {
		case part == "":
			out = append(out, slashEnd(prefix))
		case part == "**" && s.options.globstar:
			out = append(out, s.recurse(prefix, last, 0)...)
		case !hasMeta(part):
			if name := join(prefix, unescapePattern(part)); !last || s.exists(literal(name)) {
				out = append(out, name)
			}
		default:
			out = append(out, s.globNames(prefix, part)...)
		}
	}
	return out
}

func slashEnd(prefix string) string {
	if prefix == "" || strings.HasSuffix(prefix, "/") {
		return prefix
	}
	return prefix + "/"
}

func join(prefix, name string) string { return slashEnd(prefix) + name }

func (s *shell) globNames(prefix, part string) []string {
	var out []string
	for _, name := range s.list(prefix) {
		if strings.HasPrefix(name, ".") && !strings.HasPrefix(part, ".") && !strings.HasPrefix(part, `\.`) && !s.options.dotglob {
			continue
		}
		if s.matches(part, name) || s.options.nocaseglob && s.matches(strings.ToLower(part), strings.ToLower(name)) {
			out = append(out, join(prefix, name))
		}
	}
	return out
}

// recurse lists the directories at and below prefix, or, for the last component, everything.
func (s *shell) recurse(prefix string, last bool, depth int) []string {
	var out []string
	if depth == 0 && !last {
		out = append(out, prefix)
	}
	if depth > maxDepth {
		return out
	}
	for _, name := range s.list(prefix) {
		if strings.HasPrefix(name, ".") && !s.options.dotglob {
			continue
		}
		full := join(prefix, name)
		dir := s.isDir(literal(full))
		if dir || last {
			out = append(out, full)
		}
		if dir {
			out = append(out, s.recurse(full, last, depth+1)...)
		}
	}
	return out
}
