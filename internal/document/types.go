package document

// Edit replaces Old by New: once, or everywhere with All. An empty Old creates a document.
//
// With Lines it is a hunk of a patch: Old and New are whole lines, each with its line feed; Old is looked for behind the
// place of the hunk before it, and is the first one there. An empty Old then adds New at the end.
type Edit struct {
	Old, New string
	All      bool
	Lines    bool   `json:",omitempty"`
	Behind   string `json:",omitempty"` // Lines: a line that stands before the place, without its line feed; empty: none is named
	AtEnd    bool   `json:",omitempty"` // Lines: Old are the last lines of the document
}
