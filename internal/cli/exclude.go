package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"noclobber/internal/fsx"
	"noclobber/internal/host"
)

// excludeMark begins the line that init adds to a repository's private exclude file.
const excludeMark = "# noclobber: one person's settings, see `noclobber uninstall`"

// private are the files in a project that go with a settings file and are nobody else's.
func private(p host.Place) []string {
	switch p.Scope {
	case host.Local:
		return []string{p.Path, p.Path + backupSuffix}
	case host.Shared:
		return []string{p.Path + backupSuffix}
	}
	return nil
}

// exclude makes git ignore a file that belongs to one person, in the repository's own exclude file,
// which is never committed.
func (l *steps) exclude(dir, path string) error {
	file, pattern, ok := excludeLine(dir, path)
	if _, err := os.Lstat(path); err != nil || !ok {
		return nil
	}
	if _, ignored := gitSays(dir, "check-ignore", "-q", "--", path); ignored {
		return nil
	}
	if _, tracked := gitSays(dir, "ls-files", "--error-unmatch", "--", path); tracked {
		l.next("%s is committed though it is one person's: git rm --cached %s", path, path)
		return nil
	}
	if err := addLines(file, excludeMark+"\n"+pattern+"\n"); err != nil {
		return err
	}
	l.add("edited", file, "git ignores %s in this clone from now on; nothing to commit", pattern)
	return nil
}

// addLines puts lines at the end of a file, which is made where it is missing.
func addLines(file, lines string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if len(text) > 0 && text[len(text)-1] != '\n' {
		text = append(text, '\n')
	}
	return os.WriteFile(file, append(text, lines...), 0o666)
}

// include takes back what exclude did.
func (l *steps) include(dir, path string) error {
	file, pattern, ok := excludeLine(dir, path)
	if !ok {
		return nil
	}
	ours := excludeMark + "\n" + pattern + "\n"
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), ours) {
		return nil // nothing was added
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(text), ours, "", 1)), 0o666); err != nil {
		return err
	}
	l.add("edited", file, "git no longer ignores %s", pattern)
	return nil
}

// excludeLine is the repository's exclude file, and the pattern that names path in it; ok is false where there is no
// repository, no git, or a link leads out.
func excludeLine(dir, path string) (file, pattern string, ok bool) {
	common, ok := gitSays(dir, "rev-parse", "--git-path", "info/exclude")
	top, okTop := gitSays(dir, "rev-parse", "--show-toplevel")
	real, err := fsx.Resolve(path)
	if !ok || !okTop || err != nil {
		return "", "", false
	}
	file = strings.TrimSuffix(common, "\n")
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	rel, err := filepath.Rel(filepath.FromSlash(strings.TrimSuffix(top, "\n")), real)
	if err != nil || !filepath.IsLocal(rel) {
		return "", "", false
	}
	return file, "/" + filepath.ToSlash(rel), true
}
