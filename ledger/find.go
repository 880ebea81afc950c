package ledger

import (
	"errors"
	"slices"
	"strings"
)

// listed is how many versions a failed Find names.
const listed = 8

// Find returns the version whose name begins with prefix: at least 4 hexadecimal digits, or "absent". Among equal
// versions it is the one stored last. It fails with NoVersionError or AmbiguousError.
func (d *Doc) Find(prefix string) (Stamp, error) {
	prefix = strings.ToLower(prefix)
	if prefix == string(Absent) {
		return AbsentStamp(), nil
	}
	var found []Stamp
	if len(prefix) >= 4 && strings.Trim(prefix, "0123456789abcdef") == "" {
		found = d.storedAs(prefix)
		if len(found) == 0 {
			var err error
			if found, err = d.recordedAs(prefix); err != nil {
				return Stamp{}, err
			}
		}
	}
	switch len(found) {
	case 0:
		newest, err := d.recordedAs("")
		return Stamp{}, errors.Join(&NoVersionError{Prefix: prefix, Newest: newest}, err)
	case 1:
		return found[0], nil
	}
	e := &AmbiguousError{Prefix: prefix}
	for _, s := range found {
		e.Matches = append(e.Matches, s.Version)
	}
	return Stamp{}, e
}

// storedAs returns the different versions among the snapshots that begin with prefix, newest first.
func (d *Doc) storedAs(prefix string) []Stamp {
	var found []Stamp
	src := &window{log: d.log}
	for f, ok := d.newest(src); ok && len(found) < listed; f, ok = before(src, f.at) {
		if f.kind != kindWhole && f.kind != kindDelta {
			continue
		}
		if s, err := parseSnapshot(src, f); err == nil && strings.HasPrefix(string(s.version), prefix) {
			found = addVersion(found, s.stamp())
		}
	}
	return found
}

// recordedAs returns the different versions that records name and that begin with prefix, newest first: those above
// max_document are named and not stored.
func (d *Doc) recordedAs(prefix string) ([]Stamp, error) {
	var found []Stamp
	err := d.Backward(func(r Record) bool {
		for _, s := range []Stamp{r.After, r.Proposal, r.Before} {
			if s.Version != "" && s.Version != Absent && strings.HasPrefix(string(s.Version), prefix) {
				found = addVersion(found, s)
			}
		}
		return len(found) < listed
	})
	return found[:min(len(found), listed)], err
}

func addVersion(found []Stamp, s Stamp) []Stamp {
	if slices.ContainsFunc(found, func(f Stamp) bool { return f.Version == s.Version }) {
		return found
	}
	return append(found, s)
}
