package policy

import (
	"path/filepath"
	"strings"
)

// FormatOf is how a document's bytes are understood: as the rule says, else by the extension of its name.
func (r *Rule) FormatOf(name string) Format {
	if r.Format != "" {
		return r.Format
	}
	switch strings.ToLower(filepath.Ext(name)) {
	case ".md", ".markdown", ".mdx":
		return Markdown
	case ".json", ".jsonc":
		return JSON
	case ".jsonl", ".ndjson":
		return JSONL
	}
	return Text
}
