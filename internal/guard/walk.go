package guard

import (
	"io/fs"
	"os"
	"path/filepath"

	"noclobber/policy"
)

// maxWalk bounds the entries that a walk for documents looks at; the rest becomes known on first touch.
const maxWalk = 50_000

// walk finds the documents that a policy protects and that exist, those named outright first.
func (g *Guard) walk(p *policy.Policy) []string {
	var out []string
	seen := map[string]bool{}
	add := func(path string) {
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			return
		}
		m, err := g.policies.Find(path)
		if err == nil && m.Protected && m.Rule != nil && m.Policy.File == p.File && !seen[m.Real] && !g.isCopy(m.Real) {
			seen[m.Real] = true
			out = append(out, m.Real)
		}
	}
	for _, path := range p.Literals() {
		add(path)
	}
	left := maxWalk
	for _, root := range p.Roots() {
		walkRoot(p, root, &left, add)
	}
	return out
}

// walkRoot walks one directory without version control and dependency folders.
func walkRoot(p *policy.Policy, root string, left *int, add func(string)) {
	_ = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if *left--; *left < 0 {
			return filepath.SkipAll
		}
		switch {
		case err != nil:
			return nil // unreadable: nothing there can be judged now
		case e.IsDir() && path != root && PassedOver(e.Name()):
			return filepath.SkipDir
		case e.IsDir():
			return nil
		}
		if matches(p, path) {
			add(path)
		}
		return nil
	})
}

// matches asks the policy's patterns before the disk is asked anything.
func matches(p *policy.Policy, path string) bool {
	name := path
	if rel, err := filepath.Rel(p.Dir, path); err == nil && filepath.IsLocal(rel) {
		name = rel
	}
	r := p.MatchRel(filepath.ToSlash(name))
	return r != nil && r.Mode != policy.Off
}

// PassedOver reports whether a walk for documents does not look into folders of this name: version control, dependencies,
// our own state.
func PassedOver(name string) bool {
	switch name {
	case ".git", ".hg", ".svn", ".jj", "node_modules", "vendor", ".venv", "venv", "target", "__pycache__", ".noclobber":
		return true
	}
	return false
}
