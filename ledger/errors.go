package ledger

import (
	"errors"
	"fmt"
	"strings"
)

var (
	// ErrLocked is returned when a document's lock was not free within the time given.
	ErrLocked = errors.New("the document's lock is held")
	// ErrNotStored is returned when the bytes of a version are not kept.
	ErrNotStored = errors.New("the bytes of this version are not stored")
	// ErrDamaged is returned when a frame's checksum does not fit its bytes.
	ErrDamaged = errors.New("damaged frame")
	// ErrUnknown is returned for a document that has no log.
	ErrUnknown = errors.New("the document has no log")
	// ErrFormat is returned for a log that a later release wrote.
	ErrFormat = errors.New("the log has a newer format than this program knows")
	// ErrReadOnly is returned by Commit on a Doc that Read returned.
	ErrReadOnly = errors.New("the log was opened for looking only")
	// ErrGone is returned by Commit when the log was removed, replaced or written by another while it was locked.
	ErrGone = errors.New("the log is not the one that was locked")
)

// NoVersionError is returned by Find when no version begins with the prefix.
type NoVersionError struct {
	Prefix string
	Newest []Stamp // the newest versions there are, newest first, at most 8
}

func (e *NoVersionError) Error() string {
	if len(e.Newest) == 0 {
		return fmt.Sprintf("no version begins with %q: no version is recorded yet", e.Prefix)
	}
	names := make([]string, len(e.Newest))
	for i, s := range e.Newest {
		names[i] = s.Version.Short()
	}
	return fmt.Sprintf("no version begins with %q (hexadecimal, at least 4 digits); the newest are %s", e.Prefix, strings.Join(names, ", "))
}

// AmbiguousError is returned by Find when several versions begin with the prefix.
type AmbiguousError struct {
	Prefix  string
	Matches []Version // newest first, at most 8
}

func (e *AmbiguousError) Error() string {
	names := make([]string, len(e.Matches))
	for i, v := range e.Matches {
		names[i] = v.Short()
	}
	return fmt.Sprintf("several versions begin with %q: %s", e.Prefix, strings.Join(names, ", "))
}
