package staged

import (
	"slices"

	"noclobber/internal/document"
)

// The bounds of the search for where a document went.
const (
	maxCandidates    = 200     // added files that are read
	maxCandidateSize = 4 << 20 // bytes
	minKept          = 0.25    // of the document's lines, that a file must have to be where it went
)

// mayHaveMoved says that a document's text is gone from its path, where a link may point to where it went.
func (c change) mayHaveMoved() bool {
	there := c.after.entry.Kind
	return c.rule != nil && c.before.exists() && !blank(c.before.text) && (there == 0 || there == Link) && !c.removedThere()
}

// guardedFirst puts the paths that a rule protects before the others: of two copies the document is the guarded one.
func (r *run) guardedFirst(paths []string) []string {
	var guarded, others []string
	for _, p := range paths {
		if r.rules.of(p) != nil {
			guarded = append(guarded, p)
		} else {
			others = append(others, p)
		}
	}
	return slices.Concat(guarded, others)
}

// moved finds the added file that holds most of a document's text: one with the same blob, else one that has at least a
// quarter of its lines. Git finds renames by similarity, so a document that lost half its lines on the way is none to it;
// here the question is only where the lines went.
func moved(old version, added []string, tree Tree, read func(Entry) ([]byte, error)) (string, error) {
	for _, path := range added {
		if tree[path] == old.entry {
			return path, nil
		}
	}
	total := len(document.Lost(old.text, nil).Lines)
	best, most := "", int(minKept*float64(total))
	for i, path := range added {
		if i == maxCandidates || total == 0 {
			break
		}
		text, err := read(tree[path])
		if err != nil {
			return "", err
		}
		if len(text) > maxCandidateSize {
			continue
		}
		if kept := total - len(document.Lost(old.text, text).Lines); kept > most {
			best, most = path, kept
		}
	}
	return best, nil
}
