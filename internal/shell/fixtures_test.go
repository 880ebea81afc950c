package shell

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite testdata/commands with what Analyze says")

// A fixture is a command and what it is found to do. In a file:
//
//	$ tee -a notes/JOURNAL.md
//	append notes/JOURNAL.md
//
// Further lines of a command begin with "| ". "nothing" stands for an empty result. Reads are not listed.
type fixture struct {
	line    int
	lead    string // comments above it
	command string
	want    string
}

func readFixtures(t testing.TB, file string) (fixtures []fixture) {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	lead := ""
	for i, line := range strings.Split(string(text), "\n") {
		switch {
		case strings.HasPrefix(line, "$ "):
			fixtures = append(fixtures, fixture{line: i + 1, lead: lead, command: line[2:]})
			lead = ""
		case strings.HasPrefix(line, "#"):
			lead += line + "\n"
		case strings.HasPrefix(line, "| "):
			fixtures[len(fixtures)-1].command += "\n" + line[2:]
		case line == "|":
			fixtures[len(fixtures)-1].command += "\n"
		case line != "":
			fixtures[len(fixtures)-1].want += line + "\n"
		}
	}
	return fixtures
}

func (f fixture) String() string {
	return f.lead + "$ " + strings.ReplaceAll(strings.ReplaceAll(f.command, "\n", "\n| "), "\n| \n", "\n|\n") + "\n" + f.want
}

// found is what Analyze says about a fixture's command.
func (f fixture) found(dialect string) string {
	env := sample().env()
	env.Dialect = dialect
	got := render(Analyze(f.command, env), false)
	if got == "" {
		return "nothing\n"
	}
	return got
}

// TestFixtures compares every command in testdata with what it was found to do.
func TestFixtures(t *testing.T) {
	files, err := filepath.Glob("testdata/commands/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		dialect := ""
		if filepath.Base(file) == "powershell.txt" {
			dialect = "powershell"
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			fixtures := readFixtures(t, file)
			var out []string
			for _, f := range fixtures {
				got := f.found(dialect)
				if !*update {
					assert.Equal(t, f.want, got, "%s:%d: %s", file, f.line, f.command)
				}
				f.want = got
				out = append(out, f.String())
			}
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(strings.Join(out, "\n")), 0o644))
			}
		})
	}
}

// TestEveryCommandHasFixtures asks for each entry of the table a command that changes the journal, where it can, and one
// that does not.
func TestEveryCommandHasFixtures(t *testing.T) {
	files, err := filepath.Glob("testdata/commands/*.txt")
	require.NoError(t, err)
	changes, passes := map[string]bool{}, map[string]bool{}
	for _, file := range files {
		fixtures := readFixtures(t, file)
		for _, f := range fixtures {
			for _, word := range strings.FieldsFunc(f.command, func(r rune) bool { return strings.ContainsRune(" \n|;&()", r) }) {
				if strings.Contains(f.want, "notes/JOURNAL.md") || strings.Contains(f.want, "notes tree") {
					changes[word] = true
				} else {
					passes[word] = true
				}
			}
		}
	}
	for _, family := range families() {
		for _, entry := range family {
			if !anyNamed(entry.names, passes) && !anyNamed(entry.names, changes) {
				t.Errorf("no fixture for %s", entry.names)
			}
			if entry.canWrite() && !anyNamed(entry.names, changes) {
				t.Errorf("no fixture in which the journal is changed by %s", entry.names)
			}
			if !anyNamed(entry.names, passes) {
				t.Errorf("no fixture in which the journal is left alone by %s", entry.names)
			}
		}
	}
}

func anyNamed(names string, set map[string]bool) bool {
	for _, name := range strings.Split(names, "|") {
		if set[name] {
			return true
		}
	}
	return false
}

// canWrite reports whether an entry's data say that it may change a file.
func (e command) canWrite() bool {
	changing := func(r role) bool { return r != noFile && r != reads }
	if changing(e.operands) || changing(e.then) {
		return true
	}
	for _, o := range e.opts.options() {
		if changing(o.role) {
			return true
		}
	}
	switch e.how {
	case interprets:
		return languageOf(strings.Split(e.names, "|")[0]) != ""
	case copies, moves, installs, links, removes, tees, dds, dumps, truncates, shreds, sponges, awks, seds, editors, patches, applies, archives,
		wraps, shells, switchesUser, xargs, parallels, finds, busyboxes, runsTools:
		return e.how != archives || e.opts != ""
	}
	return false
}
