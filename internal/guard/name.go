package guard

import (
	"path/filepath"

	"noclobber/policy"
)

// Name is a document's name for people: relative to the policy that protects it, or to the directory of the call or of its
// project where that policy lies below one. Of two documents called NOTES.md the nested one is sub/NOTES.md.
func (g *Guard) Name(m policy.Match) string {
	switch {
	case isRemote(m.Real):
		return m.Real
	case m.Policy == nil || m.Policy.User:
		return m.Given
	}
	top := g.namedFrom(m.Policy.Dir)
	for _, path := range []string{m.Real, m.Given} {
		if rel, err := filepath.Rel(top, path); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel)
		}
	}
	return m.Given
}

// namedFrom is the directory that the names of what the policy in dir protects begin at.
func (g *Guard) namedFrom(dir string) string {
	for _, top := range []string{g.config.From, g.config.Project} {
		if top == "" {
			continue
		}
		for _, spelled := range []string{top, resolved(top)} {
			if isBelow(spelled, dir) {
				return spelled
			}
		}
	}
	return dir
}
