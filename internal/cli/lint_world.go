package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"noclobber/internal/guard"
	"noclobber/internal/host"
	"noclobber/internal/host/registry"
	"noclobber/internal/report"
	"noclobber/policy"
	"noclobber/policy/lint"
)

// lintWorld answers what lint's checks ask about the disk, the hosts' settings and the decision.
type lintWorld struct {
	Streams
	trial  trial
	guard  *guard.Guard // that parsed the policy: rules are compared by identity
	policy *policy.Policy
	files  []lint.File
	hooks  []lint.Hook
	passed []string
	walked bool // the folders that are passed over
}

func newLintWorld(s Streams, t trial, g *guard.Guard, p *policy.Policy) *lintWorld {
	w := &lintWorld{Streams: s, trial: t, guard: g, policy: p}
	w.files = w.look()
	w.hooks = w.inspect()
	return w
}

func (w *lintWorld) Files() []lint.File { return w.files }

func (w *lintWorld) Hooks() []lint.Hook { return w.hooks }

func (w *lintWorld) Report(name string) string { return w.relative(w.absolute(name)) }

func (w *lintWorld) ReadFile(name string) ([]byte, error) { return os.ReadFile(w.absolute(name)) }

func (w *lintWorld) Lstat(path string) (fs.FileInfo, error) { return os.Lstat(w.absolute(path)) }

func (w *lintWorld) absolute(name string) string {
	if isRemote(name) {
		return name
	}
	if path := filepath.FromSlash(name); filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(w.policy.Dir, filepath.FromSlash(name))
}

// name is what the policy's patterns see of a path.
func (w *lintWorld) name(path string) string {
	if rel, err := filepath.Rel(w.policy.Dir, path); err == nil && filepath.IsLocal(rel) {
		path = rel
	}
	return filepath.ToSlash(path)
}

// maxLinted bounds the entries that are looked at for one policy.
const maxLinted = 50_000

// roots are the folders to look through: a project's own, or those that a user's patterns begin in.
func (w *lintWorld) roots() []string {
	if w.policy.User {
		return w.policy.Roots()
	}
	return []string{w.policy.Dir}
}

// look finds the files that the policy may be about.
func (w *lintWorld) look() []lint.File {
	ignored := gitIgnored(w.policy.Dir)
	left := maxLinted
	seen := map[string]bool{}
	var all []lint.File
	add := func(path string, info fs.FileInfo) {
		if info.Mode().IsRegular() && !seen[path] {
			seen[path] = true
			all = append(all, lint.File{Name: w.name(path), Rule: w.decides(path), Ignored: ignored(path), Size: info.Size()})
		}
	}
	for _, path := range w.policy.Literals() {
		if info, err := os.Stat(path); err == nil && w.reaches(path) {
			add(path, info)
		}
	}
	for _, root := range w.roots() {
		w.walk(root, &left, add)
	}
	slices.SortFunc(all, func(a, b lint.File) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// nested reports whether any rule reaches into work trees below the policy.
func (w *lintWorld) nested() bool {
	return w.policy.User || slices.ContainsFunc(w.policy.Rules, func(r *policy.Rule) bool { return r.Nested })
}

// reaches reports whether some rule reaches a path: no work tree stands between that none reaches into.
func (w *lintWorld) reaches(path string) bool {
	if w.nested() {
		return true
	}
	for dir := filepath.Dir(path); len(dir) > len(w.policy.Dir); dir = filepath.Dir(dir) {
		if isWorkTree(dir) {
			return false
		}
	}
	return true
}

// walk looks through one folder, without those that are passed over and without work trees that no rule reaches into.
func (w *lintWorld) walk(root string, left *int, add func(string, fs.FileInfo)) {
	nested := w.nested()
	_ = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if *left--; *left < 0 {
			return filepath.SkipAll
		}
		switch {
		case err != nil:
			return nil // what cannot be read is no document of anybody's
		case e.IsDir() && path != root && (guard.PassedOver(e.Name()) || !nested && isWorkTree(path)):
			return filepath.SkipDir
		case e.IsDir():
			return nil
		}
		if info, err := os.Stat(path); err == nil {
			add(path, info)
		}
		return nil
	})
}

func isWorkTree(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, ".git"))
	return err == nil
}

// decides is the policy's rule that holds for a path; nil where another policy has more to say, or none.
func (w *lintWorld) decides(path string) *policy.Rule {
	if w.policy.MatchRel(w.name(path)) == nil {
		return nil
	}
	m, err := w.guard.Policies().Find(path)
	if err != nil || m.Policy != w.policy {
		return nil
	}
	return m.Rule
}

// Passed looks through the folders that are passed over, once and only when asked.
func (w *lintWorld) Passed() []string {
	if w.walked {
		return w.passed
	}
	w.walked = true
	left := maxLinted
	for _, root := range w.roots() {
		_ = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			if left--; left < 0 {
				return filepath.SkipAll
			}
			switch {
			case err != nil:
			case e.IsDir() && path != root && isRepository(e.Name()):
				return filepath.SkipDir
			case !e.IsDir() && w.isPassed(root, path):
				w.passed = append(w.passed, w.name(path))
			}
			return nil
		})
	}
	return w.passed
}

func isRepository(name string) bool {
	switch name {
	case ".git", ".hg", ".svn", ".jj", ".noclobber":
		return true
	}
	return false
}

// isPassed reports whether a folder between root and path is passed over.
func (w *lintWorld) isPassed(root, path string) bool {
	rel, err := filepath.Rel(root, filepath.Dir(path))
	return err == nil && slices.ContainsFunc(strings.Split(filepath.ToSlash(rel), "/"), guard.PassedOver)
}

// gitIgnored asks git once which files and folders it ignores below dir.
func gitIgnored(dir string) func(path string) bool {
	out, ok := gitSays(dir, "ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z")
	if !ok {
		return func(string) bool { return false }
	}
	files, folders := map[string]bool{}, []string{}
	for name := range strings.SplitSeq(out, "\x00") {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if strings.HasSuffix(name, "/") {
			folders = append(folders, path+string(filepath.Separator))
		} else if name != "" {
			files[path] = true
		}
	}
	return func(path string) bool {
		return files[path] || slices.ContainsFunc(folders, func(f string) bool { return strings.HasPrefix(path, f) })
	}
}

// inspect looks at the settings files of the project that start noclobber, together with the user's, which the hosts
// read as well.
func (w *lintWorld) inspect() []lint.Hook {
	if w.policy.User {
		return nil
	}
	var all []lint.Hook
	for _, name := range registry.Names() {
		wiring, ok := registry.Wiring(name)
		if !ok {
			continue
		}
		own, every := w.settings(wiring)
		every = append(every, w.plugins(name, w.policy.Dir)...)
		if len(own) > 0 && wired(wiring, own) {
			all = append(all, hooksOf(wiring, own, every, machine{})...)
		}
		for _, place := range registry.Bundled(name, w.policy.Dir, w.readConfig) {
			brought := []host.Source{{Place: place, Text: w.readConfig(place.Path)}}
			if wired(wiring, brought) {
				all = append(all, hooksOf(wiring, brought, brought, elsewhere{})...)
			}
		}
	}
	return all
}

// elsewhere stands for the machines that a plugin will be installed on: nothing is known of them.
type elsewhere struct{}

func (elsewhere) Runnable(string) error { return nil }

// settings are the settings files of a host that exist: the project's, and all.
func (w *lintWorld) settings(wiring host.Wiring) (own, every []host.Source) {
	for _, place := range wiring.Places(w.policy.Dir, w.home(), w.env) {
		text, err := os.ReadFile(place.Path)
		if err != nil {
			continue
		}
		source := host.Source{Place: place, Text: text}
		every = append(every, source)
		if place.Scope == host.Local || place.Scope == host.Shared {
			own = append(own, source)
		}
	}
	return own, every
}

// hooksOf are a project's settings files, what is wrong with them altogether said of the first.
func hooksOf(wiring host.Wiring, own, every []host.Source, probe host.Probe) []lint.Hook {
	all := make([]lint.Hook, len(own))
	for i, source := range own {
		all[i].Path = source.Path
	}
	for _, f := range wiring.Inspect(every, probe) {
		at := max(0, slices.IndexFunc(own, func(s host.Source) bool { return s.Path == f.Path }))
		all[at].Findings = append(all[at].Findings, report.Finding{Severity: report.Severity(f.Severity), Message: f.Message, Mend: f.Mend})
	}
	return all
}

// Judge previews a test's call on documents as they stand, as the test gives them, or both.
func (w *lintWorld) Judge(t policy.Test) (lint.Judgement, error) {
	call, err := w.tested(w.policy.Dir, t.Call)
	if err != nil {
		return lint.Judgement{}, err
	}
	scene := guard.Scene{Given: map[string][]byte{}, Read: t.Read, Blank: true}
	for name, text := range t.Given {
		scene.Given[w.absolute(name)] = []byte(text)
	}
	p, err := w.trial.guard().Preview(call, scene)
	if err != nil {
		return lint.Judgement{}, err
	}
	return lint.Judgement{Verdict: p.Action, Text: p.Text}, nil
}
