package guard

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"noclobber/internal/siblings"
	"noclobber/policy"
)

// copyFile is a file beside a protected document whose name says that it may be a copy of it.
type copyFile struct {
	siblings.Reading
	path  string // given
	name  string // for people, as the document's
	owner string // the document's path
	alone bool   // no document of that name is there
}

// copiesOf finds the copies that lie beside documents, in the order of their names. Each document is looked up by the
// policy, so copies of unprotected files are nobody's business here.
func (g *Guard) copiesOf(dirs []string) []copyFile {
	var out []copyFile
	for _, dir := range dirs {
		out = append(out, g.copiesIn(dir)...)
	}
	return out
}

// listing is what stands in one directory.
type listing struct {
	g     *Guard
	dir   string
	names map[string]string // composed name → as it is on disk
	stems map[string]bool   // names up to a dot
}

func (g *Guard) copiesIn(dir string) []copyFile {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // a directory that is gone holds no copies; one that cannot be read, no documents that can
	}
	l := listing{g: g, dir: dir, names: map[string]string{}, stems: map[string]bool{}}
	for _, e := range entries {
		name := norm.NFC.String(e.Name())
		l.names[name] = e.Name()
		l.stems[stem(name)] = true
	}
	var out []copyFile
	for _, e := range entries {
		if e.IsDir() || !l.mayBeCopy(norm.NFC.String(e.Name())) {
			continue
		}
		if c, ok := l.read(e.Name()); ok {
			out = append(out, c)
		}
	}
	return out
}

// stem is a name up to its first dot, a leading one aside.
func stem(name string) string {
	if i := strings.IndexByte(name[min(1, len(name)):], '.'); i >= 0 {
		return name[:i+1]
	}
	return name
}

// mayBeCopy is a quick look at a name: the stem of another name begins it, or it speaks of a conflict itself.
func (l listing) mayBeCopy(name string) bool {
	for i := 1; i < len(name); i++ {
		if l.stems[name[:i]] && name[:i] != name {
			return true
		}
	}
	lower := strings.ToLower(name)
	return name[0] == '#' || strings.Contains(lower, "conflict") || strings.Contains(lower, "_local_") || strings.Contains(lower, "safebackup")
}

// read finds the document that a file is a copy of: the first reading of its name whose owner is there and protected,
// else the first sure one whose owner would be protected if it were there.
func (l listing) read(name string) (copyFile, bool) {
	var alone *copyFile
	for _, r := range siblings.Of(name) {
		owner, there := l.find(r)
		m, err := l.g.policies.Find(filepath.Join(l.dir, owner))
		if err != nil || !m.Protected || m.Rule == nil || m.Rule.Mode == policy.Off {
			continue
		}
		c := copyFile{Reading: r, path: filepath.Join(l.dir, name), owner: filepath.Join(l.dir, owner), alone: !there}
		c.name = filepath.ToSlash(filepath.Join(filepath.Dir(filepath.FromSlash(l.g.Name(m))), name))
		if there {
			return c, true
		}
		if r.Sure && alone == nil {
			alone = &c
		}
	}
	if alone == nil {
		return copyFile{}, false
	}
	return *alone, true
}

// find looks for the owner as the directory has it. A namesake's owner differs in case or accents.
func (l listing) find(r siblings.Reading) (name string, there bool) {
	if onDisk, ok := l.names[r.Owner]; ok {
		return onDisk, regular(filepath.Join(l.dir, onDisk))
	}
	if r.Kind == siblings.Namesake {
		for _, onDisk := range l.names {
			if strings.EqualFold(norm.NFC.String(onDisk), r.Owner) {
				return onDisk, regular(filepath.Join(l.dir, onDisk))
			}
		}
	}
	return r.Owner, false
}

func regular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// isCopy reports whether a file is beyond doubt the conflict copy of a document beside it, and so no document itself.
func (g *Guard) isCopy(path string) bool {
	r, ok := siblings.Copy(filepath.Base(path))
	if !ok || r.Kind == siblings.Namesake {
		return false
	}
	l := listing{g: g, dir: filepath.Dir(path), names: map[string]string{}}
	owner := filepath.Join(l.dir, r.Owner)
	if !regular(owner) {
		return false
	}
	m, err := g.policies.Find(owner)
	return err == nil && m.Protected && m.Rule != nil && m.Rule.Mode != policy.Off
}

// besides lists the directories of documents, each once.
func besides(documents []string) []string {
	var dirs []string
	for _, path := range documents {
		dirs = append(dirs, filepath.Dir(path))
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}
