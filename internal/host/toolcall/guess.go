package toolcall

import (
	"slices"
	"strings"

	"noclobber/gate"
)

// Guess says what a tool does that the host's table does not name, by the shape of its input: hosts rename their tools,
// and an older host has others. A tool of an MCP server is left to the policies' maps, as is one whose input tells
// nothing.
func (in Input) Guess(call *gate.Call) error {
	if strings.HasPrefix(call.Tool, "mcp_") {
		return in.Unknown()
	}
	if in.Bare {
		if strings.Contains(in.Text, "*** Begin Patch") {
			return in.Patch(call, false)
		}
		return nil
	}
	has := func(keys []string) bool { return slices.ContainsFunc(keys, in.Has) }
	switch {
	case has(pathKeys()) && has(oldKeys()) && has(newKeys()):
		return in.Edit(call)
	case has(pathKeys()) && in.Has("edits"):
		return in.Edits(call, "edits")
	case has(pathKeys()) && has(contentKeys()):
		return in.Write(call)
	}
	return in.Unknown()
}

// Table is a host's tools: each list is names with blanks between them.
type Table struct {
	Read, Write, Edit, Edits, Shell, PowerShell, Patch, Delete, Cells, InPlace string

	Harmless   string // certain to write no file and to run no program
	Rewritable bool   // a patch of one file may be written anew
}

// Tool says what a call does by the table, and by the shape of its input where no list names the tool. A tool stands
// as harmless only where it is certain: to be wrong about one costs a line, to leave one out a glance at the known
// documents.
func (t Table) Tool(call *gate.Call, in Input) error {
	switch name := call.Tool; {
	case in.Bare && strings.Contains(in.Text, "*** Begin Patch"):
		return in.Patch(call, false)
	case listed(name, t.Read):
		return in.Read(call)
	case listed(name, t.Write):
		return in.Write(call)
	case listed(name, t.Edit):
		return in.Edit(call)
	case listed(name, t.Edits):
		return in.Edits(call, "edits")
	case listed(name, t.Shell):
		return in.Shell(call, "bash")
	case listed(name, t.PowerShell):
		return in.Shell(call, "powershell")
	case listed(name, t.Patch):
		return in.Patch(call, t.Rewritable)
	case listed(name, t.Delete):
		return in.Delete(call)
	case listed(name, t.Cells):
		return in.Cells(call)
	case listed(name, t.InPlace):
		return in.InPlace(call)
	case listed(name, t.Harmless):
		return in.Harmless(call)
	}
	return in.Guess(call)
}

// listed reports whether a name is one of the words.
func listed(name, words string) bool { return slices.Contains(strings.Fields(words), name) }
