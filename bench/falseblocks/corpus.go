package main

import (
	"bytes"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxFile and maxCommand bound what is taken: whole scripts are no commands that an agent would type.
const (
	maxFile    = 256 << 10
	maxCommand = 300
)

// A corpus is the commands of real scripts.
type corpus struct {
	files    int
	commands []string // each once, in an order that only depends on their texts
}

// collect gathers the commands of all shell text below the roots.
func collect(roots []string, most int) (corpus, error) {
	var c corpus
	seen := make(map[string]bool)
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			if err != nil {
				return nil //nolint:nilerr // what cannot be read is no part of the corpus
			}
			if e.Type().IsRegular() {
				c.addFile(path, seen)
			}
			return nil
		})
		if err != nil {
			return c, err
		}
	}
	slices.SortFunc(c.commands, func(a, b string) int {
		if x, y := hash(a), hash(b); x != y {
			return int(int64(x) - int64(y))
		}
		return strings.Compare(a, b)
	})
	if most > 0 && len(c.commands) > most {
		c.commands = c.commands[:most]
	}
	return c, nil
}

func hash(text string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(text)) // never fails
	return h.Sum32()
}

// addFile adds the commands of one file, if it is shell text that parses.
func (c *corpus) addFile(path string, seen map[string]bool) {
	if info, err := os.Stat(path); err != nil || info.Size() > maxFile {
		return
	}
	text, err := os.ReadFile(path)
	if err != nil || !isShell(path, text) {
		return
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(bytes.NewReader(text), "")
	if err != nil {
		return
	}
	c.files++
	syntax.Walk(file, func(node syntax.Node) bool {
		stmt, ok := node.(*syntax.Stmt)
		if !ok || !isCommand(stmt) {
			return true
		}
		command := strings.TrimSpace(string(text[stmt.Pos().Offset():stmt.End().Offset()]))
		command = strings.TrimRight(command, "; ")
		if len(command) <= maxCommand && !strings.ContainsAny(command, "\n\x00") && !strings.HasSuffix(command, `\`) && !seen[command] {
			seen[command] = true
			c.commands = append(c.commands, command)
		}
		return true
	})
}

// isShell tells shell text by its name or its first line.
func isShell(path string, text []byte) bool {
	if strings.Contains(path, "/bash-completion/completions/") || strings.HasSuffix(path, ".sh") || strings.HasSuffix(path, ".bash") {
		return true
	}
	first, _, _ := bytes.Cut(text, []byte("\n"))
	if !bytes.HasPrefix(first, []byte("#!")) {
		return false
	}
	return bytes.HasSuffix(first, []byte("sh")) || bytes.Contains(first, []byte("sh -"))
}

// isCommand reports whether a statement is a simple command or a pipeline of them, and stays one when it is moved
// elsewhere: here-documents end on lines of their own, and a job control operator cannot stand before another.
func isCommand(stmt *syntax.Stmt) bool {
	if stmt.Background || stmt.Coprocess || stmt.Negated || stmt.Disown {
		return false
	}
	for _, r := range stmt.Redirs {
		if r.Op == syntax.Hdoc || r.Op == syntax.DashHdoc {
			return false
		}
	}
	switch cmd := stmt.Cmd.(type) {
	case *syntax.CallExpr:
		return len(cmd.Args) > 0
	case *syntax.BinaryCmd:
		return cmd.Op == syntax.Pipe && isCommand(cmd.X) && isCommand(cmd.Y)
	}
	return false
}
