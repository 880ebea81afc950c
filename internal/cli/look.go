package cli

import (
	"errors"
	"fmt"

	"noclobber/internal/fsx"
	"noclobber/internal/guard"
	"noclobber/ledger"
	"noclobber/policy"
)

// look is a document's log, opened for looking: no lock is taken and nothing is recorded.
type look struct {
	*ledger.Doc
	name string // for people
	real string
}

// look opens the log of a document, also of one that is gone or whose policy is broken.
func (s Streams) look(g *guard.Guard, arg string) (look, error) {
	name, real, err := s.place(g, arg)
	if err != nil {
		return look{}, err
	}
	doc, err := g.Store().Read(real)
	if errors.Is(err, ledger.ErrUnknown) {
		err = absentError{fmt.Errorf("nothing is recorded of %s yet", name)}
		return look{}, hint(err, "`noclobber log --all` shows the documents that are known; `noclobber scan %s` makes this one known", arg)
	}
	if err != nil {
		return look{}, err
	}
	return look{Doc: doc, name: name, real: real}, nil
}

// close gives the open log back. Nothing was written, so nothing can be lost.
func (l look) close() { _ = l.Unlock() }

// place finds a document's name and real path the way the guard does.
func (s Streams) place(g *guard.Guard, arg string) (name, real string, err error) {
	path := s.document(arg)
	m, err := g.Find(path)
	if err == nil {
		return documentName(g, m, arg), m.Real, nil
	}
	if broken := (*policy.Broken)(nil); !errors.As(err, &broken) {
		return "", "", err
	}
	if isRemote(path) {
		return arg, m.Real, nil
	}
	real, err = fsx.Resolve(path)
	return arg, real, err
}

// documentName is what a document is called in reports; one that no project's policy protects, as it was given.
func documentName(g *guard.Guard, m policy.Match, arg string) string {
	if !isRemote(m.Real) && (!m.Protected || m.Policy == nil || m.Policy.User) {
		return arg
	}
	return g.Name(m)
}

// version finds a version by its first digits.
func (l look) version(prefix string) (ledger.Stamp, error) {
	s, err := l.Find(prefix)
	if isNoVersion(err) {
		return s, hint(fmt.Errorf("%s: %w", l.name, err), "`noclobber log %s` lists its versions", l.name)
	}
	return s, err
}

// bytes are a version's bytes: as they are kept, or from the disk where that is the version.
func (l look) bytes(s ledger.Stamp) ([]byte, error) {
	text, err := l.Bytes(s)
	if err == nil {
		return text, nil
	}
	if onDisk, stamp, diskErr := readDocument(l.real); diskErr == nil && stamp.Version == s.Version {
		return onDisk, nil
	}
	return nil, fmt.Errorf("%s: %w", l.name, err)
}
