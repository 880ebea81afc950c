package cli

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// print composes what a verb says and writes it at once: a pipe that closed or a full disk is the
// verb's failure, not a half-told story.
func (s Streams) print(compose func(page *bytes.Buffer)) error {
	var page bytes.Buffer
	compose(&page)
	_, err := s.Out.Write(page.Bytes())
	return err
}

// remark says on standard error what is not part of the answer. Nobody may be there to read it.
func (s Streams) remark(format string, args ...any) {
	_, _ = fmt.Fprintf(s.Err, format+"\n", args...)
}

// printTable prints rows in columns as wide as their widest cell, two blanks apart.
func printTable(page *bytes.Buffer, rows [][]string) {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			line.WriteString(cell)
			line.WriteString(strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+2))
		}
		page.WriteString(strings.TrimRight(line.String(), " "))
		page.WriteByte('\n')
	}
}
