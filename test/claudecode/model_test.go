package claudecode

import (
	"regexp"
	"strings"

	"noclobber/test/modelapi"
)

// The calls that scripted models make.

func read(path string) modelapi.Call {
	return modelapi.Call{Tool: "Read", Input: map[string]any{"file_path": path}}
}

func write(path, content string) modelapi.Call {
	return modelapi.Call{Tool: "Write", Input: map[string]any{"file_path": path, "content": content}}
}

func edit(path, old, replacement string) modelapi.Call {
	return modelapi.Call{Tool: "Edit", Input: map[string]any{"file_path": path, "old_string": old, "new_string": replacement}}
}

func bash(command string) modelapi.Call {
	return modelapi.Call{Tool: "Bash", Input: map[string]any{"command": command, "description": "scripted"}}
}

// turn is a turn of calls that are known beforehand; after lists what it waits for.
func turn(name string, after []string, calls ...modelapi.Call) modelapi.Turn {
	return modelapi.Turn{Name: name, After: after, Calls: calls}
}

func after(turns ...string) []string { return turns }

// heed is what a model does that is told by a refusal of a whole write to read the document and add its entry by an
// edit after the last line. Where the call before was not refused it does nothing.
func heed(path, entry string) []modelapi.Turn {
	return []modelapi.Turn{
		{Name: "reread", Choose: ifRefused(read(path))},
		{Name: "retry", Choose: func(c modelapi.Conversation) []modelapi.Call {
			last := lastLine(c)
			return []modelapi.Call{edit(path, last, last+"\n"+entry)}
		}},
	}
}

// ifRefused makes a call when one of the calls before was refused, and otherwise ends the script.
func ifRefused(call modelapi.Call) func(modelapi.Conversation) []modelapi.Call {
	return func(c modelapi.Conversation) []modelapi.Call {
		for _, r := range c.Results(c.Turns() - 1) {
			if r.Failed {
				return []modelapi.Call{call}
			}
		}
		return nil
	}
}

// lastLine is the last line with text of the document that the turn before has read.
func lastLine(c modelapi.Conversation) string {
	numbered := regexp.MustCompile(`^ *\d+(?:\t|→)(.*)$`) // a line as the client's Read tool shows it
	last := ""
	for _, r := range c.Results(c.Turns() - 1) {
		for l := range strings.Lines(r.Text) {
			if m := numbered.FindStringSubmatch(strings.TrimRight(l, "\n")); m != nil && m[1] != "" {
				last = m[1]
			}
		}
	}
	return last
}
