package siblings

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Tool is the program, or the kind of program, that names copies in one way.
type Tool string

// Kind is what a copy is to its owner.
type Kind uint8

const (
	// Rival is a version of the document that lost: what it alone holds belongs into the document.
	Rival Kind = iota
	// Leftover holds text from before a merge or a save. Newer text may have left out some of it on purpose.
	Leftover
	// Namesake is another document, renamed because this file system takes both names for one.
	Namesake
)

// Reading is one way to understand a file's name.
type Reading struct {
	Owner string // the name of the document beside it, in the composed form (NFC)
	Tool  Tool
	Kind  Kind
	Sure  bool // the name alone says that it is a copy
	// Host is what the name would have as the name of a computer, a user or a branch, where the form needs one and is
	// not sure: who knows that name knows that it is a copy.
	Host string
}

// Owner says whose copy a file is by its name, without its directory: the first of Of. It is empty if the name is that
// of no copy. Names compare composed: use Same to find the owner in a directory.
func Owner(name string) (owner string, by Tool, sure bool) {
	all := Of(name)
	if len(all) == 0 {
		return "", "", false
	}
	return all[0].Owner, all[0].Tool, all[0].Sure
}

// Of lists what a file's name may say, the likeliest first: sure readings before others, and a copy of a copy belongs to
// the document at the end of that chain. The tool is that of the mark that was put on last.
func Of(name string) []Reading {
	name = norm.NFC.String(name)
	if unfinished(name) {
		return nil
	}
	r := reader{rows: table(), seen: map[string]bool{name: true}}
	ends := r.ends(Reading{Owner: name, Sure: true})
	var out []Reading
	for _, end := range ends {
		if end.Owner != name {
			out = append(out, end)
		}
	}
	for _, end := range ends {
		for _, guess := range r.step(end, false) {
			out = append(out, r.ends(guess)...)
		}
	}
	return out
}

// Copy says whose copy a file is beyond doubt by its name; ok is false for all other names. It is quicker than Of.
func Copy(name string) (r Reading, ok bool) {
	name = norm.NFC.String(name)
	if unfinished(name) {
		return Reading{}, false
	}
	by := reader{rows: table(), seen: map[string]bool{name: true}}
	end := by.ends(Reading{Owner: name, Sure: true})[0]
	return end, end.Owner != name
}

// Same says that two names are one, whatever form their accents are written in.
func Same(a, b string) bool {
	return a == b || norm.NFC.String(a) == norm.NFC.String(b)
}

// reader follows the marks of one name. Each name on the way is looked at once.
type reader struct {
	rows []Row
	seen map[string]bool
}

// ends follows the sure marks to the names that carry none.
func (r *reader) ends(from Reading) []Reading {
	var out []Reading
	for _, n := range r.step(from, true) {
		out = append(out, r.ends(n)...)
	}
	if len(out) == 0 {
		return []Reading{from}
	}
	return out
}

// step takes the last mark off, by the rows that are sure or by those that are not.
func (r *reader) step(from Reading, sure bool) []Reading {
	var out []Reading
	lower := strings.ToLower(from.Owner)
	for _, row := range r.rows {
		if row.Sure != sure {
			continue
		}
		for _, found := range row.owners(from.Owner, lower) {
			if r.seen[found.owner] {
				continue
			}
			r.seen[found.owner] = true
			next := Reading{Owner: found.owner, Tool: from.Tool, Kind: max(from.Kind, row.Kind), Sure: from.Sure && sure, Host: from.Host}
			if !sure {
				next.Host = found.host
			}
			if next.Tool == "" {
				next.Tool = row.Tool
			}
			out = append(out, next)
		}
	}
	return out
}

// unfinished says that a name is a tool's own: a download under way, a lock, an editor's swap file.
func unfinished(name string) bool {
	for _, prefix := range []string{".syncthing.", "~syncthing~", ".~lock.", ".#", ".goutputstream-", ".~tmp", "~$"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	for _, suffix := range []string{".tmp", ".part", ".swp", ".!sync", ".crdownload", ".partial", "~"} {
		if strings.HasSuffix(name, suffix) {
			return true
		}
	}
	return false
}
