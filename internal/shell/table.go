package shell

import "strings"

// A command is one entry of the table of programs: what its options and operands mean for files. What the fields
// cannot say, how names a piece of code for.
type command struct {
	names string // "sed|gsed"
	opts  spec
	style style

	first int    // how many leading operands are no files: a pattern, a program, a mode
	verbs string // words that may stand before all operands: "eval|e"
	skip  string // options that stand in for those: "-e|--expression|-f|--file"

	operands role   // what the operands are
	when     string // options that change that: "-i|--in-place"
	then     role   // to this

	how    how
	reason string // the program is opaque, for this reason
	silent bool   // it prints nothing to its standard output
	sure   bool   // that it succeeds is taken for granted
	globs  bool   // it expands wildcards itself
}

// A how names the code that reads a command line of which the table's other fields cannot tell all.
type how uint8

const (
	byTable how = iota
	copies
	moves
	installs
	links
	removes
	tees
	dds
	truncates
	shreds
	splits
	makesTemp
	cats
	prints // basename, dirname and other programs whose output can be told
	finds
	xargs
	parallels
	wraps
	shells
	switchesUser
	interprets
	gits
	patches
	applies
	archives
	fetches
	remotes
	editors
	syncs
	sponges
	recorders
	runsTools
	hubs
	verbs
	dumps
	filters
	busyboxes
	awks
	seds
	greps
	fds
	databases
)

// families are the parts of the table, one file each.
func families() [][]command {
	return [][]command{coreutils, textTools, searchTools, wrappers, gitTools, archiveTools, networkTools, dataTools, formatters, editorTools,
		interpreters, runners, systemTools}
}

// A listing is what the table says of a name, or that it says nothing.
type listing struct {
	command
	ok bool
}

// listed looks a program up; a script names the same ones again and again.
func (a *analysis) listed(name string) (command, bool) {
	if l, ok := a.programs[name]; ok {
		return l.command, l.ok
	}
	entry, ok := lookUp(name)
	if a.programs == nil {
		a.programs = make(map[string]listing)
	}
	a.programs[name] = listing{entry, ok}
	return entry, ok
}

// lookUp finds a program in the table; one with a version behind its name, such as python3.12, too.
func lookUp(name string) (command, bool) {
	if entry, ok := lookUpExactly(name); ok {
		return entry, true
	}
	plain := strings.TrimRight(name, "0123456789.-")
	if plain == name || plain == "" {
		return command{}, false
	}
	return lookUpExactly(plain)
}

func lookUpExactly(name string) (command, bool) {
	for _, family := range families() {
		for _, entry := range family {
			if named(entry.names, name) {
				return entry, true
			}
		}
	}
	return command{}, false
}
