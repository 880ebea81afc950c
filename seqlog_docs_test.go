package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"
)

// TestSeqlogDocs runs the examples of docs/seqlog.md, one after the other in one directory, and compares what they print.
func TestSeqlogDocs(t *testing.T) {
	runExamples(t, "seqlog", 10)
}

// runExamples runs the console blocks of a page one after the other in one directory, under the page's own policy, and
// compares what they print. There must be more of them than least.
func runExamples(t *testing.T, page string, least int) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("docs", page+".md"))
	require.NoError(t, err)
	script := filepath.Join(t.TempDir(), page+"_docs.txtar")
	examples := consoleBlocks(string(text))
	require.Greater(t, len(examples), least)
	require.NoError(t, os.WriteFile(script, []byte(asScript(block(string(text), "toml"), examples)), 0o600))
	testscript.Run(t, testscript.Params{Files: []string{script}, RequireExplicitExec: true, Setup: setUp})
}

// example is a command with what it prints, errors included.
type example struct{ command, output string }

// consoleBlocks takes the commands out of a page's console blocks.
func consoleBlocks(page string) []example {
	var out []example
	for _, text := range blocks(page, "console") {
		for line := range strings.Lines(text) {
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				out = append(out, example{command: command})
			} else {
				out[len(out)-1].output += line
			}
		}
	}
	return out
}

func block(page, language string) string { return blocks(page, language)[0] }

func blocks(page, language string) []string {
	var out []string
	for _, part := range strings.Split(page, "```"+language+"\n")[1:] {
		text, _, _ := strings.Cut(part, "```")
		out = append(out, text)
	}
	return out
}

// asScript makes a story of examples: the exit code is left to what is printed.
func asScript(policy string, examples []example) string {
	var script, files strings.Builder
	fmt.Fprintf(&files, "-- .noclobber.toml --\n%s", policy)
	for i, e := range examples {
		fmt.Fprintf(&script, "exec sh command%d\ncmp stdout want%d\n", i, i)
		fmt.Fprintf(&files, "-- command%d --\nexec 2>&1\n%strue\n-- want%d --\n%s", i, e.command, i, e.output)
	}
	return script.String() + files.String()
}
