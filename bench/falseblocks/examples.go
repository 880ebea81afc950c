package main

import (
	_ "embed"
	"strings"
)

// examplesText is our own corpus: what people and agents type about a document, in the manner of short manual pages. A line is a
// command; DOC stands for the document, ⏎ for the end of a line.
//
//go:embed examples.txt
var examplesText string

// examples are commands that read a document and commands that write it.
type examples struct {
	reads, writes []string
}

func ownExamples() examples {
	var e examples
	into := &e.reads
	for _, line := range strings.Split(examplesText, "\n") {
		switch {
		case line == "" || strings.HasPrefix(line, "# "):
		case line == "## reads":
			into = &e.reads
		case line == "## writes":
			into = &e.writes
		default:
			*into = append(*into, strings.NewReplacer("DOC", document, "⏎", "\n").Replace(line))
		}
	}
	return e
}
