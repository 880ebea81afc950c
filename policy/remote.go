package policy

import (
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// document is one pattern of remote documents.
type document struct{ scheme, text string }

// documents are the remote documents of a rule, as it shows them and ready to match.
func (v value) documents() (shown []string, ready []document) {
	for _, e := range v.distinct() {
		written := e.raw.(string)
		some, err := compileDocument(written)
		if err != nil {
			e.bad(err)
			continue
		}
		shown, ready = append(shown, written), append(ready, some...)
	}
	return shown, ready
}

func compileDocument(written string) ([]document, error) {
	scheme, glob, found := strings.Cut(nfc(written), ":")
	if !found {
		glob = written
	}
	if !found || !isScheme(scheme) {
		return nil, wrong(`write "project:`+glob+`", with the scheme that a [[tool]] names`, "document %q has no scheme", written)
	}
	if err := checkPattern(glob); err != nil {
		return nil, err
	}
	alternatives, enough := expand(glob)
	if !enough {
		return nil, wrong("write several patterns", "pattern %q stands for more than %d", written, maxAlternatives)
	}
	var all []document
	for _, a := range alternatives {
		if err := checkNames(a); err != nil {
			return nil, err
		}
		all = append(all, document{scheme, cleanRemote(a)})
	}
	return all, nil
}

// cleanRemote is a remote name as it is compared: NFC, no empty names, nothing above the root; a UUID, by which stores of
// pages name them, in lower case and without its dashes, which they take or leave.
func cleanRemote(name string) string {
	name = path.Clean("/" + nfc(name))[1:]
	if bare := strings.ToLower(strings.ReplaceAll(name, "-", "")); len(bare) == 32 && strings.Trim(bare, "0123456789abcdef") == "" {
		return bare
	}
	return name
}

func (d document) matches(scheme, name string) bool {
	return d.scheme == scheme && doublestar.MatchUnvalidated(d.text, name)
}

// SplitRemote takes the name of a remote document apart, "project:claude/tasks.md"; ok is false for a path. A file whose
// own name looks like one is written ./project:claude.
func SplitRemote(document string) (scheme, name string, ok bool) {
	scheme, name, ok = strings.Cut(document, ":")
	return scheme, name, ok && name != "" && isScheme(scheme)
}

// FindDocument says which rule holds for the remote document scheme:name, for a call made in the first of the
// directories: policies at or above it, nearest first, then those of the next directory, then the user's. The error is
// *Broken.
func (s *Set) FindDocument(scheme, name string, dirs ...string) (Match, error) {
	clean := cleanRemote(name)
	m := Match{Given: scheme + ":" + name, Real: scheme + ":" + clean}
	for _, l := range s.inForceFor(dirs) {
		if l.broken != nil {
			return m, l.broken
		}
		if r := l.policy.lastRemote(scheme, clean); r != nil {
			m.decide(decision{rule: r, policy: l.policy})
			return m, nil
		}
	}
	return m, nil
}

func (p *Policy) lastRemote(scheme, name string) *Rule {
	about := func(d document) bool { return d.matches(scheme, name) }
	for _, r := range slices.Backward(p.Rules) {
		if slices.ContainsFunc(r.documents, about) {
			return r
		}
	}
	return nil
}
