package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// writeGitHub prints workflow commands, which GitHub Actions shows as annotations of the changed lines:
// ::error file=PATH,line=N,col=N,title=KIND::MESSAGE
func writeGitHub(w io.Writer, r Report) error {
	var page bytes.Buffer
	for _, f := range r.Findings {
		fmt.Fprintf(&page, "::%s %s::%s\n", githubCommand(f.Severity), strings.Join(githubProperties(f), ","), githubData(f.text()))
	}
	_, err := w.Write(page.Bytes())
	return err
}

func githubCommand(s Severity) string {
	if s == Note {
		return "notice"
	}
	return string(s)
}

func githubProperties(f Finding) []string {
	var all []string
	add := func(name, value string) { all = append(all, name+"="+githubProperty(value)) }
	if f.Path != "" {
		add("file", f.Path)
	}
	if f.Line > 0 {
		add("line", fmt.Sprint(f.Line))
	}
	if f.Col > 0 {
		add("col", fmt.Sprint(f.Col))
	}
	add("title", f.Kind)
	return all
}

// githubData escapes what ends a command.
func githubData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// githubProperty escapes what ends a property besides.
func githubProperty(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(githubData(s))
}
