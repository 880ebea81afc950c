package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"

	"noclobber/internal/fsx"
	"noclobber/policy"
)

// placeError says why a document may not be named, and what would help.
type placeError struct {
	why  string
	next string
}

func (e *placeError) Error() string { return e.why + "\nNext: " + e.next }

// found is a document that may be named.
type found struct {
	named string // as the client names it
	path  string // absolute
	real  string
	mode  policy.Mode
}

// find finds the protected document that a path names: relative to the server's directory, absolute, or a file:// URI. It
// must lie under a root, or be protected by the user's own policy.
func (s *session) find(ctx context.Context, arg string) (found, error) {
	path, err := s.absolute(arg)
	if err != nil {
		return found{}, err
	}
	m, err := s.guard(ctx).Policies().Find(path)
	switch {
	case err != nil:
		return found{}, &placeError{"nothing was done to " + arg + ": what protects it cannot be told: " + err.Error(), "a person has to mend the policy."}
	case m.Builtin != 0:
		return found{}, &placeError{"nothing was done to " + arg + ": it belongs to noclobber itself", "leave it alone; a person changes policies in an editor."}
	case !m.Protected || m.Rule == nil || m.Off:
		return found{}, &placeError{"nothing was done to " + arg + ": no policy protects it, and this server serves protected documents alone (listed as resources)",
			"use your own file tools for it; a person can add it to " + policy.FileName + "."}
	case !m.Policy.User && !s.rooted(m):
		return found{}, &placeError{fmt.Sprintf("nothing was done to %s: it lies outside of %s", arg, strings.Join(s.dirs(), ", ")),
			"a person can start the server with --root DIR for the directory that it lies in."}
	}
	return found{arg, path, m.Real, m.Rule.Mode}, nil
}

// absolute is the path that an argument names, lexically clean.
func (s *session) absolute(arg string) (string, error) {
	if strings.HasPrefix(arg, "file:") {
		return pathOf(arg)
	}
	home := s.Guard.Home
	switch {
	case arg == "":
		return "", errors.New("path is empty")
	case strings.ContainsRune(arg, 0):
		return "", errors.New("path holds a NUL byte")
	case home != "" && (arg == "~" || strings.HasPrefix(arg, "~/")):
		return filepath.Join(home, arg[1:]), nil
	case filepath.IsAbs(arg):
		return filepath.Clean(arg), nil
	}
	return filepath.Join(s.Guard.From, arg), nil
}

// uriOf is the resource of a document.
func uriOf(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/…
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// pathOf is the path that a file:// URI names.
func pathOf(uri string) (string, error) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" || u.Host != "" && u.Host != "localhost" || strings.ContainsRune(u.Path, 0) {
		return "", fmt.Errorf("%q is no file:///… URI", uri)
	}
	path := u.Path
	if runtime.GOOS == "windows" {
		path = strings.TrimPrefix(path, "/")
	}
	return filepath.Clean(filepath.FromSlash(path)), nil
}

// dirs are the directories that the process was given.
func (s *session) dirs() []string { return append([]string{s.Guard.From}, s.Roots...) }

// rooted reports whether a document is named or lies under a root.
func (s *session) rooted(m policy.Match) bool {
	for _, dir := range s.dirs() {
		real, err := fsx.Resolve(dir)
		if under(dir, m.Given) || err == nil && under(real, m.Real) {
			return true
		}
	}
	return false
}

func under(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}
