package staged

import (
	"fmt"
	"strings"

	"noclobber/internal/document"
	"noclobber/internal/report"
)

// elsewhere is the lines that a commit adds to protected documents, and where.
type elsewhere map[string][]string

// add notes what a change adds.
func (e elsewhere) add(c change) {
	if !c.after.exists() || c.opaque() {
		return
	}
	for _, l := range document.Added(c.before.text, c.after.text) {
		e[l] = append(e[l], c.path)
	}
}

// take removes a line that stands in a document other than path, and says in which.
func (e elsewhere) take(line, path string) (string, bool) {
	for i, where := range e[line] {
		if where != path {
			e[line] = append(e[line][:i:i], e[line][i+1:]...)
			return where, true
		}
	}
	return "", false
}

// settle makes notes of losses whose lines all went to another protected document.
func (e elsewhere) settle(findings []Finding) []Finding {
	for i, f := range findings {
		if f.Kind != LostLines && f.Kind != LostDocument || len(f.Lines) == 0 {
			continue
		}
		var rest, places []string
		for _, line := range f.Lines {
			if where, ok := e.take(line, f.Path); !ok {
				rest = append(rest, line)
			} else if !contains(places, where) {
				places = append(places, where)
			}
		}
		if len(rest) == 0 {
			findings[i].Kind, findings[i].Severity, findings[i].Lines = MovedLines, report.Note, nil
			findings[i].Message = fmt.Sprintf("%s of %s went to %s", plural(len(f.Lines), "line"), f.Path, strings.Join(places, ", "))
		}
	}
	return findings
}

func contains(list []string, one string) bool {
	for _, s := range list {
		if s == one {
			return true
		}
	}
	return false
}
