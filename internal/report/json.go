package report

import (
	"encoding/json"
	"io"
)

// writeJSON prints one object, with paths and markup readable as they are.
func writeJSON(w io.Writer, r Report) error {
	findings := r.Findings
	if findings == nil {
		findings = []Finding{}
	}
	return encode(w, struct {
		Findings []Finding `json:"findings"`
		Looked   int       `json:"looked"`
	}{findings, r.Looked})
}

func encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
