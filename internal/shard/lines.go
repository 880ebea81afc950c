package shard

import "bytes"

const bom = "\ufeff"

// cut splits a text into lines without their endings; a byte order mark belongs to no line.
func cut(text []byte) [][]byte {
	text = bytes.TrimPrefix(text, []byte(bom))
	if len(text) == 0 {
		return nil
	}
	lines := bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
	for i, l := range lines {
		lines[i] = bytes.TrimSuffix(l, []byte("\r"))
	}
	return lines
}

// key is what lines are compared by.
func key(line []byte) string { return string(bytes.TrimRight(line, " \t\r")) }

func blank(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 }

// ending is the line ending that a text uses first.
func ending(text []byte) string {
	if i := bytes.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// trimBlanks cuts blank lines from both ends.
func trimBlanks(lines [][]byte) [][]byte {
	for len(lines) > 0 && blank(lines[0]) {
		lines = lines[1:]
	}
	for len(lines) > 0 && blank(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// raw splits a text into lines with their endings, its byte order mark included in the first.
func raw(text []byte) [][]byte {
	if len(text) == 0 {
		return nil
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	if len(lines[len(lines)-1]) == 0 {
		lines = lines[:len(lines)-1]
	}
	return lines
}
