package policy

import (
	"errors"
	"fmt"

	"github.com/bmatcuk/doublestar/v4"
)

// Fits says whether the map is for the tool of that name.
func (t Tool) Fits(name string) bool { return doublestar.MatchUnvalidated(t.Match, name) }

// Field is the field of the input that a call must have to be what the map says; empty where any input will do. Of several
// maps that fit a tool which does one thing or another, the first counts whose field is there.
func (t Tool) Field() string {
	switch t.Kind {
	case "write", "append":
		return t.Content
	case "edit":
		if t.Edits != "" {
			return t.Edits
		}
		return t.Old
	}
	return ""
}

// FindTool is the first map that fits; a tool without one may do anything.
func FindTool(tools []Tool, name string) (Tool, bool) {
	for _, t := range tools {
		if t.Fits(name) {
			return t, t.Kind != opaqueKind
		}
	}
	return Tool{}, false
}

// Tools are the maps in force for calls made in the first of the directories: those of our own server, the nearest policy's,
// those of the next directory, the user's, and the built-in ones. Broken policies are joined into the error; all that could be
// read is returned with it.
func (s *Set) Tools(dirs ...string) ([]Tool, error) {
	var errs []error
	all := ownServer()
	for _, l := range s.inForceFor(dirs) {
		if l.broken != nil {
			errs = append(errs, l.broken)
			continue
		}
		all = append(all, l.policy.Tools...)
	}
	if len(errs) > 0 {
		errs = []error{fmt.Errorf("reading tool maps: %w", errors.Join(errs...))}
	}
	return append(all, BuiltinTools()...), errors.Join(errs...)
}

// Shadows says whether the map fits every tool that other fits, so that other is never asked behind it. It errs towards no.
func (t Tool) Shadows(other Tool) bool {
	return nameCovers(t.Match, other.Match) && (t.Field() == "" || t.Field() == other.Field())
}
