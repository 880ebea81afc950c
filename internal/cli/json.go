package cli

import (
	"encoding/json"
	"io"
)

// printJSON prints one object, indented, with paths and markup readable as they are.
func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
