package document

import (
	"bytes"
	"fmt"
)

// JSONOptions says how two versions of a JSON document merge.
type JSONOptions struct {
	// Key names the member that identifies an element of an array of objects: "id" if empty. Dots lead into the element.
	Key string
	// Keep lists facts that a writer whose base is older than the head may neither erase nor revert, as paths: dots
	// between names, \ before a dot that belongs to one, * and ? as wildcards, # or * for every element of an array, an
	// element's identity for one. What stands below a kept fact is kept too.
	Keep []string
	// Symmetric makes the result depend on the two versions alone, not on which is called the head.
	Symmetric bool
}

// JSONConflict is a value that both sides changed in ways that cannot both stand. The values are written without white
// space; an empty one is absent on that side.
type JSONConflict struct {
	Path                 string // as gjson reads it; "@this" is the whole document
	Base, Proposal, Head string
}

// JSONMerge is the result of a three-way merge of JSON documents.
type JSONMerge struct {
	Text      []byte // where the sides conflict, what the head has
	Conflicts []JSONConflict
	// Kept lists facts, as path=value, that Text has although the proposal's text would have erased or reverted them.
	Kept []string
	// Erased lists kept facts, as path=value, that the proposal erases with a current base, which is its right.
	Erased  []string
	Changed []string // paths that Text has otherwise than the head

	// AsText says that the documents are to be merged as text, and Reason why: what stands is not JSON, or comments
	// changed. Text is empty then.
	AsText bool
	Reason string

	Err error // a *JSONError of the proposal, where the head has none: nothing is to be written
}

// Clean says that Text holds the changes of both sides.
func (m JSONMerge) Clean() bool { return m.Err == nil && !m.AsText && len(m.Conflicts) == 0 }

// MergeJSON makes the changes that lead from base to proposal in head, member by member, on the head's own text: what
// the proposal did not change keeps its bytes, numbers are never read, and a new member is laid out like its neighbours.
//
// Objects merge by key whatever their order. Arrays whose elements are objects with an identity merge by identity; in
// others insertions of both sides are kept and removals of either honoured, and everything else that both changed is a
// conflict, as is a value changed on both sides, or removed on one. null is a value. Comments and trailing commas are
// read; they stay, or the result says AsText.
//
// With a current base (its lines, or its values, are the head's) the proposal stands as it is, but for the head's
// line endings. Without a base nothing of the head may be lost or changed, but for kept facts, which come from the head.
func MergeJSON(base []byte, hasBase bool, proposal, head []byte, opt JSONOptions) JSONMerge {
	if opt.Symmetric && bytes.Compare(proposal, head) > 0 {
		m := MergeJSON(base, hasBase, head, proposal, opt)
		for i, c := range m.Conflicts {
			m.Conflicts[i].Proposal, m.Conflicts[i].Head = c.Head, c.Proposal
		}
		return m
	}
	docs, out := readAll(base, hasBase, proposal, head)
	switch {
	case out.AsText || out.Err != nil:
		return out
	case opt.Symmetric && hasBase && Equal(base, proposal):
		return JSONMerge{Text: head}
	case hasBase && Equal(base, head):
		return docs.current(proposal, head, opt)
	}
	return newJSONMerger(docs, opt).run()
}

// jsonDocs are the three texts, read with one set of values. base is nil where the writer has none.
type jsonDocs struct {
	base, prop, head *jsonDoc
	values           *jsonValues
}

// readAll reads the texts that take part, or says why they cannot be merged as JSON.
func readAll(base []byte, hasBase bool, proposal, head []byte) (jsonDocs, JSONMerge) {
	docs := jsonDocs{values: newJSONValues()}
	var err *JSONError
	if docs.head, err = readJSON(head, docs.values); err != nil {
		return docs, asText("what stands is not JSON: %v", err)
	}
	if docs.prop, err = readJSON(proposal, docs.values); err == nil && docs.head.strict() {
		err = docs.prop.looseError()
	}
	if err != nil {
		return docs, JSONMerge{Err: err}
	}
	if !hasBase {
		return docs, JSONMerge{}
	}
	if len(bytes.TrimSpace(base)) == 0 {
		docs.base = absentJSON()
		return docs, JSONMerge{}
	}
	if docs.base, err = readJSON(base, docs.values); err != nil {
		return docs, asText("the version that was read is not JSON: %v", err)
	}
	return docs, JSONMerge{}
}

func asText(format string, args ...any) JSONMerge {
	return JSONMerge{AsText: true, Reason: fmt.Sprintf(format, args...)}
}

// current is the merge of a writer who has seen the head: its text stands.
func (d jsonDocs) current(proposal, head []byte, opt JSONOptions) JSONMerge {
	out := JSONMerge{Text: Merge(head, proposal, head).Text}
	if opt.Symmetric {
		out.Text = proposal
		return out
	}
	m := newJSONMerger(d, opt)
	m.erased(d.prop.root, d.head.root, m.keep)
	out.Erased = m.result.Erased
	return out
}

// EqualJSON says whether two texts are JSON documents of the same value: layout, comments, the order of keys and
// escapes aside. Numbers are equal when they are written the same.
func EqualJSON(a, b []byte) bool {
	values := newJSONValues()
	x, err := readJSON(a, values)
	if err != nil {
		return false
	}
	y, err := readJSON(b, values)
	return err == nil && x.root.id == y.root.id
}

// CheckJSON finds the first mistake in a JSON document, a doubled key included. Comments and trailing commas are
// mistakes unless loose. It is nil where there is none, else a *JSONError.
func CheckJSON(text []byte, loose bool) error {
	doc, err := readJSON(text, newJSONValues())
	if err == nil && !loose {
		err = doc.looseError()
	}
	if err != nil {
		return err
	}
	return nil
}
