package policy

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
)

// Files is what a Set must know of the disk. Names are absolute.
type Files interface {
	ReadFile(name string) ([]byte, error)   // as os.ReadFile
	Lstat(name string) (fs.FileInfo, error) // as os.Lstat
	// Resolve is the real path: links resolved for the longest prefix that exists, the rest appended as it is, names
	// spelled as the disk has them where the system tells.
	Resolve(path string) (string, error)
	// FoldsCase says whether names in dir, or in its nearest parent that exists, ignore letter case.
	// It is asked only where the answer decides.
	FoldsCase(dir string) bool
}

// Set is the policies that hold for the calls of one hook run. It reads each policy file at most once, and only when a
// path below it is asked about. It is not for concurrent use.
type Set struct {
	files    Files
	userFile string
	home     string
	from     []string // directories whose policies' links count wherever they point
	extra    []guarded
	named    []guarded // by the name of a directory, at any place

	user   *loaded            // nil where there is none
	asked  bool               // the user's policy was looked for
	byDir  map[string]*loaded // by directory; nil where there is no policy
	trees  map[string]bool    // directories that have a .git
	actual map[string]string  // resolved paths
}

// loaded is a policy file that exists.
type loaded struct {
	file   string
	policy *Policy
	broken *Broken
}

// guarded is a file or directory that is protected without a rule.
type guarded struct {
	kind Builtin
	path string
}

// Option is a part of NewSet that not every caller needs.
type Option func(*Set)

// Also protects files, and directories with everything in them, that no rule names.
func Also(kind Builtin, paths ...string) Option {
	return func(s *Set) {
		for _, p := range paths {
			s.extra = append(s.extra, guarded{kind, filepath.Clean(p)})
		}
	}
}

// AlsoNamed protects directories of a name, with everything in them, wherever they stand.
func AlsoNamed(kind Builtin, name string) Option {
	return func(s *Set) { s.named = append(s.named, guarded{kind, name}) }
}

// From names directories, usually the call's working directory, whose policies count for one thing more: where a rule
// there names a link, the link's target is protected wherever it is.
func From(dirs ...string) Option {
	return func(s *Set) { s.from = append(s.from, dirs...) }
}

// NewSet prepares lookups. userFile is the user's own policy (see UserFile), "" for none; home is what its ~/ means.
func NewSet(files Files, userFile, home string, opts ...Option) *Set {
	s := &Set{
		files: files, userFile: userFile, home: home,
		byDir: map[string]*loaded{}, trees: map[string]bool{}, actual: map[string]string{},
	}
	for _, o := range opts {
		o(s)
	}
	return s
}

// UserFile is where the user's own policy is: $XDG_CONFIG_HOME/noclobber/policy.toml, or below ~/.config where that
// variable is not an absolute path. It is "" when home is not known either.
func UserFile(home, xdgConfigHome string) string {
	config := xdgConfigHome
	if !filepath.IsAbs(config) {
		if home == "" {
			return ""
		}
		config = filepath.Join(home, ".config")
	}
	return filepath.Join(config, "noclobber", "policy.toml")
}

// load is the policy in dir, or nil.
func (s *Set) load(dir string) *loaded {
	l, known := s.byDir[dir]
	if !known {
		l = s.read(filepath.Join(dir, FileName), Parse)
		s.byDir[dir] = l
	}
	return l
}

// loadUser is the user's policy, or nil.
func (s *Set) loadUser() *loaded {
	if s.userFile != "" && !s.asked {
		s.user = s.read(s.userFile, func(file string, text []byte) (*Policy, error) {
			return ParseUser(file, text, s.home)
		})
		if s.user != nil && s.user.broken != nil {
			s.user.broken.User = true
		}
	}
	s.asked = true
	return s.user
}

func (s *Set) read(file string, parse func(string, []byte) (*Policy, error)) *loaded {
	text, err := s.files.ReadFile(file)
	if err != nil && !s.isThere(file, err) {
		return nil
	}
	l := &loaded{file: file}
	if err == nil {
		l.policy, err = parse(file, text)
	}
	var problems Problems
	switch {
	case err == nil:
	case errors.As(err, &problems):
		l.broken = &Broken{File: file, Problems: problems}
	default:
		p := Problem{File: file, Kind: BadSyntax, Message: "cannot be read: " + err.Error(), Mend: "make it a file that you may read, or remove it"}
		l.broken = &Broken{File: file, Problems: Problems{p}}
	}
	return l
}

// isThere says whether a file that could not be read is there all the same. One that cannot even be looked at, below a
// looping link or a closed directory, is not: no call gets there either.
func (s *Set) isThere(file string, err error) bool {
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	_, err = s.files.Lstat(file)
	return err == nil
}

// atOrAbove are the policies in dir and its parents, nearest first.
func (s *Set) atOrAbove(dir string) []*loaded {
	var all []*loaded
	for {
		if l := s.load(dir); l != nil {
			all = append(all, l)
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return all
		}
		dir = parent
	}
}

// inForce are the policies for dir: at or above it as it resolves, then as it is written, then the user's.
func (s *Set) inForce(dir string) []*loaded {
	dir = filepath.Clean(dir)
	resolved, err := s.files.Resolve(dir)
	if err != nil {
		resolved = dir
	}
	all := s.atOrAbove(resolved)
	if resolved != dir {
		all = s.join(all, s.atOrAbove(dir))
	}
	if user := s.loadUser(); user != nil {
		all = append(all, user)
	}
	return all
}

// inForceFor are the policies for several directories, those of the first first, the user's last.
func (s *Set) inForceFor(dirs []string) []*loaded {
	if len(dirs) == 1 {
		return s.inForce(dirs[0])
	}
	var all []*loaded
	for _, dir := range dirs {
		if dir != "" {
			all = s.join(all, s.inForce(dir))
		}
	}
	mine := func(l *loaded) bool { return l == s.user }
	if slices.ContainsFunc(all, mine) {
		all = append(slices.DeleteFunc(all, mine), s.user)
	}
	return all
}

// join appends the policies that are not there yet, under whatever name.
func (s *Set) join(all, more []*loaded) []*loaded {
	for _, l := range more {
		same := func(other *loaded) bool { return s.real(l.file) == s.real(other.file) }
		if !slices.ContainsFunc(all, same) {
			all = append(all, l)
		}
	}
	return all
}

// InForce are the policies that hold in dir, nearest first, the user's last. Broken ones are joined into the error, each
// a *Broken; the others are returned all the same.
func (s *Set) InForce(dir string) ([]*Policy, error) {
	var (
		all  []*Policy
		errs []error
	)
	for _, l := range s.inForce(dir) {
		if l.broken != nil {
			errs = append(errs, l.broken)
			continue
		}
		all = append(all, l.policy)
	}
	return all, errors.Join(errs...)
}

// Any says whether some policy, broken or not, holds in dir.
func (s *Set) Any(dir string) bool { return len(s.inForce(dir)) > 0 }

// real resolves a path with one look at each directory, however many paths are asked about.
func (s *Set) real(path string) string {
	if known, ok := s.actual[path]; ok {
		return known
	}
	s.actual[path] = path // a parent is its own at the root
	if parent := filepath.Dir(path); parent != path {
		s.actual[path] = s.resolveIn(s.real(parent), path)
	}
	return s.actual[path]
}

// resolveIn resolves path, whose parent's real path is known.
func (s *Set) resolveIn(parent, path string) string {
	info, err := s.files.Lstat(path)
	if err != nil || info.Mode()&(fs.ModeSymlink|fs.ModeIrregular) == 0 { // irregular: Windows' junctions
		return filepath.Join(parent, filepath.Base(path))
	}
	resolved, err := s.files.Resolve(path)
	if err != nil {
		return path
	}
	return resolved
}

// isTree says whether dir is the top of a work tree or submodule. The result is kept.
func (s *Set) isTree(dir string) bool {
	known, ok := s.trees[dir]
	if !ok {
		_, err := s.files.Lstat(filepath.Join(dir, ".git"))
		known = err == nil
		s.trees[dir] = known
	}
	return known
}
