package player

import "encoding/json"

// Call is one tool call of one session.
type Call struct {
	Session string
	Agent   string // empty in the main loop
	ID      string // tool_use_id; made up when empty
	Tool    string
	Input   map[string]any
}

// Write is a whole-document write.
func Write(session, path, content string) Call {
	return Call{Session: session, Tool: "Write", Input: map[string]any{"file_path": path, "content": content}}
}

// Edit replaces the one place where old stands.
func Edit(session, path, old, replacement string) Call {
	return Call{Session: session, Tool: "Edit", Input: map[string]any{
		"file_path": path, "old_string": old, "new_string": replacement, "replace_all": false,
	}}
}

// Read shows a whole document.
func Read(session, path string) Call {
	return Call{Session: session, Tool: "Read", Input: map[string]any{"file_path": path}}
}

// Bash runs a command.
func Bash(session, command string) Call {
	return Call{Session: session, Tool: "Bash", Input: map[string]any{"command": command, "description": "play"}}
}

func (c Call) text(key string) string {
	s, _ := c.Input[key].(string)
	return s
}

// rewritten is the call with the input that a hook gave back.
func (c Call) rewritten(input json.RawMessage) (Call, error) {
	var in map[string]any
	if err := json.Unmarshal(input, &in); err != nil {
		return c, err
	}
	c.Input = in
	return c, nil
}
